#include "hakam/solve/winnable.hpp"

#include <boost/json/array.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>

#include "command.hpp"
#include "hakam/notation/uci_move.hpp"
#include "law_io.hpp"
#include "number.hpp"
#include "output.hpp"
#include "position_input.hpp"

namespace hakam::cli {

namespace {

struct WinnableOptions : PositionOptions {
    std::string side;
    std::string language = "en";
    std::uint64_t nodes = UINT64_MAX;
    std::uint64_t megabytes = default_search_memory >> 20;
    double seconds = 0;
    bool shortest = false;
    bool verify = false;
    bool certificate = false;
};

std::string_view word(Color side) { return side == Color::white ? "white" : "black"; }
std::string_view word(Decision decision) {
    return decision == Decision::yes ? "yes" : decision == Decision::no ? "no" : "unknown";
}
std::string hex(std::uint64_t bits) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(bits));
    return text;
}

Budget budget_of(const WinnableOptions& options) {
    Budget budget;
    budget.nodes = options.nodes;
    budget.memory_bytes = options.megabytes << 20;
    if (options.seconds > 0) {
        const auto deadline = std::chrono::steady_clock::now() +
                              std::chrono::microseconds(std::llround(options.seconds * 1e6));
        budget.expired = [deadline] { return std::chrono::steady_clock::now() >= deadline; };
    }
    return budget;
}

boost::json::object to_json(const RegionCertificate& certificate) {
    boost::json::array layers;
    for (const RegionLayer& layer : certificate.layers) {
        boost::json::array men;
        for (const ManRegion& m : layer.men)
            men.push_back(boost::json::object{{"man", std::string(1, to_char(m.piece))},
                                              {"home", to_string(m.home)},
                                              {"squares", hex(m.squares.bits())},
                                              {"mayFall", m.may_fall},
                                              {"promoted", m.promoted},
                                              {"born", hex(m.born.bits())}});
        layers.push_back(boost::json::object{{"men", std::move(men)}});
    }
    return {{"fen", fen::format(unpack(certificate.position))}, {"layers", std::move(layers)}};
}

boost::json::object to_json(const Argument& argument, bool with_certificate) {
    boost::json::object object{{"kind", name(argument.kind)}};
    if (argument.kind == ArgumentKind::material) object["lemma"] = name(argument.lemma);
    const bool partial = argument.kind == ArgumentKind::partial_set;
    if (argument.kind == ArgumentKind::closed_set || partial) {
        object["positions"] = argument.positions;
        object["fingerprint"] = hex(argument.fingerprint);
    }
    if (partial) {
        boost::json::array left_out;
        for (const Square s : argument.left_out) left_out.emplace_back(to_string(s));
        object["leftOut"] = std::move(left_out);
        object["followsPawns"] = argument.follows_pawns;
    }
    if (!argument.regions.empty()) object["regions"] = argument.regions.size();
    if (with_certificate || argument.kind == ArgumentKind::region) {
        boost::json::array certificates;
        for (const RegionCertificate& c : argument.regions) certificates.push_back(to_json(c));
        object["certificate"] = std::move(certificates);
    }
    return object;
}

Answer answer_for(const Position& position, Color side, const Winnable& found,
                  const WinnableOptions& options) {
    Answer answer;
    boost::json::object& fields = answer.fields;
    fields = {
        {"fen", fen::format(position)}, {"side", word(side)}, {"winnable", word(found.decision)}};
    const laws::Language language = laws::language(options.language).value_or(laws::Language::en);
    std::string& text = answer.text;
    text = laws::sentence(found, side, language,
                          line_text(position, found.line, letters_of(language)));
    if (found.decision == Decision::yes) {
        boost::json::array line;
        for (const Move move : found.line) line.emplace_back(uci::format(move));
        fields["line"] = std::move(line);
    } else if (found.decision == Decision::no) {
        answer.status = no;
        fields["reason"] = describe(found.argument);
        fields["argument"] = to_json(found.argument, options.certificate);
        if (language == laws::Language::en) {  // the same, with its details
            text = std::string{laws::player(side, language)} + " can never mate: ";
            text += describe(found.argument);
        }
    } else {
        answer.status = no;
        fields["reason"] = found.tried;
        if (language == laws::Language::en) text += "\n  " + found.tried;
    }
    fields["nodes"] = found.nodes;
    fields["text"] = text;
    if (options.verify) {
        const Decision checked = verify(position, side, found);
        fields["verified"] = word(checked);
        text += " (";
        text += laws::words(checked == Decision::yes  ? laws::Words::proof_verified
                            : checked == Decision::no ? laws::Words::proof_refused
                                                      : laws::Words::proof_unchecked,
                            language);
        text += ')';
    }
    return answer;
}

// One object for both sides: whether any side can mate, and what was found for each.
boost::json::object both_sides(const Answer& white, const Answer& black) {
    const auto& w = white.fields;
    const auto& b = black.fields;
    const auto is = [](const boost::json::object& side, std::string_view decision) {
        return side.at("winnable").as_string() == decision;
    };
    const std::string_view any = is(w, "yes") || is(b, "yes") ? "yes"
                                 : is(w, "no") && is(b, "no") ? "no"
                                                              : "unknown";
    boost::json::object both{{"fen", w.at("fen")}, {"side", "both"}, {"winnable", any}};
    if (any == "yes") {
        both["line"] = (is(w, "yes") ? w : b).at("line");
    } else {
        std::string reason = "White: " + std::string(w.at("reason").as_string());
        if (w.at("reason") != b.at("reason"))
            reason += "; Black: " + std::string(b.at("reason").as_string());
        else
            reason = "both sides: " + reason.substr(7);
        both["reason"] = std::move(reason);
    }
    both["nodes"] =
        w.at("nodes").to_number<std::uint64_t>() + b.at("nodes").to_number<std::uint64_t>();
    if (w.contains("verified")) {
        const auto& v = w.at("verified").as_string();
        const auto& u = b.at("verified").as_string();
        both["verified"] = v == "no" || u == "no"     ? "no"
                           : v == "yes" && u == "yes" ? "yes"
                                                      : "unknown";
    }
    both["white"] = w;
    both["black"] = b;
    return both;
}

// The answer for the side asked about, or one that holds both.
Answer answer_for(const Position& position, const WinnableOptions& options) {
    const Budget budget = budget_of(options);
    if (!options.side.empty()) {
        const Color side = options.side == "white" ? Color::white : Color::black;
        return answer_for(position, side,
                          options.shortest ? shortest_mate(position, side, budget)
                                           : winnable(position, side, budget),
                          options);
    }
    const BothWinnable found = options.shortest
                                   ? BothWinnable{shortest_mate(position, Color::white, budget),
                                                  shortest_mate(position, Color::black, budget)}
                                   : winnable_both(position, budget);
    const Answer white = answer_for(position, Color::white, found.white, options);
    const Answer black = answer_for(position, Color::black, found.black, options);
    Answer both;
    both.status = std::max(white.status, black.status);
    both.fields = both_sides(white, black);
    both.text = white.text + '\n' + black.text;
    return both;
}

int print_answer(const Answer& answer, bool json) {
    if (json)
        print_json(answer.fields);
    else
        print_line(answer.text);
    return answer.status;
}

int answer_stream(const WinnableOptions& options) {
    LineReader reader{0, "-"};
    int worst = answered;
    while (const auto line = reader.next()) {
        if (!output_ok()) break;
        const auto read = read_position(line->text, options);
        if (!read) {
            const Error error = line->located(read.error());
            print_error(line->source, error);
            print_json({{"input", valid_utf8(line->text)}, {"error", cli::to_json(error)}});
            worst = bad_input;
            continue;
        }
        worst = std::max(worst, print_answer(answer_for(read->position, options), true));
        flush();
    }
    return reader.failed() || !output_ok() ? static_cast<int>(bad_input) : worst;
}

int run(const WinnableOptions& options) {
    if (options.is_stream()) return answer_stream(options);
    const auto read = read_position(joined(options.words), options);
    if (!read) {
        print_error("argument", read.error());
        return bad_input;
    }
    for (const Note& note : read->notes) print_note("argument", note);
    return print_answer(answer_for(read->position, options), options.json);
}

}  // namespace

void add_winnable(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("winnable", "Can a side still mate by any series of legal moves?");
    const auto options = std::make_shared<WinnableOptions>();
    add_position_options(*command, *options);
    add_movement_option(*command, *options);
    command->add_option("--side", options->side, "Whose mate; both sides if not given")
        ->check(CLI::IsMember({"white", "black"}));
    add_language_option(*command, options->language);
    command->add_option("--nodes", options->nodes, "Positions that may be visited")
        ->transform(whole_number(1, UINT64_MAX));
    command->add_option("--memory", options->megabytes, "Megabytes of tables")
        ->transform(whole_number(1, 1 << 20))
        ->capture_default_str();
    command
        ->add_option("--seconds,--time", options->seconds, "Time for each position (0: no limit)")
        ->transform(seconds());
    command->add_flag("--shortest", options->shortest, "A line of fewest plies (slow)");
    command->add_flag("--verify", options->verify, "Check the proof by separate code");
    command->add_flag("--certificate", options->certificate,
                      "Write every region certificate of a closed set (--json)");
    command->footer(
        "Without --side one answer holds both sides: \"winnable\" says whether any side can mate,\n"
        "\"white\" and \"black\" hold the answer for each.\n"
        "Exit status 0: every side asked about can mate; 1: one cannot, or it is unknown.\n"
        "Example: hakam winnable '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' --side black\n"
        "         hakam winnable '3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1' --verify --json");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace hakam::cli

#include "hakam/solve/winnable.hpp"

#include <boost/json/array.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>

#include "command.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "output.hpp"
#include "position_input.hpp"

namespace hakam::cli {

namespace {

struct WinnableOptions : PositionOptions {
    std::string side;
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
    if (argument.kind == ArgumentKind::closed_set) {
        object["positions"] = argument.positions;
        object["fingerprint"] = hex(argument.fingerprint);
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
    const std::string who = side == Color::white ? "White" : "Black";
    std::string& text = answer.text;
    if (found.decision == Decision::yes) {
        boost::json::array line;
        std::string san;
        Position p = position;
        for (const Move move : found.line) {
            line.emplace_back(uci::format(move));
            san += ' ' + san::format(move, p);
            p = p.after(move);
        }
        fields["line"] = std::move(line);
        text = who + " can still mate";
        text += found.line.empty() ? ": the position is mate"
                                   : " in " + std::to_string(found.line.size()) + " plies:" + san;
    } else if (found.decision == Decision::no) {
        answer.status = no;
        fields["reason"] = describe(found.argument);
        fields["argument"] = to_json(found.argument, options.certificate);
        text = who + " can never mate: " + describe(found.argument);
    } else {
        answer.status = no;
        fields["reason"] = found.tried;
        text = who + ": unknown, " + found.tried;
    }
    fields["nodes"] = found.nodes;
    if (options.verify) {
        const Decision checked = verify(position, side, found);
        fields["verified"] = word(checked);
        text += checked == Decision::yes  ? " (proof verified)"
                : checked == Decision::no ? " (PROOF REFUSED)"
                                          : " (not verified)";
    }
    return answer;
}

std::vector<Answer> answers_for(const Position& position, const WinnableOptions& options) {
    const Budget budget = budget_of(options);
    std::vector<Answer> answers;
    if (options.side.empty() && !options.shortest) {
        const BothWinnable both = winnable_both(position, budget);
        for (const Color side : colors)
            answers.push_back(answer_for(position, side, both.of(side), options));
        return answers;
    }
    for (const Color side : colors) {
        if (!options.side.empty() && options.side != word(side)) continue;
        const Winnable found = options.shortest ? shortest_mate(position, side, budget)
                                                : winnable(position, side, budget);
        answers.push_back(answer_for(position, side, found, options));
    }
    return answers;
}

int print_answers(const std::vector<Answer>& answers, bool json) {
    int worst = answered;
    for (const Answer& answer : answers) {
        if (json)
            print_json(answer.fields);
        else
            print_line(answer.text);
        worst = std::max(worst, static_cast<int>(answer.status));
    }
    return worst;
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
        worst = std::max(worst, print_answers(answers_for(read->position, options), true));
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
    return print_answers(answers_for(read->position, options), options.json);
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
    command->add_option("--nodes", options->nodes, "Positions that may be visited")
        ->check(CLI::PositiveNumber);
    command->add_option("--memory", options->megabytes, "Megabytes of tables")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 20))
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "Time for each position")
        ->check(CLI::PositiveNumber);
    command->add_flag("--shortest", options->shortest, "A line of fewest plies (slow)");
    command->add_flag("--verify", options->verify, "Check the proof by separate code");
    command->add_flag("--certificate", options->certificate,
                      "Write every region certificate of a closed set (--json)");
    command->footer(
        "Exit status 0: every side asked about can mate; 1: one cannot, or it is unknown.\n"
        "Example: hakam winnable '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' --side black\n"
        "         hakam winnable '3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1' --verify --json");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace hakam::cli

#include "hakam/solve/winnable.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>

#include "command.hpp"
#include "hakam/notation/uci_move.hpp"
#include "law_io.hpp"
#include "number.hpp"
#include "output.hpp"
#include "position_input.hpp"
#include "proof_io.hpp"

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
    std::string check;  ///< a file of answers to check
};

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
        fields["argument"] = to_json(
            found.argument, options.certificate ? Certificates::all : Certificates::short_form);
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
    // Each side has the whole budget, its time, too.
    const auto ask = [&](Color side) {
        const Budget budget = budget_of(options);
        return answer_for(position, side,
                          options.shortest ? shortest_mate(position, side, budget)
                                           : winnable(position, side, budget),
                          options);
    };
    if (!options.side.empty()) return ask(options.side == "white" ? Color::white : Color::black);
    const Answer white = ask(Color::white);
    const Answer black = ask(Color::black);
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

constexpr std::size_t longest_proof = std::size_t{1} << 26;

/// A line without its end; a longer one than `longest_proof` is cut and said to be too long.
bool next_line(std::istream& in, std::string& line, bool& too_long) {
    line.clear();
    too_long = false;
    char c = 0;
    bool any = false;
    while (in.get(c)) {
        any = true;
        if (c == '\n') return true;
        if (line.size() < longest_proof)
            line += c;
        else
            too_long = true;
    }
    return any;
}

std::size_t members(const boost::json::value& value) {
    std::size_t count = 0;
    if (const auto* object = value.if_object()) {
        count = object->size();
        for (const auto& one : *object) count += members(one.value());
    } else if (const auto* array = value.if_array()) {
        for (const boost::json::value& one : *array) count += members(one);
    }
    return count;
}

/// Whether an object of valid JSON names a member twice: the parser keeps only the last, and what
/// is checked must be all that is said. Each member is written with one colon outside texts.
bool names_twice(std::string_view text, const boost::json::value& parsed) {
    std::size_t colons = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (in_text && text[i] == '\\')
            ++i;
        else if (text[i] == '"')
            in_text = !in_text;
        else if (!in_text && text[i] == ':')
            ++colons;
    }
    return colons != members(parsed);
}

/// What a check says of one answer for one side.
boost::json::object checked(const boost::json::object& answer, const WinnableOptions& options,
                            int& worst) {
    const auto read = proof_from(answer, options);
    if (const auto* fault = std::get_if<ProofFault>(&read)) {
        worst = bad_input;
        return {
            {"error", boost::json::object{{"where", fault->where}, {"expected", fault->expected}}}};
    }
    const Proof& proof = std::get<Proof>(read);
    const Decision holds = verify(proof.position, proof.side, proof.answer, budget_of(options));
    if (holds != Decision::yes) worst = std::max<int>(worst, no);
    return {{"fen", fen::format(proof.position)},
            {"side", word(proof.side)},
            {"winnable", word(proof.answer.decision)},
            {"verified", word(holds)}};
}

/// Checks answers that were written before, by anybody: one JSON object a line.
int check_proofs(const WinnableOptions& options) {
    std::ifstream file;
    if (options.check != "-") file.open(options.check, std::ios::binary);
    std::istream& in = options.check == "-" ? std::cin : file;
    if (!in || (in.peek(), in.bad())) {
        print_complaint("cannot read '" + options.check + "'");
        return bad_input;
    }
    int worst = answered;
    std::string line;
    bool too_long = false;
    for (std::uint64_t number = 1; next_line(in, line, too_long) && output_ok(); ++number) {
        if (line.find_first_not_of(" \t\r") == line.npos) continue;
        boost::system::error_code error;
        boost::json::parse_options limits;
        limits.max_depth = 16;
        const boost::json::value value =
            too_long ? boost::json::value{} : boost::json::parse(line, error, {}, limits);
        const boost::json::object* answer = error ? nullptr : value.if_object();
        const bool twice = answer != nullptr && names_twice(line, value);
        boost::json::array results;
        if (answer == nullptr || twice) {
            worst = bad_input;
            results.push_back(boost::json::object{
                {"error",
                 boost::json::object{{"where", ""},
                                     {"expected", twice ? "each member once in its object"
                                                        : "a JSON object of at most 64 MiB"}}}});
        } else if (answer->contains("white") && answer->contains("black")) {
            for (const std::string_view side : {"white", "black"}) {
                const boost::json::object* one = answer->at(side).if_object();
                results.push_back(
                    checked(one != nullptr ? *one : boost::json::object{}, options, worst));
            }
        } else {
            results.push_back(checked(*answer, options, worst));
        }
        for (boost::json::value& one : results) {
            boost::json::object& result = one.as_object();
            result["line"] = number;
            if (const boost::json::value* bad = result.if_contains("error")) {
                const auto part = [&](const char* key) {
                    return std::string{bad->at(key).as_string()};
                };
                print_complaint(options.check.substr(0, 64) + ":" + std::to_string(number) + ": " +
                                part("where") + ": expected " + part("expected"));
            }
            if (options.json) {
                print_json(result);
            } else if (!result.contains("error")) {
                std::string text = std::to_string(number) + ": ";
                for (const char* key : {"fen", "side", "winnable"})
                    text += std::string{result.at(key).as_string()} + "  ";
                text += result.at("verified").as_string() == "yes" ? "proof verified"
                        : result.at("verified").as_string() == "no"
                            ? "PROOF REFUSED"
                            : "not verified: the budget is spent or there is no proof";
                print_line(text);
            }
        }
        flush();
    }
    return output_ok() ? worst : static_cast<int>(bad_input);
}

int run(const WinnableOptions& options) {
    if (!options.check.empty()) return check_proofs(options);
    if (options.words.empty()) {
        print_complaint("expected a FEN, 'startpos', '-' or --check FILE");
        return bad_input;
    }
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
    add_position_options(*command, *options, FenArgument::optional);
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
    command->add_option("--check", options->check,
                        "Check the proofs of answers written with --json --certificate, one a "
                        "line: a file, or -");
    command->add_flag("--shortest", options->shortest, "A line of fewest plies (slow)");
    command->add_flag("--verify", options->verify, "Check the proof by separate code");
    command->add_flag("--certificate", options->certificate,
                      "Write every region certificate of a closed set (--json)");
    command->footer(
        "Without --side one answer holds both sides: \"winnable\" says whether any side can mate,\n"
        "\"white\" and \"black\" hold the answer for each.\n"
        "Exit status 0: every side asked about can mate; 1: one cannot, or it is unknown.\n"
        "Example: hakam winnable '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' --side black\n"
        "         hakam winnable '3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1' --verify --json\n"
        "         hakam winnable 'k7/2N5/1K6/8/8/8/8/8 b - - 0 1' --json --certificate | "
        "hakam winnable --check -");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace hakam::cli

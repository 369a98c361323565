#include <atomic>
#include <boost/json/array.hpp>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "command.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/retro/convention.hpp"
#include "hakam/retro/deduce.hpp"
#include "hakam/retro/legality.hpp"
#include "number.hpp"
#include "output.hpp"
#include "position_input.hpp"
#include "retro_json.hpp"
#include "retro_proof_game.hpp"

namespace hakam::cli {
namespace {

struct RetroOptions : PositionOptions {
    std::string language = "en";
    std::uint64_t threads = 1;
    std::uint64_t megabytes = 1024;
    double seconds = 10;
    std::uint64_t plies = 1;  ///< last N half-moves

    retro::Language words_in() const {
        return language == "ar" ? retro::Language::ar : retro::Language::en;
    }
};

using Clock = std::chrono::steady_clock;

Budget budget_until(Clock::time_point deadline, const RetroOptions& options) {
    Budget budget;
    budget.memory_bytes = options.megabytes << 20;
    budget.expired = [deadline] { return Clock::now() >= deadline; };
    return budget;
}

Clock::time_point deadline_of(const RetroOptions& options) {
    return Clock::now() + std::chrono::microseconds(std::llround(options.seconds * 1e6));
}

/// A setup as the text gives it, however impossible.
Expected<Setup> read_setup(std::string_view text, const RetroOptions& options) {
    if (names_start(text)) return Position{}.setup();
    const fen::Report report = fen::read(text, analysis_reading(options));
    if (report.setup) return *report.setup;
    return Unexpected{report.faults.front().error};
}

/// The first of several searches with different seeds that finds an answer ends all of them.
retro::Legality decide(const retro::Diagram& diagram, const RetroOptions& options) {
    const auto deadline = deadline_of(options);
    std::atomic<bool> done = false;
    std::mutex lock;
    retro::Legality answer;
    const auto search = [&](std::uint64_t seed) {
        Budget budget = budget_until(deadline, options);
        budget.expired = [&done, deadline] { return done || Clock::now() >= deadline; };
        retro::LegalityOptions how;
        how.seed = seed;
        retro::Legality found = retro::legality(diagram, budget, how);
        const std::lock_guard guard{lock};
        if (found.legal != Decision::unknown) done = true;
        if (answer.legal == Decision::unknown) answer = std::move(found);
    };
    std::vector<std::thread> helpers;
    for (std::uint64_t i = 1; i < options.threads; ++i) helpers.emplace_back(search, i + 1);
    search(1);
    for (std::thread& helper : helpers) helper.join();
    return answer;
}

std::string_view word_of(Decision decision) {
    return decision == Decision::yes ? "yes" : decision == Decision::no ? "no" : "unknown";
}

std::string san_line(const std::vector<Move>& game) {
    std::string text;
    Position position;
    for (std::size_t i = 0; i < game.size(); ++i) {
        if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ". ";
        text += san::format(game[i], position) + " ";
        position = position.after(game[i]);
    }
    if (!text.empty()) text.pop_back();
    return text;
}

std::string joined_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
    return text;
}

Answer legal_answer(const retro::Diagram& diagram, const RetroOptions& options) {
    const retro::Legality found = decide(diagram, options);
    Answer answer;
    answer.fields = {{"fen", fen::format(setup_of(diagram))}, {"legal", word_of(found.legal)}};
    if (found.legal == Decision::yes) {
        answer.fields["plies"] = found.game.size();
        answer.fields["game"] = moves_json(found.game);
        answer.text = "legal; a game that reaches it:\n" + san_line(found.game);
    } else if (found.legal == Decision::no) {
        answer.status = no;
        const auto lines = retro::explain(*found.reason, options.words_in());
        answer.fields["reason"] = reason_json(*found.reason);
        boost::json::array words;
        for (const std::string& line : lines) words.emplace_back(line);
        answer.fields["text"] = std::move(words);
        answer.text = "illegal: " + joined_lines(lines);
    } else {
        answer.status = no;
        answer.fields["tried"] = found.tried;
        answer.text = "not decided: " + found.tried;
    }
    answer.fields["nodes"] = found.nodes;
    return answer;
}

Answer rights_answer(const retro::Diagram& diagram, const RetroOptions& options) {
    Budget budget = budget_until(deadline_of(options), options);
    budget.nodes = 3000;
    const retro::RightsFound found = retro::rights(diagram, budget);
    Answer answer;
    boost::json::array sets;
    std::string text;
    for (const CastlingRights set : found.maximal) {
        const std::string letters = rights_letters(set);
        sets.emplace_back(letters);
        text += (text.empty() ? "" : " | ") + letters;
    }
    boost::json::array refuted;
    std::string why;
    for (const auto& [set, reason] : found.refuted) {
        refuted.push_back(boost::json::object{{"rights", rights_letters(set)},
                                              {"reason", reason_json(reason)}});
        why += "\n" + rights_letters(set) + ": " +
               joined_lines(retro::explain(reason, options.words_in(), 6));
    }
    answer.fields = {{"fen", fen::format(setup_of(diagram))},
                     {"rights", std::move(sets)},
                     {"refuted", std::move(refuted)},
                     {"nodes", found.nodes}};
    answer.text = found.maximal.empty() ? "illegal whatever the rights" + why : text + why;
    if (found.maximal.empty()) answer.status = no;
    return answer;
}

Answer last_answer(const retro::Diagram& diagram, const RetroOptions& options) {
    Budget budget = budget_until(deadline_of(options), options);
    budget.nodes = 400;
    Answer answer;
    answer.fields = {{"fen", fen::format(setup_of(diagram))}};
    if (options.plies > 1) {
        const auto lines =
            retro::last_lines(diagram, static_cast<int>(options.plies), 10'000, budget);
        boost::json::array all;
        for (const auto& line : lines) {
            all.push_back(moves_json(line));
            std::string text;
            for (auto it = line.rbegin(); it != line.rend(); ++it)
                text += (text.empty() ? "" : " ") + uci::format(*it);
            answer.text += (answer.text.empty() ? "" : "\n") + text;
        }
        answer.fields["lines"] = std::move(all);
        if (lines.empty()) answer.status = no;
        return answer;
    }
    const retro::LastMoves found = retro::last_moves(diagram, budget);
    boost::json::array moves;
    boost::json::array details;
    std::set<std::string> named;
    for (const retro::Unmove& one : found.possible) {
        const std::string text = uci::format(one.move);
        if (named.insert(text).second) {
            moves.emplace_back(text);
            answer.text += (answer.text.empty() ? "" : " ") + text;
        }
        details.push_back(unmove_json(one.move, one.before));
    }
    answer.fields["last"] = std::move(moves);
    answer.fields["details"] = std::move(details);
    answer.fields["refuted"] = found.refuted.size();
    if (found.possible.empty()) {
        answer.status = no;
        answer.text = "no last move is possible";
    }
    return answer;
}

using AnswerDiagram = Answer (*)(const retro::Diagram&, const RetroOptions&);

int run(const RetroOptions& options, AnswerDiagram answer, bool needs_kings) {
    return answer_lines(options, [&](const InputLine& line) {
        const auto setup = read_setup(line.text, options);
        if (!setup) return refusal(line, line.located(setup.error()));
        const retro::Diagram diagram = retro::diagram_of(*setup);
        if (needs_kings) {
            Budget nothing;
            nothing.nodes = 1;
            const auto wrong = retro::refute(diagram, nothing);
            if (wrong.reason && wrong.reason->kind == retro::ReasonKind::bad_setup) {
                Answer refused;
                const auto lines = retro::explain(*wrong.reason, options.words_in());
                refused.fields = {{"fen", fen::format(*setup)},
                                  {"legal", "no"},
                                  {"reason", reason_json(*wrong.reason)}};
                refused.text = "illegal: " + joined_lines(lines);
                refused.status = no;
                return refused;
            }
        }
        return answer(diagram, options);
    });
}

CLI::App* add_one(CLI::App& parent, const char* name, const char* what,
                  const std::shared_ptr<RetroOptions>& options, int& status, AnswerDiagram answer,
                  bool needs_kings) {
    CLI::App* command = parent.add_subcommand(name, what);
    add_position_options(*command, *options);
    command->add_option("--lang", options->language, "Language of the reasons")
        ->check(CLI::IsMember({"en", "ar"}));
    command->add_option("--threads", options->threads, "Searches side by side")
        ->transform(whole_number(1, 256));
    command->add_option("--memory", options->megabytes, "Megabytes of tables")
        ->transform(whole_number(1, 1 << 20));
    command->add_option("--time,--seconds", options->seconds, "Time for each position")
        ->transform(seconds())
        ->capture_default_str();
    command->callback([options, &status, answer, needs_kings] {
        status = run(*options, answer, needs_kings);
    });
    return command;
}

}  // namespace

void add_retro(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand(
        "retro", "The past of a position: is it legal, last moves, castling rights");
    command->require_subcommand(1);
    add_one(*command, "legal", "Does a game reach the position? With its proof",
            std::make_shared<RetroOptions>(), status, legal_answer, false)
        ->footer("Rights and en passant square of the FEN are part of the question.\n"
                 "Exit status 0: legal; 1: illegal or not decided.\n"
                 "Example: hakam retro legal '4k3/8/8/8/8/8/PPP5/KRn5 b - - 0 1'");
    const auto last = std::make_shared<RetroOptions>();
    CLI::App* last_command = add_one(*command, "last", "All possible last moves", last, status,
                                     last_answer, true);
    last_command->add_option("--plies", last->plies, "Lines of the last N half-moves")
        ->transform(whole_number(1, 12));
    last_command->footer("Example: hakam retro last '7R/7p/5P1k/4PKpP/8/8/8/8 w - - 0 1'");
    add_one(*command, "rights", "The castling rights that can still be there together",
            std::make_shared<RetroOptions>(), status, rights_answer, true)
        ->footer("The castling field of the FEN is ignored.\n"
                 "Example: hakam retro rights 'r3k2r/8/2K5/8/8/8/8/2R5 w - - 0 1'");
    add_proof_game(*command, status);
    command->footer("Example: hakam retro rights '4k3/8/8/8/8/8/8/R3K2R b - - 0 1'");
}

}  // namespace hakam::cli

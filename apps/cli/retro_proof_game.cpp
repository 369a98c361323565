#include "retro_proof_game.hpp"

#include <boost/json/array.hpp>
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "number.hpp"
#include "output.hpp"
#include "position_input.hpp"
#include "proof_games.hpp"
#include "retro_json.hpp"

namespace hakam::cli {
namespace {

struct ProofGameQuestion : PositionOptions {
    std::string from;
    std::string length = "exactly";
    std::uint64_t threads = 1;
    std::uint64_t megabytes = 256;
    std::uint64_t most = 10;
    double seconds = 0;
};

constexpr int most_plies = 200;

/// "11" or "11.5" moves, as half-moves.
Expected<int> read_plies(std::string_view word, std::string_view line) {
    std::string_view whole = word;
    const bool half = word.size() > 2 && word.substr(word.size() - 2) == ".5";
    if (half) whole.remove_suffix(2);
    int moves = 0;
    const auto [end, code] = std::from_chars(whole.data(), whole.data() + whole.size(), moves);
    if (whole.empty() || code != std::errc{} || end != whole.data() + whole.size() || moves < 0 ||
        2 * moves + (half ? 1 : 0) > most_plies || whole.front() == '-') {
        const auto offset = static_cast<std::size_t>(word.data() - line.data());
        return Unexpected{Error{ErrorCode::unexpected_text,
                                span_in(line, offset, word.size()),
                                "a number of moves up to 100, as 11 or 11.5", std::string{word}}};
    }
    return 2 * moves + (half ? 1 : 0);
}

std::string san_text(const Position& start, const std::vector<Move>& game) {
    std::string text;
    Position position = start;
    std::uint32_t number = 1;
    for (std::size_t i = 0; i < game.size(); ++i) {
        if (position.turn() == Color::white)
            text += std::to_string(number++) + ". ";
        else if (i == 0)
            text += std::to_string(number++) + "... ";
        text += san::format(game[i], position) + " ";
        position = position.after(game[i]);
    }
    if (!text.empty()) text.pop_back();
    return text;
}

std::string moves_word(int plies) {
    return std::to_string(plies / 2) + (plies % 2 != 0 ? ".5" : "");
}

Answer answer_question(const InputLine& line, const ProofGameQuestion& options,
                       const Position& start) {
    const std::string_view text = line.text;
    const std::size_t last = text.find_last_not_of(" \t");
    const std::size_t gap = last == text.npos ? text.npos : text.find_last_of(" \t", last);
    if (gap == text.npos)
        return refusal(line, line.located(Error{ErrorCode::missing_text,
                                                span_in(text, text.size(), 0),
                                                "a FEN and a number of moves, as 11 or 11.5", ""}));
    const auto plies = read_plies(text.substr(gap + 1, last - gap), text);
    if (!plies) return refusal(line, line.located(plies.error()));
    const fen::Report report = fen::read(text.substr(0, gap), analysis_reading(options));
    if (!report.setup) return refusal(line, line.located(report.faults.front().error));
    const retro::Diagram target = retro::diagram_of(*report.setup);

    Budget budget;
    budget.memory_bytes = options.megabytes << 20;
    if (options.seconds > 0) {
        const auto deadline = std::chrono::steady_clock::now() +
                              std::chrono::microseconds(std::llround(options.seconds * 1e6));
        budget.expired = [deadline] { return std::chrono::steady_clock::now() >= deadline; };
    }
    retro::ProofGameOptions how;
    how.length = options.length == "exactly"   ? retro::GameLength::exactly
                 : options.length == "at-most" ? retro::GameLength::at_most
                                               : retro::GameLength::shortest;
    // One more than is shown tells whether there are more.
    how.most = options.most == UINT64_MAX ? UINT64_MAX : options.most + 1;
    Answer answer;
    boost::json::array games;
    std::uint64_t shown = 0;
    const auto found = find_proof_games(
        start, target, *plies, how, options.threads, budget, [&](const std::vector<Move>& game) {
            if (shown == options.most) return true;
            ++shown;
            games.push_back(moves_json(game));
            answer.text += san_text(start, game) + "\n";
            return true;
        });
    const bool more = found.count > shown;
    const std::string_view verdict = found.count == 0 ? (found.complete ? "none" : "unknown")
                                     : found.count > 1 ? "several"
                                     : found.complete ? "unique"
                                                      : "found";
    answer.fields = {{"fen", fen::format(setup_of(target))},
                     {"length", options.length},
                     {"plies", found.plies},
                     {"answer", verdict},
                     {"games", std::move(games)},
                     {"more", more},
                     {"complete", found.complete && !more},
                     {"strategies", found.strategies},
                     {"nodes", found.nodes}};
    if (!options.from.empty()) answer.fields["from"] = fen::format(start);
    if (found.count == 0)
        answer.text = found.complete ? "no such game of " + moves_word(*plies) + " moves"
                                     : "not decided";
    else
        answer.text += more ? "and more"
                       : found.complete
                           ? (found.count == 1 ? "the only game"
                                               : std::to_string(found.count) + " games, all") +
                                 std::string{" of "} + moves_word(found.plies) + " moves" +
                                 (options.length == "at-most" ? " or fewer" : "")
                           : "there may be more";
    if (found.count == 0) answer.status = no;
    return answer;
}

int run(const ProofGameQuestion& options) {
    Position start;
    if (!options.from.empty() && !names_start(options.from)) {
        const auto read = read_position(options.from, options);
        if (!read) {
            print_error("--from", read.error());
            return bad_input;
        }
        start = read->position;
    }
    return answer_lines(options, [&](const InputLine& line) {
        return answer_question(line, options, start);
    });
}

}  // namespace

void add_proof_game(CLI::App& retro, int& status) {
    CLI::App* command =
        retro.add_subcommand("proof-game", "Games that lead to a position in a number of moves");
    const auto options = std::make_shared<ProofGameQuestion>();
    command
        ->add_option("FEN MOVES", options->words,
                     "A FEN and the number of moves, as 11 or 11.5; or '-' for one such line each")
        ->required();
    command->add_flag("--json", options->json, "One JSON object for each position");
    command->add_flag("--lenient", options->lenient,
                      "Drop false castling rights and en passant squares");
    command->add_option("--length", options->length,
                        "Games of exactly so many moves, at most so many, or the shortest up to it")
        ->check(CLI::IsMember({"exactly", "at-most", "shortest"}))
        ->capture_default_str();
    command->add_option("--from", options->from, "The position where the games begin");
    command->add_option("--most", options->most, "Show so many games")
        ->transform(whole_number(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Searches side by side")
        ->transform(whole_number(1, 256));
    command->add_option("--memory", options->megabytes, "Megabytes of tables")
        ->transform(whole_number(1, 1 << 20))
        ->capture_default_str();
    command->add_option("--time,--seconds", options->seconds,
                        "Time for each position (0: no limit)")
        ->transform(seconds());
    command->footer(
        "Rights of the FEN must last; its turn follows from the number of moves.\n"
        "Exit status 0: a game was found; 1: none, or not decided.\n"
        "Example: hakam retro proof-game "
        "'rnbqkr1K/pppppp1p/5npb/8/5P2/4P3/PPPP2PP/RNBQ1BNR w q -' 9");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace hakam::cli

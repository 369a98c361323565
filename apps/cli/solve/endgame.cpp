// `hakam solve FEN win --game NAME`: who wins an ending of few men, how soon and by what.

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "../game_input.hpp"
#include "../output.hpp"
#include "hakam/variant/endgame.hpp"
#include "hakam/variant/ending.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/move_text.hpp"
#include "hakam/variant/score.hpp"
#include "job.hpp"

namespace hakam::cli {
namespace {

using variant::EndgameTable;
using variant::Move;
using variant::Position;
using variant::Variant;

/// How many plies a move needs to win, itself included; nothing if it does not win.
std::optional<unsigned> wins_in(const Variant& game, const EndgameTable& table,
                                const Position& position, const Move& move) {
    using Result = variant::Ending::Result;
    const Position after = game.after(position, move);
    if (const auto end = variant::ending(game, after)) {
        const auto won =
            position.turn() == Color::white ? Result::white_wins : Result::black_wins;
        return end->result == won ? std::optional{1U} : std::nullopt;
    }
    const auto value = table.value(game, after);
    if (!value || value->wins) return std::nullopt;
    return value->plies + 1;
}

/// The move of best play: the shortest win, or what holds out longest.
Move best(const Variant& game, const EndgameTable& table, const Position& position, bool wins) {
    const auto moves = game.legal_moves(position);
    Move chosen = *moves.begin();
    unsigned plies = wins ? UINT32_MAX : 0;
    for (const Move& move : moves) {
        if (wins) {
            const auto needed = wins_in(game, table, position, move);
            if (needed && *needed < plies) plies = *needed, chosen = move;
        } else if (const auto value = table.value(game, game.after(position, move));
                   value && value->plies > plies) {
            plies = value->plies, chosen = move;
        }
    }
    return chosen;
}

}  // namespace

int solve_ending(const SolveOptions& options, std::string_view fen) {
    const Variant& game = *options.game;
    const auto start = variant::fen::parse(game, fen);
    if (!start) {
        print_error("argument", start.error());
        return bad_input;
    }
    Budget budget;
    budget.memory_bytes = options.megabytes << 20;
    const auto table = EndgameTable::build(game, *start, budget);
    if (!table) {
        print_error("argument", table.error());
        return bad_input;
    }
    const auto value = table->value(game, *start);
    const Color winner = value && value->wins ? start->turn() : ~start->turn();
    std::vector<Position> positions{*start};
    std::vector<Move> line;
    bool wins = value && value->wins;
    while (value && line.size() < value->plies && !variant::ending(game, positions.back())) {
        line.push_back(best(game, *table, positions.back(), wins));
        positions.push_back(game.after(positions.back(), line.back()));
        wins = !wins;
    }
    std::vector<std::pair<unsigned, std::string>> keys;
    if (value && value->wins)
        for (const Move& move : game.legal_moves(*start))
            if (const auto plies = wins_in(game, *table, *start, move))
                keys.emplace_back(*plies, variant::format_san(game, *start, move));
    std::sort(keys.begin(), keys.end());
    const std::string text = variant::format_moves(game, positions, line);
    if (options.json) {
        boost::json::object o{{"game", game.rules().id},
                              {"fen", variant::fen::format(game, *start)},
                              {"winner", nullptr},
                              {"positions", table->positions()}};
        if (value) {
            o["winner"] = winner == Color::white ? "white" : "black";
            o["plies"] = value->plies;
            boost::json::array moves, winning;
            for (std::size_t i = 0; i < line.size(); ++i)
                moves.emplace_back(variant::format_san(game, positions[i], line[i]));
            for (const auto& [plies, san] : keys)
                winning.push_back(boost::json::object{{"move", san}, {"plies", plies}});
            o["line"] = std::move(moves);
            o["winning"] = std::move(winning);
        }
        print(boost::json::serialize(o) + "\n");
    } else if (value) {
        print((winner == Color::white ? "White" : "Black") + std::string{" wins in "} +
              std::to_string(value->plies) + " plies.\n" + text + '\n');
        if (keys.size() > 1) {
            std::string others;
            for (const auto& [plies, san] : keys)
                others += (others.empty() ? "" : ", ") + san + ' ' + std::to_string(plies);
            print("Winning moves: " + others + '\n');
        }
    } else {
        print("Neither side wins.\n");
    }
    flush();
    return value ? answered : no;
}

}  // namespace hakam::cli

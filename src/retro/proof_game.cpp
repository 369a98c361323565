#include "hakam/retro/proof_game.hpp"

#include "play_out.hpp"
#include "strategy.hpp"

namespace hakam::retro {
namespace {

std::array<int, 2> moves_of(Color first, int plies) noexcept {
    std::array<int, 2> moves{};
    moves[static_cast<std::size_t>(index(first))] = (plies + 1) / 2;
    moves[static_cast<std::size_t>(index(~first))] = plies / 2;
    return moves;
}

}  // namespace

ProofGames proof_games(const Position& start, const Diagram& target, int plies,
                       const ProofGameOptions& options, const Budget& budget,
                       const FoundGame& found) {
    PlayOut shared{start,
                   target,
                   budget,
                   options,
                   found,
                   DeadEnds{std::min(budget.memory_bytes, std::uint64_t{1} << 30)},
                   {},
                   false,
                   false};
    Planner planner{{start, target.board, target.rights.rooks()}, (plies + 1) / 2};
    bool all = true;
    int length = options.length == GameLength::exactly ? plies : 0;
    if (options.length != GameLength::exactly) {
        // No game is shorter than what each side needs alone.
        for (const Color c : colors)
            if (const auto least = planner.fewest(c))
                while (length <= plies &&
                       moves_of(start.turn(), length)[static_cast<std::size_t>(index(c))] < *least)
                    ++length;
            else
                length = plies + 1;
    }
    for (; length <= plies && !shared.stopped; ++length) {
        shared.result.plies = length;
        all &= planner.each(moves_of(start.turn(), length), budget, [&](const Strategy& one) {
            play_out(one, shared);
            return !shared.stopped;
        });
        if (options.length == GameLength::shortest && shared.result.count > 0) break;
    }
    shared.result.complete = all && !shared.stopped;
    return shared.result;
}

FewestMoves fewest_moves(const Position& start, const Board& target) {
    Planner planner{{start, target, {}}, 120};
    const auto white = planner.fewest(Color::white);
    const auto black = planner.fewest(Color::black);
    return {white.value_or(-1), black.value_or(-1)};
}

}  // namespace hakam::retro

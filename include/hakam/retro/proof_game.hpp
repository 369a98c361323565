#pragma once

#include <functional>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/retro/diagram.hpp"

namespace hakam::retro {

/// How long the games of a question may be.
enum class GameLength : std::uint8_t {
    exactly,   ///< so many half-moves
    at_most,   ///< all lengths up to it, the shortest first
    shortest,  ///< only those of the least length that has any
};

struct ProofGameOptions {
    GameLength length = GameLength::exactly;
    std::uint64_t most = UINT64_MAX;  ///< stop after so many games
    /// The work may be shared out: this caller does part `part` of `parts`, the parts together find
    /// each game once. Parts need about the same time where there is enough to do. With several
    /// parts `shortest` stops for each part alone.
    std::size_t part = 0;
    std::size_t parts = 1;
};

/// Games from `start` to the diagram: its board, with every granted right kept and, if an en passant
/// square is claimed, that double step last. The turn is what the number of half-moves makes it; the
/// turn of the diagram is not asked for. Each game is handed to `found`, which returns whether to go
/// on.
struct ProofGames {
    std::uint64_t count = 0;
    int plies = 0;          ///< the length last looked at
    bool complete = false;  ///< every game of the asked lengths was found
    std::uint64_t strategies = 0;  ///< sharings out of men, goals and captures that were played
    std::uint64_t nodes = 0;
};
using FoundGame = std::function<bool(const std::vector<Move>&)>;

/// Before any search each man gets a destiny: where it goes, what it becomes, who takes it where, so
/// that each side's moves suffice; then the games of each such strategy are played out.
/// Errors: none; `complete` is false when the budget ends or the strategies are too many.
/// Cost: grows with the moves of each side that the strategies leave open, not with the length.
ProofGames proof_games(const Position& start, const Diagram& target, int plies,
                       const ProofGameOptions& options, const Budget& budget,
                       const FoundGame& found);

/// Fewest moves that each side needs to get its men from `start` to the board, each for itself;
/// -1 if it is impossible. A lower bound for the length of any game.
struct FewestMoves {
    int white = -1;
    int black = -1;
};
FewestMoves fewest_moves(const Position& start, const Board& target);

}  // namespace hakam::retro

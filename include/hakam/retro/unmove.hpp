#pragma once

#include <vector>

#include "hakam/retro/diagram.hpp"

namespace hakam::retro {

/// A last move taken back.
struct Unmove {
    Move move;       ///< the move that was played; legal in `before`
    Diagram before;  ///< with the fewest rights that explain the rights after the move
    /// Rooks that may have had their right before the move and lost it by it.
    Bitboard lost;

    friend bool operator==(const Unmove&, const Unmove&) = default;
};

/// Every move that can have been the last one: after it the board is as it is, and before it the
/// side that is now to move was not in check. Steps, captures of each kind of man, promotions, en
/// passant and castling are taken back; whether a game reaches the position before is not asked.
/// A granted right forbids to take back moves of its king and rook; a claimed en passant square
/// leaves only that double step. After en passant is taken back the square is claimed; after
/// castling its right is granted.
/// Pre: one king a side, not adjacent; the side not to move is not in check.
/// Cost: some 50 ns for each unmove.
std::vector<Unmove> unmoves(const Diagram& diagram);

/// The same for a position, whose state is known exactly: a double step is taken back if and only
/// if the position says that it was the last move, and a man taken must leave the rights as they
/// are. Positions before, with each set of rights that the move can have ended; their en passant
/// square is empty unless the move was en passant.
struct Predecessor {
    Position before;
    Move move;
};
std::vector<Predecessor> predecessors(const Position& position);

}  // namespace hakam::retro

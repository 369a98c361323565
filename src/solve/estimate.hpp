#pragma once

#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::solve {

/// A guess of how far `winner` is from mate if both sides help: only an order of search.
int estimate(const Position& position, Color winner) noexcept;

/// A picture of mate by a bishop or knight alone: the mated king in a corner, one of its own men
/// next to it.
struct MinorPicture {
    const void* picture;
    int flip;
    bool bishop;
};
/// What the picture asks for, on the squares of the board.
struct MinorTask {
    Square corner;   ///< where the king is mated
    Square hunter;   ///< the winner's king
    Square blocker;  ///< one of the loser's men, of type `kind`
    PieceType kind{};
    Bitboard from;  ///< whence the officer mates, with its last move
    PieceType officer{};
};
MinorTask task(MinorPicture picture) noexcept;
/// The pictures that seem nearest, at most so many; none if the winner has no bishop or knight.
std::vector<MinorPicture> minor_pictures(const Position& position, Color winner, std::size_t most);
/// The same guess for one picture.
int estimate(const Position& position, Color winner, MinorPicture picture) noexcept;

}  // namespace hakam::solve

#pragma once

// How many moves a man needs to come to a square, the other men helping: a guess that orders
// searches and decides nothing. Pawns that block each other are walls; whatever else is in the way
// costs a little.

#include <array>
#include <cstdint>

#include "hakam/core/board.hpp"

namespace hakam::solve {

using Costs = std::array<std::uint8_t, 64>;  ///< in moves, by square
inline constexpr std::uint8_t unreachable = 100;

class Routes {
public:
    explicit Routes(const Board& board) noexcept;

    /// Pawns that block each other.
    Bitboard walls() const noexcept { return stuck_; }
    /// What a man attacks if only walls stop lines and `open` is no wall.
    Bitboard attacked_by(Piece piece, Square from, Bitboard open) const noexcept;

    /// From one square to every other. Pre: the piece is no pawn.
    Costs from(Piece piece, Square start) const noexcept;
    /// The pawn stays a pawn.
    Costs from_as_pawn(Color color, Square start) const noexcept;
    /// The pawn becomes an officer. `as_pawn`: what from_as_pawn() has said.
    Costs from_promoted(Piece piece, const Costs& as_pawn) const noexcept;

    /// To one square from every other; pawns only if the piece is one.
    Costs to(Piece piece, Square target) const noexcept;
    /// To one square for a pawn that becomes the officer. `to`: what to() has said of it.
    Costs to_promoted(Color color, const Costs& to) const noexcept;

private:
    void spread(Piece piece, Costs& costs, bool backward) const noexcept;
    void bring_pawns(Color color, Costs& costs) const noexcept;
    std::uint8_t entry(Piece piece, Square s) const noexcept;
    template <typename Use>
    void for_each_pawn_step(Color color, Square s, Use use) const noexcept;

    const Board board_;
    Bitboard stuck_;
    std::array<Bitboard, 2> guarded_;        // by stuck pawns of the colour
    std::array<Bitboard, 2> officers_come_;  // where officers of the colour can come
};

}  // namespace hakam::solve

#pragma once

#include <array>
#include <cstdint>

#include "hakam/retro/diagram.hpp"

/// The 32 men of the array as identities: white 0-15, black 16-31; within a side the back rank a-h,
/// then the pawns a-h.
namespace hakam::retro {

inline constexpr int men_count = 32;
inline constexpr PieceType back_men[8] = {PieceType::rook,   PieceType::knight, PieceType::bishop,
                                          PieceType::queen,  PieceType::king,   PieceType::bishop,
                                          PieceType::knight, PieceType::rook};

constexpr Color color_of_man(int man) noexcept { return man < 16 ? Color::white : Color::black; }
constexpr bool is_pawn_man(int man) noexcept { return (man & 8) != 0; }
constexpr int first_man(Color c) noexcept { return c == Color::white ? 0 : 16; }
constexpr PieceType type_of_man(int man) noexcept {
    return is_pawn_man(man) ? PieceType::pawn : back_men[man & 7];
}
constexpr Square home_of_man(int man) noexcept {
    const Rank white_rank = is_pawn_man(man) ? Rank::r2 : Rank::r1;
    const Square s = square(static_cast<File>(man & 7), white_rank);
    return man < 16 ? s : mirrored(s);
}
constexpr int forward(Color c) noexcept { return c == Color::white ? 8 : -8; }

/// Captures that cannot happen count this much.
inline constexpr int impossible = 100;

/// Men of the diagram that have certainly never moved: those of granted rights, pawns on their
/// second rank, and men at home all of whose exits are held by such men.
Bitboard never_moved(const Diagram& diagram) noexcept;

/// Squares on which a man of `mover`, of this type, that is still on the board cannot ever have
/// stood: from there it would have given a check that only its capture or a move of a king that has
/// never moved could have met; or, for a king, beside an enemy man that has never moved.
Bitboard forbidden_squares(const Board& board, Bitboard never, Color mover,
                           PieceType type) noexcept;

}  // namespace hakam::retro

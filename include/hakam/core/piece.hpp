#pragma once

#include <cstdint>
#include <optional>

#include "hakam/core/color.hpp"

namespace hakam {

/// The six kinds of men. The values are the bits by which a Position stores a man in three
/// planes: bit 0 and 1 set moves diagonally, bit 0 and 2 set moves along files and ranks, so that
/// the queen is both. 0 and 6 are not men.
enum class PieceType : std::uint8_t { pawn = 1, knight = 2, bishop = 3, king = 4, rook = 5, queen = 7 };

inline constexpr PieceType piece_types[] = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                            PieceType::rook, PieceType::queen,  PieceType::king};
/// What a pawn may become (Law 3.7.3.3), strongest first.
inline constexpr PieceType promotion_types[] = {PieceType::queen, PieceType::rook,
                                                PieceType::bishop, PieceType::knight};

constexpr int index(PieceType t) noexcept { return static_cast<int>(t); }

/// A man: what it is and whose.
struct Piece {
    Color color{};
    PieceType type{};

    friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

/// English letter as in FEN: upper case for White, lower case for Black.
constexpr char to_char(PieceType t) noexcept { return " PNBKR?Q"[index(t)]; }
constexpr char to_char(Piece p) noexcept {
    const char letter = to_char(p.type);
    return p.color == Color::white ? letter : static_cast<char>(letter + ('a' - 'A'));
}
/// Upper-case English letter only.
constexpr std::optional<PieceType> piece_type_from(char c) noexcept {
    switch (c) {
        case 'P': return PieceType::pawn;
        case 'N': return PieceType::knight;
        case 'B': return PieceType::bishop;
        case 'R': return PieceType::rook;
        case 'Q': return PieceType::queen;
        case 'K': return PieceType::king;
        default: return std::nullopt;
    }
}
constexpr std::optional<Piece> piece_from(char c) noexcept {
    const bool lower = c >= 'a' && c <= 'z';
    const auto type = piece_type_from(lower ? static_cast<char>(c - ('a' - 'A')) : c);
    if (!type) return std::nullopt;
    return Piece{lower ? Color::black : Color::white, *type};
}

}  // namespace hakam

#pragma once

// What LineState looks up: sets of squares by number, before any board is known.

#include <bit>
#include <cstdint>

#include "hakam/core/attacks.hpp"
#include "hakam/core/piece.hpp"

namespace hakam::pgn {

using Bits = std::uint64_t;

inline constexpr Bits bit(unsigned square) noexcept { return Bits{1} << square; }
inline unsigned first_bit(Bits b) noexcept { return static_cast<unsigned>(std::countr_zero(b)); }
inline constexpr Bits file_bits(unsigned file) noexcept { return 0x0101010101010101ULL << file; }
inline constexpr Bits rank_bits(unsigned rank) noexcept { return Bits{0xFF} << (8 * rank); }

namespace detail {
/// Squares that an origin character leaves: a file, a rank, or all for x and for nothing.
struct OriginMasks {
    Bits of[256] = {};
};
constexpr OriginMasks make_origins() noexcept {
    OriginMasks t;
    for (unsigned i = 0; i < 8; ++i) {
        t.of['a' + i] = file_bits(i);
        t.of['1' + i] = rank_bits(i);
    }
    t.of['x'] = t.of[0] = ~Bits{0};
    return t;
}
inline constexpr OriginMasks origins = make_origins();

/// Plane code of a piece letter, 0 for any other byte.
struct Codes {
    std::uint8_t of[256] = {};
};
constexpr Codes make_codes() noexcept {
    Codes t;
    for (const PieceType type : piece_types)
        if (type != PieceType::pawn)
            t.of[static_cast<unsigned char>(to_char(type))] = static_cast<std::uint8_t>(type);
    return t;
}
inline constexpr Codes piece_codes = make_codes();

/// Reach of each piece, by plane code, on a board with nothing else on it.
struct EmptyBoard {
    Bits reach[8][64] = {};
};
constexpr EmptyBoard make_empty_board() noexcept {
    EmptyBoard t;
    for (int s = 0; s < 64; ++s) {
        using attacks::detail::ray;
        Bits diagonal = 0;
        Bits straight = 0;
        for (int d = 0; d < 9; ++d) {
            const int df = d % 3 - 1;
            const int dr = d / 3 - 1;
            if (df == 0 && dr == 0) continue;
            (df != 0 && dr != 0 ? diagonal : straight) |= ray(s, df, dr).bits();
        }
        t.reach[static_cast<int>(PieceType::knight)][s] = attacks::knight(square(s)).bits();
        t.reach[static_cast<int>(PieceType::bishop)][s] = diagonal;
        t.reach[static_cast<int>(PieceType::rook)][s] = straight;
        t.reach[static_cast<int>(PieceType::queen)][s] = diagonal | straight;
        t.reach[static_cast<int>(PieceType::king)][s] = attacks::king(square(s)).bits();
    }
    return t;
}
inline constexpr EmptyBoard empty_board = make_empty_board();

/// What can attack a square, from its point of view; one cache line.
struct alignas(64) Lookout {
    Bits knight, king, diagonal, straight;
    Bits pawn[2];  // squares of enemy pawns that attack it, by the colour that stands there
};
struct Lookouts {
    Lookout from[64] = {};
};
constexpr Lookouts make_lookouts() noexcept {
    Lookouts t;
    for (int s = 0; s < 64; ++s)
        t.from[s] = {attacks::knight(square(s)).bits(),
                     attacks::king(square(s)).bits(),
                     empty_board.reach[static_cast<int>(PieceType::bishop)][s],
                     empty_board.reach[static_cast<int>(PieceType::rook)][s],
                     {attacks::pawn(Color::white, square(s)).bits(),
                      attacks::pawn(Color::black, square(s)).bits()}};
    return t;
}
inline constexpr Lookouts lookouts = make_lookouts();
}  // namespace detail

}  // namespace hakam::pgn

#pragma once

#include <array>

#include "hakam/core/bitboard.hpp"
#include "hakam/core/color.hpp"
#include "hakam/core/piece.hpp"

/// Squares that a man attacks (Laws 3.1.2, 3.2-3.8.1). Pins play no part (Law 3.1.3).
namespace hakam::attacks {

namespace detail {
template <class F>
constexpr std::array<Bitboard, 64> per_square(F f) noexcept {
    std::array<Bitboard, 64> table{};
    for (int i = 0; i < 64; ++i) table[static_cast<std::size_t>(i)] = f(Bitboard{square(i)});
    return table;
}
inline constexpr auto knight = per_square([](Bitboard b) {
    return shifted<1, 2>(b) | shifted<2, 1>(b) | shifted<2, -1>(b) | shifted<1, -2>(b) |
           shifted<-1, -2>(b) | shifted<-2, -1>(b) | shifted<-2, 1>(b) | shifted<-1, 2>(b);
});
inline constexpr auto king = per_square([](Bitboard b) {
    return shifted<1, 0>(b) | shifted<1, 1>(b) | shifted<0, 1>(b) | shifted<-1, 1>(b) |
           shifted<-1, 0>(b) | shifted<-1, -1>(b) | shifted<0, -1>(b) | shifted<1, -1>(b);
});
inline constexpr std::array<std::array<Bitboard, 64>, 2> pawn = {
    per_square([](Bitboard b) { return shifted<-1, 1>(b) | shifted<1, 1>(b); }),
    per_square([](Bitboard b) { return shifted<-1, -1>(b) | shifted<1, -1>(b); })};

constexpr Bitboard ray(int from, int df, int dr) noexcept {
    Bitboard result;
    for (int f = (from & 7) + df, r = (from >> 3) + dr; f >= 0 && f < 8 && r >= 0 && r < 8;
         f += df, r += dr)
        result |= square(r * 8 + f);
    return result;
}
struct Lines {
    std::array<std::array<Bitboard, 64>, 64> between{};
    std::array<std::array<Bitboard, 64>, 64> through{};
};
constexpr Lines make_lines() noexcept {
    Lines lines;
    for (int a = 0; a < 64; ++a)
        for (int d = 0; d < 9; ++d) {
            const int df = d % 3 - 1;
            const int dr = d / 3 - 1;
            if (df == 0 && dr == 0) continue;
            const Bitboard forward = ray(a, df, dr);
            const Bitboard whole = forward | ray(a, -df, -dr) | square(a);
            Bitboard passed;
            for (int f = (a & 7) + df, r = (a >> 3) + dr; f >= 0 && f < 8 && r >= 0 && r < 8;
                 f += df, r += dr) {
                const auto b = static_cast<std::size_t>(r * 8 + f);
                lines.between[static_cast<std::size_t>(a)][b] = passed;
                lines.through[static_cast<std::size_t>(a)][b] = whole;
                passed |= square(r * 8 + f);
            }
        }
    return lines;
}
inline constexpr Lines lines = make_lines();
constexpr std::size_t at(Square s) noexcept { return static_cast<std::size_t>(s); }
}  // namespace detail

constexpr Bitboard knight(Square s) noexcept { return detail::knight[detail::at(s)]; }
constexpr Bitboard king(Square s) noexcept { return detail::king[detail::at(s)]; }
constexpr Bitboard pawn(Color c, Square s) noexcept {
    return detail::pawn[static_cast<std::size_t>(index(c))][detail::at(s)];
}
/// Attacks of all pawns of one colour at once.
constexpr Bitboard pawns(Color c, Bitboard pawns) noexcept {
    return c == Color::white ? shifted<-1, 1>(pawns) | shifted<1, 1>(pawns)
                             : shifted<-1, -1>(pawns) | shifted<1, -1>(pawns);
}
/// Squares strictly between two squares of one line; empty if they share none.
constexpr Bitboard between(Square a, Square b) noexcept {
    return detail::lines.between[detail::at(a)][detail::at(b)];
}
/// The whole rank, file or diagonal through both squares; empty if they share none.
constexpr Bitboard line(Square a, Square b) noexcept {
    return detail::lines.through[detail::at(a)][detail::at(b)];
}

/// Sliding men stop at the first man in each direction, and attack its square (Law 3.5).
Bitboard bishop(Square s, Bitboard occupied) noexcept;
Bitboard rook(Square s, Bitboard occupied) noexcept;
inline Bitboard queen(Square s, Bitboard occupied) noexcept {
    return bishop(s, occupied) | rook(s, occupied);
}
/// Attacks of any man; for a pawn its two capture squares.
Bitboard of(Piece piece, Square s, Bitboard occupied) noexcept;

}  // namespace hakam::attacks

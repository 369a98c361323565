#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakam/base/assert.hpp"
#include "hakam/core/color.hpp"

namespace hakam {

enum class File : std::uint8_t { a, b, c, d, e, f, g, h };
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

/// The 64 squares (Law 2.4, Appendix C.5-7). Shape: a1 = 0, b1 = 1, ... h8 = 63.
enum class Square : std::uint8_t {
    a1, b1, c1, d1, e1, f1, g1, h1,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a8, b8, c8, d8, e8, f8, g8, h8,
};

constexpr int index(File f) noexcept { return static_cast<int>(f); }
constexpr int index(Rank r) noexcept { return static_cast<int>(r); }
constexpr int index(Square s) noexcept { return static_cast<int>(s); }

/// Pre: 0 <= i < 64.
constexpr Square square(int i) noexcept {
    HAKAM_ASSERT(i >= 0 && i < 64);
    return static_cast<Square>(i);
}
constexpr Square square(File f, Rank r) noexcept {
    return static_cast<Square>(index(r) * 8 + index(f));
}
constexpr File file_of(Square s) noexcept { return static_cast<File>(index(s) & 7); }
constexpr Rank rank_of(Square s) noexcept { return static_cast<Rank>(index(s) >> 3); }

/// h1 is light (Law 2.1).
constexpr bool is_light(Square s) noexcept {
    return ((index(s) ^ (index(s) >> 3)) & 1) != 0;
}
/// The same square seen from the other side of the board: e2 <-> e7.
constexpr Square mirrored(Square s) noexcept { return static_cast<Square>(index(s) ^ 56); }
/// The rank counted from the given side: relative_rank(black, e7) is r2.
constexpr Rank relative_rank(Color c, Square s) noexcept {
    return static_cast<Rank>(index(rank_of(s)) ^ (7 * index(c)));
}
constexpr Rank back_rank(Color c) noexcept { return c == Color::white ? Rank::r1 : Rank::r8; }

constexpr char to_char(File f) noexcept { return static_cast<char>('a' + index(f)); }
constexpr char to_char(Rank r) noexcept { return static_cast<char>('1' + index(r)); }
inline std::string to_string(Square s) { return {to_char(file_of(s)), to_char(rank_of(s))}; }

constexpr std::optional<File> file_from(char c) noexcept {
    if (c < 'a' || c > 'h') return std::nullopt;
    return static_cast<File>(c - 'a');
}
constexpr std::optional<Rank> rank_from(char c) noexcept {
    if (c < '1' || c > '8') return std::nullopt;
    return static_cast<Rank>(c - '1');
}
/// Reads exactly two characters, "a1" to "h8".
constexpr std::optional<Square> square_from(std::string_view text) noexcept {
    if (text.size() != 2) return std::nullopt;
    const auto f = file_from(text[0]);
    const auto r = rank_from(text[1]);
    if (!f || !r) return std::nullopt;
    return square(*f, *r);
}

}  // namespace hakam

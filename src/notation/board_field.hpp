#pragma once

// The first field of a FEN, fast: one table look-up a character and no branch on what it is. Only
// the canonical form is read; whatever else stands there is left to the careful reader.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "hakam/core/board.hpp"

namespace hakam::fen {

namespace board_field {

// One number for each character: squares to advance, code of the man (and 8 for Black) from bit 8,
// then a bit each for a slash, a digit, and what does not belong there.
inline constexpr std::uint32_t slash = 1U << 16;
inline constexpr std::uint32_t digit = 1U << 17;
inline constexpr std::uint32_t other = 1U << 20;

constexpr std::array<std::uint32_t, 256> make_meanings() noexcept {
    std::array<std::uint32_t, 256> table{};
    for (auto& entry : table) entry = other;
    for (std::uint32_t n = 1; n <= 8; ++n) table['0' + n] = n | digit;
    table['/'] = slash;
    for (const PieceType type : piece_types)
        for (const Color color : colors)
            table[static_cast<unsigned char>(to_char(Piece{color, type}))] =
                1U | static_cast<std::uint32_t>(index(type) + 8 * index(color)) << 8;
    return table;
}
inline constexpr auto meanings = make_meanings();

}  // namespace board_field

/// Bit `plane` of each of 64 bytes, the first byte's as bit 56 (a8), the last one's as bit 7 (h1).
inline std::uint64_t plane_of(const std::array<std::uint8_t, 64>& codes, int plane) noexcept {
    std::uint64_t result = 0;
#ifdef __SSE2__
    for (std::size_t i = 0; i < 4; ++i) {
        const __m128i bytes =
            _mm_load_si128(reinterpret_cast<const __m128i*>(codes.data() + 16 * i));
        const int two_ranks = _mm_movemask_epi8(_mm_slli_epi16(bytes, 7 - plane));
        result |= static_cast<std::uint64_t>(two_ranks) << (16 * i);
    }
    return __builtin_bswap64(result);
#else
    for (std::size_t row = 0; row < 8; ++row) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, codes.data() + 8 * row, 8);
        const std::uint64_t rank =
            ((bytes >> plane & 0x0101010101010101ULL) * 0x0102040810204080ULL) >> 56;
        result |= rank << (56 - 8 * row);
    }
    return result;
#endif
}

/// The board, or nothing if the text is not canonical.
inline std::optional<Board> usual_board(std::string_view text) noexcept {
    using namespace board_field;
    if constexpr (std::endian::native != std::endian::little) return std::nullopt;
    // A byte for each square from a8 on; a digit writes the 0 that is there.
    alignas(16) std::array<std::uint8_t, 64> codes{};
    std::uint32_t at = 0;
    std::uint32_t all =
        0;  // bits of all characters; from bit 20 on of digits and slashes that meet
    std::uint32_t previous = 0;
    std::uint64_t slash_at = 0;  // a bit for the number of squares read at each slash
    for (const char c : text) {
        const std::uint32_t m = meanings[static_cast<unsigned char>(c)];
        codes[at & 63] = static_cast<std::uint8_t>(m >> 8);
        slash_at |= std::uint64_t{m >> 16 & 1} << (at & 63);
        all |= m | (previous & m & (digit | slash)) << 4;
        previous = m;
        at += m & 15;
    }
    // Slashes at 8, 16, ... 56 squares: seven, since no two of them met.
    constexpr std::uint64_t whole_ranks = 0x0101010101010100ULL;
    if (all >= other || at != 64 || slash_at != whole_ranks) return std::nullopt;
    return Board{Bitboard{plane_of(codes, 0)}, Bitboard{plane_of(codes, 1)},
                 Bitboard{plane_of(codes, 2)}, Bitboard{plane_of(codes, 3)}};
}

}  // namespace hakam::fen

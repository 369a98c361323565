#pragma once

// The first field of a FEN, fast: one table look-up a character and no branch on what it is. Only
// the canonical form is read; whatever else stands there is left to the careful reader.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "hakam/core/board.hpp"

namespace hakam::fen {

namespace board_field {

// One number for each character: squares to advance, code of the man (and 8 for Black) from bit 8,
// then a bit each for a digit, a slash, and what does not belong there.
inline constexpr std::uint32_t digit = 1U << 16;
inline constexpr std::uint32_t slash = 1U << 17;
inline constexpr std::uint32_t other = 1U << 18;

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

/// Bit `plane` of each of eight bytes as one byte, the lowest byte first.
constexpr std::uint64_t gathered(std::uint64_t bytes, int plane) noexcept {
    return ((bytes >> plane & 0x0101010101010101ULL) * 0x0102040810204080ULL) >> 56;
}

/// The board, or nothing if the text is not canonical.
inline std::optional<Board> usual_board(std::string_view text) noexcept {
    using namespace board_field;
    if constexpr (std::endian::native != std::endian::little) return std::nullopt;
    // A byte for each square from a8 on; a digit writes the 0 that is there.
    alignas(8) std::array<std::uint8_t, 64> codes{};
    std::uint32_t at = 0;
    std::uint32_t all = 0;  // bits of all characters, and of digits that meet
    std::uint32_t previous = 0;
    std::uint32_t slashes = 0;
    std::uint64_t slash_at = 0;  // a bit for the number of squares read at each slash
    for (const char c : text) {
        const std::uint32_t m = meanings[static_cast<unsigned char>(c)];
        codes[at & 63] = static_cast<std::uint8_t>(m >> 8);
        const std::uint32_t is_slash = m >> 17 & 1;
        slash_at |= std::uint64_t{is_slash} << (at & 63);
        slashes += is_slash;
        all |= m | (previous & m & digit) << 2;
        previous = m;
        at += m & 15;
    }
    constexpr std::uint64_t whole_ranks = 0x0101010101010100ULL;  // 8, 16, ... 56 squares
    if ((all & other) != 0 || at != 64 || slashes != 7 || slash_at != whole_ranks)
        return std::nullopt;
    std::array<std::uint64_t, 4> planes{};
    for (std::size_t row = 0; row < 8; ++row) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, codes.data() + 8 * row, 8);
        for (int plane = 0; plane < 4; ++plane)
            planes[static_cast<std::size_t>(plane)] |= gathered(bytes, plane) << (56 - 8 * row);
    }
    return Board{Bitboard{planes[0]}, Bitboard{planes[1]}, Bitboard{planes[2]},
                 Bitboard{planes[3]}};
}

}  // namespace hakam::fen

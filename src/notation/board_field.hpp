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

enum Kind : std::uint8_t { other = 1, digit = 2, slash = 4 };

struct Meaning {
    std::uint8_t kind = other;
    std::uint8_t advance = 0;  ///< squares
    std::uint8_t code = 0;     ///< PieceType, and 8 for Black
};

constexpr std::array<Meaning, 256> make_meanings() noexcept {
    std::array<Meaning, 256> table{};
    for (std::uint8_t n = 1; n <= 8; ++n) table[std::size_t{'0'} + n] = {digit, n, 0};
    table['/'] = {slash, 0, 0};
    for (const PieceType type : piece_types)
        for (const Color color : colors)
            table[static_cast<unsigned char>(to_char(Piece{color, type}))] = {
                0, 1, static_cast<std::uint8_t>(index(type) + 8 * index(color))};
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
    alignas(8) std::array<std::uint8_t, 8> ends{};  // squares read at each slash
    unsigned at = 0;
    unsigned slashes = 0;
    unsigned bad = 0;
    unsigned previous = 0;
    for (const char c : text) {
        const Meaning m = meanings[static_cast<unsigned char>(c)];
        codes[at & 63] = m.code;
        ends[slashes & 7] = static_cast<std::uint8_t>(at);
        bad |= (m.kind & other) | (previous & m.kind);
        previous = m.kind & digit;
        slashes += m.kind >> 2;
        at += m.advance;
    }
    std::uint64_t at_slashes = 0;
    std::memcpy(&at_slashes, ends.data(), 8);
    constexpr std::uint64_t whole_ranks = 0x0038302820181008ULL;  // 8, 16, ... 56 squares
    constexpr std::uint64_t first_seven = 0x00FFFFFFFFFFFFFFULL;
    if (bad != 0 || at != 64 || slashes != 7 || (at_slashes & first_seven) != whole_ranks)
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

#pragma once

// Sliding attacks, inline for the generator. Two ways that tests compare square by square:
// PEXT looks the answer up by the men on the lines (861 KB of read-only tables); the portable way
// subtracts the square from the occupied line (o ^ (o - 2r)) and needs 4 KB, so it also serves
// small targets such as wasm32.

#include <array>

#include "hakam/core/attacks.hpp"

#if defined(HAKAM_PEXT)
#include <immintrin.h>
#endif

namespace hakam::sliders {

namespace portable {

struct Masks {
    Bitboard file;
    Bitboard diagonal;
    Bitboard antidiagonal;
};
constexpr std::array<Masks, 64> make_masks() noexcept {
    std::array<Masks, 64> masks{};
    for (int s = 0; s < 64; ++s) {
        using attacks::detail::ray;
        masks[static_cast<std::size_t>(s)] = {ray(s, 0, 1) | ray(s, 0, -1),
                                              ray(s, 1, 1) | ray(s, -1, -1),
                                              ray(s, -1, 1) | ray(s, 1, -1)};
    }
    return masks;
}
inline constexpr auto masks = make_masks();

// Attacks along a rank, by file and the six inner squares of the rank.
constexpr std::array<std::array<std::uint8_t, 64>, 8> make_ranks() noexcept {
    std::array<std::array<std::uint8_t, 64>, 8> table{};
    for (int file = 0; file < 8; ++file)
        for (unsigned inner = 0; inner < 64; ++inner) {
            unsigned result = 0;
            for (int f = file + 1; f < 8; ++f) {
                result |= 1U << f;
                if ((inner << 1 >> f & 1U) != 0) break;
            }
            for (int f = file - 1; f >= 0; --f) {
                result |= 1U << f;
                if ((inner << 1 >> f & 1U) != 0) break;
            }
            table[static_cast<std::size_t>(file)][inner] = static_cast<std::uint8_t>(result);
        }
    return table;
}
inline constexpr auto ranks = make_ranks();

constexpr std::uint64_t swap_bytes(std::uint64_t x) noexcept {
#if defined(__clang__) || defined(__GNUC__)
    return __builtin_bswap64(x);
#else
    x = (x & 0x00FF00FF00FF00FFULL) << 8 | (x >> 8 & 0x00FF00FF00FF00FFULL);
    x = (x & 0x0000FFFF0000FFFFULL) << 16 | (x >> 16 & 0x0000FFFF0000FFFFULL);
    return x << 32 | x >> 32;
#endif
}
constexpr Bitboard along(Bitboard mask, Square s, Bitboard occupied) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << index(s);
    const std::uint64_t line = occupied.bits() & mask.bits();
    const std::uint64_t up = line - 2 * bit;
    const std::uint64_t down = swap_bytes(swap_bytes(line) - 2 * swap_bytes(bit));
    return Bitboard{up ^ down} & mask;
}
constexpr Bitboard bishop(Square s, Bitboard occupied) noexcept {
    const Masks& m = masks[static_cast<std::size_t>(s)];
    return along(m.diagonal, s, occupied) | along(m.antidiagonal, s, occupied);
}
constexpr Bitboard rook(Square s, Bitboard occupied) noexcept {
    const int rank_shift = index(s) & 56;
    const auto inner = static_cast<std::size_t>(occupied.bits() >> rank_shift >> 1 & 63);
    const std::uint64_t rank = ranks[static_cast<std::size_t>(index(s) & 7)][inner];
    return along(masks[static_cast<std::size_t>(s)].file, s, occupied) |
           Bitboard{rank << rank_shift};
}

}  // namespace portable

#if defined(HAKAM_PEXT)

struct PextEntry {
    std::uint64_t mask;
    std::uint32_t offset;
};
inline constexpr std::size_t pext_table_size = 107648;

constexpr std::array<std::array<PextEntry, 64>, 2> make_pext_entries() noexcept {
    std::array<std::array<PextEntry, 64>, 2> entries{};
    std::uint32_t offset = 0;
    for (std::size_t kind = 0; kind < 2; ++kind)
        for (int s = 0; s < 64; ++s) {
            using attacks::detail::ray;
            std::uint64_t mask = 0;
            for (int d = 0; d < 9; ++d) {
                const int df = d % 3 - 1;
                const int dr = d / 3 - 1;
                if ((df == 0 && dr == 0) || (kind == 0) != (df != 0 && dr != 0)) continue;
                const std::uint64_t r = ray(s, df, dr).bits();
                // The last square of a ray never hides anything.
                mask |= df + 8 * dr > 0 ? r & ~std::bit_floor(r) : r & (r - 1);
            }
            entries[kind][static_cast<std::size_t>(s)] = {mask, offset};
            offset += 1U << std::popcount(mask);
        }
    return entries;
}
inline constexpr auto pext_entries = make_pext_entries();
extern const std::array<Bitboard, pext_table_size> pext_table;  // attack_tables.cpp

inline Bitboard bishop(Square s, Bitboard occupied) noexcept {
    const PextEntry& e = pext_entries[0][static_cast<std::size_t>(s)];
    return pext_table[e.offset + _pext_u64(occupied.bits(), e.mask)];
}
inline Bitboard rook(Square s, Bitboard occupied) noexcept {
    const PextEntry& e = pext_entries[1][static_cast<std::size_t>(s)];
    return pext_table[e.offset + _pext_u64(occupied.bits(), e.mask)];
}

#else

using portable::bishop;
using portable::rook;

#endif

inline Bitboard queen(Square s, Bitboard occupied) noexcept {
    return bishop(s, occupied) | rook(s, occupied);
}

}  // namespace hakam::sliders

#pragma once

// Sliding attacks, inline for the generator. Two ways that tests compare square by square:
// PEXT looks the answer up by the men on the lines (861 KB of read-only tables); the portable way
// subtracts the square from the occupied line (o ^ (o - 2r)) and needs 4 KB, so it also serves
// small targets such as wasm32.

#include <array>

#include "hakam/core/attacks.hpp"
#include "hakam/core/computed_attacks.hpp"

#if defined(HAKAM_PEXT)
#include <immintrin.h>
#endif

namespace hakam::sliders {

namespace portable = attacks::computed;

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
struct PextTable {
    std::uint64_t attacks[pext_table_size];
};
extern const PextTable pext_table;  // attack_tables.cpp

inline Bitboard bishop(Square s, Bitboard occupied) noexcept {
    const PextEntry& e = pext_entries[0][static_cast<std::size_t>(s)];
    return Bitboard{pext_table.attacks[e.offset + _pext_u64(occupied.bits(), e.mask)]};
}
inline Bitboard rook(Square s, Bitboard occupied) noexcept {
    const PextEntry& e = pext_entries[1][static_cast<std::size_t>(s)];
    return Bitboard{pext_table.attacks[e.offset + _pext_u64(occupied.bits(), e.mask)]};
}

#else

using portable::bishop;
using portable::rook;

#endif

inline Bitboard queen(Square s, Bitboard occupied) noexcept {
    return bishop(s, occupied) | rook(s, occupied);
}

}  // namespace hakam::sliders

#pragma once

#include <array>
#include <cstdint>

#include "hakam/core/attacks.hpp"
#include "homes.hpp"

namespace hakam::retro {

inline constexpr int far_away = 60;

/// Fewest moves of an officer from each square to `target` over a board on which only `walls`
/// stand; `far_away` where there is no way. `shunned` squares may be crossed but not stood on.
inline std::array<std::uint8_t, 64> distances_to(Piece man, Square target, Bitboard walls,
                                                 Bitboard shunned) noexcept {
    std::array<std::uint8_t, 64> result;
    result.fill(far_away);
    Bitboard layer = target;
    Bitboard seen = target;
    walls &= ~Bitboard{target};
    for (std::uint8_t n = 0; !layer.empty(); ++n) {
        Bitboard next;
        for (const Square s : layer) {
            result[static_cast<std::size_t>(index(s))] = n;
            next |= attacks::of(man, s, walls);
        }
        layer = next & ~walls & ~shunned & ~seen;
        seen |= layer;
    }
    return result;
}

}  // namespace hakam::retro

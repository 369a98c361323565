#pragma once

#include <cstdint>
#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::solve {

/// How far the kings are, in plies of king moves alone, from a pair in which a mate may fit as long
/// as nothing irreversible happens: only an order of search.
struct KingGuide {
    static constexpr std::uint8_t never = 255;
    std::vector<std::uint8_t> plies;  ///< 8192, by turn, white and black king; or empty

    int at(Color turn, Square white, Square black) const noexcept {
        return plies[static_cast<std::size_t>(index(turn) * 4096 + index(white) * 64 +
                                              index(black))];
    }
};
KingGuide king_guide(const Position& position, Color winner);

}  // namespace hakam::solve

#pragma once

// Closed sets of positions in which some of the loser's men are left out. A man left out may stand
// anywhere, block any line, take any man and move at any time; so what is found impossible without
// knowing where it stands is impossible. The men that hold a king in a cage are followed square by
// square, and the others, which would make millions of positions of it, are not followed at all.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam::solve {

/// What one partial position takes while the set is built.
inline constexpr std::uint64_t bytes_per_partial = 64;

struct PartialProof {
    std::optional<Argument> argument;
    std::size_t visited = 0;  ///< partial positions, of all ways that were tried
};
/// Tries to show that `winner` can never mate with at most `limit` partial positions for all ways
/// to leave men out together, until `expired` says that it must end.
/// Cost: less than a microsecond for each.
PartialProof prove_partial(const Position& position, Color winner, std::size_t limit,
                           const std::function<bool()>& expired = {});

}  // namespace hakam::solve

#pragma once

// Closed sets of positions in which some of the loser's men are left out. A man left out may stand
// anywhere, block any line, take any man and move at any time; so what is found impossible without
// knowing where it stands is impossible. The men that hold a king in a cage are followed square by
// square, and the others, which would make millions of positions of it, are not followed at all.

#include <cstdint>
#include <optional>
#include <vector>

#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam::solve {

/// What one partial position takes while the set is built.
inline constexpr std::uint64_t bytes_per_partial = 64;

/// Tries to show that `winner` can never mate with at most `limit` partial positions for each way
/// to leave men out. Cost: less than a microsecond for each.
std::optional<Argument> prove_partial(const Position& position, Color winner, std::size_t limit);

}  // namespace hakam::solve

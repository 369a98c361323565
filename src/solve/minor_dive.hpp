#pragma once

#include <cstdint>
#include <vector>

#include "estimate.hpp"
#include "hakam/core/position.hpp"

namespace hakam::solve {

/// What a greedy game found.
struct MinorDive {
    std::vector<Move> line;  ///< ends in mate, or is empty
    std::uint64_t nodes = 0;
};

/// One greedy cooperative game towards one picture of mate by a bishop or knight. Proves nothing
/// when it does not get there. With
/// `noise` it is not quite greedy, so that it may pass where the first game stuck. Cost: some
/// microseconds.
MinorDive minor_dive(const Position& root, Color winner, MinorPicture picture, int noise = 0);

}  // namespace hakam::solve

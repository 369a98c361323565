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
/// when it does not get there. Cost: some microseconds.
MinorDive minor_dive(const Position& root, Color winner, MinorPicture picture);

}  // namespace hakam::solve

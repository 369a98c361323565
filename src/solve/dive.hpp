#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::solve {

/// What a dive found, and how many positions it made.
struct Dive {
    std::optional<std::vector<Move>> line;
    std::uint64_t nodes = 0;
};

/// Looks for a mate by `winner` by playing one greedy game after another: the loser walks his king
/// to a corner and offers his men, the winner takes them and brings king and queen. Finds a line in
/// nearly all positions of ordinary games and proves nothing when it does not.
/// Cost: bounded, some microseconds where it succeeds.
Dive dive(const Position& root, Color winner);

}  // namespace hakam::solve

#pragma once

// A search for mate that looks for new pictures instead of near ones: of two positions alike in the
// winner's men, the loser's king and the loser's men that have not moved, the second waits. In
// cages it tries what the winner can do at all, with whatever the free men of the loser do
// meanwhile.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::solve {

/// What one position takes at most.
inline constexpr std::uint64_t bytes_per_novelty = 80;

struct NovelLine {
    std::optional<std::vector<Move>> line;  ///< ends in mate
    std::uint64_t nodes = 0;
};
/// Visits at most so many positions and some more, until `expired` says that it must end.
NovelLine search_by_novelty(const Position& root, Color winner, std::uint64_t nodes,
                            const std::function<bool()>& expired = {});

}  // namespace hakam::solve

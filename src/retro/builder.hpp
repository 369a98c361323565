#pragma once

#include <optional>
#include <vector>

#include "hakam/base/budget.hpp"
#include "plan.hpp"

namespace hakam::retro {

struct BuildOptions {
    std::size_t width = 100;  ///< positions kept of each half-move
    int longest = 420;        ///< half-moves
    std::uint64_t seed = 1;
};

/// Takes back moves from the diagram after the plan until the array is reached, keeping the most
/// promising positions of each half-move. Returns the game forwards, or nothing. `nodes` counts the
/// positions weighed. Cost: some 100 ns each.
std::optional<std::vector<Move>> build(const Diagram& diagram, const Plan& plan,
                                       const BuildOptions& options, const Budget& budget,
                                       std::uint64_t& nodes);

}  // namespace hakam::retro

#pragma once

#include "region.hpp"

namespace hakam::solve {

/// Whether the sets of a layer leave room for a mate of the loser's king: false is a proof.
bool mate_fits(const Layer& layer, Color winner);

/// Squares one step away for a man of the given type that is not a pawn; for sliders one square
/// along each line.
std::uint64_t steps(int type, std::uint64_t from) noexcept;
/// All squares attacked from the set when `blockers` stop lines.
std::uint64_t attacked_from(int type, Color color, std::uint64_t from,
                            std::uint64_t blockers) noexcept;
/// Squares that are always occupied while the layer lasts.
std::uint64_t fixed_men(const Layer& layer) noexcept;

}  // namespace hakam::solve

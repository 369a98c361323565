#pragma once

#include "region.hpp"

namespace hakam::solve {

/// What the move that gives mate can have been. Before it the loser was not in check, so whatever
/// gives check has just moved or was uncovered.
struct LastMove {
    std::uint32_t movers = 0;   ///< men, other than the king, that can have moved to where they are
    std::uint64_t vacated = 0;  ///< squares that can have been left, by a man taken as well
};
/// Pre: no move leaves the layer.
LastMove any_move_inside(const Layer& layer, Color winner) noexcept;

/// Whether the sets of a layer leave room for a mate of the loser's king by such a move: false is a
/// proof.
bool mate_fits(const Layer& layer, Color winner, const LastMove& last);

/// Squares one step away for a man of the given type that is not a pawn; for sliders one square
/// along each line.
std::uint64_t steps(int type, std::uint64_t from) noexcept;
/// All squares attacked from the set when `blockers` stop lines.
std::uint64_t attacked_from(int type, Color color, std::uint64_t from,
                            std::uint64_t blockers) noexcept;
/// Squares that are always occupied while the layer lasts.
std::uint64_t fixed_men(const Layer& layer) noexcept;

}  // namespace hakam::solve

#pragma once

#include <optional>
#include <vector>

#include "hakam/base/budget.hpp"
#include "skeleton.hpp"

namespace hakam::retro {

/// A position from which nothing is promoted and no pawn has changed its file any more, and the
/// moves that lead from it to the diagram.
struct Unpacked {
    Diagram diagram;
    Plan plan;  ///< of the men as they stand now
    std::vector<Move> moves;
};

struct UnpackOptions {
    std::size_t width = 8;  ///< positions kept of each half-move
    int longest = 400;      ///< half-moves
    std::uint64_t seed = 1;
};

/// Takes back from the diagram all that the skeleton tells, in any order that it allows: officers
/// walk to where they are needed, others make way. Some work, no proof that there is no way.
/// Pre: no en passant square is claimed. Cost: some 1 us for each position weighed.
std::optional<Unpacked> unpack(const Diagram& diagram, const Plan& plan,
                               const std::vector<PawnEvent>& events, const UnpackOptions& options,
                               const Budget& budget, std::uint64_t& nodes);

}  // namespace hakam::retro

#pragma once

#include <cstdint>
#include <vector>

#include "hakam/base/budget.hpp"
#include "structure.hpp"

namespace hakam::retro {

/// One capture in which a pawn takes or is taken, on files of pawns in their order.
struct KernelStep {
    /// The taking pawn: its file and place from below; -1 if an officer took the pawn on `to_file`.
    int from_file = -1;
    int from_place = 0;
    int to_file = 0;
    /// Where it stands afterwards; if `pawn_taken`, where the taken pawn stood.
    int to_place = 0;
    bool pawn_taken = false;
    Color taker = Color::white;
};

/// The files of pawns, each from White's side: bit 0 is the lowest pawn, 1 for white; a sentinel bit
/// above the highest.
using Files = std::array<std::uint16_t, 8>;

struct Kernel {
    Decision decision = Decision::unknown;
    std::vector<KernelStep> steps;  ///< of yes
    std::uint64_t nodes = 0;
};

/// Whether some captures bring the pawns past each other so that those of the diagram are left and
/// all others were taken or can promote. Time, squares and officers are relaxed: each pawn stands
/// somewhere on its file, above or below each other pawn. "No" is therefore a proof; "yes" is a
/// plan. `variant` shuffles the order in which captures are tried.
Kernel pawn_kernel(const Diagram& diagram, const Structure& structure, std::uint64_t nodes,
                   std::uint64_t variant = 0);

}  // namespace hakam::retro

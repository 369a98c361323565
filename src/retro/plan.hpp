#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernel.hpp"
#include "structure.hpp"

namespace hakam::retro {

/// What became of one man of the array, told backwards from the diagram.
struct Destiny {
    bool survives = false;
    Square at = Square::a1;                ///< of a survivor
    PieceType type = PieceType::pawn;      ///< what stands there
    bool promoted = false;
    /// Files of a pawn, the last one (of promotion, capture or the diagram) first; each change is a
    /// capture by it.
    StaticVector<std::int8_t, 8> files;
    /// Whom it takes at the change after files[i]: a pawn by number, or -1 for any man.
    StaticVector<std::int8_t, 8> takes;
    /// The pawn that takes it, or -1 for any man.
    std::int8_t taken_by = -1;
};

/// A destiny for each of the 32 men: a sketch of a game that the search fills in.
struct Plan {
    std::array<Destiny, men_count> men{};
};

/// A plan in which the pawns move as the kernel says.
std::optional<Plan> plan_by_kernel(const Diagram& diagram, const Structure& structure,
                                   const Kernel& kernel);

/// A plan for boards from which much is missing: fewest captures by pawns, all others taken on
/// their files. `variant` prefers other homes where several serve.
std::optional<Plan> plan_by_origins(const Diagram& diagram, const Structure& structure,
                                    std::uint64_t variant);

}  // namespace hakam::retro

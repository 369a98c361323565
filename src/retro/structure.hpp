#pragma once

#include <array>
#include <optional>

#include "hakam/retro/reason.hpp"
#include "homes.hpp"

namespace hakam::retro {

/// How the men of one side can have come from its home squares. Everything is a relaxation: what
/// it calls impossible is impossible.
struct Origins {
    StaticVector<Square, 16> men;  ///< the squares of the side's men in the diagram
    /// Fewest captures by which the home man (0-15, back rank first) becomes the man on men[i]; or
    /// `impossible`.
    std::array<std::array<std::int8_t, 16>, 16> captures{};  // [home][i]
    /// Promotion squares that allow it at that price; empty if it does not promote.
    std::array<std::array<Bitboard, 16>, 16> promotions{};
};

struct Structure {
    Bitboard never;
    std::array<Origins, 2> origins;
    /// Home men that were certainly taken on their home square, by no pawn (0-15).
    std::array<std::uint16_t, 2> taken_at_home{};
    /// Enemy men that pawns can have taken: missing men without those.
    std::array<int, 2> can_be_taken{};
};

/// Reads the origins without regard to how the pawns moved in time. Cost: some 20 us.
Structure structure_of(const Diagram& diagram) noexcept;

/// The cheapest sharing out of home squares; `assigned[i]` is the home of men[i].
struct Assignment {
    int captures = 0;  ///< `impossible` or more: there is none
    std::array<std::int8_t, 16> assigned{};
};
Assignment assign(const Origins& origins) noexcept;

/// A reason from counting, origins, captures, parity, or nothing.
std::optional<Reason> structural_reason(const Diagram& diagram, const Structure& structure);

}  // namespace hakam::retro

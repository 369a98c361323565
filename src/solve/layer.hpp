#pragma once

// What region proofs are made of: the squares on which each man can stand.

#include <array>
#include <cstdint>
#include <optional>

#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam::solve {

/// Men of a layer; index 0 is the white king, 1 the black king.
struct Layer {
    int count = 0;
    std::uint32_t may_fall = 0;
    std::array<std::uint8_t, 32> home{};
    std::array<std::uint8_t, 32> type{};  ///< plane code of PieceType; `amazon` for a promoted man
    std::array<std::uint8_t, 32> color{};
    std::array<std::uint64_t, 32> set{};
    std::array<std::uint64_t, 32> born{};  ///< where a promoted man can have promoted

    static constexpr std::uint8_t amazon = 6;  ///< queen or knight

    /// Nothing if there are more than 32 men.
    static std::optional<Layer> of(const Position& position);
    bool falls(int i) const noexcept { return ((may_fall >> i) & 1) != 0; }
    void remove(int i) noexcept;
    RegionLayer published() const;
};

/// The squares on which the two kings can stand at the same time: by the side to move and the
/// square of the white king, those of the black king.
struct KingPairs {
    std::array<std::array<std::uint64_t, 64>, 2> black{};

    std::array<std::uint64_t, 2> squares() const noexcept;
    bool operator==(const KingPairs&) const = default;
};

/// A layer without captures and pawn moves, in which kings are followed exactly and the other men
/// by their regions.
struct SplitLayer {
    Layer men;
    KingPairs kings;
};

}  // namespace hakam::solve

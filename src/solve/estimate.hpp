#pragma once

#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::solve {

/// A guess of how far `winner` is from mate if both sides help: only an order of search.
int estimate(const Position& position, Color winner) noexcept;

/// A picture of mate by a bishop or knight alone: the mated king in a corner, one of its own men
/// next to it.
struct MinorPicture {
    const void* picture;
    int flip;
    bool bishop;
};
/// The pictures that seem nearest, at most so many; none if the winner has no bishop or knight.
std::vector<MinorPicture> minor_pictures(const Position& position, Color winner, std::size_t most);
/// The same guess for one picture.
int estimate(const Position& position, Color winner, MinorPicture picture) noexcept;

}  // namespace hakam::solve

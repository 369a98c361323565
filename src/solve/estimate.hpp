#pragma once

#include "hakam/core/position.hpp"

namespace hakam::solve {

/// A guess of how far `winner` is from mate if both sides help: only an order of search.
int estimate(const Position& position, Color winner) noexcept;

}  // namespace hakam::solve

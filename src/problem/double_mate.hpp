#pragma once

#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::problem {

/// The moves after which both kings stand in check and neither could escape if it were to move.
/// The own king may be left or put in check by them.
std::vector<Move> double_mates(const Position& position);

}  // namespace hakam::problem

#pragma once

#include "hakam/base/budget.hpp"
#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam {

/// Enumerates the partial positions of a `partial_set` argument again.
/// Returns: yes if they are as many as it says and leave `side` no room for a mate, unknown if they
/// are more than the budget has nodes.
Decision verify_partial_set(const Position& position, Color side, const Argument& argument,
                            const Budget& budget);

}  // namespace hakam

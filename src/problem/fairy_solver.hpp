#pragma once

#include "hakam/problem/solver.hpp"

namespace hakam::problem {

/// solve() where there are fairy men or conditions. Pre: problem.is_fairy().
Expected<Summary> solve_fairy(const Problem& problem, const Options& options, const Budget& budget,
                              Visitor& visitor);

}  // namespace hakam::problem

#pragma once

#include "../command_line.hpp"

namespace hakam::cli {

void add_solve(CLI::App& app, int& status);
void add_check_problem(CLI::App& app, int& status);

}  // namespace hakam::cli

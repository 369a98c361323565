#pragma once

#include <CLI/CLI.hpp>

namespace hakam::cli {

void add_solve(CLI::App& app, int& status);

}  // namespace hakam::cli

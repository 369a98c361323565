#pragma once

#include <CLI/CLI.hpp>

namespace hakam::cli {

/// `hakam retro proof-game`: docs/formats/retro.md.
void add_proof_game(CLI::App& retro, int& status);

}  // namespace hakam::cli

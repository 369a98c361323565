#pragma once

#include "hakam/retro/proof_game.hpp"

namespace hakam::cli {

/// retro::proof_games on several threads; `found` is called by one at a time. For `shortest` the
/// threads agree on the length.
retro::ProofGames find_proof_games(const Position& start, const retro::Diagram& target, int plies,
                                   retro::ProofGameOptions options, std::size_t threads,
                                   const Budget& budget, const retro::FoundGame& found);

}  // namespace hakam::cli

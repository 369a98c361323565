#pragma once

#include <vector>

#include "hakam/game/game.hpp"
#include "hakam/laws/rules.hpp"

namespace hakam::laws {

/// The plies, rising, at which the position of `ply` stood in the sense of a book, `ply` itself
/// last. For a series of moves: the ends of its repetitions.
std::vector<std::size_t> occurrence_plies(const Game& game, std::size_t ply, Identity identity);

}  // namespace hakam::laws

#pragma once

#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/game/game.hpp"

namespace hakam::wasm {

/// The game that starts at `fen` and goes on with the UCI moves in `moves`, separated by spaces.
/// Errors: those of FEN and UCI; the place is in `moves` for the latter.
Expected<Game> play(std::string_view fen, std::string_view moves);

}  // namespace hakam::wasm

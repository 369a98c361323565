#pragma once

#include <span>

#include "hakam/core/move.hpp"
#include "hakam/core/position.hpp"

namespace hakam {

/// What a look at the moves alone finds, without the positions between them: false means that no
/// position of the game stood three times and that its count of plies without capture or pawn move
/// (Laws 9.2, 9.3) never came to 100. True means that it may be so.
/// Pre: the moves are legal one after the other from `start`. Cost: about 2 ns a move.
bool may_have_counted_draw(const Position& start, std::span<const Move> moves) noexcept;

}  // namespace hakam

#pragma once

#include "apply.hpp"

/// The parts of apply(), by what an event is about. All are total: what does not fit changes
/// nothing.
namespace hakam::match::detail {

/// Touches, releases and whole moves of the player who has the move.
void apply_board(LiveGame& game, const Event& event);
void move_made(LiveGame& game, const Event& event);
void move_retracted(LiveGame& game);
void press(LiveGame& game, const Event& event);
/// The state after a move that is in the history now; its mover has not pressed yet.
void has_moved(LiveGame& game, Color mover);

/// Irregularities and what is ruled on them.
void add_finding(LiveGame& game, const Event& event);
void ruling(LiveGame& game, const Event& event);
void restore(LiveGame& game, const Event& event);
void set_position(LiveGame& game, const Event& event);

/// People, paper and offers; the arbiter's other acts.
void apply_people(LiveGame& game, const Event& event);
void apply_arbiter(LiveGame& game, const Event& event);

}  // namespace hakam::match::detail

#pragma once

#include "hakam/core/position.hpp"

namespace hakam::pgn {

/// The position with the turn passed, as commentators do. Pre: the side to move is not in check.
inline Position after_null_move(const Position& p) {
    Setup setup = p.setup();
    setup.turn = ~setup.turn;
    setup.en_passant.reset();
    ++setup.halfmove_clock.value;
    if (setup.turn == Color::white) ++setup.fullmove_number.value;
    const auto next = Position::from(setup, p.rules(), Tolerance::unreachable());
    HAKAM_ASSERT(next.has_value());
    return *next;
}

}  // namespace hakam::pgn

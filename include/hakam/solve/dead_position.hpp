#pragma once

#include "hakam/solve/winnable.hpp"

namespace hakam {

/// Whether the game is dead: neither side can mate by any series of legal moves.
/// Law: FIDE 2023, 5.2.2 (a finished game is not dead: see Position::is_checkmate, is_stalemate).
struct DeadPosition {
    Decision dead = Decision::unknown;
    Winnable white;  ///< a side left `unknown` with no nodes was not asked: the other can mate
    Winnable black;
};

/// Sound and complete within the budget; stops as soon as one side is shown to be able to mate.
DeadPosition dead_position(const Position& position, const Budget& budget = {});

/// The decision alone.
Decision is_dead(const Position& position, const Budget& budget = {});

/// The cheap filter: true proves that the position is dead, false says nothing.
bool certainly_dead(const Position& position);

}  // namespace hakam

#pragma once

#include "hakam/core/setup.hpp"

namespace hakam {

/// Men of `by`, the king left out, that attack `s` when only the men in `occupied` stand.
Bitboard attackers_without_king(const Board& board, Bitboard occupied, Square s, Color by) noexcept;

/// Whether the side not to move can have made a move after which the board is as it is and before
/// which the king of the side to move was not in check. Every kind of move is taken back: steps,
/// captures of a man since lost, promotions, en passant and castling, but nothing further: the
/// position before need not be reachable itself. "No" is therefore a proof that no game reaches
/// the setup; "yes" proves nothing.
/// Pre: one king a side. `rights` are those castling rights of the setup that are true; a true
/// en passant square is not looked at, since it says itself what the last move was.
bool some_move_led_to(const Setup& setup, CastlingRights rights, RulesetId rules) noexcept;

/// Whether the king of the side to move was free of check before the double step over `passed`.
/// Pre: one king a side, and the pawn stands where that double step ends.
bool double_step_led_to(const Setup& setup, Square passed) noexcept;

}  // namespace hakam

#pragma once

#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"

/// English descriptive notation, as books printed it until about 1980: P-K4, N-KB3, QxRP ch, O-O.
/// Squares are named by the man that starts on the file and counted from the mover's side, so Black's
/// K4 is e5. The Laws recognise only algebraic notation (Appendix C); this is for reading old books.
namespace hakam::descriptive {

/// Longer texts are refused unread. Units: bytes.
inline constexpr std::size_t max_length = 64;

/// The shortest text that names the move and no other: a wing is told only where it matters (P-K4,
/// N-KB3), then which man (KR-K1), and last its square (N(KB3)-Q4). Adds " e.p.", "=Q", " ch",
/// " mate". Pre: the move is legal. Cost: microseconds.
std::string format(Move move, const Position& position);

/// The one legal move that the text names. `N` and `Kt` are the same; promotions may be written
/// =Q, (Q) or /Q; a man may be told by wing (KR), file (BP), square (N(KB3), R/1); zeros, "Castles"
/// and "Castles QR" are castling; + and ++ stand for ch and mate; any dash and cross will do. By the old rules an unmarked
/// capture is not en passant if a plain one fits, and where several moves fit, "ch", "mate", "dis ch"
/// or "dbl ch" picks those that give it.
/// Errors: unexpected_text, illegal_move (none fits), ambiguous_move (several do), missing_text (a
/// promotion without its piece), too_long.
/// parse(format(m, p), p) == m for every legal move.
Expected<Move> parse(std::string_view text, const Position& position);

}  // namespace hakam::descriptive

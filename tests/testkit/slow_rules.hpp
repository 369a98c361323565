#pragma once

#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::testkit {

/// Articles 3.1 to 3.9 written down a second time, square by square and with no regard to speed:
/// every move of a man, made on a copy of the board, is legal if the own king is not attacked
/// afterwards. It shares no code with the generator beyond the names of squares and men.
std::vector<Move> slow_legal_moves(const Position& position);
/// What Position::after must give, as a setup.
Setup slow_after(const Position& position, Move move);
/// Whether a man of `by` could capture on `s`.
bool slow_is_attacked(const Board& board, Square s, Color by);

}  // namespace hakam::testkit

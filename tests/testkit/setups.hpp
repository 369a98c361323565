#pragma once

#include <string_view>

#include "hakam/core/position.hpp"

namespace hakam::testkit {

/// A FEN, X-FEN or Shredder-FEN that a test trusts, as a setup. Read without the notation room so
/// that core's tests stand alone and notation's tests have something to compare with. KQkq name
/// the outermost rook of the wing, or the corner if there is none. Missing fields take their
/// usual values. Aborts with a message on anything else.
Setup setup(std::string_view fen);
/// The same as a position, whatever Tolerance::unreachable() allows; aborts on other faults.
Position position(std::string_view fen, RulesetId rules = RulesetId::standard);

/// The legal move with these squares ("e2e4", "e7e8q"; castling as king takes own rook); aborts
/// with a message if there is none.
Move move(const Position& position, std::string_view squares);
/// The position after several such moves, separated by spaces.
Position after(const Position& position, std::string_view moves);
/// Whether such a move is legal.
bool is_legal(const Position& position, std::string_view squares);

}  // namespace hakam::testkit

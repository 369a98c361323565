#pragma once

#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/note.hpp"
#include "hakam/notation/uci_move.hpp"

/// ICCF numeric notation: file and rank of both squares as digits (e2-e4 is 5254), a promotion as
/// a fifth digit (1 queen, 2 rook, 3 bishop, 4 knight), castling as the king's move (5171).
/// Where the king's target square does not tell castling from a step (Chess960), the rook's square
/// is written, as in UCI.
namespace hakam::iccf {

std::string format(Move move, uci::Castling castling = uci::Castling::automatic);

/// Strict reading. Errors: unexpected_text, missing_text (promotion digit), illegal_move.
Expected<Move> parse(std::string_view text, const Position& position,
                     uci::Castling castling = uci::Castling::automatic);

/// Lenient reading: spaces around, "52-54", castling in the other form; each gives a note.
Expected<LenientMove> parse_lenient(std::string_view text, const Position& position,
                                    uci::Castling castling = uci::Castling::automatic);

}  // namespace hakam::iccf

#pragma once

#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/note.hpp"

/// Long algebraic notation: Ng1-f3, e4xd5, e7-e8=Q+, O-O.
namespace hakam::lan {

/// The canonical text of a legal move.
std::string format(Move move, const Position& position);
std::string format(Move move, const Position& position, const Letters& letters);

/// Strict reading: the canonical text or an error.
Expected<Move> parse(std::string_view text, const Position& position);

/// Lenient reading: all that lenient SAN accepts; a short form gives the note origin_missing.
Expected<LenientMove> parse_lenient(std::string_view text, const Position& position,
                                    const Letters& letters = english);

}  // namespace hakam::lan

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "hakam/variant/variant.hpp"

/// Games of a variant as PGN (docs/formats/variant-fen.md).
namespace hakam::variant {

using ScoreTag = std::pair<std::string_view, std::string_view>;

/// "1.e3 e6 2.Nf3": the moves in the variant's notation; numbers only if asked for.
/// Pre: positions[i] is the one before moves[i].
std::string format_moves(const Variant& variant, std::span<const Position> positions,
                         std::span<const Move> moves, bool numbers = true);

/// A whole game: the tags given, then Result, Variant, SetUp and FEN, then the moves in lines of
/// less than 80 columns. `result` is "1-0", "0-1", "1/2-1/2" or "*".
/// Pre: positions has the start first and one more for each move.
std::string format_score(const Variant& variant, std::span<const Position> positions,
                         std::span<const Move> moves, std::span<const ScoreTag> tags,
                         std::string_view result);

}  // namespace hakam::variant

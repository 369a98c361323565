#pragma once

#include <span>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"

/// Start positions by name or number.
namespace hakam::start_array {

/// Number of start arrays of double Chess960, where each side has its own.
inline constexpr int double_chess960_count = 960 * 960;

/// Double Chess960: White's array and Black's by their Scharnagl numbers. Pre: both below 960.
Position double_chess960(int white, int black) noexcept;

/// A game at odds: what one side plays without.
struct Odds {
    std::string_view name;       ///< "rook"
    std::string_view meaning;    ///< one English phrase
    std::string_view placement;  ///< the board and the fields up to castling of its FEN
};
std::span<const Odds> odds() noexcept;

/// "startpos", "chess960:NUMBER", "dfrc:WHITE:BLACK", "dfrc:NUMBER" (960 times White's number and
/// Black's), "odds:rook" and so on; case does not count.
/// Errors: unexpected_text and out_of_range, located; a text that begins with none of these words
/// is unexpected_text at its beginning.
Expected<Position> parse(std::string_view text);
/// Whether the text begins with one of the words of parse(), so that it is meant for it.
bool is_named(std::string_view text) noexcept;

}  // namespace hakam::start_array

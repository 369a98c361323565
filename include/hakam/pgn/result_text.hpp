#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakam/pgn/visitor.hpp"

/// What people write for the result of a game. This is the one list of such texts: of termination
/// markers, Result and Outcome tags, and lists of moves.
namespace hakam::pgn {

/// A result as it is written: "1-0", "1 : 0", "0,5-0,5", "1/2-0", "1-0F".
struct ResultText {
    /// What it says; missing if the text begins with no result, other for a score that is none of
    /// the three (see Score).
    Termination termination = Termination::missing;
    Score score;                ///< what each side gets
    std::size_t length = 0;     ///< bytes
    bool is_canonical = false;  ///< 1-0, 0-1, 1/2-1/2 or *
    bool is_forfeit = false;    ///< marked so: 1-0F, +:-
    bool may_castle = false;    ///< 0-0 with a dash
    /// The text ends before it can be said; if it is the end, the rest of this holds.
    bool is_unclear = false;
};

/// No result text is longer. Units: bytes.
inline constexpr std::size_t longest_result = 48;

/// The result at the beginning of `text`. Sides are 1, 0, a half as 1/2, ½, 0.5, 0,5 or .5, and up
/// to 3 where other scores are given for a game; between them stands a hyphen, any dash or a colon,
/// with blanks around it or without; a half alone is a draw. F marks a forfeit, as do +:-, -:+ and
/// -:-. The letter O is read for 0 beside a 1. 0-0 is taken for the score: that it may be castling
/// is known only on the board.
/// Cost: under 50 ns; no allocation.
ResultText result_at(std::string_view text) noexcept;

/// The whole text as a result, blanks around it allowed; nothing if it is none.
std::optional<ResultText> parse_result(std::string_view text) noexcept;

/// Bytes of the result at the end of a list of words, and what it says; missing if there is none.
ResultText result_at_end(std::string_view text) noexcept;

}  // namespace hakam::pgn

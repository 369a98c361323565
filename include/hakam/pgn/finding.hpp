#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "hakam/base/error.hpp"
#include "hakam/notation/illegality.hpp"

namespace hakam::pgn {

/// What can be wrong with the text of a game. Codes are API and never change meaning.
enum class FindingCode : std::uint8_t {
    syntax,           ///< text that has no place in PGN, or brackets and quotes that do not match
    illegal_move,     ///< a move that is not legal; what follows it in its line is not played
    ambiguous_move,   ///< a move text that fits several legal moves; likewise
    lenient,          ///< not as the standard writes it, but clear
    bad_fen,          ///< the FEN tag is no position; the moves are not read
    unknown_variant,  ///< a Variant tag that Hakam does not know; the moves are not read
    result_missing,   ///< no termination marker at the end of the moves
    result_mismatch,  ///< the Result tag contradicts the termination marker
    truncated,        ///< the text ends inside a comment, a variation or a tag
    too_long,         ///< a token beyond its limit, cut there; or variations nested too deep
};
/// How bad: an error makes the game unusable from there on or contradicts itself, a warning may
/// hide something lost, a note only departs from the standard.
enum class Severity : std::uint8_t { note, warning, error };

/// Stable names: "illegal-move", "note-lenient" for lenient; "note", "warning", "error".
std::string_view name(FindingCode code) noexcept;
std::string_view name(Severity severity) noexcept;

/// Why a move is not legal in the position where it stands.
struct Refusal {
    Illegality why;
    Position position;
};

/// One thing that is wrong, and where.
struct Finding {
    FindingCode code{};
    Severity severity{};
    TextSpan where;  ///< offset and line count from the beginning of the whole input
    /// The half-move it concerns, 1 for the first of the game: that of a move, of its number, or
    /// of a word that stands where the move is due; for anything else the last one of its line
    /// before that place, 0 if there is none.
    std::uint32_t ply = 0;
    std::uint32_t depth = 0;  ///< 0 in the main line, 1 in a variation of it, and so on
    std::string found;        ///< the text it is about, shortened
    std::string text;         ///< in words, one sentence without the full stop
    /// Why an illegal move is none, and where it was to be made; null if the text does not say
    /// enough.
    std::shared_ptr<const Refusal> why;
};

/// One line for people: "12:4: ply 5: illegal-move: Ka1: ...".
std::string describe(const Finding& finding);

}  // namespace hakam::pgn

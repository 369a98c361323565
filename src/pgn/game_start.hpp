#pragma once

// Whether a game begins at a place between games. People put all kinds of text there: news, tables
// of results, headings, quoted moves. A game has tag pairs, or its moves begin a line.

#include <cstdint>
#include <string_view>

namespace hakam::pgn {

enum class Seen : std::uint8_t {
    no,
    yes,
    unclear,  ///< the text ends before it can be said
};

/// What is looked at before it is said; less only where the text ends. Units: bytes.
inline constexpr std::size_t look_ahead = 1024;

/// What stands on the line before a place, and on the lines before that.
enum class Standing : std::uint8_t {
    paragraph,  ///< it begins a line, and no prose runs on to it
    line,       ///< it begins a line of prose
    inside,     ///< words of no game stand before it on its line
};

/// Whether the moves of a game without tags begin here: a number or a move, moves behind it, and
/// hardly a word that is none. Prose that quotes moves is no game.
Seen begins_moves(std::string_view text, Standing standing, bool is_whole_text) noexcept;

/// Whether a tag pair begins at the bracket here: a name and a value in quotation marks of any
/// kind. A value without them is believed after a name that everybody knows, where another tag
/// pair follows on the next line. [B33] and [see page 7] are none.
Seen begins_tags(std::string_view text, bool is_whole_text) noexcept;

/// Whether this paragraph is prose: words that are no moves, and no line of moves or of a result.
Seen is_prose(std::string_view text, bool is_whole_text) noexcept;

/// Whether the moves of a game are over here: nothing follows but comments, to the end of the text
/// or to the next tag pair.
Seen ends_game(std::string_view text, bool is_whole_text) noexcept;

/// Bytes of a quotation mark other than the ASCII one at the beginning of `text`; 0 if none.
std::size_t other_quote_length(std::string_view text) noexcept;

}  // namespace hakam::pgn

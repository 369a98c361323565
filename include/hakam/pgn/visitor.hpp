#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakam/core/move.hpp"
#include "hakam/core/position.hpp"
#include "hakam/game/outcome.hpp"
#include "hakam/pgn/finding.hpp"

namespace hakam::pgn {

/// A tag pair. The views live as long as the call that receives them.
struct TagToken {
    std::string_view name;
    std::string_view value;    ///< without quotes and escapes; bytes as found
    std::uint64_t offset = 0;  ///< of its opening bracket
};

/// Where the moves begin.
struct MovesStart {
    const Position& position;  ///< from the FEN tag, or the start array
    std::string_view fen;      ///< the FEN tag as found; empty if there is none
    /// False if the moves cannot be played (bad FEN, unknown variant): they come as unplayed().
    bool playable = true;
};

/// A move of the main line or of a variation, already found legal.
struct MoveToken {
    Move move;
    std::string_view text;  ///< as found, without ! and ?
    std::uint64_t offset = 0;
    std::uint32_t ply = 0;  ///< 1 for the first half-move of the game
};

enum class CommentStyle : std::uint8_t {
    braces,       ///< { ... }
    to_line_end,  ///< ; ...
};
struct CommentToken {
    std::string_view text;  ///< between the braces or after the semicolon, bytes as found
    CommentStyle style{};
    std::uint64_t offset = 0;
};

/// What ends a game.
enum class Termination : std::uint8_t {
    missing,
    white_wins,
    black_wins,
    draw,
    unknown,
    other,  ///< a score that is none of the three: 0-0, 1/2-0 (see Score)
};
/// "1-0", "0-1", "1/2-1/2" or "*", also for other; empty for missing.
std::string_view to_string(Termination t) noexcept;
/// What each side gets. Units: half points.
struct Score {
    std::uint8_t white = 0;
    std::uint8_t black = 0;

    friend bool operator==(const Score&, const Score&) = default;
};
/// "0-0", "1/2-0", "1-1".
std::string to_string(Score score);
/// The result in words of the standard or, for other, the score.
std::string result_text(Termination t, Score score);
std::optional<Outcome> outcome(Termination t) noexcept;
Termination termination(std::optional<Outcome> o) noexcept;

struct GameEnd {
    std::uint64_t begin = 0;     ///< offset of the first byte that belongs to the game
    std::uint64_t end = 0;       ///< one past the last
    std::uint32_t plies = 0;     ///< main-line half-moves played
    std::uint32_t unplayed = 0;  ///< main-line move texts after an illegal one
    Termination termination{};
    Score score;  ///< if the termination is other
    std::uint32_t suppressed = 0;  ///< findings beyond Limits::findings
};

/// A piece of text that belongs to no game: prose, a table, a heading. Each word comes alone, one
/// beyond Limits::word_bytes in pieces.
struct StrayText {
    std::string_view text;  ///< bytes as found, without white space
    TextSpan where;
};

/// Whether the reader should go into the moves of what begins, or pass over them.
enum class Descend : std::uint8_t { yes, no };

/// Receives a collection of games as it is read. Calls come in the order of the text:
///   game_begin, tag*, moves_begin, (move | null_move | unplayed | nag | comment |
///   variation_begin ... variation_end)*, game_end
/// with comment also before and between the tags, and finding anywhere, also between games. Views
/// live only during the call. Default bodies do nothing.
class Visitor {
public:
    Visitor() = default;
    Visitor(const Visitor&) = default;
    Visitor& operator=(const Visitor&) = default;
    virtual ~Visitor() = default;

    virtual void game_begin(std::uint64_t /*offset*/) {}
    virtual void tag(const TagToken&) {}
    /// Returns: no if the moves are not wanted; their text is then only searched for its end.
    virtual Descend moves_begin(const MovesStart&) { return Descend::yes; }
    virtual void move(const MoveToken&) {}
    /// "--" or "Z0" in a variation: the turn passes. token.move is no move.
    virtual void null_move(const MoveToken&) {}
    /// A move text after an illegal move of the same line, or in a game that cannot be played.
    virtual void unplayed(const MoveToken&) {}
    /// A numeric annotation glyph for the last move; "!" is 1, and so on.
    virtual void nag(unsigned /*glyph*/) {}
    virtual void comment(const CommentToken&) {}
    /// A variation that replaces the last move. If no is returned no variation_end follows.
    virtual Descend variation_begin() { return Descend::yes; }
    virtual void variation_end() {}
    virtual void game_end(const GameEnd&) {}
    /// Text between games, before the first and after the last one. One finding tells the whole.
    virtual void stray_text(const StrayText&) {}
    virtual void finding(const Finding&) {}
};

}  // namespace hakam::pgn

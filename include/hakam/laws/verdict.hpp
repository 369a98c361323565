#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/base/strong.hpp"
#include "hakam/game/outcome.hpp"
#include "hakam/laws/citation.hpp"
#include "hakam/solve/winnable.hpp"

namespace hakam::laws {

enum class Standing : std::uint8_t {
    ongoing,    ///< the game goes on
    claimable,  ///< it goes on, and the player to move may claim a draw on the position
    over,
};

/// What decides. The names are API: docs/formats/verdict.md.
enum class Reason : std::uint8_t {
    none,  ///< nothing does: the game goes on
    checkmate,
    stalemate,
    dead_position,
    fivefold_repetition,
    seventyfive_moves,
    threefold_repetition,  ///< may be claimed, or ends the game where the book makes it automatic
    fifty_moves,           ///< the same
    agreement,
    resignation,
    resignation_cannot_mate,
    flag_fall,
    flag_fall_cannot_mate,
    flag_fall_insufficient,  ///< US Chess 14E: too little material and no forced win
    illegal_move,            ///< the first: a penalty in time
    illegal_moves,           ///< as many as lose the game
    illegal_moves_cannot_mate,
    disconnection,
    disconnection_cannot_mate,
};

/// Stable names: "ongoing", "dead-position".
std::string_view name(Standing standing) noexcept;
std::string_view name(Reason reason) noexcept;

/// Why an earlier position with the look of another is not the same (Laws 9.2.3).
enum class Difference : std::uint8_t { turn, castling, en_passant, men };
std::string_view name(Difference difference) noexcept;

struct LookAlike {
    std::size_t ply = 0;
    Difference why{};

    friend bool operator==(const LookAlike&, const LookAlike&) = default;
};

/// An answer to "can this side still mate?" on which a verdict rests.
struct MateProof {
    Color side{};
    Winnable answer;
};

struct Evidence {
    HalfmoveClock halfmove_clock{};      ///< plies since the last capture or pawn move
    std::vector<std::size_t> plies;      ///< where the repeated position stood, rising
    std::vector<LookAlike> look_alikes;  ///< plies that seem to count and do not
    std::vector<MateProof> proofs;       ///< at most one a side
};

/// Time that an irregularity costs.
struct TimePenalty {
    Color to{};  ///< whose clock gains it
    std::chrono::milliseconds time{};
};

/// What the Laws say of a game, with the articles that say so and what shows it.
struct Verdict {
    Standing standing = Standing::ongoing;
    std::optional<Outcome> outcome;  ///< engaged exactly when the game is over
    Reason reason = Reason::none;
    Color to_move{};
    std::optional<Color> side;  ///< whose flag, resignation, illegal move or absence it is about
    Citations citations;
    Evidence evidence;
    std::optional<TimePenalty> penalty;
    /// `unknown`: a search spent its budget, so that a dead position may have been missed, or a
    /// mate that would turn this draw into a win. Never `no`.
    Decision certainty = Decision::yes;
};

}  // namespace hakam::laws

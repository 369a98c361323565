#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/base/strong.hpp"
#include "hakam/game/outcome.hpp"
#include "hakam/laws/citation.hpp"
#include "hakam/laws/reason.hpp"
#include "hakam/laws/rule_key.hpp"
#include "hakam/solve/winnable.hpp"

namespace hakam::laws {

enum class Standing : std::uint8_t {
    ongoing,    ///< the game goes on
    claimable,  ///< it goes on, and the player to move may claim a draw on the position
    over,
};

/// The end of a game that has no outcome of its own.
enum class Special : std::uint8_t {
    none,
    both_lose,  ///< Law 11.8; nobody came
    cancelled,  ///< void: a new game is to be played
    referred,   ///< to be decided by another authority (Guidelines III.6)
};

/// Stable names: "ongoing", "both-lose".
std::string_view name(Standing standing) noexcept;
std::string_view name(Special special) noexcept;

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

/// Something on which a verdict rests and which is not proved of the edition.
struct Doubt {
    RuleKey key{};
    bool disputed = false;  ///< sources differ; else only one source, or none, was found
    std::string_view other;  ///< the value of the other reading, if one is known: "series"

    friend bool operator==(const Doubt&, const Doubt&) = default;
};

/// What the Laws say of a game, with the articles that say so and what shows it.
struct Verdict {
    Standing standing = Standing::ongoing;
    /// Engaged exactly when the game is over and `special` is none.
    std::optional<Outcome> outcome;
    Special special = Special::none;
    Reason reason = Reason::none;
    Color to_move{};
    std::optional<Color> side;  ///< whose flag, resignation, illegal move or absence it is about
    Citations citations;
    Evidence evidence;
    std::optional<TimePenalty> penalty;
    /// `unknown`: a search spent its budget, so that a dead position may have been missed, or a
    /// mate that would turn this draw into a win. Never `no`.
    Decision certainty = Decision::yes;
    /// What is not proved of the edition and bears on this verdict; of today's books none.
    std::vector<Doubt> doubts;
};

}  // namespace hakam::laws

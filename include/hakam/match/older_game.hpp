#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/match/clock.hpp"
#include "hakam/match/command.hpp"
#include "hakam/match/event.hpp"
#include "hakam/match/live_game.hpp"
#include "hakam/match/time_control.hpp"
#include "hakam/variant/judge.hpp"

/// A game of two people by the rules of an older game, in real time: shatranj, courier and whatever
/// room variant plays. As LiveGame it is the fold of its events; unlike it, it knows no arbiter and
/// no acts at a board: only legal moves are taken, a move made is completed, and a fallen flag ends
/// the game by itself. What ends the game on the board is asked of variant::ending().
namespace hakam::match {

/// Why such a game ended.
enum class OlderReason : std::uint8_t {
    none,
    checkmate,
    stalemate,
    bare_king,  ///< one side has only its king left
    both_bare,
    threefold_repetition,
    fifty_moves,
    agreement,
    resignation,
    flag_fall,
    /// The flag of one side fell when the other had nothing but its king. No source of those times
    /// has a clock; this is the platform's rule.
    flag_fall_cannot_mate,
    aborted,
    arbiter_decision,
};
/// "bare-king"; those that today's Laws know are spelled as laws::Reason is.
std::string_view name(OlderReason reason) noexcept;
std::optional<OlderReason> older_reason_from(std::string_view name) noexcept;

/// One entry of the log. The types are those of event.hpp that such a game has: game_created,
/// round_start, move_made (text: coordinates), offer_draw, decline_draw, accept_draw,
/// claim_repetition, claim_fifty, resign, time_adjust (side, amount), restore_position (amount: the
/// ply), game_ended (result, reason, text: the rule applied).
struct OlderEvent {
    EventType type = EventType::tick;
    Actor actor = Actor::system;
    Milliseconds at = 0;
    std::string text;
    std::optional<Color> side;
    std::int64_t amount = 0;
    Result result = Result::none;
    OlderReason reason = OlderReason::none;

    friend bool operator==(const OlderEvent&, const OlderEvent&) = default;
};
using OlderEvents = std::vector<OlderEvent>;

/// Shared, never changed.
struct OlderSetup {
    std::shared_ptr<const variant::Variant> variant;
    TimeControl control;
    variant::Position start;
};
/// Errors: a start that cannot be read or is the end of a game already (`where` in `fen`); a time
/// control that cannot be read. An empty `fen` is the start array.
Expected<std::shared_ptr<const OlderSetup>> older_setup(
    std::shared_ptr<const variant::Variant> variant, std::string_view fen,
    std::string_view time_control);

/// A value; copies share nothing that changes. Shape: some 250 bytes a ply.
struct OlderGame {
    /// Pre: setup.
    explicit OlderGame(std::shared_ptr<const OlderSetup> rules);

    std::shared_ptr<const OlderSetup> setup;
    std::vector<variant::Position> positions;  ///< the start first
    std::vector<variant::Move> moves;
    Clock clock;
    bool started = false;
    std::optional<Color> offer_by;
    Milliseconds last = 0;  ///< time of the last event
    Result result = Result::none;
    OlderReason reason = OlderReason::none;
    std::string rule;  ///< the rule that ended it, in one sentence

    const variant::Variant& variant() const noexcept { return *setup->variant; }
    const TimeControl& control() const noexcept { return setup->control; }
    const variant::Position& position() const noexcept { return positions.back(); }
    Color turn() const noexcept { return position().turn(); }
    bool over() const noexcept { return result != Result::none; }
    bool live() const noexcept { return started && !over(); }
    Milliseconds time_left(Color side, Milliseconds now) const {
        return remaining(control(), clock, side, now);
    }
};

/// What happens if `command` is given at `now`. Types: round_start, make_move (text: any form that
/// variant::parse_move reads), offer_draw, accept_draw, decline_draw, claim_repetition, claim_fifty,
/// resign by a player; tick, declare (result and text), restore_position, time_adjust by others.
/// Returns: the events, to be stored and applied with evolve(); none if nothing happens.
Expected<OlderEvents, Refusal> decide(const OlderGame& game, const Command& command,
                                      Milliseconds now);

/// The game after the event. Total: an event that does not fit changes nothing but the time.
OlderGame evolve(OlderGame game, const OlderEvent& event);
/// The same in place. Returns: whether the event fitted.
bool apply(OlderGame& game, const OlderEvent& event);

/// When the running flag falls.
std::optional<Milliseconds> next_deadline(const OlderGame& game);
/// What the side to move may claim now.
std::vector<variant::ClaimReason> open_claims(const OlderGame& game);

}  // namespace hakam::match

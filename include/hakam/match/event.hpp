#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hakam/core/color.hpp"
#include "hakam/core/move.hpp"
#include "hakam/core/piece.hpp"
#include "hakam/core/square.hpp"
#include "hakam/laws/verdict.hpp"
#include "hakam/match/time_control.hpp"

namespace hakam::match {

/// Version of the event model, written into every stored event (docs/formats/events.md).
inline constexpr int event_version = 1;

/// Who did it.
enum class Actor : std::uint8_t {
    white,
    black,
    arbiter,
    white_assistant,
    black_assistant,
    third_person,  ///< spectator, player of another game, captain
    system,        ///< the automaton, the server, a device
};

/// What happened. Facts are acts of people and devices and may be asked for by a Command of the
/// same type; consequences are what the automaton made of them. docs/design/match.md says which
/// arguments each has. Names never change meaning (docs/formats/events.md).
enum class EventType : std::uint8_t {
    // The game and its people
    game_created,  ///< extra: ruleset, time_control, fen, white, black, ...
    round_start,   ///< the start time; White's clock is started (6.6)
    arrived,
    absent,
    // Acts at the board (Article 4)
    announce_adjust,  ///< "j'adoube"
    touch,            ///< from; contact
    hover,            ///< from, to: carried, not released
    release,          ///< from, to; hand
    remove,           ///< from; hand
    promo_touch,      ///< piece, to
    promo_release,    ///< piece, to; text "inverted" for a rook upside down
    piece_in_hand,    ///< piece
    displaced,        ///< from (and to): men knocked over
    restored,         ///< the men stand as they should again
    make_move,  ///< from, to, piece; hand: a whole move with its captured man, rook, new piece
    // The clock (Article 6)
    press_clock,    ///< side: whose lever; hand; text: "before-release", "finger"
    pause_clock,    ///< text: reason
    flag_physical,  ///< side; amount: the moment
    flag_noticed,   ///< side; by the actor
    tick,           ///< nothing happened; the clocks are looked at
    // Paper and voice
    write_move,  ///< move or text
    offer_draw,  ///< text: condition, if there was one
    withdraw_offer,
    accept_draw,
    decline_draw,
    claim_repetition,  ///< move: intended; none: the position on the board
    claim_fifty,
    claim_flag,
    claim_illegal,
    claim_touch,         ///< from
    claim_normal_means,  ///< text: cannot, noeffort, ilc (Guidelines III.5)
    ask_increment,       ///< Guidelines III.4
    claim_setup,         ///< text: array, colours, board, clock
    ask_score,           ///< A.4.3
    resign,              ///< text: how
    call_arbiter,        ///< text: why
    says,                ///< text
    announce,            ///< move: spoken (D.2)
    sign_result,         ///< result
    appeal,              ///< ref
    conduct,             ///< text: device, leave-venue, notes, ...
    circumstance,        ///< text: a fact that no device sees
    // Online
    disconnect,
    reconnect,
    premove,  ///< from, to, piece
    // The arbiter
    arbiter_sees,      ///< text: what; none: the last irregularity
    answer_claim,      ///< text: agree, reject, postpone
    warn,              ///< side (12.9.1)
    penalise,          ///< side, penalty, amount (12.9)
    time_adjust,       ///< side, amount: added (taken if negative); also a consequence
    time_set,          ///< side, amount
    restore_position,  ///< amount: ply; also a consequence
    set_position,      ///< text: FEN; how an irregularity was put right; also a consequence
    stop,
    resume,
    declare,          ///< result, reason: the arbiter ends the game
    override_ruling,  ///< ref, result, text: why
    correct,          ///< text: what the arbiter put right (clocks, board, scores, colours)
    interfere,        ///< text: by a third person
    adjourn,
    seal,  ///< move and text; hidden until opened
    open_sealed,
    envelope_missing,
    stated_move,  ///< move
    verify,       ///< text: the opponent confirms a written position (GIII.6)
    // Consequences
    move_made,       ///< move (4.7)
    move_retracted,  ///< the made move was undone by its own player
    move_completed,  ///< side (6.2.1)
    irregularity,    ///< finding, side; never shown to the players in over-the-board mode
    ruling,          ///< ruling, side, articles, text: what follows, as in scenarios
    game_ended,      ///< result, reason, articles
};
inline constexpr int event_types = static_cast<int>(EventType::game_ended) + 1;
/// Whether a Command of this type exists.
bool is_command(EventType type) noexcept;

/// How a man was touched (Law 4.2).
enum class Contact : std::uint8_t { intended, accidental, adjusting, unclear_order };
/// Which hand, compared with the one that moved (Laws 4.1, 6.2.3).
enum class Hand : std::uint8_t { same, other, both };

/// How a game stands at its end. Scores such as 0-1/2 come from penalties (12.9.5).
enum class Result : std::uint8_t {
    none,
    white_wins,
    black_wins,
    draw,
    both_lose,  ///< 11.8
    half_zero,  ///< 1/2-0
    zero_half,  ///< 0-1/2
    cancelled,  ///< void: a new game is to be played
    referred,   ///< to be decided by another authority (Guidelines III.6)
};
/// "*", "1-0", "0-1", "1/2", "0-0", "1/2-0", "0-1/2", "void", "referred".
std::string_view name(Result result) noexcept;
constexpr Result win_of(Color c) noexcept {
    return c == Color::white ? Result::white_wins : Result::black_wins;
}

/// Why a game ended: the one list of room laws, with its codes and the words of scenarios.
using laws::name;
using laws::Reason;
using laws::reason_from;
using laws::scenario_word;

/// What can be found wrong (Articles 4, 6, 7, 8, 11).
enum class Finding : std::uint8_t {
    none,
    illegal_move,          ///< 7.5.1, completed by the press
    press_without_move,    ///< 7.5.3
    two_hands,             ///< 7.5.4, pressed
    two_hands_unpressed,   ///< 4.1
    pawn_not_promoted,     ///< 7.5.2
    king_captured,         ///< 1.4.1
    touch_breach,          ///< 4.3 to 4.7, by a legal move
    out_of_turn,           ///< 1.2
    wrong_hand,            ///< 6.2.3
    finger_on_clock,       ///< 6.2.3
    early_press,           ///< 6.2.4
    opponents_clock,       ///< 6.2.4
    adjusting,             ///< 4.2.1, 6.2.5
    pause_without_reason,  ///< 6.11.4
    men_displaced,         ///< 7.4: pressed with men lying about
    piece_displaced,       ///< 7.6: a man found off its square
    wrong_array,           ///< 7.2.1
    wrong_board,           ///< 7.2.2
    wrong_colours,         ///< 7.3
    wrong_clock,           ///< 6.10.2
    written_in_advance,    ///< 8.1.2
    not_recording,         ///< 8.1.1, 8.4
    sheet,                 ///< 8.1.4, 8.2, 8.1.3
    many_offers,           ///< 11.5
    conditional_offer,     ///< 9.1.2.1
    forbidden_offer,       ///< 9.1.1
    unreasonable_claim,    ///< 11.5
    many_requests,         ///< A.4.3
    device,                ///< 11.3.2
    notes,                 ///< 11.3.1
    left_area,             ///< 11.2.3
    conduct,               ///< 11.1, 11.5
    interference,          ///< 12.7
    arbiter_fault,         ///< 12.6
};
inline constexpr int findings = static_cast<int>(Finding::arbiter_fault) + 1;
std::string_view name(Finding finding) noexcept;

/// What was decided.
enum class RulingKind : std::uint8_t {
    none,
    illegal,
    touch_upheld,
    touch_rejected,
    claim_upheld,
    claim_rejected,
    no_right,
    stands,
    warning,
    penalty,
    corrected,
    note,
    draw_refused,
    position,
    new_game,
    referred,
    override_,
};
inline constexpr int ruling_kinds = static_cast<int>(RulingKind::override_) + 1;
std::string_view name(RulingKind kind) noexcept;

/// The verdict on which an event rests. It follows from the game, so it takes no part in comparing.
struct KeptVerdict {
    std::shared_ptr<const laws::Verdict> value;
    std::string stored;  ///< its evidence as it came with a stored event: JSON

    friend bool operator==(const KeptVerdict&, const KeptVerdict&) noexcept { return true; }
};

/// Arguments of an act or event; each type uses some (see EventType).
struct Args {
    std::optional<Square> from;
    std::optional<Square> to;
    std::optional<PieceType> piece;
    std::optional<Color> side;
    std::optional<Move> move;
    Contact contact = Contact::intended;
    Hand hand = Hand::same;
    Result result = Result::none;
    Reason reason = Reason::none;
    Finding finding = Finding::none;
    RulingKind ruling = RulingKind::none;
    std::uint8_t penalty = 0;  ///< 1 to 9: article 12.9.x
    std::int64_t amount = 0;   ///< milliseconds, plies or a count
    std::string text;
    std::string articles;  ///< separated by "; "
    /// Named texts: settings of game_created, and members of a stored event that this version
    /// does not know (kept as raw JSON).
    std::vector<std::pair<std::string, std::string>> extra;

    /// Of game_ended and ruling: the verdict of the Laws on which it rests, with its evidence, if
    /// they were asked. Stored with the event; not compared, since it follows from the game.
    KeptVerdict verdict;

    friend bool operator==(const Args&, const Args&) = default;
};

/// One entry of the log. Invariant: seq counts from 1 without a gap, `at` never falls.
struct Event {
    std::uint32_t seq = 0;
    EventType type = EventType::tick;
    Actor actor = Actor::system;
    std::uint32_t ref = 0;  ///< the event this one answers; 0: none
    Milliseconds at = 0;
    Args args;

    friend bool operator==(const Event&, const Event&) = default;
};
using Events = std::vector<Event>;

/// "Touch", "PressClock", ... ; the kind of a stored event.
std::string_view name(EventType type) noexcept;
std::optional<EventType> event_type_from(std::string_view name) noexcept;
/// "W", "B", "A", "AS:W", "AS:B", "X", "S".
std::string_view name(Actor actor) noexcept;
std::optional<Actor> actor_from(std::string_view name) noexcept;
std::string_view name(Contact contact) noexcept;
std::string_view name(Hand hand) noexcept;
std::optional<Contact> contact_from(std::string_view name) noexcept;
std::optional<Hand> hand_from(std::string_view name) noexcept;
std::optional<Result> result_from(std::string_view name) noexcept;
std::optional<Finding> finding_from(std::string_view name) noexcept;
std::optional<RulingKind> ruling_kind_from(std::string_view name) noexcept;

/// The player that an actor is or acts for (4.9, 6.2.6); nullopt for others.
constexpr std::optional<Color> side_of(Actor actor) noexcept {
    switch (actor) {
        case Actor::white:
        case Actor::white_assistant:
            return Color::white;
        case Actor::black:
        case Actor::black_assistant:
            return Color::black;
        default:
            return std::nullopt;
    }
}
constexpr Actor actor_of(Color c) noexcept {
    return c == Color::white ? Actor::white : Actor::black;
}

}  // namespace hakam::match

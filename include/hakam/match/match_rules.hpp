#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/match/time_control.hpp"

namespace hakam::match {

/// Whose rules of procedure.
enum class Book : std::uint8_t { fide, fide_online, uscf, casual, codex, shatranj, equipment };
/// FIDE: which rules beside the Articles (Appendices A and B).
enum class Regime : std::uint8_t {
    competition,  ///< standard chess
    supervised,   ///< A.4, B.2
    basic,        ///< A.5, B.3
};
/// How the board reacts.
enum class Mode : std::uint8_t {
    over_the_board,  ///< illegal acts can happen and are ruled on; nothing leaks
    online,          ///< only legal moves; made is completed
    casual,          ///< claims only, illegal moves are taken back, no penalties
};
/// Until when an irregularity may be put right.
enum class Window : std::uint8_t {
    whole_game,
    next_move,       ///< until the opponent has made his next move (A.5.2)
    next_completed,  ///< until he has completed it (US blitz)
    ten_moves,       ///< among the last ten moves (USCF 11A)
};
/// Who acts without being asked.
enum class Initiative : std::uint8_t { arbiter, claim_only, automatic };
/// What decides whether a flag, a resignation or a second illegal act loses (6.9).
enum class MateTest : std::uint8_t {
    any_series,    ///< can the opponent mate by any series of legal moves?
    material_14e,  ///< USCF 14E
    none,          ///< it always loses
};
enum class Draws : std::uint8_t { claim, automatic };
enum class Recording : std::uint8_t { compulsory, optional, automatic };
enum class Agreement : std::uint8_t {
    allowed,
    after_moves,   ///< both have completed `agreement_moves` (9.1.1)
    arbiter_only,  ///< Sofia, Bilbao
};
enum class WrongArray : std::uint8_t {
    any_time,    ///< new game whenever it is found (7.2.1)
    ten_moves,   ///< until both have completed ten moves (A.5.1.2; USCF 11F: until Black has)
    first_move,  ///< US blitz: until each has completed a move
};

/// Everything in which one set of procedures differs from another: section 7 of the event model
/// as data. A ruleset is a value of this; event parameters change single fields.
struct MatchRules {
    std::string id = "fide-standard";  ///< with its parameters
    Book book = Book::fide;
    Regime regime = Regime::competition;
    Pace pace = Pace::standard;
    Mode mode = Mode::over_the_board;

    // Illegal acts (7.5)
    Milliseconds penalty_time = 2 * minute;  ///< to the opponent (7.5.5, 9.5.3, A.3)
    std::uint8_t illegal_limit = 2;          ///< this many lose; 0: never
    Window illegal_window = Window::whole_game;
    Initiative illegal_initiative = Initiative::arbiter;
    Milliseconds silent_below = 0;        ///< USCF 11H: nobody acts unasked if a player has less
    bool illegal_loses_on_claim = false;  ///< US blitz
    bool increment_taken_back = true;     ///< MAN-7.5-INC

    // Touch (4)
    bool touch_move = true;
    Initiative touch_initiative = Initiative::arbiter;
    bool rook_first_castles = false;  ///< USCF 10I2 variation

    // Flag, resignation
    Initiative flag_initiative = Initiative::arbiter;
    MateTest flag_test = MateTest::any_series;
    MateTest resign_test = MateTest::any_series;
    bool sheet_for_flag = false;  ///< USCF 13C7

    // Draws
    Draws repetition = Draws::claim;
    Draws fifty = Draws::claim;
    bool fivefold = true;
    bool seventyfive = true;
    bool dead_position = true;
    bool claim_after_touch = false;     ///< USCF 9G1
    bool claim_with_final_move = true;  ///< MAN 9.3: the written move may mate or stalemate
    bool claim_ends_if_wrong_form = false;
    bool offer_dies_on_move = false;  ///< ONL-5.3
    Agreement agreement = Agreement::allowed;
    std::uint32_t agreement_moves = 0;
    std::uint32_t offers_tolerated = 2;  ///< declined offers before 11.5 (policy)

    // Start and set-up
    Milliseconds default_time = 0;  ///< 6.7.1
    /// GI.10, after an adjournment; none: the event names no time, so the arbiter declares.
    std::optional<Milliseconds> resumption_default;
    WrongArray wrong_array = WrongArray::any_time;
    std::uint32_t setup_moves = 10;

    // Score, guidelines, people
    Recording recording = Recording::compulsory;
    bool write_first = false;       ///< USCF 15A variation I
    bool quickplay_finish = false;  ///< Guidelines III announced
    bool losing_chances = false;    ///< USCF 14H variation
    bool arbiter_present = true;
    bool adjournment = false;    ///< Guidelines I
    bool announcements = false;  ///< Appendix D: moves are announced
    bool chess960 = false;
    bool castling = true;               ///< VAR-NC1
    bool device_loses = true;           ///< 11.3.2.2
    bool appeals = true;                ///< 11.10
    Milliseconds reconnect_window = 0;  ///< ONL-11.4.2; 0: none
    std::uint8_t score_requests = 5;    ///< A.4.3
    // Points (10.1, EVT-310), in half points
    std::uint8_t win_points = 2;
    std::uint8_t draw_points = 1;
    std::uint8_t loss_points = 0;
    bool first_increment = false;

    friend bool operator==(const MatchRules&, const MatchRules&) = default;
};

/// Names that match_rules() knows: fide-standard, fide-rapid, fide-rapid-A4, fide-blitz,
/// fide-blitz-B2, fide-online, uscf, uscf-blitz, fide-qpf, fide-adjourn, fide-960, fide-blind,
/// event-sofia, event-bilbao, event-london30, event-310, nocastle, casual, delay, increment, codex,
/// shatranj, and the equipment standards.
std::span<const std::string_view> ruleset_names() noexcept;

/// Reads "NAME" or "NAME:key=value,key=value"; a bare key means "key=yes".
/// uscf-var:VARIATION announces a US variation (rook-first, 15A-I, 14H, 11H1).
/// Keys of doubtful readings: claim-after-touch, final-move-claim, dead (yes, no), illegal-window
/// (whole-game, next-move, next-completed, ten-moves), time-pressure (5:00). Others: default
/// (minutes, 30, or 30s; also at resumptions), resumption (only there), window (60s), penalty
/// (2:00), limit (illegal acts until loss), agreement (moves, or arbiter), first-increment, no-
/// arbiter, adjournment, qpf, appeal, device (loss, warn), score (3-1-0), resign-test, flag-test
/// (series, material, none), touch-move (yes, no), ... (docs/formats/scenarios.md)
Expected<MatchRules> match_rules(std::string_view text);

}  // namespace hakam::match

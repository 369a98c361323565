#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/match/time_control.hpp"

namespace hakam::match {

// Each enumeration below has the words of a key of data/laws/keys.tsv, in their order.

/// Whose rules of procedure. Key: authority.
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
/// Who acts without being asked.
enum class Initiative : std::uint8_t { arbiter, claim_only, automatic };
enum class Recording : std::uint8_t { compulsory, optional, automatic };
enum class WrongArray : std::uint8_t {
    any_time,    ///< new game whenever it is found (7.2.1)
    ten_moves,   ///< until both have completed ten moves (A.5.1.2; USCF 11F: until Black has)
    first_move,  ///< US blitz: until each has completed a move
};

/// The procedure of a live game: who acts when, touch, clocks, people, set-up, as data. What the
/// Laws say of a board, a claim, a flag or an illegal act is asked of `law`.
struct MatchRules {
    std::string id = "fide-standard";   ///< the text that was read
    laws::LawBook law = laws::book(0);  ///< of any family and edition
    Book book = Book::fide;
    Regime regime = Regime::competition;
    Pace pace = Pace::standard;
    Mode mode = Mode::over_the_board;

    // Illegal acts (7.5)
    Initiative illegal_initiative = Initiative::arbiter;
    Milliseconds silent_below = 0;        ///< USCF 11H: nobody acts unasked if a player has less
    bool illegal_loses_on_claim = false;  ///< US blitz
    bool increment_taken_back = true;     ///< MAN-7.5-INC

    // Touch (4)
    bool touch_move = true;
    Initiative touch_initiative = Initiative::arbiter;
    bool rook_first_castles = false;  ///< USCF 10I2 variation

    // Flags and offers
    Initiative flag_initiative = Initiative::arbiter;
    bool sheet_for_flag = false;      ///< USCF 13C7
    bool offer_dies_on_move = false;  ///< ONL-5.3
    std::uint32_t offers_tolerated = 2;  ///< declined offers before 11.5 (policy)

    // Start and set-up
    std::optional<Milliseconds> default_time = 0;  ///< 6.7.1; none: nobody loses by coming late
    /// GI.10, after an adjournment; none: the event names no time, so the arbiter declares.
    std::optional<Milliseconds> resumption_default;
    WrongArray wrong_array = WrongArray::any_time;
    std::uint32_t setup_moves = 10;

    // Score, guidelines, people
    Recording recording = Recording::compulsory;
    bool write_first = false;       ///< USCF 15A variation I
    bool quickplay_finish = false;  ///< Guidelines III announced; Article 10 of 1997 to 2009
    bool increment_may_be_asked = true;  ///< in it (GIII.4)
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

    /// Whether a game between two people is played by these rules: not with the men of an older
    /// game (room variant plays those), nor by the codex of problems or a norm of equipment.
    bool plays_chess() const noexcept {
        return book != Book::codex && book != Book::shatranj && book != Book::equipment;
    }
    /// Whether the third occurrence, or the fiftieth move, ends the game without a claim.
    bool repetition_is_automatic() const noexcept { return law.rules().claim_occurrences == 0; }
    bool fifty_is_automatic() const noexcept { return law.rules().claim_halfmoves == 0; }
};

/// Reads a text as laws::read_rules does, "NAME[@DATE][:key=value,...]", with every book, name and
/// key of data/laws: "fide-blitz", "fide@1985", "uscf:flag=arbiter". docs/formats/scenarios.md
/// Errors: an unknown name, key or value, located in `text`.
Expected<MatchRules> match_rules(std::string_view text);

}  // namespace hakam::match

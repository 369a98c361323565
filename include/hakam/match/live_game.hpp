#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/base/expected.hpp"
#include "hakam/base/static_vector.hpp"
#include "hakam/core/position.hpp"
#include "hakam/game/game.hpp"
#include "hakam/match/clock.hpp"
#include "hakam/match/command.hpp"
#include "hakam/match/event.hpp"
#include "hakam/match/match_rules.hpp"
#include "hakam/match/touch.hpp"

namespace hakam::match {

enum class Phase : std::uint8_t {
    setup,    ///< before the start time
    waiting,  ///< the start time has passed, a player is absent (6.7)
    live,
    stopped,    ///< both clocks stopped (6.11)
    adjourned,  ///< Guidelines I
    ended,
    cancelled,  ///< a new game is to be played
};
std::string_view name(Phase phase) noexcept;

/// Where the side to move is with its move (docs/design/match.md).
enum class Stage : std::uint8_t {
    think,       ///< nothing touched
    bound,       ///< touched with intent
    partial,     ///< part of a move is released
    wrong,       ///< what stands on the board is not the result of a legal move; not pressed
    made,        ///< the opponent's move is made but not completed
    overlap,     ///< both moves are made, neither pressed
    wrong_done,  ///< an illegal act was completed and nobody has ruled on it
};
std::string_view name(Stage stage) noexcept;

/// How a game is set up; fixed for its whole life and shared by all its states.
struct GameSettings {
    std::string ruleset = "fide-standard";  ///< as match_rules() reads it
    std::string time_control = "none";      ///< as parse_time_control() reads it
    std::string fen = "startpos";           ///< start position; "startpos" or a FEN
    std::string white;
    std::string black;
    /// Anything else worth keeping with the game: event, site, round, date, ...
    std::vector<std::pair<std::string, std::string>> extra;
};

/// When a move was made, and what the Laws do not know of it. Ply 0 is the start.
struct Ply {
    Move move;              ///< that led here; none at the start and for a reply to an illegal act
    bool lawful = true;     ///< false: an illegal move that stands or has not been noticed
    std::uint32_t at_game = 0;            ///< its position is that of this ply of the game
    std::array<Milliseconds, 2> left{};   ///< both times when it was made
    Milliseconds at = 0;
};

/// What was played: a Game, and beside it when each move was made and which were not lawful. An
/// illegal act that was answered is a ply with the position before it again: nothing of it can be
/// a Position. A value: copies share the moves until one of them changes.
class History {
public:
    History() = default;
    History(const Position& start, const Ply& first);

    std::size_t size() const noexcept { return body_ ? body_->plies.size() : 0; }
    /// The positions that stood, for the laws.
    const Game& game() const noexcept { return body_->game; }
    const Ply& operator[](std::size_t ply) const noexcept { return body_->plies[ply]; }
    const Ply& back() const noexcept { return body_->plies.back(); }
    const Position& position(std::size_t ply) const noexcept {
        return body_->game.position(body_->plies[ply].at_game);
    }
    const Position& position() const noexcept { return body_->game.current(); }
    /// The first ply of ours with the position of a ply of the game, as evidence names it.
    std::size_t ply_of(std::size_t at_game) const noexcept;

    /// Pre: `ply.move` is legal in position().
    void play(const Ply& ply);
    /// The same with a position that no legal move leads to.
    void set(const Position& position, const Ply& ply);
    /// An illegal act that was answered: the position stays.
    void pass(const Ply& ply);
    /// Puts the last position right in place.
    void replace(const Position& position);
    /// Until `plies` are left, the start included. Pre: 1 <= plies.
    void truncate(std::size_t plies);

private:
    struct Body {
        Game game;
        std::vector<Ply> plies;
    };
    Body& own();
    void push(Ply ply);

    std::shared_ptr<Body> body_;
};

/// An irregularity that nobody has ruled on yet.
struct OpenFinding {
    Finding kind = Finding::none;
    Color side = Color::white;
    std::uint32_t seq = 0;    ///< of the event
    std::uint32_t plies = 0;  ///< size of the history to restore to
    std::uint32_t completed_by_opponent = 0;
    bool two_hands = false;       ///< a second fault in the same move (MAN-7.5-ONE)
    bool opponent_moved = false;  ///< made his next move (A.5.2)
    bool opponent_completed = false;
    bool opponent_touched = false;  ///< 4.8
    Milliseconds credited = 0;     ///< increment of that press; 0 once the player has pressed again
    Obligation must;               ///< of the move that replaces it
    std::array<char, 56> cited{};  ///< the articles that were broken, ends with 0
    /// Illegal acts right before it, each answered by the next; `board` stood then.
    std::uint8_t acts_before = 0;
    Board board;
    std::optional<Move> stands;  ///< 7.5.2: the move that the act becomes
    bool pressed = false;        ///< the press that completed it is behind
};

/// When a draw was offered (Law 9.1.2.1).
enum class OfferMoment : std::uint8_t {
    move_made,       ///< as it should be: the move made, the clock not pressed
    own_time,        ///< before moving
    opponents_time,  ///< while the opponent thinks
    with_claim,      ///< 9.1.2.3
};

/// The move that the side to move is about to make.
struct InHand {
    Touches touches;
    Obligation fixed;                ///< by a release (4.7) or by the new piece (4.4.4)
    std::optional<Square> crowded;   ///< a square on which two men stand: a capture half done
    std::optional<Piece> under;      ///< the man that stood there first
    std::optional<PieceType> promo;  ///< touched the promotion square
    bool released = false;
    bool two_hands = false;
    bool wrong = false;
    bool late_adjust = false;       ///< "j'adoube" after the touch (4.2.1)
    bool announced = false;         ///< "j'adoube"
    std::optional<Square> carried;  ///< off the board in the hand (Chess960 castling)
};

/// The small part of a live game: everything but its moves.
struct State {
    Phase phase = Phase::setup;
    Board physical;                   ///< what stands on the board
    bool irregular = false;           ///< the last completed act was illegal and is not ruled on
    std::uint8_t acts_in_a_row = 0;   ///< how many such acts answered one another
    std::array<bool, 2> unpressed{};  ///< move made, not completed (6.2.2)
    InHand in_hand;
    Obligation owed;             ///< by a ruling, for this move
    bool owed_by_claim = false;  ///< as the move of a wrong claim (9.5.3)
    Clock clock;
    std::optional<Color> paused_side;  ///< whose time runs again on Resume
    StaticVector<OpenFinding, 6> open;

    std::optional<Color> offer_by;
    OfferMoment offer_moment = OfferMoment::move_made;
    bool offer_seen_dead = false;
    std::array<std::uint16_t, 2> offers{};
    std::array<std::uint16_t, 2> declined{};
    std::array<std::uint16_t, 2> illegal{};
    std::array<std::uint16_t, 2> warnings{};
    std::array<std::uint16_t, 2> requests{};
    std::array<std::optional<Move>, 2> written{};  ///< entered for the move to come
    std::array<std::uint32_t, 2> written_ply{};
    std::array<bool, 2> absent{};
    std::array<std::optional<Milliseconds>, 2> gone{};  ///< offline since
    std::array<Result, 2> signed_as{};
    std::array<bool, 2> flag_noticed{};
    std::optional<Color> pending_claim;  ///< by normal means, not answered (GIII.5)
    bool increment_asked = false;
    std::optional<Color> displaced_by;            ///< men lie about (7.4)
    Board irregular_board;                        ///< the men after that act
    std::optional<Color> first_fallen;            ///< whose flag fell first
    std::array<std::uint8_t, 2> sheet_missing{};  ///< move pairs missing or wrong, as stated
    std::array<bool, 2> not_recording{};          ///< has stopped keeping score (8.4)
    Milliseconds added_increment = 0;      ///< Guidelines III.4
    bool awaits_illegal_position = false;  ///< A.5.4: the arbiter waits for the next move
    std::optional<Move> premove;
    std::optional<Color> premove_by;
    bool announced_move = false;
    std::optional<Color> sealing;  ///< who must seal; nullopt: sealed
    std::string sealed;
    std::string reply_sealed;
    std::uint32_t resumed_ply = 0;
    std::optional<Milliseconds> resumed_at;  ///< of an adjourned game, until both are there (GI.10)
    Milliseconds start = 0;
    Milliseconds last = 0;  ///< time of the last event
    std::uint32_t seq = 0;  ///< of the last event

    Result result = Result::none;
    Reason reason = Reason::none;
    std::string articles;  ///< of the result
    /// On what the result rests, if the Laws were asked for it; its plies are those of the Game.
    std::shared_ptr<const laws::Verdict> verdict;
};

/// Shared, never changed.
struct MatchSetup {
    GameSettings settings;
    MatchRules rules;
    TimeControl control;
    std::uint32_t first_ply = 0;  ///< plies before the start, from the FEN's move number
};

/// A game between two people in real time: the fold of its events. A value; copies share nothing
/// that changes. Shape: about 2 KB beside its set-up, and up to 190 bytes a move.
struct LiveGame {
    std::shared_ptr<const MatchSetup> setup;
    History history;  ///< what was played, with the official position at its end
    State state;

    const MatchRules& rules() const noexcept { return setup->rules; }
    const TimeControl& control() const noexcept { return setup->control; }
    /// The official position: that of the last move made. Pre: created.
    const Position& position() const noexcept { return history.position(); }
    /// Who has the move (Law 1.3).
    Color turn() const noexcept;
    Stage stage() const noexcept;
    /// What Article 4 and rulings oblige the side to move to.
    Obligation obligation() const;
    bool over() const noexcept {
        return state.phase == Phase::ended || state.phase == Phase::cancelled;
    }
    /// Moves made since the start position.
    std::size_t plies() const noexcept { return history.size() - 1; }
    Milliseconds time_left(Color side, Milliseconds now) const {
        return remaining(control(), state.clock, side, now);
    }
};
static_assert(sizeof(LiveGame) <= 1536);

/// How much a ruling may search. The defaults decide every position of ordinary games.
struct RulingBudget {
    Budget dead_position{
        .nodes = 100'000, .memory_bytes = 1 << 24, .expired = {}};  ///< after every move
    Budget can_mate{.nodes = 5'000'000,
                    .memory_bytes = std::uint64_t{1} << 28,
                    .expired = {}};  ///< flags and the like
};

/// The events that begin a game. Errors: settings that cannot be read.
Expected<Events> create(const GameSettings& settings, Milliseconds now);

/// What happens if `command` is given at `now`. Pure; `game` is not changed.
/// Returns: the events, in order, to be stored and applied with evolve(); or why nothing happens.
/// Pre: now is not before the last event (an earlier one is taken as that time).
/// Cost: under 2 us for the acts of an ordinary move.
Expected<Events, Refusal> decide(const LiveGame& game, const Command& command, Milliseconds now,
                                 const RulingBudget& budget = {});

/// The game after the event. Total: an event that does not fit changes nothing but seq and time.
/// Applying the same events to a new LiveGame gives the same state, bit by bit.
LiveGame evolve(LiveGame game, const Event& event);
LiveGame evolve(LiveGame game, const Events& events);
LiveGame replay(const Events& log);

/// Where a stored log is damaged: an event that no game could have had there.
struct LogFault {
    std::size_t event = 0;  ///< index in the log
    std::string why;        ///< one English sentence without the full stop
};
/// The first fault of a log, if it has one: numbers with a gap, time that falls or runs out of its
/// range, a move that is not possible, an act on an empty square, acts after the end. evolve()
/// takes such events for nothing; whoever reads a file should ask first. Cost: that of replay().
std::optional<LogFault> fault_of(const Events& log);

/// Events that are due by themselves at `now`: flags and windows of clocks. The same as a tick.
inline Expected<Events, Refusal> tick(const LiveGame& game, Milliseconds now) {
    return decide(game, Command{}, now);
}
/// When the next tick can matter: a running flag, a default time, a reconnection window.
std::optional<Milliseconds> next_deadline(const LiveGame& game);

/// A draw that the side to move would be given if it claimed it now.
struct OpenClaim {
    laws::ClaimKind kind{};
    bool on_board = false;    ///< on the position as it stands
    std::vector<Move> moves;  ///< with one of these as the written move
};
/// All such claims, of which the book of the game knows. Cost: nothing while none is near.
std::vector<OpenClaim> open_claims(const LiveGame& game);

/// A question that a ruling has left open, because its search did not decide: what the book is to
/// be asked again, with more time. Of the arguments of the last ruling; nothing if it left none.
std::optional<laws::Incident> open_incident(const LiveGame& game, const Args& ruling);
/// The arbiter's declaration of what such a question has come to. Pre: the verdict is certain.
Command declaration(laws::Verdict verdict, const Args& ruling);

/// All of a state as text, one field a line: two games are equal iff these are. For tests and logs.
std::string dump(const LiveGame& game);

}  // namespace hakam::match

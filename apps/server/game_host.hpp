#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "hakam/laws/verdict.hpp"
#include "server/game_info.hpp"
#include "server/json_text.hpp"

namespace hakam::server {

/// What an engine has to know to find a move.
struct EngineTask {
    EngineChoice engine;
    std::string start_fen;
    std::string moves;  ///< UCI, separated by spaces
    bool chess960 = false;
    bool timed = false;
    Millis white_ms = 0;
    Millis black_ms = 0;
    Millis increment_ms = 0;
    Millis mover_ms = 0;  ///< of the side to move
};

struct EngineAnswer {
    std::optional<std::string> move;  ///< in UCI
    /// What the engine thinks of the position for the side to move, if it said so. Units:
    /// centipawns; a mate is 30,000 either way.
    std::optional<int> score;
    std::string trouble;  ///< of a first try, or why there is no move
};

/// What the server itself adds to the state of a game.
struct StateExtras {
    std::optional<Seat> takeback_by;
    std::optional<Seat> rematch_by;
    bool takeback = false;  ///< moves may be taken back
    bool chat = false;
    bool rematch_possible = false;  ///< none was made yet
    bool lag_allowance = false;
    std::array<Millis, 2> lag_ms{};
    std::array<bool, 3> here{};  ///< White, Black, the arbiter
    std::int64_t spectators = 0;
};

/// The rules of one game, as the server sees them: commands in, events out. The server stores the
/// events and never looks at chess. match_host.cpp is the one for the Laws, older_host.cpp for the
/// older games.
class GameHost {
public:
    using Acted = Expected<std::vector<StoredEvent>, Problem>;

    virtual ~GameHost() = default;

    /// Does a command of a seat at play time `now`, if the rules let it, and moves on to the state
    /// after it. Returns: its events (kind, body, actor, at, elapsed_ms, ply), at least one; or why
    /// nothing changed.
    virtual Acted act(Seat seat, const json::object& command, Millis now) = 0;
    /// The start time: White's clock is started.
    virtual Acted start(Millis now) = 0;
    /// Events that are due by themselves (a fallen flag); none is no fault.
    virtual Acted tick(Millis now) = 0;
    /// Somebody's socket came or went.
    virtual Acted presence(Seat seat, bool here, Millis now) = 0;
    /// Ends the game against `loser`, whose engine cannot go on.
    virtual Acted forfeit(Seat loser, const std::string& why, Millis now) = 0;
    /// Gives `side` time that the network took from it. Pre: the game is not over.
    virtual Acted credit(Seat side, Millis amount, Millis now) = 0;
    /// Puts the position back to `ply`, agreed by both.
    virtual Acted take_back(std::size_t ply, Millis now) = 0;
    /// Cancels a game that has hardly begun.
    virtual Acted abort(Seat seat, Millis now) = 0;
    /// A search that a ruling waits for, because it was too long to be done at once; nothing if
    /// none does. It touches no state and may run on any thread; its answer goes to settle().
    using Answer = laws::Verdict;
    virtual std::function<Answer()> open_question() const = 0;
    virtual Acted settle(Answer answer, Millis now) = 0;
    /// Moves on by an event of the log; each is given once, in order, also the server's own.
    /// Returns: false if it cannot be read.
    virtual bool replay(const StoredEvent& event) = 0;
    /// Tells the seq under which the last of the events returned is stored; those before it have
    /// the numbers before.
    virtual void stored_until(std::int64_t last) = 0;

    /// The first move that has changed since the last call (plies() if none has).
    virtual std::size_t take_changed_from() = 0;

    virtual std::optional<Millis> deadline() const = 0;
    /// Play time at which a player who is away loses by that; nothing: he is here, or the rules
    /// know no such loss.
    virtual std::optional<Millis> absence_ends(Seat seat) const = 0;
    virtual bool is_over() const = 0;
    virtual bool is_clock_running() const = 0;
    virtual std::size_t plies() const = 0;
    /// Who has to do something now; nothing when nobody has.
    virtual std::optional<Seat> turn() const = 0;
    /// Who has offered a draw that is not answered.
    virtual std::optional<Seat> draw_offered_by() const = 0;
    /// "1-0" ... and the reason's code; empty while the game goes on.
    virtual std::string result() const = 0;
    virtual std::string reason() const = 0;

    /// Writes the schema's State as `view` may see it.
    virtual void write_state(JsonText& out, Seat view, Millis now,
                             const StateExtras& extras) const = 0;
    /// Writes the schema's MoveRecords from an index on; none for who may not be told what was
    /// moved.
    virtual void write_moves(JsonText& out, std::size_t from, Seat view) const = 0;
    /// Whether `view` may be told what was moved.
    virtual bool tells_moves(Seat view) const = 0;
    /// The schema's Rulings after an event, as `view` may see them.
    virtual json::array rulings(std::int64_t after, Seat view) const = 0;
    virtual json::array penalties() const = 0;
    /// The body of an event, as JSON, for the eyes of `view`; nothing: it may not know of it.
    virtual std::optional<std::string> body(const StoredEvent& event, Seat view) const = 0;
    /// The game as PGN, as far as `view` may see it. `log` holds all its events.
    virtual std::string pgn(const GameInfo& info, const std::vector<StoredEvent>& log,
                            Seat view) const = 0;
    virtual EngineTask engine_task(Millis now) const = 0;
};

/// A new game. `info.start_fen`, `rules` and the rest are made canonical; a start of "chess960:N"
/// and an empty one are read; with `pgn` it goes on from the end of its first game. Errors:
/// settings that cannot be read or do not go together.
struct NewHost {
    std::unique_ptr<GameHost> host;
    std::vector<StoredEvent> events;
};
Expected<NewHost, Problem> new_host(GameInfo& info, const std::string& pgn, Millis now);
/// A game whose events are going to be replayed.
Expected<std::unique_ptr<GameHost>, Problem> host_to_replay(const GameInfo& info);

/// What the rules offer, for GET /api/config.
json::array ruleset_list();
json::array time_control_list();

}  // namespace hakam::server

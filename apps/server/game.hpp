#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>

#include "server/game_host.hpp"

namespace hakam::server {

struct Shared;

/// Somebody who is told what happens in a game.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual Seat seat() const = 0;
    virtual void deliver(std::shared_ptr<const std::string> message) = 0;
    /// Measured time for a message there and back; 0: not known.
    virtual Millis round_trip() const = 0;
    /// Token with which it came; empty: none.
    virtual const std::string& token() const = 0;
    /// Ends the connection after what is queued has been sent.
    virtual void finish() {}
    /// Is told lines of the Board API (board_words.hpp) in place of the socket's messages.
    virtual bool wants_lines() const { return false; }
};

/// A game as clients of the Board API see it.
struct BoardView {
    EngineTask task;  ///< start, moves and clocks
    std::optional<Seat> turn;
    std::optional<Seat> draw_by;
    std::optional<Seat> takeback_by;
    std::size_t plies = 0;
    bool over = false;
    std::string result;  ///< "1-0" ... and the reason's code; empty while the game goes on
    std::string reason;
};

/// What became of a command.
struct Outcome {
    std::int64_t client_seq = 0;
    std::int64_t seq = 0;
    bool duplicate = false;
    std::optional<Problem> problem;
};
std::string to_message(const Outcome& outcome);

/// One game and everybody at it. It has one owner, the network thread. A command changes the state
/// in memory at once; its events are told and acknowledged when they are on disk. If they cannot be
/// stored, the game goes back to what is.
class Game : public std::enable_shared_from_this<Game> {
public:
    using Reply = std::function<void(const Outcome&)>;

    Game(Shared& shared, GameRow row, GameInfo info, std::unique_ptr<GameHost> host);

    const GameInfo& info() const noexcept { return info_; }
    GameKey key() const noexcept { return row_.key; }
    const std::string& id() const noexcept { return row_.id; }
    bool is_listed() const noexcept { return row_.listed; }
    bool is_over() const { return host_->is_over(); }
    std::int64_t seq() const noexcept { return seq_; }

    /// Takes up a game from its log. Returns: false if the log is not of this game.
    bool replay(const std::vector<StoredEvent>& events);
    /// Stores a new game with `ops` beside it.
    /// Pre: nothing was stored yet.
    void begin(std::vector<StoredEvent> events, std::vector<Op> ops,
               std::function<void(Durable)> done);

    /// Does a command; `token` is the plain one it came with. `reply` is called exactly once.
    void command(Seat seat, const std::string& token, const json::object& command,
                 Millis round_trip, Reply reply);
    /// A player took his seat: `ops` and the news of it happen together.
    void join(Seat seat, const std::string& name, std::vector<Op> ops,
              std::function<void(Durable)> done);
    /// The watcher gets a snapshot, or what happened after `since`, and then all news.
    void watch(const std::shared_ptr<Watcher>& watcher, std::optional<std::int64_t> since);
    void leave(const Watcher* watcher);
    /// Looks at the clocks. Called by the hub at the deadline.
    void tick();
    /// After the state has changed: plans the next look at the clocks, and lets an engine think.
    void after_change();

    /// What a seat may see now; may be ahead of what is on disk.
    std::string snapshot(Seat view, bool with_events);
    std::string state_text(Seat view);
    BoardView board_view() const;
    const std::vector<StoredEvent>& chat() const noexcept { return chat_; }
    /// How long until a player who is away has lost the game by that; nothing: he is here, or it is
    /// not lost that way.
    std::optional<Millis> absence_left(Seat seat) const;
    /// A client_seq that the seat has not used.
    std::int64_t next_client_seq(Seat seat) {
        return log_of(seat).last_client_seq + 1;
    }
    std::string pgn(Seat view) const;
    std::string log(Seat view);
    /// Calls `then` when everything that happened so far is on disk (or was refused).
    void when_durable(std::function<void()> then);

    /// Nobody is here and nothing is going on: it may be forgotten, the log has it all.
    bool is_idle() const noexcept {
        return watchers_.empty() && pending_.empty() && !thinking_ && !searching_;
    }
    Millis last_used() const noexcept { return used_; }
    void farewell(const std::string& reason, Millis retry_after);
    /// Another server has the game from now on: nothing is done any more, everybody is sent away.
    void move_away();
    bool has_moved() const noexcept { return moved_; }
    /// What play time of this game is ahead of the server's own clock.
    Millis base() const noexcept { return term_.base; }
    /// Play time of this game.
    Millis play_now() const;

private:
    struct SeenCommand {
        std::int64_t client_seq = 0;
        std::uint64_t fingerprint = 0;
        std::int64_t seq = 0;
    };
    struct SeatLog {
        std::int64_t last_client_seq = 0;
        std::deque<SeenCommand> recent;
    };
    struct Pending {
        std::int64_t seq = 0;
        std::vector<std::pair<Seat, std::shared_ptr<const std::string>>> messages;
        std::vector<std::pair<Seat, std::shared_ptr<const std::string>>> lines;  ///< Board API
        bool started = false;  ///< both players are there now
        bool ended = false;
        std::vector<std::function<void(Durable)>> then;
    };
    struct Place {
        std::shared_ptr<Watcher> watcher;
        std::int64_t from_seq = 0;  ///< has everything up to here
    };
    struct Cause {
        Seat seat = Seat::spectator;
        std::int64_t client_seq = 0;
        std::uint64_t fingerprint = 0;
        Millis lag_ms = 0;
    };

    SeatLog& log_of(Seat seat) { return seat_logs_[static_cast<std::size_t>(seat)]; }
    std::optional<Outcome> seen_before(Seat seat, std::int64_t client_seq,
                                       std::uint64_t fingerprint, const Reply& reply);
    GameHost::Acted own_command(Seat seat, const std::string& type, const std::string& token,
                                const json::object& command, Millis now);
    GameHost::Acted takeback_command(Seat seat, const std::string& type, Millis now);
    /// What has to be stored beside the events of a command.
    struct Beside {
        std::vector<Op> ops;
        std::shared_ptr<Game> rematch;  ///< the next game; stored by `ops` and not yet told of
        std::string spectator;          ///< token to watch it
    };
    GameHost::Acted rematch_command(Seat seat, const std::string& type, const std::string& token,
                                    Millis now, Beside& beside);
    bool make_rematch(Seat seat, const std::string& token, Millis now, Beside& beside);
    void rematch_made(const Beside& beside, Durable durable);
    void offer_next_seat(const std::shared_ptr<Watcher>& watcher);
    /// Takes note of an event of the server's own, new or from the log.
    void note(const StoredEvent& event);
    StoredEvent own_event(std::string kind, json::object body, Seat seat, Millis now) const;
    /// Stores events that the host has already moved on by, and tells everybody.
    std::int64_t publish(std::vector<StoredEvent> events, const Cause& cause, std::vector<Op> ops,
                         std::function<void(Durable)> then);
    /// The same without storing: `ops` gets all that has to be written as one unit.
    void prepare(std::vector<StoredEvent> events, const Cause& cause, std::vector<Op>& ops,
                 std::function<void(Durable)> then);
    std::shared_ptr<const std::string> events_message(const std::vector<StoredEvent>& events,
                                                      Seat view,
                                                      std::optional<std::size_t> moves_from,
                                                      bool with_game);
    std::shared_ptr<const std::string> lines_of(const std::vector<StoredEvent>& events, Seat view);
    void settled(std::int64_t seq, Durable durable);
    void reload();
    void tell_presence();
    StateExtras extras() const;
    void think();
    void search();
    void engine_moved(std::uint64_t generation, const EngineAnswer& answer);
    /// An engine takes a draw once the game is no opening any more and it does not stand better.
    bool engine_takes_draw() const;
    /// Answers an offer made while the engine does not have the move.
    void answer_offer();
    void write_event(JsonText& out, const StoredEvent& event, Seat view) const;
    void write_log(JsonText& out, Seat view);

    Shared& shared_;
    GameRow row_;
    GameInfo info_;
    std::unique_ptr<GameHost> host_;
    std::int64_t seq_ = 0;
    std::int64_t durable_seq_ = 0;
    Millis last_at_ = 0;
    std::uint64_t incarnation_ = 1;
    bool broken_ = false;
    bool moved_ = false;
    Term term_;  ///< in which this server has it
    std::deque<Pending> pending_;
    std::vector<Place> watchers_;
    std::array<SeatLog, 4> seat_logs_;
    std::optional<Seat> takeback_by_;
    std::optional<Seat> rematch_by_;
    std::vector<StoredEvent> chat_;
    bool thinking_ = false;
    bool searching_ = false;
    std::uint64_t generation_ = 0;
    std::optional<int> engine_score_;  ///< what it last thought of its side, in centipawns
    Millis used_ = 0;
    std::array<Millis, 2> lag_{};
};

}  // namespace hakam::server

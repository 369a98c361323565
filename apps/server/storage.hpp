#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hakam/base/expected.hpp"
#include "server/token.hpp"

/// What the server keeps, behind one interface: an append-only table of events unique in
/// (game, seq), and small tables of games, tokens and accounts.
namespace hakam::server {

using Millis = std::int64_t;
using GameKey = std::int64_t;
using AccountKey = std::int64_t;

/// Games are divided into shards; each has one server at a time that may append to its games.
inline constexpr int shard_count = 1024;
constexpr int shard_of(GameKey key) noexcept { return static_cast<int>(key & (shard_count - 1)); }

enum class Seat : std::uint8_t { white, black, arbiter, spectator };
/// The other player. Pre: a player's seat.
constexpr Seat other(Seat seat) noexcept {
    return seat == Seat::white ? Seat::black : Seat::white;
}
std::string_view name(Seat seat) noexcept;
std::optional<Seat> seat_named(std::string_view text) noexcept;

/// One event of a game as it is stored. Units: ms.
struct StoredEvent {
    std::int64_t seq = 0;         ///< 1, 2, 3 ... without gaps within its game
    std::int64_t epoch = 0;       ///< the term of the server that owned the game when it happened
    std::string kind;             ///< e.g. "Release"; the server's own ones are in protocol/README
    std::string body;             ///< JSON object
    Millis elapsed_ms = 0;        ///< charged to the mover, for events that complete a move
    Millis at = 0;                ///< play time: monotonic, stands still while the server is down
    Millis wall = 0;              ///< since 1970 UTC
    std::string actor;            ///< white, black, arbiter, system, other
    std::int64_t client_seq = 0;  ///< of the command that caused it (its first event only), or 0
    std::uint64_t command = 0;    ///< fingerprint of that command
    Millis lag_ms = 0;            ///< time not charged because the network spent it
    std::int64_t ply = 0;         ///< moves made after the event
    std::optional<Millis> deadline;  ///< play time at which something may happen by itself
    std::int64_t ref_back = 0;  ///< not stored: the body's "ref" is to be this many seqs before
};

/// One game as it is listed.
struct GameRow {
    GameKey key = 0;
    std::string id;
    Millis created = 0;  ///< wall
    Millis updated = 0;  ///< wall
    bool ended = false;
    bool listed = false;  ///< public
    std::string white;
    std::string black;
    std::string result;  ///< empty while it goes on
    std::string reason;
    std::int64_t ply = 0;
    std::string info;  ///< JSON: everything else that was agreed when it was made
};

enum class TokenKind : std::uint8_t { seat, invitation, session };
struct TokenRow {
    TokenHash hash{};
    TokenKind kind = TokenKind::seat;
    GameKey game = 0;
    Seat seat = Seat::spectator;
    AccountKey account = 0;  ///< who collected it; 0: nobody
    Millis created = 0;      ///< wall
};
struct AccountRow {
    AccountKey key = 0;
    std::string name;
    std::string passphrase;  ///< argon2id hash
    Millis created = 0;
};

/// Small things that are found by a name of their own and kept as JSON, so that a new one needs no
/// table of its own.
enum class RecordKind : std::uint8_t {
    access_token,  ///< key: hash of the token in hexadecimal
    profile,       ///< key: number of the account
    event,         ///< a tournament; key: its id
    code,          ///< of an authorization, good once; key: its hash in hexadecimal
};
struct RecordRow {
    RecordKind kind{};
    std::string key;         ///< unique within its kind
    AccountKey account = 0;  ///< whose it is, and goes with it; 0: nobody's
    Millis created = 0;      ///< wall
    std::string body;        ///< JSON object
};

/// Changes. Those of one Write happen together or not at all.
namespace op {
struct InsertGame {
    GameRow row;
};
/// Result, names and info of a game; the key says which.
struct UpdateGame {
    GameRow row;
};
struct AppendEvent {
    GameKey game = 0;
    StoredEvent event;
};
struct InsertToken {
    TokenRow row;
};
/// Takes a token away; the whole Write is a conflict if it was not there any more.
struct TakeToken {
    TokenHash hash{};
};
struct InsertAccount {
    AccountRow row;
};
struct ChangePassphrase {
    AccountKey account = 0;
    std::string passphrase;
};
/// Ends the account's sessions, except `keep`.
struct EndSessions {
    AccountKey account = 0;
    TokenHash keep{};
};
struct AttachToken {
    TokenHash hash{};
    AccountKey account = 0;
};
/// Takes the account away with its sessions and records; its games stay.
struct DeleteAccount {
    AccountKey account = 0;
};
/// Writes a record anew, or over the one with its key.
struct PutRecord {
    RecordRow row;
};
/// Takes a record away; the whole Write is a conflict if it was not there any more.
struct TakeRecord {
    RecordKind kind{};
    std::string key;
};
}  // namespace op
using Op = std::variant<op::InsertGame, op::UpdateGame, op::AppendEvent, op::InsertToken,
                        op::TakeToken, op::InsertAccount, op::ChangePassphrase, op::EndSessions,
                        op::AttachToken, op::DeleteAccount, op::PutRecord, op::TakeRecord>;

enum class Durable : std::uint8_t {
    yes,       ///< on disk: may be acknowledged
    full,      ///< the disk is full; nothing of it happened
    failed,    ///< the storage failed; nothing of it happened, as far as the storage can tell
    conflict,  ///< a name, token or seq is taken; nothing of it happened
    stale,     ///< another server owns the game now; nothing of it happened
};

/// A unit of work. Writes are done in the order in which they are given.
struct Write {
    std::vector<Op> ops;
    /// Fence: once a write of (game, incarnation) fails, later ones of the same pair fail too, so
    /// that no event is stored whose predecessor was not.
    GameKey game = 0;
    std::uint64_t incarnation = 0;
    /// Called on the executor of the storage's `post`, after the fact.
    std::function<void(Durable)> done;
};

struct GameQuery {
    std::string text;               ///< part of a name, or an id
    std::optional<bool> ended;      ///< nothing: all
    bool listed_only = false;       ///< public games of everybody
    AccountKey account = 0;         ///< games collected by it
    std::vector<TokenHash> tokens;  ///< and games of these seats
    std::int64_t limit = 50;
    Millis before_created = INT64_MAX;
    GameKey before_key = INT64_MAX;
};
struct FoundGame {
    GameRow row;
    std::vector<std::pair<Seat, std::optional<TokenHash>>> seats;  ///< the asker's
};

/// A live game that must be looked at at some time even if nobody comes.
struct Wake {
    GameKey key = 0;
    std::string id;
    Millis deadline = 0;
};

/// What is left of the run before this one.
struct Resumed {
    std::int64_t epoch = 1;  ///< of this run
    Millis play = 0;         ///< play time at the last sign of life
    GameKey next_game = 1;
    AccountKey next_account = 1;
    bool clean = true;  ///< the last run stopped in order
};

/// A shard that this server owns: `epoch` goes into every event, and play time of its games is that
/// of this server's clock plus `base`.
struct Term {
    int shard = 0;
    std::int64_t epoch = 0;
    Millis base = 0;
};
/// A server of the same database.
struct NodeRow {
    std::int64_t run = 0;  ///< unique for each start of each server
    std::string name;
    std::string url;  ///< where the others reach it
    bool draining = false;
    bool alive = true;
    std::int64_t shards = 0;
};
/// What has changed in who owns what.
struct LeaseNews {
    std::vector<Term> gained;
    std::vector<int> lost;     ///< taken away: nothing of them can be stored any more
    std::vector<int> give_up;  ///< to be released as soon as nothing of them is on its way
    std::vector<std::int64_t> owners;  ///< run by shard, 0: nobody
    std::vector<NodeRow> nodes;
};

/// Thrown by what reads when the storage cannot be reached: whether a thing is there is not known.
class Unreachable : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class Storage {
public:
    virtual ~Storage() = default;

    virtual const Resumed& resumed() const = 0;

    /// Queues a unit of work. Thread-safe.
    virtual void write(Write write) = 0;
    /// Sign of life; survives the process at once, and the machine soon. Never blocks for a disk.
    virtual void heartbeat(Millis play, Millis wall) = 0;
    /// Waits until all queued work is done and closes in order. Nothing may be written after.
    virtual void close(Millis play, Millis wall) = 0;
    virtual bool is_well() const = 0;
    /// The storage does not answer: what is written waits until it does.
    virtual bool is_stalled() const { return false; }

    /// Whether other servers may work on the same storage (StorageOptions::on_leases tells).
    virtual bool is_shared() const { return false; }
    /// Gives shards to whom may take them, after all that was written before. Thread-safe.
    virtual void release(std::vector<int> shards) { (void)shards; }
    /// Takes no more shards and asks to give up those it has. Thread-safe.
    virtual void drain() {}

    // Reading: committed data only; from one thread (the network's). May throw Unreachable.
    virtual std::optional<GameRow> game(std::string_view id) = 0;
    virtual std::optional<GameRow> game(GameKey key) = 0;
    /// Those after seq `after`, in order.
    virtual std::vector<StoredEvent> events(GameKey game, std::int64_t after = 0) = 0;
    virtual std::optional<TokenRow> token(const TokenHash& hash) = 0;
    virtual std::vector<TokenRow> seats(GameKey game) = 0;
    virtual std::optional<AccountRow> account(std::string_view name) = 0;
    virtual std::optional<AccountRow> account(AccountKey key) = 0;
    virtual std::int64_t games_of(AccountKey key) = 0;
    virtual std::optional<RecordRow> record(RecordKind kind, std::string_view key) = 0;
    /// Newest first; `account` 0: everybody's.
    virtual std::vector<RecordRow> records(RecordKind kind, AccountKey account,
                                           std::int64_t limit) = 0;
    /// Of live games of these shards; none given: of all.
    virtual std::vector<Wake> wakes(const std::vector<int>& shards = {}) = 0;
    virtual std::int64_t live_games() = 0;
    /// Wall time in ms for which no server had the game between the end of term `epoch` and now.
    virtual Millis outage_since(GameKey game, std::int64_t epoch) = 0;

    /// Lists games, newest first. Thread-safe; may be slow.
    virtual std::vector<FoundGame> find(const GameQuery& query) = 0;
};

struct StorageOptions {
    Millis wall = 0;                         ///< now
    std::chrono::microseconds window{1000};  ///< how long a commit waits for company
    /// Runs a function on the network thread.
    std::function<void(std::function<void()>)> post;
    /// Told the size and duration of each commit; called on the writer's thread.
    std::function<void(std::size_t events, std::chrono::microseconds took)> observe;

    // For a storage that several servers share.
    std::string node;  ///< name of this server
    std::string url;   ///< where the other servers reach it
    /// How long a server may be silent until the others take its shards.
    std::chrono::milliseconds lease{3000};
    /// Told on the network thread.
    std::function<void(LeaseNews)> on_leases;
};

/// Opens `sqlite:FILE` (made if missing; `sqlite:FILE?max_pages=N` bounds its size), also given as
/// a plain path, or `postgresql://...` (an empty database is set up).
/// Errors: a sentence for people.
Expected<std::unique_ptr<Storage>, std::string> open_storage(std::string_view url,
                                                             StorageOptions options);
Expected<std::unique_ptr<Storage>, std::string> open_sqlite(std::string file,
                                                            std::int64_t max_pages,
                                                            StorageOptions options);
Expected<std::unique_ptr<Storage>, std::string> open_postgres(std::string url,
                                                              StorageOptions options);

/// Brings the database to the newest schema without serving it. Returns: the versions before and
/// after. Errors: a sentence for people; nothing was changed by the step that failed.
struct Migrated {
    int from = 0;
    int to = 0;
};
Expected<Migrated, std::string> migrate_storage(std::string_view url);

}  // namespace hakam::server

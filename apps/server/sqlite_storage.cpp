// Storage in one SQLite file. One thread writes: it gathers the work of a millisecond or two into
// one transaction (write-ahead log, synchronous FULL) and reports success only after the commit,
// which is after the fsync. Another thread moves the log into the file, so that no commit waits for
// it.

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "server/sqlite.hpp"
#include "server/storage.hpp"

namespace hakam::server {

namespace {

using sqlite::Connection;
using sqlite::Statement;

constexpr int schema_version = 2;
// The log is moved into the file when it is long, not often: a page that many moves change is then
// written once, and the moving does not compete with the commits. When nothing happens, earlier.
constexpr int log_pages_to_move = 8192;
constexpr int log_pages_to_restart = 12'000;
constexpr int log_pages_to_move_idle = 64;
constexpr const char* schema = R"sql(
CREATE TABLE meta (id INTEGER PRIMARY KEY CHECK (id = 1), play INTEGER NOT NULL) STRICT;
INSERT INTO meta VALUES (1, 0);
CREATE TABLE runs (epoch INTEGER PRIMARY KEY, began INTEGER NOT NULL, gap_ms INTEGER NOT NULL) STRICT;
CREATE TABLE games (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL,
  updated INTEGER NOT NULL, ended INTEGER NOT NULL, listed INTEGER NOT NULL,
  white TEXT NOT NULL, black TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
  ply INTEGER NOT NULL, info TEXT NOT NULL) STRICT;
CREATE INDEX games_live ON games (key) WHERE ended = 0;
CREATE INDEX games_listed ON games (created, key) WHERE listed = 1;
CREATE TABLE events (
  game INTEGER NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, elapsed_ms INTEGER NOT NULL, at INTEGER NOT NULL, wall INTEGER NOT NULL,
  actor TEXT NOT NULL, client_seq INTEGER NOT NULL, command INTEGER NOT NULL,
  lag_ms INTEGER NOT NULL, ply INTEGER NOT NULL, deadline INTEGER,
  PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
  hash BLOB PRIMARY KEY, kind INTEGER NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL,
  account INTEGER NOT NULL, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_game ON tokens (game) WHERE game <> 0;
CREATE INDEX tokens_account ON tokens (account) WHERE account <> 0;
CREATE TABLE accounts (
  key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, passphrase TEXT NOT NULL,
  created INTEGER NOT NULL) STRICT;
)sql";
/// What each version has added to the one before it; version 1 is `schema`.
constexpr std::array<const char*, schema_version - 1> additions = {R"sql(
CREATE TABLE records (
  kind INTEGER NOT NULL, key TEXT NOT NULL, account INTEGER NOT NULL, created INTEGER NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;
CREATE INDEX records_account ON records (account) WHERE account <> 0;
)sql"};

constexpr std::string_view game_columns =
    "g.key, g.id, g.created, g.updated, g.ended, g.listed, g.white, g.black, g.result, g.reason, "
    "CASE WHEN g.ended THEN g.ply ELSE coalesce((SELECT e.ply FROM events e WHERE e.game = g.key "
    "ORDER BY e.seq DESC LIMIT 1), 0) END, g.info";

GameRow game_row(const Statement& s) {
    GameRow row;
    row.key = s.integer(0);
    row.id = s.text(1);
    row.created = s.integer(2);
    row.updated = s.integer(3);
    row.ended = s.integer(4) != 0;
    row.listed = s.integer(5) != 0;
    row.white = s.text(6);
    row.black = s.text(7);
    row.result = s.text(8);
    row.reason = s.text(9);
    row.ply = s.integer(10);
    row.info = s.text(11);
    return row;
}

std::string select_games(std::string_view where) {
    return "SELECT " + std::string{game_columns} + " FROM games g WHERE " + std::string{where};
}

/// The sign of life: 32 bytes beside the database, written without waiting for the disk. It is also
/// the lock that keeps a second server off the same database.
class PulseFile {
public:
    explicit PulseFile(const std::string& path)
        : fd_{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)} {}
    ~PulseFile() {
        if (fd_ >= 0) ::close(fd_);
    }
    PulseFile(const PulseFile&) = delete;
    PulseFile& operator=(const PulseFile&) = delete;

    bool is_open() const noexcept { return fd_ >= 0; }
    bool lock() const noexcept { return ::flock(fd_, LOCK_EX | LOCK_NB) == 0; }

    struct Pulse {
        Millis play = 0;
        Millis wall = 0;
        std::int64_t stopped = 0;  ///< 1: in order
    };
    void beat(const Pulse& pulse) const noexcept {
        const std::array<std::int64_t, 4> words{pulse.play, pulse.wall, pulse.stopped,
                                                check(pulse)};
        (void)!::pwrite(fd_, words.data(), sizeof words, 0);
    }
    std::optional<Pulse> last() const noexcept {
        std::array<std::int64_t, 4> words{};
        if (::pread(fd_, words.data(), sizeof words, 0) != sizeof words) return std::nullopt;
        const Pulse pulse{words[0], words[1], words[2]};
        return words[3] == check(pulse) ? std::optional{pulse} : std::nullopt;
    }

private:
    static std::int64_t check(const Pulse& p) noexcept {
        return (p.play * 31 + p.wall) * 31 + p.stopped + 0x68616b616d;
    }
    int fd_;
};

struct Binder {
    Connection& db;
    Statement insert_game = db.prepare("INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?)");
    Statement update_game = db.prepare(
        "UPDATE games SET updated=?2, ended=?3, white=?4, black=?5, result=?6, reason=?7, ply=?8, "
        "info=?9 WHERE key=?1");
    Statement append = db.prepare("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    Statement insert_token = db.prepare("INSERT INTO tokens VALUES (?,?,?,?,?,?)");
    Statement take_token = db.prepare("DELETE FROM tokens WHERE hash=?");
    Statement insert_account = db.prepare("INSERT INTO accounts VALUES (?,?,?,?)");
    Statement change = db.prepare("UPDATE accounts SET passphrase=?2 WHERE key=?1");
    Statement end_sessions =
        db.prepare("DELETE FROM tokens WHERE account=?1 AND kind=2 AND hash<>?2");
    Statement attach = db.prepare("UPDATE tokens SET account=?2 WHERE hash=?1 AND kind=0");
    Statement detach = db.prepare("UPDATE tokens SET account=0 WHERE account=? AND kind<>2");
    Statement delete_sessions = db.prepare("DELETE FROM tokens WHERE account=? AND kind=2");
    Statement delete_account = db.prepare("DELETE FROM accounts WHERE key=?");
    Statement delete_records = db.prepare("DELETE FROM records WHERE account=? AND account<>0");
    Statement put_record = db.prepare(
        "INSERT INTO records VALUES (?,?,?,?,?) ON CONFLICT (kind, key) DO UPDATE SET "
        "account=excluded.account, body=excluded.body");
    Statement take_record = db.prepare("DELETE FROM records WHERE kind=? AND key=?");
    Statement savepoint = db.prepare("SAVEPOINT unit");
    Statement release = db.prepare("RELEASE unit");
    Statement rollback = db.prepare("ROLLBACK TO unit");
    Statement begin = db.prepare("BEGIN IMMEDIATE");
    Statement commit = db.prepare("COMMIT");
    Statement play = db.prepare("UPDATE meta SET play=max(play, ?) WHERE id=1");

    int operator()(const op::InsertGame& o) {
        Statement& s = insert_game;
        s.bind(1, o.row.key);
        s.bind(2, o.row.id);
        s.bind(3, o.row.created);
        s.bind(4, o.row.updated);
        s.bind(5, std::int64_t{o.row.ended});
        s.bind(6, std::int64_t{o.row.listed});
        s.bind(7, o.row.white);
        s.bind(8, o.row.black);
        s.bind(9, o.row.result);
        s.bind(10, o.row.reason);
        s.bind(11, o.row.ply);
        s.bind(12, o.row.info);
        return s.run();
    }
    int operator()(const op::UpdateGame& o) {
        Statement& s = update_game;
        s.bind(1, o.row.key);
        s.bind(2, o.row.updated);
        s.bind(3, std::int64_t{o.row.ended});
        s.bind(4, o.row.white);
        s.bind(5, o.row.black);
        s.bind(6, o.row.result);
        s.bind(7, o.row.reason);
        s.bind(8, o.row.ply);
        s.bind(9, o.row.info);
        return s.run();
    }
    int operator()(const op::AppendEvent& o) {
        const StoredEvent& e = o.event;
        Statement& s = append;
        s.bind(1, o.game);
        s.bind(2, e.seq);
        s.bind(3, e.epoch);
        s.bind(4, e.kind);
        s.bind(5, e.body);
        s.bind(6, e.elapsed_ms);
        s.bind(7, e.at);
        s.bind(8, e.wall);
        s.bind(9, e.actor);
        s.bind(10, e.client_seq);
        s.bind(11, static_cast<std::int64_t>(e.command));
        s.bind(12, e.lag_ms);
        s.bind(13, e.ply);
        s.bind(14, e.deadline);
        return s.run();
    }
    int operator()(const op::InsertToken& o) {
        Statement& s = insert_token;
        s.bind(1, o.row.hash);
        s.bind(2, static_cast<std::int64_t>(o.row.kind));
        s.bind(3, o.row.game);
        s.bind(4, static_cast<std::int64_t>(o.row.seat));
        s.bind(5, o.row.account);
        s.bind(6, o.row.created);
        return s.run();
    }
    int operator()(const op::TakeToken& o) {
        take_token.bind(1, o.hash);
        const int code = take_token.run();
        return code == SQLITE_DONE && sqlite3_changes(db.raw()) != 1 ? SQLITE_CONSTRAINT : code;
    }
    int operator()(const op::InsertAccount& o) {
        Statement& s = insert_account;
        s.bind(1, o.row.key);
        s.bind(2, o.row.name);
        s.bind(3, o.row.passphrase);
        s.bind(4, o.row.created);
        return s.run();
    }
    int operator()(const op::ChangePassphrase& o) {
        change.bind(1, o.account);
        change.bind(2, o.passphrase);
        return change.run();
    }
    int operator()(const op::EndSessions& o) {
        end_sessions.bind(1, o.account);
        end_sessions.bind(2, o.keep);
        return end_sessions.run();
    }
    int operator()(const op::AttachToken& o) {
        attach.bind(1, o.hash);
        attach.bind(2, o.account);
        return attach.run();
    }
    int operator()(const op::DeleteAccount& o) {
        delete_sessions.bind(1, o.account);
        if (const int code = delete_sessions.run(); code != SQLITE_DONE) return code;
        detach.bind(1, o.account);
        if (const int code = detach.run(); code != SQLITE_DONE) return code;
        delete_records.bind(1, o.account);
        if (const int code = delete_records.run(); code != SQLITE_DONE) return code;
        delete_account.bind(1, o.account);
        return delete_account.run();
    }
    int operator()(const op::PutRecord& o) {
        Statement& s = put_record;
        s.bind(1, static_cast<std::int64_t>(o.row.kind));
        s.bind(2, o.row.key);
        s.bind(3, o.row.account);
        s.bind(4, o.row.created);
        s.bind(5, o.row.body);
        return s.run();
    }
    int operator()(const op::TakeRecord& o) {
        take_record.bind(1, static_cast<std::int64_t>(o.kind));
        take_record.bind(2, o.key);
        const int code = take_record.run();
        return code == SQLITE_DONE && sqlite3_changes(db.raw()) != 1 ? SQLITE_CONSTRAINT : code;
    }
};

Durable durability(int code) noexcept {
    switch (code & 0xff) {
        case SQLITE_DONE:
        case SQLITE_OK:
        case SQLITE_ROW:
            return Durable::yes;
        case SQLITE_FULL:
            return Durable::full;
        case SQLITE_CONSTRAINT:
            return Durable::conflict;
        default:
            return Durable::failed;
    }
}

RecordRow record_row(const Statement& s) {
    return {static_cast<RecordKind>(s.integer(0)), s.text(1), s.integer(2), s.integer(3),
            s.text(4)};
}

class SqliteStorage final : public Storage {
public:
    SqliteStorage(std::string file, StorageOptions options)
        : file_{std::move(file)},
          options_{std::move(options)},
          pulse_{file_ + ".pulse"},
          writer_{file_},
          reader_{file_},
          finder_{file_} {}
    ~SqliteStorage() override { stop(); }
    SqliteStorage(const SqliteStorage&) = delete;
    SqliteStorage& operator=(const SqliteStorage&) = delete;

    /// Returns: nothing, or why it cannot be used.
    std::optional<std::string> start(std::int64_t max_pages);

    const Resumed& resumed() const override { return resumed_; }
    void write(Write write) override {
        {
            const std::lock_guard lock{mutex_};
            queue_.push_back(std::move(write));
        }
        wake_.notify_one();
    }
    void heartbeat(Millis play, Millis wall) override {
        play_ = play;
        pulse_.beat({play, wall, 0});
    }
    void close(Millis play, Millis wall) override {
        play_ = play;
        stop();
        pulse_.beat({play, wall, 1});
    }
    bool is_well() const override { return well_; }

    std::optional<GameRow> game(std::string_view id) override {
        game_by_id_.bind(1, id);
        return one_game(game_by_id_);
    }
    std::optional<GameRow> game(GameKey key) override {
        game_by_key_.bind(1, key);
        return one_game(game_by_key_);
    }
    std::vector<StoredEvent> events(GameKey game, std::int64_t after) override;
    std::optional<TokenRow> token(const TokenHash& hash) override;
    std::vector<TokenRow> seats(GameKey game) override;
    std::optional<AccountRow> account(std::string_view name) override {
        account_by_name_.bind(1, name);
        return one_account(account_by_name_);
    }
    std::optional<AccountRow> account(AccountKey key) override {
        account_by_key_.bind(1, key);
        return one_account(account_by_key_);
    }
    std::optional<RecordRow> record(RecordKind kind, std::string_view key) override {
        Statement s = reader_.prepare(
            "SELECT kind, key, account, created, body FROM records WHERE kind=? AND key=?");
        s.bind(1, static_cast<std::int64_t>(kind));
        s.bind(2, key);
        if (s.step() != SQLITE_ROW) return std::nullopt;
        return record_row(s);
    }
    std::vector<RecordRow> records(RecordKind kind, AccountKey account,
                                   std::int64_t limit) override {
        Statement s = reader_.prepare(
            "SELECT kind, key, account, created, body FROM records WHERE kind=?1 AND "
            "(?2 = 0 OR account = ?2) ORDER BY created DESC, key LIMIT ?3");
        s.bind(1, static_cast<std::int64_t>(kind));
        s.bind(2, account);
        s.bind(3, limit);
        std::vector<RecordRow> rows;
        while (s.step() == SQLITE_ROW) rows.push_back(record_row(s));
        return rows;
    }
    std::int64_t games_of(AccountKey key) override {
        Statement s = reader_.prepare(
            "SELECT count(DISTINCT game) FROM tokens WHERE account=? AND account<>0 AND kind=0");
        s.bind(1, key);
        return s.step() == SQLITE_ROW ? s.integer(0) : 0;
    }
    std::vector<Wake> wakes(const std::vector<int>& shards) override;
    std::int64_t live_games() override {
        return reader_.integer("SELECT count(*) FROM games WHERE ended=0", 0);
    }
    Millis outage_since(GameKey, std::int64_t epoch) override {
        Statement s = reader_.prepare("SELECT coalesce(sum(gap_ms), 0) FROM runs WHERE epoch>?");
        s.bind(1, epoch);
        return s.step() == SQLITE_ROW ? s.integer(0) : 0;
    }
    std::vector<FoundGame> find(const GameQuery& query) override;

private:
    static std::optional<GameRow> one_game(Statement& s) {
        std::optional<GameRow> row;
        if (s.step() == SQLITE_ROW) row = game_row(s);
        s.reset();
        return row;
    }
    static std::optional<AccountRow> one_account(Statement& s) {
        std::optional<AccountRow> row;
        if (s.step() == SQLITE_ROW)
            row = AccountRow{s.integer(0), s.text(1), s.text(2), s.integer(3)};
        s.reset();
        return row;
    }
    std::optional<std::string> prepare_file(std::int64_t max_pages);
    void begin_run();
    void write_groups();
    void commit(std::vector<Write>& group);
    void keep_log_short();
    void stop();

    std::string file_;
    StorageOptions options_;
    PulseFile pulse_;
    Connection writer_;
    Connection reader_;
    Connection finder_;
    std::mutex finder_mutex_;
    std::unique_ptr<Binder> binder_;
    Resumed resumed_;
    std::atomic<Millis> play_{0};
    std::atomic<bool> well_{true};

    Statement game_by_id_;
    Statement game_by_key_;
    Statement events_of_;
    Statement token_by_hash_;
    Statement account_by_name_;
    Statement account_by_key_;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Write> queue_;
    bool stopping_ = false;
    std::unordered_map<GameKey, std::uint64_t> fenced_;  ///< writer's thread only
    std::thread write_thread_;
    std::thread log_thread_;
    std::condition_variable log_wake_;
    std::atomic<int> log_pages_{0};
    std::atomic<bool> log_moved_{false};
    std::atomic<std::uint64_t> commits_{0};
};

std::optional<std::string> SqliteStorage::start(std::int64_t max_pages) {
    if (!pulse_.is_open()) return "cannot write beside " + file_ + ": " + std::strerror(errno);
    if (!pulse_.lock()) return file_ + " is in use by another hakam serve";
    if (auto fault = prepare_file(max_pages)) return fault;
    begin_run();
    game_by_id_ = reader_.prepare(select_games("g.id=?"));
    game_by_key_ = reader_.prepare(select_games("g.key=?"));
    events_of_ = reader_.prepare(
        "SELECT seq, epoch, kind, body, elapsed_ms, at, wall, actor, client_seq, command, lag_ms, "
        "ply, deadline FROM events WHERE game=? AND seq>? ORDER BY seq");
    token_by_hash_ =
        reader_.prepare("SELECT hash, kind, game, seat, account, created FROM tokens WHERE hash=?");
    account_by_name_ =
        reader_.prepare("SELECT key, name, passphrase, created FROM accounts WHERE name=?");
    account_by_key_ =
        reader_.prepare("SELECT key, name, passphrase, created FROM accounts WHERE key=?");
    binder_ = std::make_unique<Binder>(writer_);
    sqlite3_wal_hook(
        writer_.raw(),
        [](void* self, sqlite3*, const char*, int pages) {
            static_cast<SqliteStorage*>(self)->log_pages_ = pages;
            return SQLITE_OK;
        },
        this);
    write_thread_ = std::thread{[this] { write_groups(); }};
    log_thread_ = std::thread{[this] { keep_log_short(); }};
    return std::nullopt;
}

std::optional<std::string> SqliteStorage::prepare_file(std::int64_t max_pages) {
    for (const Connection* db : {&writer_, &reader_, &finder_}) {
        if (!db->is_open()) return "cannot open " + file_ + ": " + db->message();
        if (db->run("PRAGMA journal_mode=WAL") != SQLITE_OK ||
            db->run("PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0; PRAGMA mmap_size=0;"
                    "PRAGMA cache_size=-16384; PRAGMA temp_store=MEMORY") != SQLITE_OK)
            return "cannot use " + file_ + ": " + db->message();
    }
    if (max_pages > 0) writer_.run(("PRAGMA max_page_count=" + std::to_string(max_pages)).c_str());
    const std::int64_t version = writer_.integer("PRAGMA user_version", -1);
    if (version < 0) return "cannot read " + file_ + ": " + writer_.message();
    if (version > schema_version)
        return file_ + " was made by a newer hakam (schema " + std::to_string(version) + ")";
    if (version < schema_version) {
        std::string make = "BEGIN IMMEDIATE;" + std::string{version == 0 ? schema : ""};
        for (std::int64_t from = std::max<std::int64_t>(version, 1); from < schema_version; ++from)
            make += additions[static_cast<std::size_t>(from) - 1];
        make += "PRAGMA user_version=" + std::to_string(schema_version) + ";COMMIT";
        if (writer_.run(make.c_str()) != SQLITE_OK)
            return "cannot set up " + file_ + ": " + writer_.message();
    }
    return std::nullopt;
}

void SqliteStorage::begin_run() {
    const auto pulse = pulse_.last();
    resumed_.epoch = writer_.integer("SELECT coalesce(max(epoch), 0) + 1 FROM runs", 1);
    resumed_.play = std::max(writer_.integer("SELECT play FROM meta", 0), pulse ? pulse->play : 0);
    resumed_.next_game = writer_.integer("SELECT coalesce(max(key), 0) + 1 FROM games", 1);
    resumed_.next_account = writer_.integer("SELECT coalesce(max(key), 0) + 1 FROM accounts", 1);
    resumed_.clean = !pulse || pulse->stopped == 1;
    const Millis gap = pulse ? std::max<Millis>(0, options_.wall - pulse->wall) : 0;
    Statement s = writer_.prepare("INSERT INTO runs VALUES (?,?,?)");
    s.bind(1, resumed_.epoch);
    s.bind(2, options_.wall);
    s.bind(3, gap);
    s.run();
    play_ = resumed_.play;
    pulse_.beat({resumed_.play, options_.wall, 0});
}

void SqliteStorage::write_groups() {
    constexpr std::size_t enough = 2048;
    std::vector<Write> group;
    for (;;) {
        {
            std::unique_lock lock{mutex_};
            wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (queue_.empty()) return;
            if (!stopping_ && queue_.size() < enough && options_.window.count() > 0) {
                lock.unlock();
                std::this_thread::sleep_for(options_.window);
                lock.lock();
            }
            const std::size_t take = std::min(enough, queue_.size());
            for (std::size_t i = 0; i < take; ++i) {
                group.push_back(std::move(queue_.front()));
                queue_.pop_front();
            }
        }
        commit(group);
        group.clear();
    }
}

void SqliteStorage::commit(std::vector<Write>& group) {
    using clock = std::chrono::steady_clock;
    const clock::time_point began = clock::now();
    std::vector<Durable> results(group.size(), Durable::yes);
    std::size_t events = 0;
    Binder& bind = *binder_;
    int code = bind.begin.run();
    for (std::size_t i = 0; i < group.size() && code == SQLITE_DONE; ++i) {
        const Write& unit = group[i];
        if (const auto fence = fenced_.find(unit.game); unit.game != 0 && fence != fenced_.end()) {
            if (fence->second >= unit.incarnation) {
                results[i] = Durable::failed;
                continue;
            }
            fenced_.erase(fence);
        }
        bind.savepoint.run();
        int step = SQLITE_DONE;
        for (const Op& o : unit.ops) {
            events += std::holds_alternative<op::AppendEvent>(o) ? 1 : 0;
            step = std::visit(bind, o);
            if (step != SQLITE_DONE) break;
        }
        if (step != SQLITE_DONE) {
            results[i] = durability(step);
            if (unit.game != 0) fenced_[unit.game] = unit.incarnation;
            if (sqlite3_get_autocommit(writer_.raw()) != 0) {  // SQLite rolled all of it back
                code = step;
                break;
            }
            bind.rollback.run();
        }
        bind.release.run();
    }
    if (code == SQLITE_DONE) {
        bind.play.bind(1, play_.load());
        bind.play.run();
        code = bind.commit.run();
    }
    if (code != SQLITE_DONE) {
        if (sqlite3_get_autocommit(writer_.raw()) == 0) writer_.run("ROLLBACK");
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (results[i] == Durable::yes) results[i] = durability(code);
            if (results[i] == Durable::yes) results[i] = Durable::failed;
            if (group[i].game != 0) fenced_[group[i].game] = group[i].incarnation;
        }
    }
    well_ = code == SQLITE_DONE;
    ++commits_;
    if (log_moved_.exchange(false) && log_pages_ > log_pages_to_restart)
        sqlite3_wal_checkpoint_v2(writer_.raw(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr,
                                  nullptr);  // the little that is left; the log starts over
    if (log_pages_ > log_pages_to_move) log_wake_.notify_one();
    if (options_.observe)
        options_.observe(
            events, std::chrono::duration_cast<std::chrono::microseconds>(clock::now() - began));
    auto report = [group = std::make_shared<std::vector<Write>>(std::move(group)),
                   results = std::move(results)] {
        for (std::size_t i = 0; i < group->size(); ++i)
            if ((*group)[i].done) (*group)[i].done(results[i]);
    };
    if (options_.post)
        options_.post(std::move(report));
    else
        report();
}

void SqliteStorage::keep_log_short() {
    const Connection db{file_};
    db.run("PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0");
    std::unique_lock lock{mutex_};
    while (!stopping_) {
        const std::uint64_t before = commits_;
        log_wake_.wait_for(lock, std::chrono::seconds{1});
        const bool idle = commits_ == before && log_pages_ > log_pages_to_move_idle;
        if (stopping_ || (log_pages_ <= log_pages_to_move && !idle)) continue;
        lock.unlock();
        sqlite3_wal_checkpoint_v2(db.raw(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
        log_moved_ = true;
        if (idle) log_pages_ = 0;
        lock.lock();
    }
}

void SqliteStorage::stop() {
    {
        const std::lock_guard lock{mutex_};
        if (stopping_) return;
        stopping_ = true;
    }
    wake_.notify_all();
    log_wake_.notify_all();
    if (write_thread_.joinable()) write_thread_.join();
    if (log_thread_.joinable()) log_thread_.join();
    writer_.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

std::vector<StoredEvent> SqliteStorage::events(GameKey game, std::int64_t after) {
    Statement& s = events_of_;
    s.bind(1, game);
    s.bind(2, after);
    std::vector<StoredEvent> events;
    while (s.step() == SQLITE_ROW) {
        StoredEvent& e = events.emplace_back();
        e.seq = s.integer(0);
        e.epoch = s.integer(1);
        e.kind = s.text(2);
        e.body = s.text(3);
        e.elapsed_ms = s.integer(4);
        e.at = s.integer(5);
        e.wall = s.integer(6);
        e.actor = s.text(7);
        e.client_seq = s.integer(8);
        e.command = static_cast<std::uint64_t>(s.integer(9));
        e.lag_ms = s.integer(10);
        e.ply = s.integer(11);
        e.deadline = s.maybe_integer(12);
    }
    s.reset();
    return events;
}

TokenRow token_row(const Statement& s) {
    return {s.hash(0),    static_cast<TokenKind>(s.integer(1)),
            s.integer(2), static_cast<Seat>(s.integer(3)),
            s.integer(4), s.integer(5)};
}

std::optional<TokenRow> SqliteStorage::token(const TokenHash& hash) {
    std::optional<TokenRow> row;
    token_by_hash_.bind(1, hash);
    if (token_by_hash_.step() == SQLITE_ROW) row = token_row(token_by_hash_);
    token_by_hash_.reset();
    return row;
}

std::vector<TokenRow> SqliteStorage::seats(GameKey game) {
    Statement s = reader_.prepare(
        "SELECT hash, kind, game, seat, account, created FROM tokens WHERE game=? AND game<>0");
    s.bind(1, game);
    std::vector<TokenRow> rows;
    while (s.step() == SQLITE_ROW) rows.push_back(token_row(s));
    return rows;
}

std::vector<Wake> SqliteStorage::wakes(const std::vector<int>&) {
    Statement s = reader_.prepare(
        "SELECT g.key, g.id, (SELECT e.deadline FROM events e WHERE e.game = g.key ORDER BY e.seq "
        "DESC LIMIT 1) AS deadline FROM games g WHERE g.ended = 0");
    std::vector<Wake> wakes;
    while (s.step() == SQLITE_ROW)
        if (const auto deadline = s.maybe_integer(2))
            wakes.push_back({s.integer(0), s.text(1), *deadline});
    return wakes;
}

/// `text` as a LIKE pattern that finds it anywhere, with the wildcards it holds taken literally.
std::string like_pattern(std::string_view text) {
    std::string pattern = "%";
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + '%';
}

std::vector<FoundGame> SqliteStorage::find(const GameQuery& query) {
    const std::lock_guard lock{finder_mutex_};
    // The asker's seats go into a temporary table, so that one query serves every case.
    finder_.run("CREATE TEMP TABLE IF NOT EXISTS mine (game INTEGER, seat INTEGER, hash BLOB)");
    finder_.run("DELETE FROM temp.mine");
    if (!query.listed_only) {
        Statement by_token = finder_.prepare(
            "INSERT INTO temp.mine SELECT game, seat, hash FROM tokens WHERE hash=? AND kind=0");
        for (const TokenHash& hash : query.tokens) {
            by_token.bind(1, hash);
            by_token.run();
        }
        Statement by_account = finder_.prepare(
            "INSERT INTO temp.mine SELECT game, seat, NULL FROM tokens WHERE account=? AND "
            "account<>0 AND kind=0");
        by_account.bind(1, query.account);
        by_account.run();
    }
    std::string where = query.listed_only ? "g.listed=1" : "g.key IN (SELECT game FROM temp.mine)";
    if (query.ended) where += *query.ended ? " AND g.ended=1" : " AND g.ended=0";
    if (!query.text.empty())
        where += " AND (g.id=?1 OR g.white LIKE ?2 ESCAPE '\\' OR g.black LIKE ?2 ESCAPE '\\')";
    where += " AND (g.created, g.key) < (?3, ?4) ORDER BY g.created DESC, g.key DESC LIMIT ?5";
    Statement s = finder_.prepare(select_games(where));
    const std::string pattern = like_pattern(query.text);
    if (!query.text.empty()) {
        s.bind(1, query.text);
        s.bind(2, pattern);
    }
    s.bind(3, query.before_created);
    s.bind(4, query.before_key);
    s.bind(5, query.limit);
    std::vector<FoundGame> found;
    Statement seats = finder_.prepare("SELECT seat, hash FROM temp.mine WHERE game=?");
    while (s.step() == SQLITE_ROW) {
        FoundGame& game = found.emplace_back(FoundGame{game_row(s), {}});
        seats.bind(1, game.row.key);
        while (seats.step() == SQLITE_ROW) {
            const TokenHash hash = seats.hash(1);
            const auto seat = static_cast<Seat>(seats.integer(0));
            if (hash == TokenHash{})
                game.seats.emplace_back(seat, std::nullopt);
            else
                game.seats.emplace_back(seat, hash);
        }
        seats.reset();
    }
    return found;
}

}  // namespace

Expected<std::unique_ptr<Storage>, std::string> open_sqlite(std::string file,
                                                            std::int64_t max_pages,
                                                            StorageOptions options) {
    auto storage = std::make_unique<SqliteStorage>(std::move(file), std::move(options));
    if (auto fault = storage->start(max_pages)) return Unexpected{*fault};
    return std::unique_ptr<Storage>{std::move(storage)};
}

Expected<Migrated, std::string> migrate_sqlite(const std::string& file) {
    Migrated done;
    {
        if (::access(file.c_str(), F_OK) != 0) return Unexpected{"there is no " + file};
        const Connection db{file};
        if (!db.is_open()) return Unexpected{"cannot open " + file + ": " + db.message()};
        done.from = static_cast<int>(db.integer("PRAGMA user_version", -1));
        if (done.from < 0) return Unexpected{"cannot read " + file + ": " + db.message()};
    }
    auto opened = open_sqlite(file, 0, {});
    if (!opened) return Unexpected{opened.error()};
    done.to = schema_version;
    return done;
}

}  // namespace hakam::server

// Storage in PostgreSQL. Writing is in postgres_writer.cpp, who owns what in postgres_leases.cpp;
// here is what is read, on connections of its own.

#include <spdlog/spdlog.h>

#include "server/postgres_schema.hpp"
#include "server/postgres_writer.hpp"

namespace hakam::server {
namespace {

using postgres::Args;
using postgres::Array;
using postgres::Connection;
using postgres::Result;

constexpr auto read_patience = std::chrono::milliseconds{2000};

#define HAKAM_GAMES                                                                                \
    "SELECT g.key, g.id, g.created, g.updated, g.ended, g.listed, g.white, g.black, g.result, "    \
    "g.reason, CASE WHEN g.ended THEN g.ply ELSE coalesce((SELECT e.ply FROM hakam.events e "      \
    "WHERE e.game = g.key ORDER BY e.seq DESC LIMIT 1), 0) END, g.info FROM hakam.games g WHERE "

GameRow game_row(const Result& r, int i) {
    GameRow row;
    row.key = r.integer(i, 0);
    row.id = r.text(i, 1);
    row.created = r.integer(i, 2);
    row.updated = r.integer(i, 3);
    row.ended = r.flag(i, 4);
    row.listed = r.flag(i, 5);
    row.white = r.text(i, 6);
    row.black = r.text(i, 7);
    row.result = r.text(i, 8);
    row.reason = r.text(i, 9);
    row.ply = r.integer(i, 10);
    row.info = r.text(i, 11);
    return row;
}

TokenRow token_row(const Result& r, int i) {
    return {r.hash(i, 0),    static_cast<TokenKind>(r.integer(i, 1)),
            r.integer(i, 2), static_cast<Seat>(r.integer(i, 3)),
            r.integer(i, 4), r.integer(i, 5)};
}

RecordRow record_row(const Result& r, int i) {
    return {static_cast<RecordKind>(r.integer(i, 0)), r.text(i, 1), r.integer(i, 2),
            r.integer(i, 3), r.text(i, 4)};
}

std::string like_pattern(std::string_view text) {
    std::string pattern = "%";
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + '%';
}

/// A connection for reading that comes back by itself.
class Reader {
public:
    explicit Reader(std::string url) : url_{std::move(url)} {}
    Result operator()(const char* sql, const Args& args = {}) {
        for (int tries = 0; tries < 2; ++tries) {
            if (!db_ || !db_->is_open()) {
                const auto now = std::chrono::steady_clock::now();
                if (now < not_before_) break;
                db_ = std::make_unique<Connection>(url_, std::chrono::milliseconds{1000});
                if (!db_->is_open()) {
                    not_before_ = now + std::chrono::milliseconds{1500};
                    break;
                }
                db_->patience = read_patience;
            }
            Result result = db_->run(sql, args);
            if (result.is_ok()) return result;
            if (result.state().starts_with("22")) return result;  // text that cannot be there
            if (!result.state().empty() && !result.state().starts_with("57")) {
                spdlog::error("the database refuses to read: {}", result.message());
                throw Unreachable{result.message()};
            }
            db_.reset();
        }
        throw Unreachable{"the database does not answer"};
    }

private:
    std::string url_;
    std::unique_ptr<Connection> db_;
    std::chrono::steady_clock::time_point not_before_{};
};

class PostgresStorage final : public Storage {
public:
    PostgresStorage(const std::string& url, StorageOptions options)
        : writer_{url, std::move(options)}, read_{url}, find_{url} {}

    std::optional<std::string> start() {
        if (auto fault = writer_.start()) return fault;
        // Numbers of this run alone, so that no server waits for another one to make a game.
        resumed_.epoch = writer_.run();
        resumed_.next_game = writer_.run() << 36U;
        resumed_.next_account = writer_.run() << 36U;
        return std::nullopt;
    }

    const Resumed& resumed() const override { return resumed_; }
    void write(Write write) override { writer_.write(std::move(write)); }
    void heartbeat(Millis play, Millis) override { writer_.set_play(play); }
    void close(Millis play, Millis) override {
        writer_.set_play(play);
        writer_.stop();
    }
    bool is_well() const override { return writer_.is_well(); }
    bool is_stalled() const override { return writer_.is_stalled(); }
    bool is_shared() const override { return true; }
    void release(std::vector<int> shards) override { writer_.release(std::move(shards)); }
    void drain() override { writer_.drain(); }

    std::optional<GameRow> game(std::string_view id) override {
        return one_game(read_(HAKAM_GAMES "g.id = $1::text", Args{}.add(id)));
    }
    std::optional<GameRow> game(GameKey key) override {
        return one_game(read_(HAKAM_GAMES "g.key = $1::bigint", Args{}.add(key)));
    }
    std::vector<StoredEvent> events(GameKey game, std::int64_t after) override;
    std::optional<TokenRow> token(const TokenHash& hash) override {
        const Result r = read_("SELECT hash, kind, game, seat, account, created FROM hakam.tokens "
                               "WHERE hash = $1::bytea",
                               Args{}.add(hash));
        return r.rows() == 1 ? std::optional{token_row(r, 0)} : std::nullopt;
    }
    std::vector<TokenRow> seats(GameKey game) override {
        const Result r = read_("SELECT hash, kind, game, seat, account, created FROM hakam.tokens "
                               "WHERE game = $1::bigint AND game <> 0",
                               Args{}.add(game));
        std::vector<TokenRow> rows;
        for (int i = 0; i < r.rows(); ++i) rows.push_back(token_row(r, i));
        return rows;
    }
    std::optional<AccountRow> account(std::string_view name) override {
        return one_account(read_("SELECT key, name, passphrase, created FROM hakam.accounts WHERE "
                                 "lower(name COLLATE \"C\") = lower($1::text COLLATE \"C\")",
                                 Args{}.add(name)));
    }
    std::optional<AccountRow> account(AccountKey key) override {
        return one_account(read_("SELECT key, name, passphrase, created FROM hakam.accounts WHERE "
                                 "key = $1::bigint",
                                 Args{}.add(key)));
    }
    std::int64_t games_of(AccountKey key) override {
        return read_("SELECT count(DISTINCT game) FROM hakam.tokens WHERE account = $1::bigint AND "
                     "account <> 0 AND kind = 0",
                     Args{}.add(key))
            .integer(0, 0);
    }
    std::optional<RecordRow> record(RecordKind kind, std::string_view key) override {
        const Result r = read_("SELECT kind, key, account, created, body FROM hakam.records WHERE "
                               "kind = $1::bigint AND key = $2::text",
                               Args{}.add(static_cast<std::int64_t>(kind)).add(key));
        return r.rows() == 1 ? std::optional{record_row(r, 0)} : std::nullopt;
    }
    std::vector<RecordRow> records(RecordKind kind, AccountKey account,
                                   std::int64_t limit) override {
        const Result r = read_(
            "SELECT kind, key, account, created, body FROM hakam.records WHERE kind = $1::bigint "
            "AND ($2::bigint = 0 OR account = $2::bigint) ORDER BY created DESC, key COLLATE \"C\" "
            "LIMIT $3::bigint",
            Args{}.add(static_cast<std::int64_t>(kind)).add(account).add(limit));
        std::vector<RecordRow> rows;
        for (int i = 0; i < r.rows(); ++i) rows.push_back(record_row(r, i));
        return rows;
    }
    std::vector<Wake> wakes(const std::vector<int>& shards) override;
    std::int64_t live_games() override {
        return read_("SELECT count(*) FROM hakam.games WHERE NOT ended").integer(0, 0);
    }
    Millis outage_since(GameKey game, std::int64_t epoch) override {
        return read_("SELECT coalesce(sum(gap_ms), 0) FROM hakam.terms WHERE shard = $1::int AND "
                     "epoch > $2::bigint",
                     Args{}.add(std::int64_t{shard_of(game)}).add(epoch))
            .integer(0, 0);
    }
    std::vector<FoundGame> find(const GameQuery& query) override;

private:
    static std::optional<GameRow> one_game(const Result& r) {
        return r.rows() == 1 ? std::optional{game_row(r, 0)} : std::nullopt;
    }
    static std::optional<AccountRow> one_account(const Result& r) {
        if (r.rows() != 1) return std::nullopt;
        return AccountRow{r.integer(0, 0), r.text(0, 1), r.text(0, 2), r.integer(0, 3)};
    }

    postgres::Writer writer_;
    Reader read_;
    Reader find_;
    std::mutex find_mutex_;
    Resumed resumed_;
};

std::vector<StoredEvent> PostgresStorage::events(GameKey game, std::int64_t after) {
    const Result r = read_(
        "SELECT seq, epoch, kind, body, elapsed_ms, at, wall, actor, client_seq, command, lag_ms, "
        "ply, deadline FROM hakam.events WHERE game = $1::bigint AND seq > $2::bigint ORDER BY seq",
        Args{}.add(game).add(after));
    std::vector<StoredEvent> events(static_cast<std::size_t>(r.rows()));
    for (int i = 0; i < r.rows(); ++i) {
        StoredEvent& e = events[static_cast<std::size_t>(i)];
        e.seq = r.integer(i, 0);
        e.epoch = r.integer(i, 1);
        e.kind = r.text(i, 2);
        e.body = r.text(i, 3);
        e.elapsed_ms = r.integer(i, 4);
        e.at = r.integer(i, 5);
        e.wall = r.integer(i, 6);
        e.actor = r.text(i, 7);
        e.client_seq = r.integer(i, 8);
        e.command = static_cast<std::uint64_t>(r.integer(i, 9));
        e.lag_ms = r.integer(i, 10);
        e.ply = r.integer(i, 11);
        e.deadline = r.maybe_integer(i, 12);
    }
    return events;
}

std::vector<Wake> PostgresStorage::wakes(const std::vector<int>& shards) {
    Array list;
    for (const int shard : shards) list.add(shard);
    const Result r = read_(
        "SELECT g.key, g.id, e.deadline FROM hakam.games g CROSS JOIN LATERAL (SELECT deadline "
        "FROM hakam.events WHERE game = g.key ORDER BY seq DESC LIMIT 1) e WHERE NOT g.ended AND "
        "e.deadline IS NOT NULL AND ($2::int = 0 OR (g.key & 1023) = ANY ($1::bigint[]))",
        Args{}.add(list.take()).add(static_cast<std::int64_t>(shards.size())));
    std::vector<Wake> wakes;
    for (int i = 0; i < r.rows(); ++i)
        wakes.push_back({r.integer(i, 0), r.text(i, 1), r.integer(i, 2)});
    return wakes;
}

std::vector<FoundGame> PostgresStorage::find(const GameQuery& query) {
    const std::lock_guard lock{find_mutex_};
    Array hashes;
    for (const TokenHash& hash : query.tokens) hashes.add(Args::hex(hash));
    const std::string mine = hashes.take();
    const std::int64_t ended = !query.ended ? 2 : *query.ended ? 1 : 0;
    Args args;
    args.add(query.text).add(like_pattern(query.text)).add(query.before_created);
    args.add(query.before_key).add(query.limit).add(ended).add(mine).add(query.account);
    args.add(std::int64_t{query.listed_only});
    const Result r = find_(
        HAKAM_GAMES
        "CASE WHEN $9::int = 1 THEN g.listed ELSE g.key IN (SELECT game FROM hakam.tokens WHERE "
        "kind = 0 AND (hash = ANY ($7::bytea[]) OR (account = $8::bigint AND account <> 0))) END "
        "AND ($6::int = 2 OR g.ended = ($6::int = 1)) AND ($1::text = '' OR g.id = $1::text OR "
        "g.white COLLATE \"C\" ILIKE $2::text ESCAPE '\\' OR g.black COLLATE \"C\" ILIKE $2::text "
        "ESCAPE '\\') AND (g.created, g.key) < ($3::bigint, $4::bigint) ORDER BY g.created DESC, "
        "g.key DESC LIMIT $5::bigint",
        args);
    std::vector<FoundGame> found;
    Array keys;
    for (int i = 0; i < r.rows(); ++i) {
        found.push_back({game_row(r, i), {}});
        keys.add(found.back().row.key);
    }
    if (found.empty() || query.listed_only) return found;
    const Result seats = find_(
        "SELECT game, seat, CASE WHEN hash = ANY ($2::bytea[]) THEN hash END FROM hakam.tokens "
        "WHERE game = ANY ($1::bigint[]) AND kind = 0 AND (hash = ANY ($2::bytea[]) OR (account = "
        "$3::bigint AND account <> 0)) ORDER BY game, seat",
        Args{}.add(keys.take()).add(mine).add(query.account));
    for (int i = 0; i < seats.rows(); ++i)
        for (FoundGame& game : found)
            if (game.row.key == seats.integer(i, 0))
                game.seats.emplace_back(
                    static_cast<Seat>(seats.integer(i, 1)),
                    seats.is_null(i, 2) ? std::nullopt : std::optional{seats.hash(i, 2)});
    return found;
}

}  // namespace

Expected<std::unique_ptr<Storage>, std::string> open_postgres(std::string url,
                                                              StorageOptions options) {
    auto storage = std::make_unique<PostgresStorage>(url, std::move(options));
    if (auto fault = storage->start()) return Unexpected{*fault};
    return std::unique_ptr<Storage>{std::move(storage)};
}

Expected<Migrated, std::string> migrate_postgres(const std::string& url) {
    Connection db{url, std::chrono::milliseconds{5000}};
    if (!db.is_open()) return Unexpected{"cannot open " + postgres::shown(url) + ": " + db.message()};
    db.patience = std::chrono::hours{1};
    const auto state = postgres::schema_state(db);
    if (!state) return Unexpected{"cannot read " + postgres::shown(url)};
    if (state->version > postgres::schema_version)
        return Unexpected{postgres::shown(url) + " was made by a newer hakam (schema " +
                          std::to_string(state->version) + ")"};
    if (auto fault = postgres::migrate(db)) return Unexpected{*fault};
    return Migrated{state->version, postgres::schema_version};
}

}  // namespace hakam::server

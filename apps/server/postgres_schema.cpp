// The tables of a PostgreSQL database, version by version. A version is never changed once it has
// been released: what is new goes into the next one. A step only adds, so that servers of the
// version before go on working beside those of the new one while they are restarted in turn; where
// that cannot be, `oldest` of the step shuts them out.

#include "server/postgres_schema.hpp"

#include <array>

namespace hakam::server::postgres {
namespace {

struct Step {
    int oldest;
    const char* sql;
};

constexpr std::array<Step, schema_version> steps = {{
    {1, R"sql(
CREATE SCHEMA IF NOT EXISTS hakam;
CREATE TABLE hakam.meta (
  id int PRIMARY KEY CHECK (id = 1), version int NOT NULL, oldest int NOT NULL);
INSERT INTO hakam.meta VALUES (1, 0, 1);
CREATE TABLE hakam.games (
  key bigint PRIMARY KEY, id text NOT NULL UNIQUE, created bigint NOT NULL,
  updated bigint NOT NULL, ended boolean NOT NULL, listed boolean NOT NULL, white text NOT NULL,
  black text NOT NULL, result text NOT NULL, reason text NOT NULL, ply bigint NOT NULL,
  info text NOT NULL);
CREATE INDEX games_live ON hakam.games ((key & 1023)) WHERE NOT ended;
CREATE INDEX games_listed ON hakam.games (created, key) WHERE listed;
CREATE TABLE hakam.events (
  game bigint NOT NULL, seq bigint NOT NULL, epoch bigint NOT NULL, kind text NOT NULL,
  body text NOT NULL, elapsed_ms bigint NOT NULL, at bigint NOT NULL, wall bigint NOT NULL,
  actor text NOT NULL, client_seq bigint NOT NULL, command bigint NOT NULL,
  lag_ms bigint NOT NULL, ply bigint NOT NULL, deadline bigint, PRIMARY KEY (game, seq));
CREATE TABLE hakam.tokens (
  hash bytea PRIMARY KEY, kind bigint NOT NULL, game bigint NOT NULL, seat bigint NOT NULL,
  account bigint NOT NULL, created bigint NOT NULL);
CREATE INDEX tokens_game ON hakam.tokens (game) WHERE game <> 0;
CREATE INDEX tokens_account ON hakam.tokens (account) WHERE account <> 0;
CREATE TABLE hakam.accounts (
  key bigint PRIMARY KEY, name text NOT NULL, passphrase text NOT NULL, created bigint NOT NULL);
CREATE UNIQUE INDEX accounts_name ON hakam.accounts (lower(name COLLATE "C"));
CREATE TABLE hakam.records (
  kind bigint NOT NULL, key text NOT NULL, account bigint NOT NULL, created bigint NOT NULL,
  body text NOT NULL, PRIMARY KEY (kind, key));
CREATE INDEX records_account ON hakam.records (account) WHERE account <> 0;
CREATE FUNCTION hakam.take_token(wanted bytea) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM hakam.tokens WHERE hash = wanted;
  IF NOT FOUND THEN RAISE EXCEPTION 'the token is gone' USING ERRCODE = 'HK003'; END IF;
END $$;
CREATE FUNCTION hakam.take_record(of_kind bigint, named text) RETURNS void
LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM hakam.records WHERE kind = of_kind AND key = named;
  IF NOT FOUND THEN RAISE EXCEPTION 'the record is gone' USING ERRCODE = 'HK003'; END IF;
END $$;
)sql"},
    // Several servers: who owns which share of the games, and since when.
    {2, R"sql(
CREATE SEQUENCE hakam.runs;
CREATE TABLE hakam.nodes (
  run bigint PRIMARY KEY, name text NOT NULL, url text NOT NULL, session bigint NOT NULL,
  group_no bigint NOT NULL, uptime bigint NOT NULL, beat bigint NOT NULL, wall bigint NOT NULL,
  began bigint NOT NULL, fenced boolean NOT NULL, draining boolean NOT NULL)
  WITH (fillfactor = 50);
CREATE TABLE hakam.leases (
  shard int PRIMARY KEY CHECK (shard BETWEEN 0 AND 1023), epoch bigint NOT NULL,
  owner bigint NOT NULL, base bigint NOT NULL, since bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO hakam.leases SELECT shard, 0, 0, 0, 0 FROM generate_series(0, 1023) AS shard;
CREATE TABLE hakam.terms (
  shard int NOT NULL, epoch bigint NOT NULL, owner bigint NOT NULL, began bigint NOT NULL,
  gap_ms bigint NOT NULL, PRIMARY KEY (shard, epoch));
CREATE FUNCTION hakam.begin_group(my_run bigint, my_session bigint, number bigint,
                                  my_uptime bigint, my_wall bigint) RETURNS void
LANGUAGE plpgsql AS $$ BEGIN
  UPDATE hakam.nodes SET group_no = number, uptime = my_uptime, beat = beat + 1, wall = my_wall
    WHERE run = my_run AND session = my_session AND NOT fenced;
  IF NOT FOUND THEN RAISE EXCEPTION 'this server was taken for dead' USING ERRCODE = 'HK002';
  END IF;
END $$;
CREATE FUNCTION hakam.check_terms(my_run bigint, shards int[], epochs bigint[]) RETURNS void
LANGUAGE plpgsql AS $$ BEGIN
  IF (SELECT count(*) FROM unnest(shards, epochs) AS w (shard, epoch)
      JOIN hakam.leases l ON l.shard = w.shard AND l.epoch = w.epoch AND l.owner = my_run)
     <> cardinality(shards) THEN
    RAISE EXCEPTION 'another server owns the game' USING ERRCODE = 'HK001';
  END IF;
END $$;
CREATE FUNCTION hakam.take_shards(my_run bigint, wanted int, my_uptime bigint, my_wall bigint)
RETURNS TABLE (shard int, epoch bigint, base bigint) LANGUAGE sql AS $$
  WITH free AS (
    SELECT l.shard, l.base + coalesce(n.uptime, 0) AS play,
           CASE WHEN l.epoch = 0 THEN 0
                ELSE greatest(0, my_wall - coalesce(n.wall, l.since)) END AS gap
    FROM hakam.leases l LEFT JOIN hakam.nodes n ON n.run = l.owner
    WHERE l.owner = 0 OR n.run IS NULL OR n.fenced
    ORDER BY (l.shard * 97 + my_run * 331) % 1024 LIMIT wanted FOR UPDATE OF l SKIP LOCKED),
  took AS (
    UPDATE hakam.leases l SET owner = my_run, epoch = l.epoch + 1, base = free.play - my_uptime,
           since = my_wall
    FROM free WHERE l.shard = free.shard RETURNING l.shard, l.epoch, l.base, free.gap),
  noted AS (
    INSERT INTO hakam.terms SELECT t.shard, t.epoch, my_run, my_wall, t.gap FROM took t)
  SELECT t.shard, t.epoch, t.base FROM took t
$$;
)sql"},
}};

constexpr const char* lock = "SELECT pg_advisory_lock(1751870317)";  // "hakm"
constexpr const char* unlock = "SELECT pg_advisory_unlock(1751870317)";

}  // namespace

std::optional<SchemaState> schema_state(Connection& db) {
    Result there = db.run("SELECT to_regclass('hakam.meta') IS NOT NULL");
    if (!there.is_ok() || there.rows() != 1) return std::nullopt;
    if (!there.flag(0, 0)) return SchemaState{};
    Result row = db.run_all("SELECT version, oldest FROM hakam.meta");
    if (!row.is_ok() || row.rows() != 1) return std::nullopt;
    return SchemaState{static_cast<int>(row.integer(0, 0)), static_cast<int>(row.integer(0, 1))};
}

std::optional<std::string> migrate(Connection& db, int target) {
    // Before any transaction: one that began while another program was at work may not know yet
    // what that one has made.
    if (Result locked = db.run_all(lock); !locked.is_ok()) return locked.message();
    const auto done_with = [&db](std::optional<std::string> fault) {
        db.run_all(unlock);
        return fault;
    };
    for (;;) {
        const auto fail = [&](const Result& why) {
            const std::string text = why.message();
            db.run_all("ROLLBACK");
            return done_with(text);
        };
        if (Result begun = db.run_all("BEGIN"); !begun.is_ok()) return fail(begun);
        const auto state = schema_state(db);
        if (!state) return fail({});
        if (state->version >= target) {
            db.run_all("COMMIT");
            return done_with(std::nullopt);
        }
        const Step& step = steps[static_cast<std::size_t>(state->version)];
        if (Result made = db.run_all(step.sql); !made.is_ok()) return fail(made);
        const std::string note = "UPDATE hakam.meta SET version = " +
                                 std::to_string(state->version + 1) +
                                 ", oldest = " + std::to_string(step.oldest);
        if (Result noted = db.run_all(note); !noted.is_ok()) return fail(noted);
        if (Result done = db.run_all("COMMIT"); !done.is_ok()) return fail(done);
    }
}

}  // namespace hakam::server::postgres

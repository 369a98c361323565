#include "server/postgres_writer.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/postgres_schema.hpp"

namespace hakam::server::postgres {
namespace {

constexpr auto beat_every = std::chrono::milliseconds{200};
constexpr auto write_patience = std::chrono::milliseconds{5000};
constexpr std::size_t enough = 2048;

std::int64_t steady_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
Millis wall_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Durable durability(const Result& result) {
    const std::string_view state = result.state();
    if (result.is_ok()) return Durable::yes;
    if (state == "HK001" || state == "HK002") return Durable::stale;
    if (state == "HK003" || state.starts_with("23")) return Durable::conflict;
    if (state == "53100") return Durable::full;
    return Durable::failed;
}

/// What one operation but an append is in SQL.
struct Spoken {
    const char* sql;
    Args args;
};
struct Speak {
    std::vector<Spoken>& out;
    void operator()(const op::InsertGame& o) const {
        const GameRow& r = o.row;
        Args a;
        a.add(r.key).add(r.id).add(r.created).add(r.updated).add(std::int64_t{r.ended});
        a.add(std::int64_t{r.listed}).add(r.white).add(r.black).add(r.result).add(r.reason);
        a.add(r.ply).add(r.info);
        out.push_back({"INSERT INTO hakam.games VALUES ($1::bigint, $2::text, $3::bigint, "
                       "$4::bigint, $5::int::bool, $6::int::bool, $7::text, $8::text, $9::text, "
                       "$10::text, $11::bigint, $12::text)",
                       std::move(a)});
    }
    void operator()(const op::UpdateGame& o) const {
        const GameRow& r = o.row;
        Args a;
        a.add(r.key).add(r.updated).add(std::int64_t{r.ended}).add(r.white).add(r.black);
        a.add(r.result).add(r.reason).add(r.ply).add(r.info);
        out.push_back({"UPDATE hakam.games SET updated = $2::bigint, ended = $3::int::bool, "
                       "white = $4::text, black = $5::text, result = $6::text, reason = $7::text, "
                       "ply = $8::bigint, info = $9::text WHERE key = $1::bigint",
                       std::move(a)});
    }
    void operator()(const op::AppendEvent&) const {}  // all of a group at once, see Appends
    void operator()(const op::InsertToken& o) const {
        const TokenRow& r = o.row;
        Args a;
        a.add(r.hash).add(static_cast<std::int64_t>(r.kind)).add(r.game);
        a.add(static_cast<std::int64_t>(r.seat)).add(r.account).add(r.created);
        out.push_back({"INSERT INTO hakam.tokens VALUES ($1::bytea, $2::bigint, $3::bigint, "
                       "$4::bigint, $5::bigint, $6::bigint)",
                       std::move(a)});
    }
    void operator()(const op::TakeToken& o) const {
        out.push_back({"SELECT hakam.take_token($1::bytea)", Args{}.add(o.hash)});
    }
    void operator()(const op::InsertAccount& o) const {
        Args a;
        a.add(o.row.key).add(o.row.name).add(o.row.passphrase).add(o.row.created);
        out.push_back({"INSERT INTO hakam.accounts VALUES ($1::bigint, $2::text, $3::text, "
                       "$4::bigint)",
                       std::move(a)});
    }
    void operator()(const op::ChangePassphrase& o) const {
        out.push_back({"UPDATE hakam.accounts SET passphrase = $2::text WHERE key = $1::bigint",
                       Args{}.add(o.account).add(o.passphrase)});
    }
    void operator()(const op::EndSessions& o) const {
        out.push_back({"DELETE FROM hakam.tokens WHERE account = $1::bigint AND kind = 2 AND hash "
                       "<> $2::bytea",
                       Args{}.add(o.account).add(o.keep)});
    }
    void operator()(const op::AttachToken& o) const {
        out.push_back({"UPDATE hakam.tokens SET account = $2::bigint WHERE hash = $1::bytea AND "
                       "kind = 0",
                       Args{}.add(o.hash).add(o.account)});
    }
    void operator()(const op::DeleteAccount& o) const {
        for (const char* sql :
             {"DELETE FROM hakam.tokens WHERE account = $1::bigint AND kind = 2",
              "UPDATE hakam.tokens SET account = 0 WHERE account = $1::bigint AND kind <> 2",
              "DELETE FROM hakam.records WHERE account = $1::bigint AND account <> 0",
              "DELETE FROM hakam.accounts WHERE key = $1::bigint"})
            out.push_back({sql, Args{}.add(o.account)});
    }
    void operator()(const op::PutRecord& o) const {
        Args a;
        a.add(static_cast<std::int64_t>(o.row.kind)).add(o.row.key).add(o.row.account);
        a.add(o.row.created).add(o.row.body);
        out.push_back({"INSERT INTO hakam.records VALUES ($1::bigint, $2::text, $3::bigint, "
                       "$4::bigint, $5::text) ON CONFLICT (kind, key) DO UPDATE SET account = "
                       "excluded.account, body = excluded.body",
                       std::move(a)});
    }
    void operator()(const op::TakeRecord& o) const {
        out.push_back({"SELECT hakam.take_record($1::bigint, $2::text)",
                       Args{}.add(static_cast<std::int64_t>(o.kind)).add(o.key)});
    }
};

/// Events in columns: one statement appends all of a group.
class Appends {
public:
    void add(const op::AppendEvent& o) {
        const StoredEvent& e = o.event;
        for (const auto& [column, value] :
             {std::pair<int, std::int64_t>{0, o.game}, {1, e.seq}, {2, e.epoch}, {5, e.elapsed_ms},
              {6, e.at}, {7, e.wall}, {9, e.client_seq},
              {10, static_cast<std::int64_t>(e.command)}, {11, e.lag_ms}, {12, e.ply}})
            columns_[static_cast<std::size_t>(column)].add(value);
        columns_[3].add(e.kind);
        columns_[4].add(e.body);
        columns_[8].add(e.actor);
        e.deadline ? columns_[13].add(*e.deadline) : columns_[13].add_null();
        const std::pair<int, std::int64_t> term{shard_of(o.game), e.epoch};
        if (std::find(terms_.rbegin(), terms_.rend(), term) == terms_.rend())
            terms_.push_back(term);
        ++count_;
    }
    std::size_t count() const { return count_; }
    static constexpr const char* check_sql =
        "SELECT hakam.check_terms($1::bigint, $2::int[], $3::bigint[])";
    Args check(std::int64_t run) const {
        Array shards;
        Array epochs;
        for (const auto& [shard, epoch] : terms_) shards.add(shard), epochs.add(epoch);
        Args a;
        a.add(run).add(shards.take()).add(epochs.take());
        return a;
    }
    static constexpr const char* insert_sql =
        "INSERT INTO hakam.events SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], "
        "$4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], "
        "$10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[])";
    Args insert() {
        Args a;
        for (Array& column : columns_) a.add(column.take());
        return a;
    }

private:
    std::array<Array, 14> columns_;
    std::vector<std::pair<int, std::int64_t>> terms_;
    std::size_t count_ = 0;
};

constexpr const char* begin_sql =
    "SELECT hakam.begin_group($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint)";

}  // namespace

Writer::Writer(std::string url, StorageOptions options)
    : url_{std::move(url)}, options_{std::move(options)} {}
Writer::~Writer() { stop(); }

bool Writer::is_stalled() const {
    if (!connected_) return true;
    const std::int64_t since = busy_since_;
    return since != 0 && steady_ms() - since > 700;
}

bool Writer::connect() {
    db_ = std::make_unique<Connection>(url_, std::chrono::milliseconds{2000});
    if (!db_->is_open()) return false;
    db_->patience = write_patience;
    return true;
}

std::optional<std::string> Writer::start() {
    if (!connect()) return "cannot open " + shown(url_) + ": " + db_->message();
    auto state = schema_state(*db_);
    if (!state) return "cannot read " + shown(url_) + ": " + db_->message();
    if (state->version == 0) {
        db_->patience = std::chrono::minutes{1};
        if (auto fault = migrate(*db_)) return "cannot set up " + shown(url_) + ": " + *fault;
        db_->patience = write_patience;
        state = schema_state(*db_);
        if (!state) return "cannot read " + shown(url_);
    }
    if (state->version < schema_version)
        return shown(url_) + " has schema " + std::to_string(state->version) + ", this hakam needs " +
               std::to_string(schema_version) + ": run hakam migrate first";
    if (state->oldest > schema_version)
        return shown(url_) + " was made by a newer hakam (schema " +
               std::to_string(state->version) + ")";
    if (auto fault = enroll(true)) return fault;
    first_run_ = run_;
    connected_ = true;
    thread_ = std::thread{[this] { work(); }};
    return std::nullopt;
}

std::optional<std::string> Writer::enroll(bool replace_namesake) {
    // Who starts under a name knows that the last one of that name has ended.
    if (replace_namesake)
        db_->run("UPDATE hakam.nodes SET fenced = true WHERE name = $1::text AND NOT fenced",
                 Args{}.add(options_.node));
    db_->run_all(
        "DELETE FROM hakam.nodes n WHERE fenced AND NOT EXISTS (SELECT 1 FROM hakam.leases l "
        "WHERE l.owner = n.run)");
    Result made = db_->run(
        "INSERT INTO hakam.nodes SELECT nextval('hakam.runs'), $1::text, $2::text, 1, 0, "
        "$4::bigint, 0, $3::bigint, $3::bigint, false, $5::int::bool RETURNING run",
        Args{}.add(options_.node).add(options_.url).add(wall_ms()).add(play_.load()).add(
            std::int64_t{draining_}));
    if (!made.is_ok() || made.rows() != 1) return "cannot register: " + made.message();
    run_ = made.integer(0, 0);
    session_ = 1;
    number_ = 0;
    fenced_out_ = false;
    db_->run_all("SET application_name = 'hakam " + std::to_string(run_) + "'");
    return std::nullopt;
}

bool Writer::reconnect() {
    connected_ = false;
    if (!connect()) return false;
    // A transaction of the lost connection may still be at work over there: it must have ended
    // before we ask what has become of it.
    db_->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
             "$1::text AND usename = current_user AND pid <> pg_backend_pid()",
             Args{}.add("hakam " + std::to_string(run_)));
    Result row = db_->run(
        "UPDATE hakam.nodes SET session = session + 1 WHERE run = $1::bigint AND NOT fenced "
        "RETURNING session, group_no",
        Args{}.add(run_));
    if (!row.is_ok()) return false;
    db_->run_all("SET application_name = 'hakam " + std::to_string(run_) + "'");
    fenced_out_ = row.rows() == 0;
    if (!fenced_out_) {
        session_ = row.integer(0, 0);
        number_ = row.integer(0, 1);
    }
    spdlog::warn("the database is back");
    observed_.clear();
    connected_ = true;
    return true;
}

void Writer::write(Write write) {
    {
        const std::lock_guard lock{mutex_};
        queue_.emplace_back(std::move(write));
    }
    wake_.notify_one();
}

void Writer::release(std::vector<int> shards) {
    {
        const std::lock_guard lock{mutex_};
        queue_.emplace_back(std::move(shards));
    }
    wake_.notify_one();
}

void Writer::drain() {
    {
        const std::lock_guard lock{mutex_};
        drain_asked_ = true;
    }
    wake_.notify_one();
}

void Writer::work() {
    std::vector<Write> group;
    std::vector<int> shards;
    for (;;) {
        bool end = false;
        {
            std::unique_lock lock{mutex_};
            wake_.wait_for(lock, beat_every, [this] {
                return stopping_ || !queue_.empty() || (drain_asked_ && !draining_);
            });
            if (!stopping_ && queue_.size() < enough && !queue_.empty() &&
                options_.window.count() > 0) {
                lock.unlock();
                std::this_thread::sleep_for(options_.window);
                lock.lock();
            }
            while (!queue_.empty() && group.size() < enough) {
                if (auto* write = std::get_if<Write>(&queue_.front())) {
                    group.push_back(std::move(*write));
                } else {
                    if (!group.empty()) break;
                    shards = std::get<std::vector<int>>(std::move(queue_.front()));
                    queue_.pop_front();
                    break;
                }
                queue_.pop_front();
            }
            end = stopping_ && queue_.empty() && group.empty() && shards.empty();
            if (stopping_ && stopping_since_ == Clock::time_point{}) stopping_since_ = Clock::now();
            if (drain_asked_ && !draining_) draining_ = true, looked_ = {};
        }
        if (end) break;
        busy_since_ = steady_ms();
        if (!shards.empty()) give_back(shards);
        shards.clear();
        if (!group.empty())
            commit(group);
        else
            beat();
        group.clear();
        if (connected_ && Clock::now() - looked_ >= beat_every) look_around();
        busy_since_ = 0;
    }
    // In order: everything is given back, so that the others need not wait.
    std::vector<int> all;
    for (const auto& [shard, epoch] : mine_) all.push_back(shard);
    if (connected_) {
        give_back(all);
        db_->run("UPDATE hakam.nodes SET fenced = true WHERE run = $1::bigint", Args{}.add(run_));
    }
}

void Writer::stop() {
    {
        const std::lock_guard lock{mutex_};
        if (stopping_) return;
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

Args Writer::beginning() const {
    Args a;
    a.add(run_).add(session_).add(number_).add(play_.load()).add(wall_ms());
    return a;
}

bool Writer::beat() {
    if (!connected_ || !db_->is_open()) {
        if (!reconnect()) return false;
    }
    if (!fenced_out_) {
        ++number_;
        Result done = db_->run(begin_sql, beginning());
        if (done.state() == "HK002") fenced_out_ = true;
        if (!done.is_ok() && done.state().empty()) {
            connected_ = false;
            return false;
        }
    }
    if (fenced_out_) all_lost();
    well_ = true;
    return true;
}

void Writer::all_lost() {
    spdlog::warn("this server was taken for dead: its games are with others now");
    LeaseNews news;
    for (const auto& [shard, epoch] : mine_) news.lost.push_back(shard);
    mine_.clear();
    asked_.clear();
    lease_version_ = -1;
    observed_.clear();
    tell(std::move(news));
    if (!enroll(false)) fenced_out_ = false;
}

void Writer::commit(std::vector<Write>& group) {
    const auto began = Clock::now();
    std::vector<Durable> results(group.size(), Durable::yes);
    std::size_t events = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
        for (const Op& o : group[i].ops) events += std::holds_alternative<op::AppendEvent>(o);
        const auto fence = fenced_.find(group[i].game);
        if (group[i].game == 0 || fence == fenced_.end()) continue;
        if (fence->second >= group[i].incarnation)
            results[i] = Durable::failed;
        else
            fenced_.erase(fence);
    }
    const std::vector<Durable> before = results;
    Result done;
    std::int64_t attempted = -1;
    bool slowly = false;
    for (;;) {
        if (!connected_ || !db_->is_open()) {
            // Until the database is back, or it is time to end: everybody waits, nobody is told.
            if (!reconnect()) {
                if (stopping_since_ != Clock::time_point{} &&
                    Clock::now() - stopping_since_ > std::chrono::seconds{5})
                    break;
                {
                    const std::lock_guard lock{mutex_};
                    if (stopping_ && stopping_since_ == Clock::time_point{})
                        stopping_since_ = Clock::now();
                }
                std::this_thread::sleep_for(std::chrono::milliseconds{100});
                continue;
            }
            if (attempted >= 0 && number_ == attempted) break;  // it had been committed
        }
        if (fenced_out_) {
            results.assign(group.size(), Durable::stale);
            break;
        }
        results = before;
        attempted = ++number_;
        done = slowly ? commit_slowly(group, results) : commit_fast(group, results);
        if (done.is_ok()) break;
        if (done.state().empty()) {  // no answer: it may or may not have happened
            spdlog::error("the database does not answer: {}", done.message());
            connected_ = false;
            continue;
        }
        if (done.state() == "HK002") {
            fenced_out_ = true;
            continue;
        }
        if (slowly || done.state() == "53100") {
            for (Durable& result : results)
                if (result == Durable::yes) result = durability(done);
            well_ = false;
            spdlog::error("the database refuses: {}", done.message());
            break;
        }
        slowly = true;  // one unit is at fault: find out which
    }
    if (!connected_)
        for (Durable& result : results)
            if (result == Durable::yes) result = Durable::failed;
    for (std::size_t i = 0; i < group.size(); ++i)
        if (results[i] != Durable::yes && group[i].game != 0)
            fenced_[group[i].game] = std::max(fenced_[group[i].game], group[i].incarnation);
    if (std::find(results.begin(), results.end(), Durable::yes) != results.end()) well_ = true;
    if (options_.observe)
        options_.observe(
            events, std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began));
    report(group, std::move(results));
    if (fenced_out_ && connected_) all_lost();
}

Result Writer::commit_fast(const std::vector<Write>& group, const std::vector<Durable>& results) {
    if (!db_->begin_pipeline()) return {};
    Appends appends;
    std::vector<Spoken> spoken;
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (results[i] != Durable::yes) continue;
        for (const Op& o : group[i].ops) {
            if (const auto* append = std::get_if<op::AppendEvent>(&o))
                appends.add(*append);
            else
                std::visit(Speak{spoken}, o);
        }
    }
    bool sent = db_->queue("BEGIN", {}) && db_->queue(begin_sql, beginning());
    if (appends.count() > 0) sent = sent && db_->queue(Appends::check_sql, appends.check(run_));
    for (const Spoken& one : spoken) sent = sent && db_->queue(one.sql, one.args);
    if (appends.count() > 0) sent = sent && db_->queue(Appends::insert_sql, appends.insert());
    sent = sent && db_->queue("COMMIT", {});
    Result done = db_->finish_pipeline();
    return sent ? std::move(done) : Result{};
}

Result Writer::commit_slowly(const std::vector<Write>& group, std::vector<Durable>& results) {
    if (Result r = db_->run_all("BEGIN"); !r.is_ok()) return r;
    if (Result r = db_->run(begin_sql, beginning()); !r.is_ok()) {
        db_->run_all("ROLLBACK");
        return r;
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (results[i] != Durable::yes) continue;
        const Write& unit = group[i];
        if (const auto fence = fenced_.find(unit.game);
            unit.game != 0 && fence != fenced_.end() && fence->second >= unit.incarnation) {
            results[i] = Durable::failed;
            continue;
        }
        if (Result r = db_->run_all("SAVEPOINT unit"); !r.is_ok()) return r;
        Appends appends;
        std::vector<Spoken> spoken;
        for (const Op& o : unit.ops) {
            if (const auto* append = std::get_if<op::AppendEvent>(&o))
                appends.add(*append);
            else
                std::visit(Speak{spoken}, o);
        }
        Result last;
        bool fault = false;
        const auto step = [&](const char* sql, const Args& args) {
            if (fault) return;
            last = db_->run(sql, args);
            fault = !last.is_ok();
        };
        if (appends.count() > 0) step(Appends::check_sql, appends.check(run_));
        for (const Spoken& one : spoken) step(one.sql, one.args);
        if (appends.count() > 0) step(Appends::insert_sql, appends.insert());
        if (fault) {
            if (last.state().empty()) return last;
            results[i] = durability(last);
            if (unit.game != 0) fenced_[unit.game] = unit.incarnation;
            if (Result r = db_->run_all("ROLLBACK TO unit"); !r.is_ok()) return r;
        }
        if (Result r = db_->run_all("RELEASE unit"); !r.is_ok()) return r;
    }
    Result done = db_->run_all("COMMIT");
    return done;
}

void Writer::report(std::vector<Write>& group, std::vector<Durable> results) {
    auto tell_all = [units = std::make_shared<std::vector<Write>>(std::move(group)),
                     results = std::move(results)] {
        for (std::size_t i = 0; i < units->size(); ++i)
            if ((*units)[i].done) (*units)[i].done(results[i]);
    };
    if (options_.post)
        options_.post(std::move(tell_all));
    else
        tell_all();
}

}  // namespace hakam::server::postgres

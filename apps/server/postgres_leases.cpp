// Who owns which shard. A server shows that it lives by the beat of its row; the others watch it by
// their own steady clocks, so no step of any clock takes anything from anybody. Whose beat has stood
// still for the length of a lease is fenced first (which waits for what it has on its way, and after
// which it can append nothing), and then its shards are free.

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/postgres_writer.hpp"

namespace hakam::server::postgres {
namespace {

Millis wall_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace

void Writer::look_around() {
    const auto now = Clock::now();
    // After a pause of our own nothing is known of the others' silence.
    if (now - looked_ > options_.lease / 2) observed_.clear();
    looked_ = now;
    LeaseNews news;
    if (!read_nodes(news.nodes)) return;
    if (!read_leases(news)) return;
    balance(news);
    const bool changed =
        !news.gained.empty() || !news.lost.empty() || !news.give_up.empty() ||
        owners_ != news.owners ||
        !std::equal(nodes_.begin(), nodes_.end(), news.nodes.begin(), news.nodes.end(),
                    [](const NodeRow& a, const NodeRow& b) {
                        return a.run == b.run && a.draining == b.draining && a.alive == b.alive &&
                               a.shards == b.shards;
                    });
    owners_ = news.owners;
    nodes_ = news.nodes;
    if (changed) tell(std::move(news));
}

bool Writer::read_nodes(std::vector<NodeRow>& nodes) {
    Result rows = db_->run(
        "SELECT run, name, url, beat, draining FROM hakam.nodes WHERE NOT fenced ORDER BY run");
    if (!rows.is_ok()) {
        connected_ = connected_ && !rows.state().empty();
        return false;
    }
    const auto now = Clock::now();
    std::vector<std::pair<std::int64_t, std::int64_t>> dead;
    for (int i = 0; i < rows.rows(); ++i) {
        NodeRow node;
        node.run = rows.integer(i, 0);
        node.name = rows.text(i, 1);
        node.url = rows.text(i, 2);
        node.draining = rows.flag(i, 4);
        const std::int64_t beat = rows.integer(i, 3);
        if (node.run == run_) {
            if (node.draining) draining_ = true;
            node.draining = draining_;
        } else {
            Observed& seen = observed_[node.run];
            if (seen.beat != beat) seen = {beat, now};
            node.alive = now - seen.changed < options_.lease;
            if (!node.alive) dead.emplace_back(node.run, beat);
        }
        nodes.push_back(std::move(node));
    }
    for (const auto& [run, beat] : dead) bury(run, beat);
    return true;
}

void Writer::bury(std::int64_t run, std::int64_t beat) {
    // Its last transaction may hang open; the lock on its row would make us wait for it.
    db_->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
             "$1::text AND usename = current_user",
             Args{}.add("hakam " + std::to_string(run)));
    Result done = db_->run(
        "UPDATE hakam.nodes SET fenced = true WHERE run = $1::bigint AND beat = $2::bigint AND NOT "
        "fenced",
        Args{}.add(run).add(beat));
    if (done.is_ok() && done.changed() == 1)
        spdlog::warn("server {} has been silent for {} ms: taken for dead", run,
                     options_.lease.count());
    observed_.erase(run);
}

bool Writer::read_leases(LeaseNews& news) {
    Result version = db_->run_all("SELECT coalesce(sum(epoch), 0) FROM hakam.leases");
    if (!version.is_ok() || version.rows() != 1) return false;
    if (version.integer(0, 0) == lease_version_) {
        news.owners = owners_;
        return true;
    }
    Result rows = db_->run_all("SELECT shard, owner, epoch, base FROM hakam.leases");
    if (!rows.is_ok()) return false;
    lease_version_ = 0;
    news.owners.assign(shard_count, 0);
    for (int i = 0; i < rows.rows(); ++i) {
        const auto shard = static_cast<int>(rows.integer(i, 0));
        const std::int64_t owner = rows.integer(i, 1);
        const std::int64_t epoch = rows.integer(i, 2);
        lease_version_ += epoch;
        news.owners[static_cast<std::size_t>(shard)] = owner;
        const auto own = mine_.find(shard);
        if (own != mine_.end() && (owner != run_ || own->second != epoch)) {
            news.lost.push_back(shard);
            mine_.erase(own);
            asked_.erase(shard);
        } else if (own == mine_.end() && owner == run_) {
            mine_[shard] = epoch;
            news.gained.push_back({shard, epoch, rows.integer(i, 3)});
        }
    }
    return true;
}

void Writer::balance(LeaseNews& news) {
    std::int64_t active = 0;
    for (const NodeRow& node : news.nodes) active += node.alive && !node.draining ? 1 : 0;
    const std::int64_t fair = active == 0 ? 0 : (shard_count + active - 1) / active;
    const auto own = static_cast<std::int64_t>(mine_.size());
    if (draining_ ? active > 0 : own > fair) {
        std::int64_t many = draining_ ? own : own - fair;
        const auto now = Clock::now();
        for (const auto& [shard, epoch] : mine_) {
            if (many-- <= 0) break;
            if (asked_.emplace(shard, now).second) news.give_up.push_back(shard);
        }
    }
    std::int64_t free = 0;
    for (std::size_t shard = 0; shard < news.owners.size(); ++shard) {
        const std::int64_t owner = news.owners[shard];
        free += owner == 0 || std::none_of(news.nodes.begin(), news.nodes.end(),
                                           [owner](const NodeRow& n) {
                                               return n.run == owner && n.alive;
                                           });
    }
    if (!draining_ && own < fair && free > 0) {
        if (!db_->begin_pipeline()) return;
        ++number_;
        bool sent = db_->queue("BEGIN", {});
        sent = sent && db_->queue("SELECT hakam.begin_group($1::bigint, $2::bigint, $3::bigint, "
                                  "$4::bigint, $5::bigint)",
                                  beginning());
        Args a;
        a.add(run_).add(fair - own).add(play_.load()).add(wall_ms());
        sent = sent && db_->queue("SELECT count(*) FROM hakam.take_shards($1::bigint, $2::int, "
                                  "$3::bigint, $4::bigint)",
                                  a);
        sent = sent && db_->queue("COMMIT", {});
        Result done = db_->finish_pipeline();
        if (done.is_ok() && sent) {
            read_leases(news);
            if (!news.gained.empty())
                spdlog::info("{} shards taken, {} now", news.gained.size(), mine_.size());
        } else if (done.state() == "HK002") {
            fenced_out_ = true;
        } else if (done.state().empty()) {
            connected_ = false;
        }
    }
    for (NodeRow& node : news.nodes)
        node.shards = std::count(news.owners.begin(), news.owners.end(), node.run);
}

void Writer::give_back(const std::vector<int>& shards) {
    if (!connected_ || shards.empty()) return;
    Array list;
    for (const int shard : shards) list.add(shard);
    Result done = db_->run(
        "UPDATE hakam.leases SET owner = 0, epoch = epoch + 1, base = base + $3::bigint, since = "
        "$4::bigint WHERE owner = $1::bigint AND shard = ANY ($2::int[])",
        Args{}.add(run_).add(list.take()).add(play_.load()).add(wall_ms()));
    if (!done.is_ok()) {
        // Not known whether it happened: what is still ours is asked for again.
        for (const int shard : shards) asked_.erase(shard);
        connected_ = connected_ && !done.state().empty();
        return;
    }
    for (const int shard : shards) mine_.erase(shard), asked_.erase(shard);
    lease_version_ = -1;
}

void Writer::tell(LeaseNews news) {
    if (!options_.on_leases) return;
    auto call = [told = std::make_shared<LeaseNews>(std::move(news)), to = options_.on_leases] {
        to(std::move(*told));
    };
    if (options_.post)
        options_.post(std::move(call));
    else
        call();
}

}  // namespace hakam::server::postgres

#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <variant>

#include "server/postgres.hpp"
#include "server/storage.hpp"

namespace hakam::server::postgres {

/// The one thread of this server that changes the database: groups of units, each group one
/// pipelined transaction that begins by locking this server's row; signs of life; and, between
/// groups, who owns which shard.
class Writer {
public:
    Writer(std::string url, StorageOptions options);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Connects, checks the schema, registers. Returns: nothing, or why it cannot be used.
    std::optional<std::string> start();

    void write(Write write);
    void release(std::vector<int> shards);
    void drain();
    void set_play(Millis play) { play_ = play; }
    /// Waits until all queued work is done, gives all shards back and ends.
    void stop();

    bool is_well() const { return well_ && !is_stalled(); }
    bool is_stalled() const;
    std::int64_t run() const { return first_run_; }

private:
    using Clock = std::chrono::steady_clock;
    struct Observed {
        std::int64_t beat = -1;
        Clock::time_point changed;
    };
    using Job = std::variant<Write, std::vector<int>>;

    void work();
    bool connect();
    bool reconnect();
    std::optional<std::string> enroll(bool replace_namesake);
    void commit(std::vector<Write>& group);
    Result commit_fast(const std::vector<Write>& group, const std::vector<Durable>& results);
    Result commit_slowly(const std::vector<Write>& group, std::vector<Durable>& results);
    void report(std::vector<Write>& group, std::vector<Durable> results);
    void give_back(const std::vector<int>& shards);
    Args beginning() const;
    bool beat();

    void look_around();
    void bury(std::int64_t run, std::int64_t beat);
    bool read_nodes(std::vector<NodeRow>& nodes);
    bool read_leases(LeaseNews& news);
    void balance(LeaseNews& news);
    void all_lost();
    void tell(LeaseNews news);

    std::string url_;
    StorageOptions options_;
    std::unique_ptr<Connection> db_;
    std::int64_t first_run_ = 0;
    std::int64_t run_ = 0;
    std::int64_t session_ = 0;
    std::int64_t number_ = 0;
    std::atomic<Millis> play_{0};
    std::atomic<bool> well_{true};
    std::atomic<bool> connected_{false};
    std::atomic<std::int64_t> busy_since_{0};  ///< steady ms; 0: not at work
    bool draining_ = false;
    bool fenced_out_ = false;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> queue_;
    bool stopping_ = false;
    bool drain_asked_ = false;
    std::unordered_map<GameKey, std::uint64_t> fenced_;

    // Leases.
    std::unordered_map<int, std::int64_t> mine_;  ///< shard to epoch
    std::unordered_map<int, Clock::time_point> asked_;
    std::unordered_map<std::int64_t, Observed> observed_;
    std::vector<std::int64_t> owners_;
    std::vector<NodeRow> nodes_;
    std::int64_t lease_version_ = -1;
    Clock::time_point looked_{};
    Clock::time_point stopping_since_{};

    std::thread thread_;
};

}  // namespace hakam::server::postgres

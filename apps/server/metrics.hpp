#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace hakam::server {

/// Durations in powers of two from 64 us.
class Histogram {
public:
    static constexpr int buckets = 20;
    void add(std::chrono::microseconds duration) noexcept {
        const auto us = static_cast<std::uint64_t>(duration.count() < 0 ? 0 : duration.count());
        int i = 0;
        while (i < buckets - 1 && us > (std::uint64_t{64} << i)) ++i;
        counts_[static_cast<std::size_t>(i)].fetch_add(1, std::memory_order_relaxed);
        sum_us_.fetch_add(us, std::memory_order_relaxed);
    }
    /// Appends the lines of the Prometheus text format.
    void write(std::string& out, const std::string& name, const std::string& help) const;

private:
    std::array<std::atomic<std::uint64_t>, buckets> counts_{};
    std::atomic<std::uint64_t> sum_us_{0};
};

/// What the server counts. Safe from any thread.
struct Metrics {
    std::atomic<std::uint64_t> requests{0};
    std::atomic<std::uint64_t> commands{0};
    std::atomic<std::uint64_t> refused{0};
    std::atomic<std::uint64_t> duplicates{0};
    std::atomic<std::uint64_t> events{0};
    std::atomic<std::uint64_t> moves{0};
    std::atomic<std::uint64_t> games_created{0};
    std::atomic<std::uint64_t> games_ended{0};
    std::atomic<std::uint64_t> rate_limited{0};
    std::atomic<std::uint64_t> slow_clients{0};
    std::atomic<std::uint64_t> storage_failures{0};
    std::atomic<std::uint64_t> engine_trouble{0};
    std::atomic<std::uint64_t> messages_in{0};
    std::atomic<std::uint64_t> messages_out{0};
    std::atomic<std::int64_t> connections{0};
    std::atomic<std::int64_t> sockets{0};
    std::atomic<std::int64_t> games_live{0};
    std::atomic<std::int64_t> games_loaded{0};
    std::atomic<std::int64_t> shards{0};
    std::atomic<std::uint64_t> shards_gained{0};
    std::atomic<std::uint64_t> shards_lost{0};
    Histogram commit;   ///< one group
    Histogram command;  ///< from its arrival to its acknowledgement

    /// The Prometheus text format, version 0.0.4.
    std::string text() const;
};

}  // namespace hakam::server

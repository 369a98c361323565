#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

/// Who may ask how often.
namespace hakam::server {

/// Lets `burst` through at once and `per_second` on average.
class Bucket {
public:
    using Clock = std::chrono::steady_clock;
    Bucket(double burst, double per_second, Clock::time_point now = Clock::now())
        : burst_{burst}, per_second_{per_second}, level_{burst}, last_{now} {}

    /// Takes one out. Returns: false if it is empty.
    bool take(Clock::time_point now = Clock::now()) {
        refill(now);
        if (level_ < 1) return false;
        level_ -= 1;
        return true;
    }
    /// Ms until there is one again.
    std::int64_t wait_ms() const {
        return level_ >= 1 ? 0 : static_cast<std::int64_t>((1 - level_) / per_second_ * 1000) + 1;
    }
    bool is_full(Clock::time_point now) const {
        const double seconds = std::chrono::duration<double>(now - last_).count();
        return level_ + seconds * per_second_ >= burst_;
    }

private:
    void refill(Clock::time_point now) {
        const double seconds = std::chrono::duration<double>(now - last_).count();
        level_ = std::min(burst_, level_ + seconds * per_second_);
        last_ = now;
    }
    double burst_;
    double per_second_;
    double level_;
    Clock::time_point last_;
};

/// One bucket for each who. Memory is bounded: full buckets are forgotten, and beyond `most`
/// callers strangers share one.
class Limiter {
public:
    Limiter(double burst, double per_second, std::size_t most = 100'000)
        : burst_{burst}, per_second_{per_second}, most_{most} {}

    /// Returns: 0, or in how many ms to ask again.
    std::int64_t take(const std::string& who) {
        if (buckets_.size() >= most_) forget();
        const std::string& key =
            buckets_.size() >= most_ && !buckets_.contains(who) ? shared_ : who;
        Bucket& bucket = buckets_.try_emplace(key, burst_, per_second_).first->second;
        return bucket.take() ? 0 : bucket.wait_ms();
    }
    std::size_t size() const { return buckets_.size(); }

private:
    void forget() {
        const auto now = Bucket::Clock::now();
        if (now - forgot_ < std::chrono::seconds{1}) return;
        forgot_ = now;
        std::erase_if(buckets_, [now](const auto& entry) { return entry.second.is_full(now); });
    }
    double burst_;
    double per_second_;
    std::size_t most_;
    std::string shared_ = "*";
    Bucket::Clock::time_point forgot_{};
    std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace hakam::server

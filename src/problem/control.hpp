#pragma once

#include <atomic>
#include <cstdint>

#include "hakam/base/budget.hpp"

namespace hakam::problem {

/// What all workers of one solve share.
struct SharedControl {
    const Budget& budget;
    std::atomic<bool> stopped{false};
    std::atomic<std::uint64_t> nodes{0};
};

/// One worker's count of nodes; asks the budget now and then.
class Control {
public:
    explicit Control(SharedControl& shared) noexcept : shared_{&shared} {}
    ~Control() { flush(); }
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;

    /// Counts a node. Returns: whether to go on.
    bool go() noexcept {
        if (stopped_) return false;
        if (++fresh_ < interval) return true;
        flush();
        return !stopped_;
    }
    bool stopped() const noexcept { return stopped_; }
    void stop() noexcept {
        shared_->stopped = true;
        stopped_ = true;
    }
    void flush() noexcept {
        const std::uint64_t total = shared_->nodes += fresh_;
        fresh_ = 0;
        if (total >= shared_->budget.nodes ||
            (shared_->budget.expired && shared_->budget.expired()))
            shared_->stopped = true;
        stopped_ = shared_->stopped;
    }

private:
    static constexpr std::uint64_t interval = 1024;
    SharedControl* shared_;
    std::uint64_t fresh_ = 0;
    bool stopped_ = false;
};

}  // namespace hakam::problem

#pragma once

#include <algorithm>
#include <chrono>

#include "server/storage.hpp"

namespace hakam::server {

/// The two times of the server. Play time is what clocks and deadlines use: monotonic, in ms, going
/// on from where the last run stopped, so that nobody is charged while no server runs. Wall time is
/// for people.
class PlayClock {
public:
    explicit PlayClock(Millis resumed_at) : base_{resumed_at} {}

    Millis now() const { return since(std::chrono::steady_clock::now()); }
    /// Sign that the server is at work, at least every `longest_pause`. A longer silence (a stopped
    /// process, a machine asleep) and the time in which the storage does not answer are nobody's:
    /// play time stands still.
    void pulse(bool stalled) {
        const auto now = std::chrono::steady_clock::now();
        const Millis play = since(now);
        const bool whole = !stalled_ && now - began_ < std::chrono::milliseconds{longest_pause};
        began_ = whole ? began_ + std::chrono::milliseconds{play - base_} : now;
        base_ = play;
        stalled_ = stalled;
    }
    static Millis wall() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   std::chrono::system_clock::now().time_since_epoch())
            .count();
    }
    std::chrono::steady_clock::time_point at(Millis play) const {
        return began_ + std::chrono::milliseconds{play - base_};
    }
    /// Wall time since the start, pauses included.
    Millis uptime() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   std::chrono::steady_clock::now() - started_)
            .count();
    }

private:
    static constexpr Millis longest_pause = 1000;
    Millis since(std::chrono::steady_clock::time_point now) const {
        if (stalled_) return base_;
        const auto ms =
            std::chrono::duration_cast<std::chrono::milliseconds>(now - began_).count();
        return base_ + std::min<Millis>(ms, longest_pause);
    }
    Millis base_;
    bool stalled_ = false;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace hakam::server

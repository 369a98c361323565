#pragma once

#include <chrono>

#include "server/storage.hpp"

namespace hakam::server {

/// The two times of the server. Play time is what clocks and deadlines use: monotonic, in ms, going
/// on from where the last run stopped, so that nobody is charged while no server runs. Wall time is
/// for people.
class PlayClock {
public:
    explicit PlayClock(Millis resumed_at) : base_{resumed_at} {}

    Millis now() const {
        return base_ + std::chrono::duration_cast<std::chrono::milliseconds>(
                           std::chrono::steady_clock::now() - began_)
                           .count();
    }
    static Millis wall() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   std::chrono::system_clock::now().time_since_epoch())
            .count();
    }
    std::chrono::steady_clock::time_point at(Millis play) const {
        return began_ + std::chrono::milliseconds{play - base_};
    }
    Millis uptime() const { return now() - base_; }

private:
    Millis base_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace hakam::server

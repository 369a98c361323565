#pragma once

#include <cstddef>
#include <cstdint>

namespace hakam::solve {

/// Numbers that look like chance and are the same each time.
class Lots {
public:
    explicit Lots(std::uint64_t seed) noexcept : state_{seed | 1} {}
    std::uint64_t next() noexcept {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_ * 0x2545F4914F6CDD1DULL >> 32;
    }
    int below(int n) noexcept { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
    template <std::size_t N>
    int one_of(const int (&values)[N]) noexcept {
        return values[next() % N];
    }

private:
    std::uint64_t state_;
};

}  // namespace hakam::solve

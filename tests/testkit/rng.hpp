#pragma once

#include <cstddef>
#include <cstdint>

namespace hakam::testkit {

/// splitmix64: the same numbers from the same seed on every machine and library.
class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed) noexcept : state_{seed} {}

    constexpr std::uint64_t next() noexcept {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    /// A number from 0 to n - 1. Pre: n > 0.
    constexpr std::size_t below(std::size_t n) noexcept {
        return static_cast<std::size_t>(next() % n);
    }
    /// True once in `n` times. Pre: n > 0.
    constexpr bool once_in(std::size_t n) noexcept { return below(n) == 0; }

private:
    std::uint64_t state_;
};

}  // namespace hakam::testkit

#pragma once

#include <compare>
#include <cstdint>

namespace hakam {

/// A number that cannot be mixed up with another kind of number.
template <class Tag, class Rep>
struct Strong {
    Rep value{};

    constexpr Strong() = default;
    constexpr explicit Strong(Rep v) noexcept : value{v} {}
    friend constexpr auto operator<=>(const Strong&, const Strong&) = default;
};

/// Plies (half-moves) played since the start of a game: 0 is the start.
using Ply = Strong<struct PlyTag, std::uint32_t>;
/// Plies since the last capture or pawn move (Laws 9.3, 9.6.2).
using HalfmoveClock = Strong<struct HalfmoveClockTag, std::uint32_t>;
/// Number of the move about to be played, from 1.
using FullmoveNumber = Strong<struct FullmoveNumberTag, std::uint32_t>;

}  // namespace hakam

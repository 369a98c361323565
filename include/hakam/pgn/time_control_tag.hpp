#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"

namespace hakam::pgn {

/// One field of a TimeControl tag (PGN standard 9.6.1), and the extension in general use that
/// gives an increment to a period of moves.
struct TimePeriod {
    std::optional<std::uint32_t>
        moves;  ///< the period ends with this many moves; else with the game
    std::chrono::seconds base{0};
    std::chrono::milliseconds increment{0};  ///< for each move of the period
    bool is_sandclock = false;               ///< "*60": what one side uses the other side gets

    friend bool operator==(const TimePeriod&, const TimePeriod&) = default;
};

/// A TimeControl tag: "40/7200:3600", "300+3", "*60", "?" (unknown) or "-" (none).
struct TimeControlTag {
    enum class Kind : std::uint8_t { unknown, none, periods };
    Kind kind = Kind::unknown;
    std::vector<TimePeriod> periods;  ///< the last one is repeated if it has moves

    /// The increment when move number `move` (1 for a player's first) is completed.
    std::chrono::milliseconds increment_at(std::uint32_t move) const noexcept;
    /// What a player is given in all for his first `moves` moves, increments after each included.
    std::chrono::milliseconds given_for(std::uint32_t moves) const noexcept;
    /// The time of all periods that have begun when so many moves are made, without increments.
    std::chrono::milliseconds base_after(std::uint32_t moves) const noexcept;
};

Expected<TimeControlTag> parse_time_control(std::string_view value);

}  // namespace hakam::pgn

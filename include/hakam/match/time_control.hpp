#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/color.hpp"

namespace hakam::match {

/// Points and lengths of time. Units: milliseconds. There is no clock below the applications:
/// every "now" is an argument.
using Milliseconds = std::int64_t;

inline constexpr Milliseconds second = 1000;
inline constexpr Milliseconds minute = 60 * second;
inline constexpr Milliseconds hour = 60 * minute;
inline constexpr Milliseconds day = 24 * hour;

/// What the extra time of a period does.
enum class Extra : std::uint8_t {
    increment,  ///< added on completion of a move (Fischer); 0 is sudden death
    bronstein,  ///< on completion the time used is given back, at most `extra`
    delay,      ///< the first `extra` of each move is free (US delay; Law 6.3.2)
    hourglass,  ///< what one side uses the other gains
    per_move,   ///< `base` for every move, nothing is carried over
};

/// One period: `moves` moves in `base`, or all the rest if `moves` is 0.
struct Period {
    std::uint32_t moves = 0;
    Milliseconds base = 0;
    Milliseconds extra = 0;
    Extra kind = Extra::increment;

    friend bool operator==(const Period&, const Period&) = default;
};

/// When the time of the next period is added (Law 6.3.2).
enum class PeriodChange : std::uint8_t {
    on_required_move,  ///< when the required move is completed
    at_zero,           ///< when the time of the period has run out, as clocks without a counter do
};

/// Time rules of one side. Invariant of a valid one: at least one period.
struct SideControl {
    std::vector<Period> periods;
    bool repeat_last = false;  ///< the last period, if it has moves, starts again and again

    friend bool operator==(const SideControl&, const SideControl&) = default;
};

/// A time control. No periods at all: no clock is used.
struct TimeControl {
    std::array<SideControl, 2> sides;
    PeriodChange change = PeriodChange::on_required_move;
    /// Clocks certified by FIDE credit the first increment before move 1 (3+2 starts at 3:02).
    bool first_increment = false;

    bool timed() const noexcept { return !sides[0].periods.empty(); }
    const SideControl& of(Color c) const noexcept {
        return sides[static_cast<std::size_t>(index(c))];
    }
    bool equal_sides() const noexcept { return sides[0] == sides[1]; }

    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// The same periods for both sides.
TimeControl both_sides(std::vector<Period> periods, bool repeat_last = false);

/// Longest text read; more periods than this are refused.
inline constexpr std::size_t max_time_control_length = 256;
inline constexpr std::size_t max_periods = 16;

/// Reads a time control in any notation in use:
///   FIDE        90+30   40/90,30+30   40/100:50:15+30   15+10   G90   (minutes + seconds)
///   US Chess    G/60;d5   40/90,SD/30;d5   40/90;d5   G/5;d0   G/90;+30   60 d5
///   kinds       60 b5 (Bronstein)   hourglass 3   20/move   3 days/move
///   none        none, -, unlimited
///   unequal     5+0 | 4+0   (White | Black)
/// Law: 6.3.1, Glossary; Errors: located. Cost: linear.
Expected<TimeControl> parse_time_control(std::string_view text);

/// The PGN tag TimeControl (PGN standard 9.6.1): "40/7200:3600", "300", "4500+60", "*180", "-",
/// "?" (read as no clock), and the extension "40/5400+30:1800+30" in general use. Delay and
/// Bronstein are written "3600d5" and "3600b5". A last field with moves is repeated.
Expected<TimeControl> parse_pgn_time_control(std::string_view text);

/// Writes one side's control; parse of it gives the same control for both sides.
std::string format_fide(const SideControl& side);
std::string format_us(const SideControl& side);
std::string format_pgn(const SideControl& side);
/// FIDE notation of the whole, "W | B" if the sides differ; "none" without clocks.
std::string format(const TimeControl& control);

/// How FIDE classes a control (Appendices A.1, B.1): base plus sixty increments, in all periods.
enum class Pace : std::uint8_t { blitz, rapid, standard };
std::string_view name(Pace pace) noexcept;
/// Law: A.1 (rapid: more than 10 and less than 60 minutes), B.1 (blitz: 10 minutes or less).
/// No clock counts as standard.
Pace fide_pace(const SideControl& side);
/// US Chess: minutes plus seconds of delay or increment; blitz 5 to 10, quick below 30.
Pace us_pace(const SideControl& side);

/// A control under the name by which events are announced.
struct Preset {
    std::string_view id;        ///< "fide-standard"
    std::string_view notation;  ///< for parse_time_control
    std::string_view title;     ///< in words
};
std::span<const Preset> presets() noexcept;

}  // namespace hakam::match

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/square.hpp"

/// Commands inside comments: [%clk 0:05:00] (what the clock shows), [%emt 0:00:03] (time used for
/// the move), [%eval 0.18], [%csl Ge5] (coloured squares), [%cal Ge2e4] (arrows).
namespace hakam::pgn {

struct Command {
    std::string_view name;      ///< "clk"
    std::string_view argument;  ///< "0:05:00", without the blanks around it
    std::size_t offset = 0;     ///< of its opening bracket in the comment
    std::size_t length = 0;     ///< to its closing bracket, included
};

/// The first command at or after `from`. Cost: no allocation.
std::optional<Command> next_command(std::string_view comment, std::size_t from = 0) noexcept;
/// The first command of that name.
std::optional<Command> find_command(std::string_view comment, std::string_view name) noexcept;
/// The comment with that command replaced, or added in front.
std::string with_command(std::string_view comment, std::string_view name,
                         std::string_view argument);
/// The words of a comment: what is left without its commands and the blanks around them.
std::string without_commands(std::string_view comment);

/// A clock reading: "0:09:59.45" is 599,450 ms. Hours may have any number of digits; minutes
/// alone ("9:59") and seconds alone are understood, and so is a comma for the decimal point.
Expected<std::chrono::milliseconds> parse_clock(std::string_view text);
/// The reading of the first clk command of a comment; nothing if there is none or it is no clock
/// reading. Cost: no allocation, a few nanoseconds where it is "[%clk H:MM:SS]".
std::optional<std::chrono::milliseconds> clock_reading(std::string_view comment) noexcept;
/// "H:MM:SS", with three decimals if the time is no whole number of seconds. Pre: time >= 0.
std::string format_clock(std::chrono::milliseconds time);

/// An engine's judgement, from White's point of view.
struct Evaluation {
    std::optional<std::int32_t> centipawns;
    std::optional<std::int32_t> mate_in;  ///< moves; negative if Black mates
    std::optional<std::uint32_t> depth;   ///< plies

    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};
/// "0.18", "-1.5", "#3", "#-2", each with ",depth".
Expected<Evaluation> parse_evaluation(std::string_view text);
std::string format(const Evaluation& evaluation);

/// A coloured square or, with `to`, an arrow.
struct Drawing {
    char color = 'G';  ///< G, R, Y or B
    Square from{};
    std::optional<Square> to;

    friend bool operator==(const Drawing&, const Drawing&) = default;
};
/// The argument of csl or cal: "Ge5,Rd4" or "Ge2e4"; an empty list is allowed.
Expected<std::vector<Drawing>> parse_drawings(std::string_view text);
std::string format(const std::vector<Drawing>& drawings);

}  // namespace hakam::pgn

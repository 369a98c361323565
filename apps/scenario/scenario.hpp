#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/match/event.hpp"

/// Scripted cases for the arbiter, played through the room match: a tool of `hakam match` and of the
/// tests, no part of the library.
namespace hakam::scenario {

/// A scripted case for the arbiter: docs/formats/scenarios.md. The columns of one row.
struct Scenario {
    std::string id;
    std::string topic;
    std::string ruleset = "fide-standard";
    std::string time_control = "none";
    std::string fen = "startpos";
    std::string script;
    std::string verdict;  ///< expected; empty: not stated
    std::string article;
    std::string consequence;
    std::string facts;
    std::string note;
    std::string status;
    /// Where ruleset, time control, FEN and script begin in the row they were read from.
    std::array<std::uint32_t, 4> begins{};
};

/// Longest row read. Units: bytes.
inline constexpr std::size_t max_row_length = 16 * 1024;

/// Reads one row of tab-separated columns; those after the script may be missing.
/// Errors: located; fewer than six columns, too long.
Expected<Scenario> parse(std::string_view row);

/// Whether a line of a file holds a row: not empty, no comment, not the header.
bool is_row(std::string_view line) noexcept;

struct FactResult {
    std::string text;  ///< as written, e.g. "P1 canmateW=yes"
    bool holds = false;
    std::string found;  ///< what is true instead
};

/// What became of a script.
struct Report {
    std::string id;
    std::string verdict;  ///< in the notation of the rows
    std::string article;
    std::string consequence;  ///< "-" if there is none
    std::vector<FactResult> facts;
    match::Events log;
    std::vector<std::string> timeline;  ///< for people, one line an event
};

/// Plays a script. Pure and deterministic.
/// Errors: settings or tokens that cannot be read, located in the row.
Expected<Report> run(const Scenario& scenario);

/// In which ways the report is not what the row expects. What the row does not mention may be
/// anything; a "?" matches everything; remarks in brackets do not count. Empty: they agree.
std::vector<std::string> differences(const Scenario& scenario, const Report& report);

}  // namespace hakam::scenario

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/match/event.hpp"
#include "hakam/match/live_game.hpp"

namespace hakam::match {

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
inline constexpr std::size_t max_scenario_length = 16 * 1024;

/// Reads one row of tab-separated columns; those after the script may be missing.
/// Errors: located; fewer than six columns, too long.
Expected<Scenario> parse_scenario(std::string_view row);

/// Whether a line of a file holds a row: not empty, no comment, not the header.
bool is_scenario_row(std::string_view line) noexcept;

struct FactResult {
    std::string text;  ///< as written, e.g. "P1 canmateW=yes"
    bool holds = false;
    std::string found;  ///< what is true instead
};

/// What became of a script.
struct ScenarioReport {
    std::string id;
    std::string verdict;  ///< in the notation of the rows
    std::string article;
    std::string consequence;  ///< "-" if there is none
    std::vector<FactResult> facts;
    Events log;
    std::vector<std::string> timeline;  ///< for people, one line an event
};

/// Plays a script. Pure and deterministic.
/// Errors: settings or tokens that cannot be read, located in the row.
Expected<ScenarioReport> run_scenario(const Scenario& scenario);

/// In which ways the report is not what the row expects. What the row does not mention may be
/// anything; a "?" matches everything; remarks in brackets do not count. Empty: they agree.
std::vector<std::string> differences(const Scenario& scenario, const ScenarioReport& report);

/// One event as a line for people: "0:09.000 W touches e2".
std::string describe(const Event& event);

}  // namespace hakam::match

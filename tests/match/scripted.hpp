#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hakam/match/live_game.hpp"
#include "scenario/scenario.hpp"

/// Scripts for tests of one article each, in the notation of data/laws/scenarios.tsv.
namespace hakam::match::testing {

using scenario::Report;
using scenario::Scenario;

/// Verdict of a script under a ruleset.
inline Report play(const char* ruleset, const char* control, const char* fen,
                           const char* script) {
    Scenario row;
    row.id = "own";
    row.ruleset = ruleset;
    row.time_control = control;
    row.fen = fen;
    row.script = script;
    const auto report = scenario::run(row);
    EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
    return report ? *report : Report{};
}

/// Whether the report agrees with what a row of the table would state.
inline bool says(const Report& report, const char* verdict, const char* article = "",
                 const char* consequence = "") {
    Scenario expected;
    expected.verdict = verdict;
    expected.article = article;
    expected.consequence = consequence;
    const auto differences = scenario::differences(expected, report);
    for (const std::string& difference : differences) ADD_FAILURE() << difference;
    return differences.empty();
}
inline constexpr const char* standard = "fide-standard";
inline constexpr const char* tc = "90+30";

}  // namespace hakam::match::testing

#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hakam/match/scenario.hpp"

/// Scripts for tests of one article each, in the notation of data/laws/scenarios.tsv.
namespace hakam::match::testing {

/// Verdict of a script under a ruleset.
inline ScenarioReport play(const char* ruleset, const char* control, const char* fen,
                           const char* script) {
    Scenario scenario;
    scenario.id = "own";
    scenario.ruleset = ruleset;
    scenario.time_control = control;
    scenario.fen = fen;
    scenario.script = script;
    const auto report = run_scenario(scenario);
    EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
    return report ? *report : ScenarioReport{};
}

/// Whether the report agrees with what a row of the table would state.
inline bool says(const ScenarioReport& report, const char* verdict, const char* article = "",
                 const char* consequence = "") {
    Scenario expected;
    expected.verdict = verdict;
    expected.article = article;
    expected.consequence = consequence;
    const auto differences = match::differences(expected, report);
    for (const std::string& difference : differences) ADD_FAILURE() << difference;
    return differences.empty();
}
inline constexpr const char* standard = "fide-standard";
inline constexpr const char* tc = "90+30";

}  // namespace hakam::match::testing

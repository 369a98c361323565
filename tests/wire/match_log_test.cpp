#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <random>
#include <string>

#include "hakam/match/live_game.hpp"
#include "scenario/scenario.hpp"
#include "wire/events_json.hpp"

namespace hakam {
namespace {

/// A log written as JSON and read again: the same events, the same state, the same rulings.
void expect_same_through_json(const match::Events& log) {
    const std::string text = wire::log_text(log);
    const auto read = wire::parse_log(text);
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(*read, log);
    EXPECT_EQ(wire::log_text(*read), text);
    EXPECT_EQ(match::dump(match::replay(*read)), match::dump(match::replay(log)));
}

// Every scenario played twice has the same log; its JSON replays to the same bytes.
TEST(WireMatchLog, EveryScenarioReplaysThroughJson) {
    int rows = 0;
    for (const char* name : {"scenarios.tsv", "own_scenarios.tsv", "dated_scenarios.tsv"}) {
        std::ifstream file{std::string{HAKAM_DATA_DIR} + "/laws/" + name};
        ASSERT_TRUE(file) << name;
        std::string line;
        while (std::getline(file, line)) {
            if (!scenario::is_row(line)) continue;
            const auto row = scenario::parse(line);
            ASSERT_TRUE(row);
            SCOPED_TRACE(row->id);
            scenario::Scenario blind = *row;
            blind.facts.clear();
            const auto report = scenario::run(blind);
            ASSERT_TRUE(report);
            const auto again = scenario::run(blind);
            ASSERT_TRUE(again);
            EXPECT_EQ(again->log, report->log);
            ++rows;
            if (!report->log.empty()) expect_same_through_json(report->log);
        }
    }
    EXPECT_GE(rows, 232 + 105);
}

// What is read at all is written back stably, whatever byte of it was changed.
TEST(WireMatchLog, ChangedTextIsRefusedOrStable) {
    scenario::Scenario row;
    row.time_control = "90+30";
    row.script =
        "W:touch=g1 W:mv=e2e4 W:clk B:claimtouch=g1 W:put=g1f3 W:clk B:mv2=e7e5 B:clk";
    const auto report = scenario::run(row);
    ASSERT_TRUE(report);
    std::mt19937 random{11};
    int read = 0;
    for (const match::Event& event : report->log)
        for (int i = 0; i < 300; ++i) {
            std::string text = boost::json::serialize(wire::to_json(event));
            const auto at = std::uniform_int_distribution<std::size_t>{0, text.size() - 1}(random);
            text[at] = static_cast<char>(std::uniform_int_distribution<int>{32, 126}(random));
            const auto first = wire::parse_event(text);
            if (!first) continue;
            ++read;
            const std::string written = boost::json::serialize(wire::to_json(*first));
            const auto second = wire::parse_event(written);
            ASSERT_TRUE(second) << text;
            EXPECT_EQ(*second, *first) << text;
            EXPECT_EQ(boost::json::serialize(wire::to_json(*second)), written) << text;
        }
    EXPECT_GT(read, 100);
}

// Games that were stored by an earlier program (data/match/v1) are read, and end as they did.
TEST(WireMatchLog, LogsOfVersion1AreReadAndEndAsTheyDid) {
    std::ifstream file{std::string{HAKAM_DATA_DIR} + "/match/v1/logs.jsonl"};
    ASSERT_TRUE(file);
    int games = 0;
    int ended = 0;
    for (std::string line; std::getline(file, line); ++games) {
        const boost::json::object row = boost::json::parse(line).as_object();
        SCOPED_TRACE(std::string{row.at("id").as_string()});
        match::Events log;
        for (const boost::json::value& item : row.at("log").as_array()) {
            const auto event = wire::event_from(item.as_object());
            ASSERT_TRUE(event) << describe(event.error());
            EXPECT_EQ(wire::to_json(*event), item.as_object());
            log.push_back(*event);
        }
        const auto fault = match::fault_of(log);
        EXPECT_FALSE(fault) << fault->event << ' ' << fault->why;
        const match::LiveGame game = match::replay(log);
        const std::string verdict{row.at("verdict").as_string()};
        if (!verdict.starts_with("A:")) EXPECT_EQ(verdict, match::name(game.state.result));
        if (!game.over()) continue;
        ++ended;
        const auto& last = row.at("log").as_array().back().as_object();
        if (last.at("kind") != "GameEnded") continue;
        EXPECT_EQ(last.at("reason").as_string(), match::name(game.state.reason));
        if (const auto* articles = last.if_contains("articles"))
            EXPECT_EQ(articles->as_string(), game.state.articles);
    }
    EXPECT_GE(games, 100);
    EXPECT_GE(ended, 35);
}

// What shows an end to be right is stored with it: whoever reads the log searches nothing again.
TEST(WireMatchLog, TheEvidenceOfAnEndIsStoredWithIt) {
    struct Case {
        const char* fen;
        const char* script;
        const char* member;
    };
    constexpr Case cases[] = {
        {"startpos", "W:flag A:seeflag=W", "line"},
        {"8/8/8/4k3/4p3/8/4K3/8 b - - 0 1", "B:flag A:seeflag=B", "arguments"},
        {"startpos", "play=g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1,f6g8 W:claim3=pos", "plies"},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 99 120", "W:claim50=a1b1", "count"},
        {"8/8/8/4k3/8/8/3nK3/8 w - - 0 1", "W:mv=e2d2", "arguments"},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.script);
        scenario::Scenario row;
        row.time_control = "90+0";
        row.fen = c.fen;
        row.script = c.script;
        const auto report = scenario::run(row);
        ASSERT_TRUE(report);
        const match::Event& end = report->log.back();
        ASSERT_EQ(end.type, match::EventType::game_ended);
        const auto told = wire::evidence_of(end.args, uci::Castling::chess960);
        EXPECT_TRUE(told.contains(c.member)) << boost::json::serialize(told);
        const auto read = wire::parse_log(wire::log_text(report->log));
        ASSERT_TRUE(read);
        EXPECT_EQ(read->back().args.verdict.value, nullptr);
        EXPECT_EQ(wire::evidence_of(read->back().args, uci::Castling::chess960), told);
    }
}

}  // namespace
}  // namespace hakam

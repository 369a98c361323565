#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "hakam/match/live_game.hpp"
#include "scenario/scenario.hpp"
#include "match/scripted.hpp"

namespace hakam {
namespace {

using match::testing::play;
using match::testing::says;
using match::testing::standard;
using match::testing::tc;

// Both positions are dead (5.2.2), so the game is over before what the row expects: T-015 reaches
// king and knight against king; in K-051 nobody passes the wall and a lone bishop cannot mate.
// docs/design/match.md gives the proof.
const std::set<std::string> wrong_rows = {"T-015", "K-051"};

/// One row of a file of scenarios; the tests have its id, so that `--gtest_filter=*I_014*` plays it.
struct Row {
    std::string file;
    std::string id;
    std::string text;
    friend void PrintTo(const Row& row, std::ostream* out) { *out << row.file << ' ' << row.id; }
};

std::vector<Row> rows_of(const char* name) {
    std::vector<Row> rows;
    std::ifstream file{std::string{HAKAM_DATA_DIR} + "/laws/" + name};
    std::string line;
    while (std::getline(file, line))
        if (scenario::is_row(line))
            rows.push_back({name, line.substr(0, line.find('\t')), line});
    return rows;
}
std::string test_name(const ::testing::TestParamInfo<Row>& info) {
    std::string name = info.param.id;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

class MatchScenarioRow : public ::testing::TestWithParam<Row> {};

TEST_P(MatchScenarioRow, AgreesAndItsLogSaysTheSame) {
    const auto row = scenario::parse(GetParam().text);
    ASSERT_TRUE(row);
    const auto report = scenario::run(*row);
    ASSERT_TRUE(report) << describe(report.error());
    const auto differences = scenario::differences(*row, *report);
    if (wrong_rows.contains(row->id)) {
        EXPECT_FALSE(differences.empty());
        EXPECT_EQ(report->verdict, "1/2; why=dead");
    } else {
        for (const std::string& difference : differences) ADD_FAILURE() << difference;
    }
    // The log is without a fault, and has the result that the report states.
    if (report->log.empty()) return;
    const auto fault = match::fault_of(report->log);
    EXPECT_FALSE(fault) << fault->event << ' ' << fault->why;
    const match::LiveGame again = match::replay(report->log);
    EXPECT_EQ(report->verdict.substr(0, report->verdict.find(';')),
              report->verdict.starts_with("A:") ? report->verdict : name(again.state.result));
    // One event after another or all at once: the same state, and no event changes the past.
    match::LiveGame step;
    for (const match::Event& event : report->log) step = match::evolve(step, event);
    EXPECT_EQ(match::dump(step), match::dump(again));
}

INSTANTIATE_TEST_SUITE_P(Given, MatchScenarioRow, ::testing::ValuesIn(rows_of("scenarios.tsv")),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Own, MatchScenarioRow, ::testing::ValuesIn(rows_of("own_scenarios.tsv")),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Dated, MatchScenarioRow,
                         ::testing::ValuesIn(rows_of("dated_scenarios.tsv")), test_name);
INSTANTIATE_TEST_SUITE_P(Found, MatchScenarioRow,
                         ::testing::ValuesIn(rows_of("found_scenarios.tsv")), test_name);

TEST(MatchScenarios, NoFileHasLostRows) {
    EXPECT_EQ(rows_of("scenarios.tsv").size(), 232U);
    EXPECT_GE(rows_of("own_scenarios.tsv").size(), 215U);
    EXPECT_GE(rows_of("dated_scenarios.tsv").size(), 108U);
    EXPECT_EQ(rows_of("found_scenarios.tsv").size(), 29U);
}

TEST(MatchScenarios, AWordThatIsNotKnownIsNeverTakenForNothing) {
    struct Case {
        const char* ruleset;
        const char* script;
    };
    constexpr Case cases[] = {
        {"fide-standard", "sig=the-moon-is-green"},
        {"fide-standard", "sig=W-has-illegal"},
        {"fide-standard", "sig=envelop-lost"},
        {"fide-standard", "sig=W-stop-recording"},
        {"fide-standard", "sig=last-period,unknwon"},
        {"fide-standard", "sig=9x-used"},
        {"fide-standard", "W:mv=e2e4 A:sees=anything"},
        {"fide-standard", "W:mv=e2e4 A:sees=pawn-on-last-rnak"},
        {"fide-standard", "A:seeflag=X"},
        {"fide-standard", "A:whistles"},
        {"fide-standard", "A:rules=99.7,W"},
        {"fide-standard", "A:rules=11.7,Q"},
        {"fide-standard", "A:rules=11.7"},
        {"fide-standard", "setup=sunday"},
        {"fide-standard", "moves=many"},
        {"fide-standard", "S:stop"},
        {"fide-standard", "W:claim=luck"},
        {"fide-standard", "W:claim3=soon"},
        {"fide-standard", "W:claimtouch=z9"},
        {"fide-standard", "W:sign=2-0"},
        {"fide-standard", "W:leave=town"},
        {"fide-qpf", "t=W1:30,B5:00 W:claimqpf=perhaps"},
        {"fide-online", "play=e2e4 W:premove=x"},
        {"fide-equip-2022", "sig=king-hieght=60mm"},
        {"fide-equip-2022", "sig=king-height=tall"},
        {"fide-equip-2022", "sig=clock=sundial"},
        {"shatranj", "sig=vizier-jumps"},
        {"codex", "sig=nonsense W:mv=e1g1"},
        {"fide-standard:device=perhaps", "W:clk"},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.script);
        scenario::Scenario row;
        row.id = "unknown";
        row.ruleset = c.ruleset;
        row.time_control = std::string_view{c.ruleset} == "fide-qpf" ? "90+0" : "90+30";
        row.script = c.script;
        const auto report = scenario::run(row);
        EXPECT_FALSE(report) << report->verdict;
    }
}

TEST(MatchLog, FaultsAreFoundWhereTheyAre) {
    const auto good =
        play(standard, tc, "startpos", "play=e2e4,e7e5 W:touch=g1 W:mv=g1f3 W:clk B:resign").log;
    EXPECT_FALSE(match::fault_of(good));
    const auto faulty = [&](auto&& change) {
        match::Events log = good;
        change(log);
        const auto fault = match::fault_of(log);
        return fault ? fault->why : std::string{};
    };
    const auto of_type = [](match::Events& log, match::EventType type) -> match::Event& {
        return *std::find_if(log.begin(), log.end(),
                             [&](const match::Event& e) { return e.type == type; });
    };
    using match::Events;
    using match::EventType;
    EXPECT_EQ(faulty([](Events& log) { log.clear(); }), "not the beginning of a game");
    EXPECT_EQ(faulty([](Events& log) { log.erase(log.begin()); }),
              "expected event 1, found 2");
    EXPECT_EQ(faulty([](Events& log) { log[5].seq = 9; }), "expected event 6, found 9");
    EXPECT_EQ(faulty([](Events& log) { log[4].at = 5000; }),
              "the time is before that of the event before it");
    EXPECT_EQ(faulty([](Events& log) { log[4].at = INT64_MAX; }), "the time is out of range");
    EXPECT_EQ(faulty([&](Events& log) {
                  auto& made = of_type(log, EventType::move_made);
                  made.args.move = Move::make(Square::a1, Square::a8, MoveKind::normal,
                                              PieceType::rook, 0, 0);
              }),
              "the move is not possible");
    EXPECT_EQ(faulty([&](Events& log) {
                  of_type(log, EventType::make_move).args.from = Square::e5;
              }),
              "no man stands there");
    EXPECT_EQ(faulty([&](Events& log) {
                  match::Event more = of_type(log, EventType::make_move);
                  more.seq = static_cast<std::uint32_t>(log.size()) + 1;
                  more.at = log.back().at;
                  log.push_back(more);
              }),
              "the game was over");
}

TEST(MatchScenarios, ErrorsAreLocatedInTheRow) {
    struct Case {
        const char* row;
        std::uint32_t column;
        const char* expected;
    };
    constexpr Case cases[] = {
        {"T\tt\tfide-standard\t90+30\tstartpos\tW:tuch=a1", 34, "a known act, perhaps touch"},
        {"T\tt\tfide-standard\t90+30\tstartpos\tW:clk W:touch=z9", 40, "squares such as e2"},
        {"T\tt\tnosuch\t90+30\tstartpos\tW:clk", 5, "the name of a ruleset, e.g. fide-standard"},
        {"T\tt\tfide-standard\t9x\tstartpos\tW:clk", 19, "minutes"},
        {"T\tt\tfide-standard\t90\tbad\tW:clk", 22, "eight squares on rank 8"},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.row);
        const auto row = scenario::parse(c.row);
        ASSERT_TRUE(row);
        const auto report = scenario::run(*row);
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().where.column, c.column);
        EXPECT_EQ(report.error().expected, c.expected);
    }
    EXPECT_FALSE(scenario::parse("one\ttwo"));
    EXPECT_FALSE(scenario::parse(std::string(scenario::max_row_length + 1, 'x')));
}

TEST(Fide2023Art0404RookFirst, KingMustMoveIfTheRookCannot) {
    EXPECT_TRUE(says(play(standard, tc, "4k3/8/8/8/8/8/7P/4K1NR w K - 0 1", "W:touch=h1,e1"),
                     "*; must=move:e1; next=W", "4.4.2"));
}
TEST(Fide2023Art0408Complaint, EndsWhenTheComplainerTouches) {
    EXPECT_TRUE(says(
        play(standard, tc, "startpos", "W:touch=g1 W:mv=e2e4 W:clk B:touch=e7 B:claimtouch=g1"),
        "*; touch=rejected; must=move:e7; next=B", "4.8"));
}
TEST(Fide2023Art060202Press, IsAllowedAfterTheReply) {
    EXPECT_TRUE(
        says(play(standard, tc, "startpos", "W:mv=e2e4 B:mv=e7e5 W:clk B:clk"), "*; ok; next=W"));
}
TEST(Fide2023Art0607DefaultTime, LatePlayerWithinItLosesTimeOnly) {
    const auto report =
        play("fide-standard:default=30", "90+30", "startpos", "S:start W:late=10:00 B:late=10:00");
    EXPECT_TRUE(says(report, "*; t=W80:00; next=W", "6.7.2"));
}
TEST(Fide2023Art070503PressWithoutMove, CountsAsIllegal) {
    EXPECT_TRUE(says(play(standard, tc, "startpos", "W:clk A:sees"), "*; ill=W1; next=W",
                     "7.5.3; 7.5.5", "B+2:00; W-incr"));
}
TEST(Fide2023Art070505SecondIllegal, IsADrawIfTheOpponentCannotMate) {
    EXPECT_TRUE(says(play(standard, tc, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                          "sig=W-has-1-illegal W:mv=e2e5 W:clk A:sees"),
                     "1/2; why=illegal2-nomate", "7.5.5"));
}
TEST(Fide2023Art0901Offer, CannotBeWithdrawn) {
    EXPECT_TRUE(says(play(standard, tc, "startpos",
                          "play=e2e4,e7e5 W:mv=g1f3 W:offer W:withdraw W:clk B:accept"),
                     "1/2; why=agree", "9.1.2.1; 5.2.3"));
    EXPECT_TRUE(says(play(standard, tc, "startpos", "play=e2e4,e7e5 W:offerif=Nc6 B:accept"),
                     "*; offer=invalid", "9.1.2.1", "A:warn=W"));
}
TEST(Fide2023Art0906SeventyFive, BeforeALaterFlag) {
    EXPECT_TRUE(says(
        play(standard, tc, "8/8/4k3/8/8/3K4/8/R6r w - - 149 120", "W:mv=d3c3 W:flag B:claimflag"),
        "1/2; why=75", "9.6.2"));
}
TEST(Fide2023Art0903Mate, ComesBeforeSeventyFiveMoves) {
    EXPECT_TRUE(says(play(standard, tc, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120", "W:mv=a1a8"),
                     "1-0; why=checkmate", "5.1.1"));
}
TEST(Fide2023AppendixA0505, ArbiterCallsAFlagHeSees) {
    EXPECT_TRUE(
        says(play("fide-rapid", "15+10", "r3k3/8/8/8/8/8/8/4K2R w - - 0 45", "W:flag A:seeflag=W"),
             "0-1; why=flag", "A.5.5"));
}
TEST(Fide2023GuidelinesI, AmbiguousSealedMoveLosesAndAgreementEnds) {
    EXPECT_TRUE(says(play("fide-adjourn", "40/120", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 41",
                          "A:adjourn W:seal=Rf1 W:clk B:resign"),
                     "1-0; why=resign", "GI.6"));
}
TEST(Fide2023GuidelinesIII04, AgreedIncrementGivesTheOpponentTwoMinutes) {
    EXPECT_TRUE(says(play("fide-qpf", "90+0", "8/8/4k3/8/8/3K4/8/R6r w - - 20 90",
                          "t=W1:30,B5:00 W:askinc B:decline A:agree"),
                     "*; next=W", "GIII.4", "B+2:00"));
}
TEST(UsChess14E, BareKingAndKnights) {
    EXPECT_TRUE(
        says(play("uscf", "G/60;d5", "8/8/4k3/3nn3/8/8/8/3K4 w - - 0 60", "W:flag B:claimflag"),
             "1/2; why=flag-insufficient", "USCF 14E3"));
}
TEST(UsChess14E2, AForcedWinIsFoundHoweverLong) {
    // Mate in five.
    EXPECT_TRUE(
        says(play("uscf", "G/60;d5", "7N/4p3/8/8/8/8/p1K5/k7 w - - 0 60", "B:flag W:claimflag"),
             "1-0; why=flag", "USCF 14E2"));
}
TEST(UsChess14D, WhoCannotMateAtAllDoesNotWinOnTime) {
    EXPECT_TRUE(says(play("uscf", "G/60;d5", "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1",
                          "W:flag B:claimflag"),
                     "1/2; why=flag-nomate", "USCF 14D"));
}
TEST(OnlineArt0503, WrongMovesAreRefused) {
    EXPECT_TRUE(
        says(play("fide-online", "5+0", "startpos", "W:mv=e2e5"), "*; refused; next=W", "ONL-3.3"));
}

}  // namespace
}  // namespace hakam

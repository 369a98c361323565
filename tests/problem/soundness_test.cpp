#include "hakam/problem/soundness.hpp"

#include <gtest/gtest.h>

#include "collect.hpp"

namespace hakam::problem {
namespace {

using testing::problem_of;

Soundness checked(std::string_view fen, std::string_view stipulation,
                  SoundnessOptions options = {}, const Budget& budget = {}) {
    const auto p = problem_of(fen, stipulation);
    EXPECT_TRUE(p) << fen;
    auto s = soundness(*p, options, budget);
    EXPECT_TRUE(s) << fen;
    return s ? *s : Soundness{};
}

std::string kinds(const Soundness& s) {
    std::string text;
    for (const Fault& f : s.faults)
        text += (text.empty() ? "" : " ") + std::string{name(f.kind)} + ":" +
                (f.line.empty() ? "-" : f.line.front().uci);
    return text;
}

std::string graded(const Soundness& s) {
    std::string text;
    for (const Dual& d : s.duals) {
        text += (text.empty() ? "" : " / ") + std::string{name(d.grade)} + " " +
                std::to_string(d.move) + " " + testing::uci_line(d.way) + ":";
        for (const std::string& answer : testing::ucis(d.answers)) text += " " + answer;
    }
    return text;
}

TEST(Soundness, ASoundTwoMoverHasOneKeyAndNeedsItsMen) {
    const Soundness s = checked("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2");
    EXPECT_EQ(s.sound, Decision::yes);
    EXPECT_EQ(kinds(s), "");
    ASSERT_EQ(s.summary.keys.size(), 1U);
    EXPECT_EQ(s.summary.keys.front().uci, "a1a6");
    ASSERT_EQ(s.men.size(), 5U);
    for (const ManNeeded& m : s.men) EXPECT_EQ(m.needed, Decision::yes) << to_string(m.square);
    EXPECT_EQ(graded(s), "");
    EXPECT_FALSE(s.set_play.empty());
}

TEST(Soundness, AManThatDoesNothingIsNamed) {
    const Soundness s = checked("kbK5/pp6/1P6/8/8/8/7p/R6N w - - 0 1", "#2");
    // The pawn is stopped by the knight, which would do nothing else.
    EXPECT_EQ(s.sound, Decision::yes) << kinds(s);
    std::string idle;
    for (const ManNeeded& m : s.men)
        if (m.needed == Decision::no) idle += to_string(m.square) + " ";
    EXPECT_EQ(idle, "h2 ");
    const Soundness bare = checked("kbK5/pp6/1P6/8/8/8/8/R6N w - - 0 1", "#2");
    for (const ManNeeded& m : bare.men)
        EXPECT_EQ(m.needed, m.square == Square::h1 ? Decision::no : Decision::yes)
            << to_string(m.square);
}

TEST(Soundness, FaultsOfDirectPlay) {
    EXPECT_EQ(kinds(checked("k7/8/1K6/8/8/8/8/3Q3R w - - 0 1", "#1")), "cook:d1d8");
    const std::string quick = kinds(checked("k7/8/1K6/8/8/8/8/2R5 w - - 0 1", "#2"));
    EXPECT_NE(quick.find("short-solution:c1c8"), std::string::npos) << quick;
    EXPECT_EQ(kinds(checked("k7/8/8/8/8/8/8/K7 w - - 0 1", "#3")), "no-solution:-");
    SoundnessOptions named;
    named.key = "a1a5";
    EXPECT_EQ(kinds(checked("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2", named)), "other-key:a1a6");
    SoundnessOptions two;
    two.solutions = 2;
    EXPECT_EQ(kinds(checked("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2", two)),
              "missing-solutions:-");
}

TEST(Soundness, FaultsOfHelpPlayCountLines) {
    // 1.Kh1 Qb2 is one of many.
    const Soundness s = checked("8/8/8/8/8/5K2/7k/1Q6 b - - 0 1", "h#1");
    SoundnessOptions meant;
    meant.solutions = s.summary.solutions;
    ASSERT_GT(s.summary.solutions, 1U);
    EXPECT_EQ(s.sound, Decision::no);
    EXPECT_EQ(s.faults.size(), s.summary.solutions - 1);
    EXPECT_EQ(s.faults.front().kind, FaultKind::several_solutions);
    EXPECT_EQ(checked("8/8/8/8/8/5K2/7k/1Q6 b - - 0 1", "h#1", meant).sound, Decision::yes);
    EXPECT_EQ(kinds(checked("8/8/8/8/8/5K2/7k/8 b - - 0 1", "h#2")), "no-solution:-");
    const Soundness shorter = checked("8/8/8/8/8/5K2/7k/1Q6 b - - 0 1", "h#2");
    EXPECT_EQ(shorter.faults.front().kind, FaultKind::short_solution);
}

TEST(Soundness, DualsByGrade) {
    EXPECT_EQ(graded(checked("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "#2")), "");
    // After 1.Rh3 Kb2 either 2.Kd1 or 2.Kd2 leads on.
    EXPECT_EQ(graded(checked("8/8/8/8/R7/2k5/8/4K2R w K - 0 1", "#3")),
              "serious 2 h1h3 c3b2: e1d1 e1d2");
    // Every dual of a two-mover has at least two answers, and the way to it begins with the key.
    const auto rows = {"5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R w - - 0 1",
                       "2nn1R1r/5b2/8/7p/6p1/Q5Np/3B1NkP/4K2R w K - 0 1"};
    for (const char* fen : rows) {
        const Soundness s = checked(fen, "#2");
        ASSERT_FALSE(s.duals.empty());
        for (const Dual& d : s.duals) {
            EXPECT_GE(d.answers.size(), 2U);
            ASSERT_EQ(d.way.size(), 2U);
            EXPECT_EQ(d.way.front(), s.summary.keys.front());
        }
    }
}

TEST(Soundness, ASpentBudgetIsNotDecided) {
    Budget none;
    none.nodes = 0;
    const Soundness s = checked("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#6", {}, none);
    EXPECT_EQ(s.sound, Decision::unknown);
    EXPECT_FALSE(s.summary.complete);
    EXPECT_TRUE(s.men.empty());
    // Two keys are a cook, however much is left undone.
    SoundnessOptions idle;
    idle.for_a_man = [&] { return none; };
    for (const ManNeeded& m : checked("4k3/8/3QK3/8/8/8/p7/N7 w - - 0 1", "#3", idle).men)
        EXPECT_NE(m.needed, Decision::no);
}

}  // namespace
}  // namespace hakam::problem

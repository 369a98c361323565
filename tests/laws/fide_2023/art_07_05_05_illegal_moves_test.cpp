#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(Fide2023Art070505IllegalMoves, TheFirstCostsTime) {
    const Verdict verdict =
        book("fide-standard").rule(played("startpos"), IllegalAct{Color::white, 1});
    EXPECT_EQ(verdict.standing, Standing::ongoing);
    EXPECT_EQ(verdict.reason, Reason::illegal_move);
    ASSERT_TRUE(verdict.penalty);
    EXPECT_EQ(verdict.penalty->to, Color::black);
    EXPECT_EQ(verdict.penalty->time, std::chrono::minutes{2});
    EXPECT_EQ(first_article(verdict.citations), "7.5.5");
}

TEST(Fide2023Art070505IllegalMoves, TheSecondLosesUnlessTheOpponentCannotMate) {
    const LawBook fide = book("fide-standard");
    const Verdict lost = fide.rule(played("startpos"), IllegalAct{Color::white, 2});
    EXPECT_EQ(lost.outcome, Outcome::black_wins);
    EXPECT_EQ(lost.reason, Reason::illegal_moves);
    const Verdict drawn =
        fide.rule(played("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), IllegalAct{Color::white, 2});
    EXPECT_EQ(drawn.outcome, Outcome::draw);
    EXPECT_EQ(drawn.reason, Reason::illegal_moves_cannot_mate);
    EXPECT_EQ(first_article(drawn.citations), "7.5.5");
}

TEST(Fide2023ArtA03Penalty, IsOneMinuteInRapidAndBlitz) {
    for (const std::string_view name : {"fide-rapid", "fide-rapid-A4", "fide-blitz"}) {
        SCOPED_TRACE(name);
        const Verdict verdict = book(name).rule(played("startpos"), IllegalAct{Color::black, 1});
        ASSERT_TRUE(verdict.penalty);
        EXPECT_EQ(verdict.penalty->time, std::chrono::minutes{1});
        EXPECT_EQ(verdict.citations.back().number(), "A.3");
    }
}

}  // namespace
}  // namespace hakam::laws::testing

#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(Fide2023Art050102Resignation, LosesAtOnceAlsoOutOfTurn) {
    const Game game = played("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    const Verdict verdict = book("fide-standard").rule(game, Resignation{Color::black});
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.outcome, Outcome::white_wins);
    EXPECT_EQ(verdict.reason, Reason::resignation);
    EXPECT_EQ(first_article(verdict.citations), "5.1.2");
    ASSERT_EQ(verdict.evidence.proofs.size(), 1U);
    EXPECT_TRUE(replay(game.current(), Color::white, verdict.evidence.proofs[0].answer.line));
}

TEST(Fide2023Art050102Resignation, IsADrawIfTheOpponentCannotMate) {
    const Game game = played("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    const Verdict verdict = book("fide-standard").rule(game, Resignation{Color::white});
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(verdict.reason, Reason::resignation_cannot_mate);
    EXPECT_EQ(first_article(verdict.citations), "5.1.2");
    EXPECT_EQ(verify(game.current(), Color::black, verdict.evidence.proofs.at(0).answer),
              Decision::yes);
}

TEST(Fide2023Art050102Resignation, ComesTooLateAfterTheEnd) {
    const Game game = played("startpos", "f3 e5 g4 Qh4");
    const Verdict verdict = book("fide-standard").rule(game, Resignation{Color::black});
    EXPECT_EQ(verdict.reason, Reason::checkmate);
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
}

TEST(Fide2023Art050102Resignation, TheExceptionCanBeSwitchedOff) {
    Rules rules = book("fide-standard").rules();
    rules.resign_test = MateTest::none;
    const Verdict verdict =
        LawBook{rules}.rule(played("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), Resignation{Color::white});
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
}

}  // namespace
}  // namespace hakam::laws::testing

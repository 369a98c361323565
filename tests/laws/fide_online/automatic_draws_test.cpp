#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(FideOnlineArt050401Threefold, EndsTheGameByItself) {
    const Verdict verdict =
        book("fide-online").judge(played("startpos", repeated(knight_dance, 2)));
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.reason, Reason::threefold_repetition);
    EXPECT_EQ(first_article(verdict.citations), "ONL-5.4.1");
}

TEST(FideOnlineArt050402Stalemate, EndsTheGameByItself) {
    const Verdict verdict =
        book("fide-online").judge(played("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7"));
    EXPECT_EQ(verdict.reason, Reason::stalemate);
    EXPECT_EQ(first_article(verdict.citations), "ONL-5.4.2");
}

TEST(FideOnlineArt050403DeadPosition, EndsTheGameByItself) {
    const Verdict verdict =
        book("fide-online").judge(played("8/8/8/4k3/8/8/3nK3/8 w - - 0 1", "Kxd2"));
    EXPECT_EQ(verdict.reason, Reason::dead_position);
    EXPECT_EQ(first_article(verdict.citations), "ONL-5.4.3");
}

TEST(FideOnlineArt050404FiftyMoves, EndTheGameByThemselves) {
    const Verdict verdict =
        book("fide-online").judge(played("8/8/4k3/8/8/3K4/8/R6r w - - 99 80", "Kc3"));
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.reason, Reason::fifty_moves);
    EXPECT_EQ(first_article(verdict.citations), "ONL-5.4.4");
}

TEST(FideOnlineArt0501Checkmate, EndsTheGameByItself) {
    const Verdict verdict = book("fide-online").judge(played("startpos", "f3 e5 g4 Qh4"));
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
    EXPECT_EQ(first_article(verdict.citations), "ONL-5.1");
}

TEST(FideOnlineArt0404Flag, AsksWhetherTheOpponentCanMate) {
    const LawBook online = book("fide-online");
    const Verdict lost =
        online.rule(played("8/8/8/3k4/8/3n4/5N2/6K1 w - - 0 60"), FlagFall{Color::white});
    EXPECT_EQ(lost.outcome, Outcome::black_wins);
    EXPECT_EQ(first_article(lost.citations), "ONL-4.4");
    EXPECT_EQ(
        online.rule(played("4k3/8/8/8/8/8/8/4K2R w - - 0 20"), FlagFall{Color::white}).outcome,
        Outcome::draw);
}

TEST(FideOnlineArt0502Resignation, FollowsTheLawsUnlessSwitched) {
    const Game game = played("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    const LawBook online = book("fide-online");
    EXPECT_EQ(online.rule(game, Resignation{Color::white}).outcome, Outcome::draw);
    Rules rules = online.rules();
    rules.resign_test = MateTest::none;
    EXPECT_EQ(LawBook{rules}.rule(game, Resignation{Color::white}).outcome, Outcome::black_wins);
}

TEST(FideOnlineArt110402Disconnection, LosesUnlessTheOpponentCannotMate) {
    const LawBook online = book("fide-online");
    const Verdict lost =
        online.rule(played("r3k3/8/8/8/8/8/8/4K2R w - - 0 20"), Disconnection{Color::white});
    EXPECT_EQ(lost.outcome, Outcome::black_wins);
    EXPECT_EQ(first_article(lost.citations), "ONL-11.4.2");
    EXPECT_EQ(
        online.rule(played("4k3/8/8/8/8/8/8/4K2R w - - 0 20"), Disconnection{Color::white}).reason,
        Reason::disconnection_cannot_mate);
}

TEST(FideOnlineClaims, AreNotNeeded) {
    EXPECT_TRUE(book("fide-online").claims(played("startpos", repeated(knight_dance, 2))).empty());
}

}  // namespace
}  // namespace hakam::laws::testing

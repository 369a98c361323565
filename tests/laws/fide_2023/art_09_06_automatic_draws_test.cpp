#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(Fide2023Art090601Fivefold, EndsTheGameWithoutAClaim) {
    const Game game = played("startpos", repeated(knight_dance, 4));
    const Verdict verdict = book("fide-standard").judge(game);
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(verdict.reason, Reason::fivefold_repetition);
    EXPECT_EQ(first_article(verdict.citations), "9.6.1");
    EXPECT_EQ(verdict.evidence.plies, (std::vector<std::size_t>{0, 4, 8, 12, 16}));
}

TEST(Fide2023Art090601Fivefold, NeedNotBeConsecutive) {
    const Game game =
        played("startpos", repeated(knight_dance, 2) + "Nc3 Nc6 Nb1 Nb8 " + "Nh3 Nh6 Ng1 Ng8");
    EXPECT_EQ(book("fide-standard").judge(game).reason, Reason::fivefold_repetition);
}

TEST(Fide2023Art090601Fivefold, IsFoundAtItsPlyInALongerGame) {
    const Game game = played("startpos", repeated(knight_dance, 4) + "e4 e5");
    const auto end = book("fide-standard").first_end(game);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->ply, 16U);
    EXPECT_EQ(end->verdict.reason, Reason::fivefold_repetition);
}

TEST(Fide2023Art090602SeventyFive, EndsTheGameWithoutAClaim) {
    const Game game = played("8/8/4k3/8/8/3K4/8/R6r w - - 149 120", "Kc3");
    const Verdict verdict = book("fide-standard").judge(game);
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(verdict.reason, Reason::seventyfive_moves);
    EXPECT_EQ(first_article(verdict.citations), "9.6.2");
    EXPECT_EQ(verdict.evidence.halfmove_clock.value, 150U);
}

TEST(Fide2023Art090602SeventyFive, GivesWayToMateAndToACapture) {
    EXPECT_EQ(
        book("fide-standard").judge(played("7k/8/6K1/8/8/8/8/R7 w - - 149 120", "Ra8")).reason,
        Reason::checkmate);
    EXPECT_EQ(
        book("fide-standard").judge(played("8/8/4k3/8/8/3K4/8/R6r w - - 149 120", "Rxh1")).standing,
        Standing::ongoing);
}

}  // namespace
}  // namespace hakam::laws::testing

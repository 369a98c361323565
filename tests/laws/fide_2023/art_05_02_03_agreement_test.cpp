#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(Fide2023Art050203Agreement, DrawsOnceBothHaveMoved) {
    const Verdict verdict = book("fide-standard").rule(played("startpos", "e4 e5"), Agreement{});
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(verdict.reason, Reason::agreement);
    EXPECT_EQ(first_article(verdict.citations), "5.2.3");
}

TEST(Fide2023Art050203Agreement, IsNoneBeforeBothHaveMoved) {
    EXPECT_EQ(book("fide-standard").rule(played("startpos"), Agreement{}).standing,
              Standing::ongoing);
    EXPECT_EQ(book("fide-standard").rule(played("startpos", "e4"), Agreement{}).standing,
              Standing::ongoing);
}

TEST(Fide2023Art050203Agreement, CountsTheMovesThatTheStartTellsOf) {
    const std::string_view black_to_move =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    const LawBook fide = book("fide-standard");
    EXPECT_EQ(fide.rule(played(black_to_move), Agreement{}).standing, Standing::ongoing);
    EXPECT_EQ(fide.rule(played(black_to_move, "e5"), Agreement{}).outcome, Outcome::draw);
    EXPECT_EQ(fide.rule(played("4k3/8/8/8/8/8/4P3/4K3 w - - 0 2"), Agreement{}).outcome,
              Outcome::draw);
}

}  // namespace
}  // namespace hakam::laws::testing

#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(Fide2023Art050201Stalemate, EndsTheGameAtOnce) {
    const Verdict verdict =
        book("fide-standard").judge(played("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7"));
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(verdict.reason, Reason::stalemate);
    EXPECT_EQ(first_article(verdict.citations), "5.2.1");
}

TEST(Fide2023Art050201Stalemate, IsNotOnlyForABareKing) {
    EXPECT_EQ(book("fide-standard").judge(played("8/8/8/8/8/1Q6/p7/k1K5 b - - 0 1")).reason,
              Reason::stalemate);
}

TEST(Fide2023Art050201Stalemate, IsNotIfAnyManCanMove) {
    EXPECT_EQ(book("fide-standard").judge(played("2k5/7p/8/3QB3/8/4K3/8/8 b - - 0 1")).standing,
              Standing::ongoing);
}

}  // namespace
}  // namespace hakam::laws::testing

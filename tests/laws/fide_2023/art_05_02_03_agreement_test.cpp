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

}  // namespace
}  // namespace hakam::laws::testing

#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(Casual, KnowsClaimsButNoAutomaticCounts) {
    const LawBook casual = book("casual");
    EXPECT_EQ(casual.judge(played("startpos", repeated(knight_dance, 4))).standing,
              Standing::claimable);
    EXPECT_EQ(casual.judge(played("8/8/4k3/8/8/3K4/8/R6r w - - 149 120", "Kc3")).standing,
              Standing::claimable);
    EXPECT_EQ(casual.judge(played("8/8/8/4k3/8/8/3nK3/8 w - - 0 1", "Kxd2")).standing,
              Standing::over);
}

TEST(Casual, TakesIllegalMovesBack) {
    // VAR-CAS: art::casual.
    const Verdict verdict = book("casual").rule(played("startpos"), IllegalAct{Color::white, 5});
    EXPECT_EQ(verdict.standing, Standing::ongoing);
    EXPECT_EQ(verdict.penalty, std::nullopt);
    EXPECT_EQ(first_article(verdict.citations), "VAR-CAS");
}

TEST(LawBooks, HaveNamesAndAliases) {
    EXPECT_EQ(books().front().name, "fide-standard");
    for (const BookInfo& info : books()) EXPECT_EQ(law_book(info.name)->name(), info.name);
    EXPECT_EQ(law_book("fide-online:window=60s")->name(), "fide-online");
    EXPECT_EQ(law_book("fide-960")->name(), "fide-standard");
    EXPECT_FALSE(law_book("checkers"));
}

}  // namespace
}  // namespace hakam::laws::testing

#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

TEST(Fide2023Art050101Checkmate, WinsAndEndsTheGameAtOnce) {
    const Verdict verdict = book("fide-standard").judge(played("startpos", "f3 e5 g4 Qh4"));
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
    EXPECT_EQ(verdict.reason, Reason::checkmate);
    EXPECT_EQ(first_article(verdict.citations), "5.1.1");
    EXPECT_EQ(verdict.certainty, Decision::yes);
}

TEST(Fide2023Art050101Checkmate, ComesBeforeEveryCount) {
    // The mating move completes fifty and seventy-five moves; on a mate neither matters.
    for (const std::string_view fen :
         {"7k/8/6K1/8/8/8/8/R7 w - - 99 90", "7k/8/6K1/8/8/8/8/R7 w - - 149 120",
          "7k/8/6K1/8/8/8/8/R7 w - - 300 300"}) {
        SCOPED_TRACE(fen);
        const Verdict verdict = book("fide-standard").judge(played(fen, "Ra8"));
        EXPECT_EQ(verdict.outcome, Outcome::white_wins);
        EXPECT_EQ(verdict.reason, Reason::checkmate);
    }
}

TEST(Fide2023Art050101Checkmate, StandsWithMaterialThatCouldNeverMate) {
    // Unreachable, but mate: the end of the game is asked before any rule of material.
    const Verdict verdict =
        book("fide-standard").judge(played("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1"));
    EXPECT_EQ(verdict.reason, Reason::checkmate);
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
}

TEST(Fide2023Art050101Checkmate, NeedsThatNoManHelps) {
    for (const std::string_view fen :
         {"3r2k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "6k1/5ppp/8/8/8/b7/8/4R1K1 w - - 0 1"}) {
        SCOPED_TRACE(fen);
        EXPECT_EQ(book("fide-standard").judge(played(fen, "Re8")).standing, Standing::ongoing);
    }
}

}  // namespace
}  // namespace hakam::laws::testing

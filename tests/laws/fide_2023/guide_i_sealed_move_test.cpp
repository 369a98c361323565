#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

Verdict sealed(std::string_view fen, SealedFault fault) {
    return book("fide-standard").rule(played(fen), BadSealedMove{Color::white, fault});
}

constexpr std::string_view rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 41";
constexpr std::string_view bare = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 41";

TEST(Fide2023GuidelinesI0801SealedMove, LosesIfItIsAmbiguous) {
    const Verdict verdict = sealed(rooks, SealedFault::ambiguous);
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
    EXPECT_EQ(first_article(verdict.citations), "GI.8.1");
}

TEST(Fide2023GuidelinesI0802SealedMove, LosesIfItHasNoMeaning) {
    const Verdict verdict = sealed(rooks, SealedFault::meaningless);
    EXPECT_EQ(verdict.reason, Reason::bad_sealed_move);
    EXPECT_EQ(first_article(verdict.citations), "GI.8.2");
}

TEST(Fide2023GuidelinesI0803SealedMove, LosesIfItIsIllegalUnlessTheOpponentCannotMate) {
    EXPECT_EQ(first_article(sealed(rooks, SealedFault::illegal).citations), "GI.8.3");
    const Verdict drawn = sealed(bare, SealedFault::illegal);
    EXPECT_EQ(drawn.outcome, Outcome::draw);
    EXPECT_EQ(drawn.reason, Reason::bad_sealed_move_cannot_mate);
    ASSERT_EQ(drawn.citations.size(), 2U);
    EXPECT_EQ(drawn.citations[1].number(), "6.9");
}

}  // namespace
}  // namespace hakam::laws::testing

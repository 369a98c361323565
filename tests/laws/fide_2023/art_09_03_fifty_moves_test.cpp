#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

constexpr std::string_view rooks_99 = "8/8/4k3/8/8/3K4/8/R6r w - - 99 80";

TEST(Fide2023Art090302FiftyMoves, MayBeClaimedAndEndsNothingByItself) {
    const Game game = played(rooks_99, "Kc3");
    const Verdict verdict = book("fide-standard").judge(game);
    EXPECT_EQ(verdict.standing, Standing::claimable);
    EXPECT_EQ(verdict.reason, Reason::fifty_moves);
    EXPECT_EQ(first_article(verdict.citations), "9.3.2");
    const Claim claim = book("fide-standard").claim(game, ClaimKind::fifty);
    EXPECT_TRUE(claim.correct);
    EXPECT_EQ(claim.count, 100U);
    EXPECT_FALSE(book("fide-standard").claim(played(rooks_99), ClaimKind::fifty).correct);
}

TEST(Fide2023Art090301FiftyMoves, MayBeClaimedWithTheWrittenMove) {
    const Game game = played(rooks_99);
    const LawBook fide = book("fide-standard");
    const Claim claim = fide.claim(game, ClaimKind::fifty, move_in(game.current(), "Kc3"));
    EXPECT_TRUE(claim.correct);
    EXPECT_EQ(first_article(claim.citations), "9.3.1");
    const Game early = played("8/8/4k3/8/8/3K4/8/R6r w - - 98 80");
    EXPECT_FALSE(fide.claim(early, ClaimKind::fifty, move_in(early.current(), "Kc3")).correct);
}

TEST(Fide2023Art090301FiftyMoves, IsLostWithAPawnMoveOrCapture) {
    const Game game = played("8/8/4k3/8/8/3K4/7P/R6r w - - 99 80");
    const LawBook fide = book("fide-standard");
    for (const std::string_view move : {"h3", "Rxh1"}) {
        SCOPED_TRACE(move);
        const Claim claim = fide.claim(game, ClaimKind::fifty, move_in(game.current(), move));
        EXPECT_FALSE(claim.correct);
        EXPECT_EQ(claim.count, 0U);
    }
}

TEST(Fide2023Art090301FiftyMoves, IsJudgedBeforeAMatingMoveIsPlayed) {
    const Game game = played("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80");
    EXPECT_TRUE(book("fide-standard")
                    .claim(game, ClaimKind::fifty, move_in(game.current(), "Ra8"))
                    .correct);
}

TEST(Fide2023Art090502Claim, IsNoneOnceTheGameIsOver) {
    const Game mated = played("7k/8/6K1/8/8/8/8/R7 w - - 99 90", "Ra8");
    const Claim claim = book("fide-standard").claim(mated, ClaimKind::fifty);
    EXPECT_TRUE(claim.game_over);
    EXPECT_FALSE(claim.correct);
}

// art::fifty_with_mating_move.
TEST(Fide2023Art0903MatingMove, IsAClaimUnlessTheBookIsReadOtherwise) {
    const Game game = played("7k/8/5KQ1/8/8/8/8/8 w - - 99 120");
    const Move mate = move_in(game.current(), "Qg7#");
    EXPECT_TRUE(book("fide-standard").claim(game, ClaimKind::fifty, mate).correct);
    Rules strict = book("fide-standard").rules();
    strict.claim_with_final_move = false;
    EXPECT_FALSE(LawBook{strict}.claim(game, ClaimKind::fifty, mate).correct);
    EXPECT_TRUE(
        LawBook{strict}.claim(game, ClaimKind::fifty, move_in(game.current(), "Qe8+")).correct);
}

}  // namespace
}  // namespace hakam::laws::testing

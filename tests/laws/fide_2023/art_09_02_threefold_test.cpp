#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

const std::string twice = repeated(knight_dance, 2);

TEST(Fide2023Art090202Threefold, MayBeClaimedAndEndsNothingByItself) {
    const Game game = played("startpos", twice);
    const Verdict verdict = book("fide-standard").judge(game);
    EXPECT_EQ(verdict.standing, Standing::claimable);
    EXPECT_EQ(verdict.outcome, std::nullopt);
    EXPECT_EQ(verdict.reason, Reason::threefold_repetition);
    EXPECT_EQ(first_article(verdict.citations), "9.2.2");
    EXPECT_EQ(verdict.evidence.plies, (std::vector<std::size_t>{0, 4, 8}));

    const Claim claim = book("fide-standard").claim(game, ClaimKind::threefold);
    EXPECT_TRUE(claim.correct);
    EXPECT_EQ(claim.count, 3U);
    EXPECT_EQ(first_article(claim.citations), "9.2.2");
    EXPECT_EQ(claim.citations.back().number(), "9.5.2");
}

TEST(Fide2023Art090202Threefold, IsNotYetThereAfterTwo) {
    const Claim claim =
        book("fide-standard").claim(played("startpos", knight_dance), ClaimKind::threefold);
    EXPECT_FALSE(claim.correct);
    EXPECT_EQ(claim.count, 2U);
    EXPECT_EQ(claim.citations.back().number(), "9.5.3");
}

TEST(Fide2023Art090202Threefold, CannotBeClaimedLater) {
    EXPECT_FALSE(book("fide-standard")
                     .claim(played("startpos", twice + "e4 e5"), ClaimKind::threefold)
                     .correct);
}

TEST(Fide2023Art090201Threefold, MayBeClaimedWithTheWrittenMove) {
    const Game game = played("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    const Claim claim =
        book("fide-standard").claim(game, ClaimKind::threefold, move_in(game.current(), "Ng8"));
    EXPECT_TRUE(claim.correct);
    EXPECT_EQ(first_article(claim.citations), "9.2.1");
    EXPECT_EQ(claim.evidence.plies, (std::vector<std::size_t>{0, 4, 8}));
    EXPECT_EQ(book("fide-standard").claims(game, move_in(game.current(), "Ng8")).size(), 1U);
    EXPECT_TRUE(book("fide-standard").claims(game).empty());
}

TEST(Fide2023Art090203SamePosition, DoesNotAskHowTheMenCameThere) {
    const Game game = played("startpos", "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8");
    EXPECT_TRUE(book("fide-standard").claim(game, ClaimKind::threefold).correct);
}

TEST(Fide2023Art090203SamePosition, NeedsTheSamePlayerToMove) {
    // The white king takes three moves where two would do: Black is to move, then White.
    const Game game = played("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Kd2 Kd8 Kd1 Ke8 Ke1");
    const Claim claim = book("fide-standard").claim(game, ClaimKind::threefold);
    EXPECT_EQ(claim.count, 1U);
    ASSERT_EQ(claim.evidence.look_alikes.size(), 1U);
    EXPECT_EQ(claim.evidence.look_alikes[0], (LookAlike{0, Difference::turn}));
}

TEST(Fide2023Art090203SamePosition, NeedsTheSameMen) {
    // Queen and rook change places.
    const Game game = played("4k3/8/8/8/8/8/4K3/Q6R w - - 0 1",
                             "Qa5 Kf7 Rh3 Ke7 Ra3 Kf7 Qh5 Ke7 Ra1 Kd8 Qh1 Ke8");
    const Claim claim = book("fide-standard").claim(game, ClaimKind::threefold);
    EXPECT_EQ(claim.count, 1U);
    EXPECT_EQ(claim.evidence.look_alikes, (std::vector<LookAlike>{{0, Difference::men}}));
}

TEST(Fide2023Art09020301SamePosition, NeedsTheSameEnPassantCapture) {
    // 1.d4 beside the pawn e4 may be taken; the look-alikes later may not.
    const Game game =
        played("4k1n1/8/8/8/4p3/8/3P4/4K1N1 w - - 0 1", "d4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    const Claim claim = book("fide-standard").claim(game, ClaimKind::threefold);
    EXPECT_EQ(claim.count, 2U);
    EXPECT_FALSE(claim.correct);
    ASSERT_EQ(claim.evidence.look_alikes.size(), 1U);
    EXPECT_EQ(claim.evidence.look_alikes[0], (LookAlike{1, Difference::en_passant}));
    EXPECT_EQ(claim.citations[1].number(), "9.2.3.1");
}

TEST(Fide2023Art09020301SamePosition, IgnoresACaptureThatIsNotLegal) {
    // The pawn that might take is pinned on its file, so the first occurrence counts.
    const Game game = played("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
                             "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7");
    EXPECT_TRUE(book("fide-standard").claim(game, ClaimKind::threefold).correct);
}

TEST(Fide2023Art09020302SamePosition, NeedsTheSameCastlingRights) {
    const Game game =
        played("r3kb1r/5ppp/4p3/1N6/4P3/8/Pn1BK1PP/R6R b kq - 1 22", "Ra4 Nc3 Ra8 Nb5 Ra4 Nc3 Ra8");
    const Claim claim =
        book("fide-standard").claim(game, ClaimKind::threefold, move_in(game.current(), "Nb5"));
    EXPECT_FALSE(claim.correct);
    EXPECT_EQ(claim.evidence.plies, (std::vector<std::size_t>{4, 8}));
    EXPECT_EQ(claim.evidence.look_alikes, (std::vector<LookAlike>{{0, Difference::castling}}));
    EXPECT_EQ(claim.citations[1].number(), "9.2.3.2");
}

TEST(Fide2023Art09020302SamePosition, DoesNotAskWhetherTheRightCanBeUsed) {
    // Castling is prevented in both positions; the right differs all the same.
    const Game game = played("4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1", "Rb1 Ra2 Ra1 Rd2");
    EXPECT_EQ(game.occurrences(), 1);
}

}  // namespace
}  // namespace hakam::laws::testing

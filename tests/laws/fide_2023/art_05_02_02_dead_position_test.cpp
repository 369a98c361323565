#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

void expect_dead(std::string_view fen, std::string_view moves = {}) {
    SCOPED_TRACE(fen);
    const Game game = played(fen, moves);
    const Verdict verdict = book("fide-standard").judge(game);
    EXPECT_EQ(verdict.standing, Standing::over);
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(verdict.reason, Reason::dead_position);
    EXPECT_EQ(first_article(verdict.citations), "5.2.2");
    ASSERT_EQ(verdict.evidence.proofs.size(), 2U);
    for (const MateProof& proof : verdict.evidence.proofs)
        EXPECT_EQ(verify(game.current(), proof.side, proof.answer), Decision::yes);
}

void expect_alive(std::string_view fen, std::string_view moves = {}) {
    SCOPED_TRACE(fen);
    const Verdict verdict = book("fide-standard").judge(played(fen, moves));
    EXPECT_NE(verdict.reason, Reason::dead_position);
    EXPECT_EQ(verdict.certainty, Decision::yes);
}

TEST(Fide2023Art050202DeadPosition, IsFoundByMaterial) {
    expect_dead("8/8/8/4k3/8/8/3nK3/8 w - - 0 1", "Kxd2");
    expect_dead("8/8/4k3/8/8/4K3/8/5B2 w - - 0 1");
    expect_dead("8/8/4k3/8/8/4K3/8/5N2 b - - 0 1");
    expect_dead("B1b1k3/3b4/4b3/8/8/8/8/4KB2 w - - 0 1");
    expect_alive("8/8/4kn2/8/8/4KN2/8/8 w - - 0 1");
    expect_alive("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1");
    expect_alive("8/8/4k3/8/8/4K3/8/4NN2 b - - 0 1");
}

TEST(Fide2023Art050202DeadPosition, IsFoundInWallsOfPawns) {
    expect_dead("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 60");
    expect_dead("8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1");
    expect_dead("4k3/8/8/p1p1p1p1/P1P1P1P1/3b4/4K3/8 w - - 0 1", "Kxd3");
    expect_alive("3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1");
    expect_dead("3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1", "Kxd2");
}

TEST(Fide2023Art050202DeadPosition, IsFoundWhereEveryMoveIsForced) {
    expect_dead("8/2kr4/8/K7/8/8/8/8 w - - 0 1", "Ka6 Rd8 Ka7 Ra8");
    expect_dead("6Rk/8/7K/8/8/8/8/8 b - - 0 1");
    expect_dead("kb6/2N5/1K6/8/8/8/8/8 b - - 0 1");
    expect_dead("6kr/1p1N1p1p/1P3P1P/P6P/3q1Rpr/6Qp/4pN1P/4B1KR w - - 0 1", "Qxg4+");
}

TEST(Fide2023Art050202DeadPosition, LooksAtTheRightToTakeEnPassant) {
    expect_alive("8/1p6/kPp5/2P5/PpP5/1P6/3K4/8 b - a3 0 1");
    expect_dead("8/1p6/kPp5/2P5/PpP5/1P6/3K4/8 b - - 0 1");
}

TEST(Fide2023Art050202DeadPosition, SaysThatItDoesNotKnowWhenTheBudgetIsSpent) {
    Budget budget;
    budget.nodes = 1;
    const Verdict verdict =
        book("fide-standard")
            .judge(played("8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1"), budget);
    EXPECT_EQ(verdict.standing, Standing::ongoing);
    EXPECT_EQ(verdict.certainty, Decision::unknown);
}

TEST(Fide2023Art050202DeadPosition, EndsAGameAtTheFirstDeadPly) {
    // Kxd2 makes the wall dead; the kings walk on without knowing it.
    const Game game =
        played("3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1", "Kxd2 Kd7 Kd3 Kd6 Kd2 Ke6");
    const auto end = book("fide-standard").first_end(game);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->ply, 1U);
    EXPECT_EQ(end->verdict.reason, Reason::dead_position);
}

}  // namespace
}  // namespace hakam::laws::testing

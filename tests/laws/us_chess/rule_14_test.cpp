#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

Verdict flag(std::string_view fen, Color side) {
    return book("uscf").rule(played(fen), FlagFall{side});
}

TEST(UsChess14E1Flag, IsADrawAgainstABareKing) {
    const Verdict verdict = flag("8/8/4k3/8/3Q4/4K3/8/8 w - - 0 1", Color::white);
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(verdict.reason, Reason::flag_fall_insufficient);
    EXPECT_EQ(first_article(verdict.citations), "USCF 14E1");
    EXPECT_EQ(verdict.certainty, Decision::yes);
}

TEST(UsChess14E2Flag, IsADrawAgainstOneMinorPieceWithoutAForcedWin) {
    for (const std::string_view fen :
         {"8/8/4k3/8/4b3/8/3P4/3K4 w - - 0 60", "8/8/4kn2/8/8/4KN2/8/8 w - - 0 1"}) {
        SCOPED_TRACE(fen);
        const Verdict verdict = flag(fen, Color::white);
        EXPECT_EQ(verdict.outcome, Outcome::draw);
        EXPECT_EQ(first_article(verdict.citations), "USCF 14E2");
        EXPECT_EQ(verdict.certainty, Decision::yes);
    }
}

TEST(UsChess14E2Flag, LosesToAForcedWin) {
    // Every black move lets the knight mate.
    const Verdict verdict = flag("8/7p/8/8/3N4/8/p1K5/k7 b - - 0 60", Color::black);
    EXPECT_EQ(verdict.outcome, Outcome::white_wins);
    EXPECT_EQ(verdict.reason, Reason::flag_fall);
}

TEST(UsChess14E3Flag, NeedsThatTheFlaggedPlayerHasNoPawns) {
    const Verdict drawn = flag("8/8/4k3/3nn3/8/8/8/3K4 w - - 0 60", Color::white);
    EXPECT_EQ(drawn.outcome, Outcome::draw);
    EXPECT_EQ(first_article(drawn.citations), "USCF 14E3");
    EXPECT_EQ(flag("8/8/4k3/3nn3/8/8/P7/3K4 w - - 0 60", Color::white).outcome,
              Outcome::black_wins);
}

TEST(UsChess14E3Flag, AgainstAPawnTwoKnightsWinByALineToMate) {
    const Verdict verdict = flag("8/8/8/8/8/1nk5/P7/K1n5 w - - 0 1", Color::white);
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
    ASSERT_EQ(verdict.evidence.proofs.size(), 1U);
    EXPECT_FALSE(verdict.evidence.proofs.front().answer.line.empty());
}

TEST(UsChessBlitz1Illegal, LosesOnlyToMatingMaterial) {
    const LawBook blitz = book("uscf-blitz");
    const auto ruled = [&](std::string_view fen) {
        return blitz.rule(played(fen), IllegalAct{Color::white, 1});
    };
    const Verdict lost = ruled("4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1");
    EXPECT_EQ(lost.outcome, Outcome::black_wins);
    EXPECT_EQ(lost.reason, Reason::illegal_move);
    EXPECT_EQ(lost.citations.front(), (Citation{art::uscf_blitz_illegal}));
    // A lone knight could mate with White's help, but it is no mating material.
    const Verdict drawn = ruled("8/8/4k3/8/4n3/8/3P4/3K4 w - - 0 60");
    EXPECT_EQ(drawn.outcome, Outcome::draw);
    EXPECT_EQ(drawn.reason, Reason::illegal_move_cannot_mate);
    EXPECT_EQ(first_article(drawn.citations), "USCF 14E2");
    EXPECT_EQ(ruled("8/8/4k3/8/3Q4/4K3/8/8 w - - 0 1").outcome, Outcome::draw);
}

TEST(UsChess13CFlag, LosesOtherwise) {
    const Verdict verdict = flag("r3k3/8/8/8/8/8/8/4K2R w - - 0 45", Color::white);
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
    EXPECT_EQ(first_article(verdict.citations), "USCF 13C");
}

TEST(UsChess14DFlag, IsADrawIfNoMateIsPossibleAtAll) {
    const Verdict verdict = flag("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1", Color::white);
    EXPECT_EQ(verdict.outcome, Outcome::draw);
    EXPECT_EQ(first_article(verdict.citations), "USCF 14D");
}

TEST(UsChess14CThreefold, IsNeverAutomatic) {
    const LawBook us = book("uscf");
    const Game game = played("startpos", repeated(knight_dance, 4));
    EXPECT_EQ(us.judge(game).standing, Standing::claimable);
    const Claim claim = us.claim(game, ClaimKind::threefold);
    EXPECT_TRUE(claim.correct);
    EXPECT_EQ(first_article(claim.citations), "USCF 14C");
    // No text of an automatic draw was found, so it is a switch.
    const Verdict fivefold = book("uscf:fivefold=yes").judge(game);
    EXPECT_EQ(fivefold.standing, Standing::over);
    EXPECT_EQ(fivefold.citations.front(), (Citation{art::uscf_seventyfive}));
}

TEST(UsChess14E2Flag, StaysOpenIfTheSearchDidNotTell) {
    // A knight against many men: no table, and a budget that is spent at once.
    Budget budget;
    budget.nodes = 1;
    const Game game = played("r1bqkbnr/pppppppp/8/8/8/8/8/1N2K3 w - - 0 1");
    ASSERT_EQ(mating_material(game.current(), Color::white, budget).can_win, Decision::unknown);
    for (const Incident& incident :
         {Incident{FlagFall{Color::black}}, Incident{IllegalAct{Color::black, 1}}}) {
        const Verdict open = book("uscf-blitz").rule(game, incident, budget);
        EXPECT_EQ(open.outcome, std::nullopt);
        EXPECT_EQ(open.standing, Standing::ongoing);
        EXPECT_EQ(open.certainty, Decision::unknown);
    }
}

TEST(UsChess13BResignation, LosesUnlessTheEventSaysOtherwise) {
    const Game game = played("8/8/4k3/8/3Q4/4K3/8/8 w - - 0 1");
    EXPECT_EQ(book("uscf").rule(game, Resignation{Color::white}).outcome, Outcome::black_wins);
    const Verdict drawn = book("uscf:resign-test=series").rule(game, Resignation{Color::white});
    EXPECT_EQ(drawn.outcome, Outcome::draw);
    ASSERT_EQ(drawn.citations.size(), 2U);
    EXPECT_EQ(drawn.citations[1], (Citation{art::uscf_resignation}));
}

TEST(UsChess14FFiftyMoves, AreClaimed) {
    const Game game = played("8/8/4k3/8/8/3K4/8/R6r w - - 160 120", "Kc3");
    EXPECT_EQ(book("uscf").judge(game).standing, Standing::claimable);
    EXPECT_EQ(first_article(book("uscf").claim(game, ClaimKind::fifty).citations), "USCF 14F");
}

TEST(UsChess14AStalemate, IsADraw) {
    EXPECT_EQ(first_article(
                  book("uscf").judge(played("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7")).citations),
              "USCF 14A");
}

TEST(UsChess13ACheckmate, Wins) {
    EXPECT_EQ(first_article(book("uscf").judge(played("startpos", "f3 e5 g4 Qh4")).citations),
              "USCF 13A");
}

// art::uscf_resignation.
TEST(UsChess13BResignation, HasNoException) {
    const Verdict verdict =
        book("uscf").rule(played("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), Resignation{Color::white});
    EXPECT_EQ(verdict.outcome, Outcome::black_wins);
    EXPECT_EQ(first_article(verdict.citations), "USCF 13B");
}

TEST(UsChess14BAgreement, IsADraw) {
    EXPECT_EQ(first_article(book("uscf").rule(played("startpos", "e4 e5"), Agreement{}).citations),
              "USCF 14B");
}

// "No forced win" is shown, not guessed, whatever the one other man is, and mostly with more of
// them.
TEST(UsChess14EInsufficient, IsCertain) {
    struct Case {
        const char* fen;
        Color flagged;
        Outcome outcome;
    };
    for (const auto& [fen, flagged, outcome] : {
             Case{"8/p7/4k3/8/8/4K3/8/5N2 b - - 0 1", Color::black, Outcome::draw},
             {"5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::white, Outcome::draw},
             {"8/8/4k3/8/4b3/8/3P4/3K4 w - - 0 60", Color::white, Outcome::draw},
             {"4k1b1/8/8/8/8/8/8/3K2B1 b - - 0 1", Color::black, Outcome::draw},
             {"7k/8/5K2/8/8/8/8/3NN3 b - - 0 1", Color::black, Outcome::draw},
             {"r1bqkbnr/8/8/8/8/8/8/4KN2 b k - 0 1", Color::black, Outcome::draw},
             {"8/8/8/8/3N4/8/p1K5/k7 w - - 0 1", Color::black, Outcome::white_wins},
             {"7N/4p3/8/8/8/8/p1K5/k7 w - - 0 60", Color::black, Outcome::white_wins},
         }) {
        SCOPED_TRACE(fen);
        const Verdict verdict = book("uscf").rule(played(fen), FlagFall{flagged});
        EXPECT_EQ(verdict.outcome, outcome);
        EXPECT_EQ(verdict.certainty, Decision::yes);
    }
}

TEST(ForcedMate, SeesMateInOneAndBareAttackers) {
    EXPECT_EQ(forced_mate(at("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), Color::white), Decision::yes);
    EXPECT_EQ(forced_mate(at("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), Color::black), Decision::no);
    EXPECT_EQ(forced_mate(at("k7/2K5/8/8/8/8/8/1R6 w - - 0 1"), Color::white), Decision::yes);
}

}  // namespace
}  // namespace hakam::laws::testing

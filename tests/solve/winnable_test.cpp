#include "hakam/solve/winnable.hpp"

#include <gtest/gtest.h>

#include "hakam/solve/dead_position.hpp"

namespace hakam {
namespace {

Position board(std::initializer_list<std::pair<Square, Piece>> men, Color turn) {
    Setup setup;
    for (const auto& [square, piece] : men) setup.board.put(square, piece);
    setup.turn = turn;
    return *Position::from(setup, RulesetId::standard, Tolerance::unreachable());
}
constexpr Piece white(PieceType t) { return {Color::white, t}; }
constexpr Piece black(PieceType t) { return {Color::black, t}; }

TEST(Winnable, TheStartPositionIsWinnableForBoth) {
    const BothWinnable both = winnable_both(Position{});
    for (const Color side : colors) {
        EXPECT_EQ(both.of(side).decision, Decision::yes);
        EXPECT_TRUE(replay(Position{}, side, both.of(side).line));
    }
    EXPECT_EQ(is_dead(Position{}), Decision::no);
}

TEST(Winnable, BareKingsAreDead) {
    const Position p = board(
        {{Square::a1, white(PieceType::king)}, {Square::h8, black(PieceType::king)}}, Color::white);
    EXPECT_EQ(is_dead(p), Decision::yes);
    EXPECT_TRUE(certainly_dead(p));
    const Winnable answer = winnable(p, Color::white);
    EXPECT_EQ(answer.argument.lemma, MaterialLemma::lone_king);
    EXPECT_EQ(verify(p, Color::white, answer), Decision::yes);
}

TEST(Winnable, KnightAgainstKnightIsNeverDead) {
    const Position p = board({{Square::e1, white(PieceType::king)},
                              {Square::e3, white(PieceType::knight)},
                              {Square::d8, black(PieceType::king)},
                              {Square::d6, black(PieceType::knight)}},
                             Color::white);
    for (const Color side : colors) {
        const Winnable answer = winnable(p, side);
        EXPECT_EQ(answer.decision, Decision::yes);
        EXPECT_EQ(verify(p, side, answer), Decision::yes);
    }
}

TEST(Winnable, AForcedCaptureIsAClosedSet) {
    // K1k5/B7/1n6/8/8/8/8/8 w: the bishop must be exchanged for the knight or given up.
    const Position p = board({{Square::a8, white(PieceType::king)},
                              {Square::a7, white(PieceType::bishop)},
                              {Square::c8, black(PieceType::king)},
                              {Square::b6, black(PieceType::knight)}},
                             Color::white);
    const DeadPosition dead = dead_position(p);
    EXPECT_EQ(dead.dead, Decision::yes);
    EXPECT_EQ(verify(p, Color::white, dead.white), Decision::yes);
    EXPECT_EQ(verify(p, Color::black, dead.black), Decision::yes);
}

TEST(Winnable, ASpentBudgetIsUnknownAndSaysSo) {
    Budget budget;
    budget.nodes = 3;
    const Winnable answer = winnable(Position{}, Color::white, budget);
    EXPECT_EQ(answer.decision, Decision::unknown);
    EXPECT_FALSE(answer.tried.empty());
    EXPECT_EQ(verify(Position{}, Color::white, answer), Decision::unknown);
}

}  // namespace
}  // namespace hakam

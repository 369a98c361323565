#include "hakam/retro/unmove.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/notation/fen.hpp"
#include "testkit/random_positions.hpp"

namespace hakam::retro {
namespace {

Position at(const char* text) { return *fen::position(text); }

bool same_state(const Position& a, const Position& b) {
    return same_board(a, b) && a.turn() == b.turn() && a.castling() == b.castling() &&
           a.double_step_square() == b.double_step_square();
}

TEST(Unmoves, IncludeTheMovePlayedAndLeadBack) {
    testkit::Rng rng{13};
    for (int game = 0; game < 150; ++game) {
        const auto choice = game % 2 == 0 ? testkit::Choice::eager : testkit::Choice::uniform;
        const auto played = testkit::random_playout(Position{}, 120, rng, choice);
        for (std::size_t i = 0; i + 1 < played.size(); ++i) {
            const Position& after = played[i + 1];
            const auto found = predecessors(after);
            bool included = false;
            for (const Predecessor& one : found) {
                ASSERT_TRUE(one.before.is_legal(one.move)) << fen::format(after);
                ASSERT_TRUE(same_state(one.before.after(one.move), after)) << fen::format(after);
                included |= same_board(one.before, played[i]) &&
                            one.before.castling() == played[i].castling() &&
                            played[i].after(one.move) == after;
            }
            ASSERT_TRUE(included) << fen::format(played[i]) << " -> " << fen::format(after);
        }
    }
}

TEST(Unmoves, OfADiagramAreThoseOfItsPositionsAndMore) {
    testkit::Rng rng{14};
    for (int game = 0; game < 40; ++game)
        for (const Position& position : testkit::random_playout(Position{}, 150, rng)) {
            Diagram unstated = diagram_of(position);
            unstated.en_passant.reset();
            const auto all = unmoves(unstated);
            for (const Predecessor& one : predecessors(position))
                ASSERT_TRUE(std::any_of(all.begin(), all.end(), [&](const Unmove& u) {
                    return u.move == one.move && u.before.board == one.before.board();
                }));
        }
}

TEST(Unmoves, AreNeverTwice) {
    testkit::Rng rng{15};
    for (int i = 0; i < 300; ++i) {
        const auto found = unmoves(diagram_of(testkit::random_position(rng)));
        for (std::size_t a = 0; a < found.size(); ++a)
            for (std::size_t b = a + 1; b < found.size(); ++b)
                ASSERT_FALSE(found[a].move == found[b].move);
    }
}

TEST(Unmoves, CountsWorkedOutByHand) {
    const auto king = unmoves(diagram_of(at("k7/8/8/8/8/8/8/K7 w - - 0 1")));
    EXPECT_EQ(king.size(), 3U + 3 * 4);  // Ka8 from a7 b7 b8, with nothing or one of four men
    // No pawn is taken on the last rank.
    for (const Unmove& u : king)
        if (u.move.to() == Square::a8) EXPECT_NE(u.move.captured(), PieceType::pawn);
    EXPECT_TRUE(unmoves(diagram_of(at("8/8/8/8/4p3/3k1p2/5P2/R3K2R b KQ - 0 1"))).empty());
}

TEST(Unmoves, CastlingNeedsAFreePathAndGrantsItsRight) {
    const auto found = unmoves(diagram_of(at("4k3/8/8/8/8/8/8/2KR4 b - - 0 1")));
    const auto castling = std::find_if(found.begin(), found.end(),
                                       [](const Unmove& u) { return u.move.is_castling(); });
    ASSERT_NE(castling, found.end());
    EXPECT_EQ(castling->before.rights.rooks(), Bitboard{Square::a1});
    const auto attacked = unmoves(diagram_of(at("4k3/8/8/8/8/4r3/8/2KR4 b - - 0 1")));
    EXPECT_TRUE(std::none_of(attacked.begin(), attacked.end(),
                             [](const Unmove& u) { return u.move.is_castling(); }));
}

TEST(Unmoves, EnPassantClaimsTheDoubleStepBeforeIt) {
    const auto found = unmoves(diagram_of(at("4k3/8/3P4/8/8/8/8/4K3 b - - 0 1")));
    const auto taken = std::find_if(found.begin(), found.end(),
                                    [](const Unmove& u) { return u.move.is_en_passant(); });
    ASSERT_NE(taken, found.end());
    EXPECT_EQ(taken->before.en_passant, Square::d6);
    const auto step = unmoves(taken->before);
    ASSERT_EQ(step.size(), 1U);
    EXPECT_EQ(step[0].move.from(), Square::d7);
}

}  // namespace
}  // namespace hakam::retro

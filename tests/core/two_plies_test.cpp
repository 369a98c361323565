// The last two plies counted at once, against the plain generator.

#include "two_plies.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/core/perft.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/setups.hpp"

// The same once more with lanes that need no AVX-512.
#define HAKAM_PORTABLE_LANES
#define count_two_plies count_two_plies_portably
#include "two_plies.cpp"  // NOLINT(bugprone-suspicious-include): the private names stay apart
#undef count_two_plies

namespace hakam {
namespace {

using testkit::Rng;

void expect_same(const Position& p) {
    const std::uint64_t plain = perft_plain(p, 2);
    ASSERT_EQ(count_two_plies(p), plain);
    ASSERT_EQ(count_two_plies_portably(p), plain);
}

class TwoPliesOnAnyBoard : public testing::TestWithParam<RulesetId> {};

TEST_P(TwoPliesOnAnyBoard, AreThePlainOnes) {
    Rng rng{51};
    for (int i = 0; i < 6000; ++i)
        ASSERT_NO_FATAL_FAILURE(expect_same(testkit::random_position(rng, GetParam())));
}
std::string name_of(const testing::TestParamInfo<RulesetId>& info) {
    return info.param == RulesetId::standard ? "Standard" : "NoCastling";
}
INSTANTIATE_TEST_SUITE_P(Rulesets, TwoPliesOnAnyBoard,
                         testing::Values(RulesetId::standard, RulesetId::no_castling), name_of);

TEST(TwoPlies, AreThePlainOnesInGames) {
    Rng rng{52};
    for (int game = 0; game < 60; ++game)
        for (const Position& p :
             testkit::random_playout(testkit::random_start(rng), 120, rng, testkit::Choice::eager))
            ASSERT_NO_FATAL_FAILURE(expect_same(p));
}

TEST(TwoPlies, SeeWhatRepliesDependOn) {
    for (const char* fen : {
             // Castling: through an attacked square, the rook as a shield, both on one square.
             "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
             "1r2k3/8/8/8/8/8/8/1R1K4 b Q - 0 1",
             "r1k5/8/8/8/8/8/8/qRK5 b Q - 0 1",
             "4k3/8/8/8/8/8/8/5RKR b HF - 0 1",
             "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
             // A castling rook taken, with and without promotion.
             "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
             // En passant: a pin along the rank, out of check, both pawns.
             "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
             "8/8/8/5k2/3p1p2/8/4P3/4K3 w - - 0 1",
             "8/8/8/8/2kp4/8/4P3/3QK3 w - - 0 1",
             "8/8/4b3/2k5/3p4/8/4P3/4K1B1 w - - 0 1",
             // Discovered and double checks, a check through the king's back.
             "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",
             "8/8/8/3k4/8/8/3N4/3RK1B1 w - - 0 1",
             "8/8/8/3k4/8/8/R7/4K3 w - - 0 1",
         })
        ASSERT_NO_FATAL_FAILURE(expect_same(testkit::position(fen))) << fen;
}

TEST(TwoPlies, AreNoneWithoutAMove) {
    EXPECT_EQ(count_two_plies(testkit::position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), 0U);
    EXPECT_EQ(count_two_plies(testkit::position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")), 0U);
}

}  // namespace
}  // namespace hakam

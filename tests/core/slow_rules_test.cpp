// The generator against a second, slow statement of the rules.

#include "testkit/slow_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "testkit/random_positions.hpp"

namespace hakam {
namespace {

using testkit::Rng;

std::vector<Move> sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.code() < b.code(); });
    return moves;
}

void expect_same(const Position& p) {
    const MoveList listed = p.legal_moves();
    const std::vector<Move> slow = testkit::slow_legal_moves(p);
    ASSERT_EQ(sorted({listed.begin(), listed.end()}), sorted(slow));
    ASSERT_EQ(p.is_check(), testkit::slow_is_attacked(p.board(), p.king(p.turn()), ~p.turn()));
    for (const Move m : slow) ASSERT_EQ(p.after(m).setup(), testkit::slow_after(p, m));
    for (const Color by : colors)
        for (int i = 0; i < 64; ++i)
            ASSERT_EQ(p.attacked(by).contains(square(i)), p.is_attacked(square(i), by));
}

TEST(SlowRules, AgreeOnPositionsOfGames) {
    Rng rng{21};
    for (int game = 0; game < 60; ++game)
        for (const Position& p :
             testkit::random_playout(testkit::random_start(rng), 120, rng, testkit::Choice::eager))
            ASSERT_NO_FATAL_FAILURE(expect_same(p));
}

class SlowRulesOnAnyBoard : public testing::TestWithParam<RulesetId> {};

TEST_P(SlowRulesOnAnyBoard, Agree) {
    Rng rng{22};
    std::size_t kinds[5] = {};
    for (int i = 0; i < 6000; ++i) {
        const Position p = testkit::random_position(rng, GetParam());
        ASSERT_NO_FATAL_FAILURE(expect_same(p));
        for (const Move m : p.legal_moves()) ++kinds[static_cast<std::size_t>(m.kind())];
    }
    for (const std::size_t count : kinds)
        EXPECT_TRUE(count > 100 || GetParam() == RulesetId::no_castling);
}

std::string name_of(const testing::TestParamInfo<RulesetId>& info) {
    constexpr const char* names[] = {"Standard", "NoCastling", "Torpedo"};
    return names[static_cast<std::size_t>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Rulesets, SlowRulesOnAnyBoard,
                         testing::Values(RulesetId::standard, RulesetId::no_castling,
                                         RulesetId::torpedo),
                         name_of);

}  // namespace
}  // namespace hakam

#include <gtest/gtest.h>

#include <algorithm>

#include "movegen.hpp"
#include "testkit/random_positions.hpp"

namespace hakam {
namespace {

using testkit::Rng;

constexpr RulesetId all_rules[] = {RulesetId::standard, RulesetId::no_castling, RulesetId::torpedo};

TEST(PositionProperties, IncrementalKeyIsTheFreshKey) {
    Rng rng{1};
    for (int i = 0; i < 6000; ++i) {
        const Position p = testkit::random_position(rng, all_rules[i % 3]);
        ASSERT_EQ(p.key(), fresh_key(p));
        for (const Move m : p.legal_moves()) {
            const Position next = p.after(m);
            ASSERT_EQ(next.key(), fresh_key(next)) << i;
        }
    }
}

TEST(PositionProperties, CountsAgreeWithTheList) {
    Rng rng{2};
    for (int i = 0; i < 20000; ++i) {
        const Position p = testkit::random_position(rng, all_rules[i % 3]);
        const MoveList moves = p.legal_moves();
        ASSERT_EQ(p.legal_move_count(), static_cast<int>(moves.size()));
        ASSERT_EQ(p.has_legal_move(), !moves.empty());
        for (const Move m : moves) ASSERT_TRUE(p.is_legal(m));
    }
}

TEST(PositionProperties, MirroredPositionsHaveMirroredMoves) {
    Rng rng{3};
    const auto order = [](Move a, Move b) { return a.code() < b.code(); };
    for (int i = 0; i < 10000; ++i) {
        const Position p = testkit::random_position(rng, all_rules[i % 3]);
        MoveList expected;
        for (const Move m : p.legal_moves()) expected.push_back(testkit::mirrored(m));
        MoveList found = testkit::mirrored(p).legal_moves();
        std::sort(expected.begin(), expected.end(), order);
        std::sort(found.begin(), found.end(), order);
        ASSERT_EQ(expected, found);
    }
}

TEST(PositionProperties, EnPassantSquareMeansThatACaptureIsLegal) {
    Rng rng{4};
    int legal = 0;
    int only_passed = 0;
    for (int i = 0; i < 20000; ++i) {
        const Position p = testkit::random_position(rng, all_rules[i % 3]);
        const MoveList moves = p.legal_moves();
        const bool listed =
            std::any_of(moves.begin(), moves.end(), [](Move m) { return m.is_en_passant(); });
        ASSERT_EQ(p.en_passant_square().has_value(), listed);
        legal += listed;
        only_passed += p.double_step_square() && !listed;
    }
    EXPECT_GT(legal, 500);  // the generator must reach both cases
    EXPECT_GT(only_passed, 500);
}

}  // namespace
}  // namespace hakam

#include "hakam/core/computed_attacks.hpp"

#include <gtest/gtest.h>

#include "hakam/core/position.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/rng.hpp"

namespace hakam {
namespace {

TEST(ComputedAttacks, AgreeWithThoseLookedUp) {
    testkit::Rng rng{21};
    for (int n = 0; n < 2000; ++n) {
        const Position p = testkit::random_position(rng, RulesetId::standard);
        for (int i = 0; i < 64; ++i) {
            const auto s = static_cast<Square>(i);
            ASSERT_EQ(attacks::computed::rook(s, p.occupied()), attacks::rook(s, p.occupied()));
            ASSERT_EQ(attacks::computed::bishop(s, p.occupied()), attacks::bishop(s, p.occupied()));
            for (const Color by : colors) {
                ASSERT_EQ(attacks::computed::is_attacked(p.board(), s, by), p.is_attacked(s, by));
            }
        }
    }
}

}  // namespace
}  // namespace hakam

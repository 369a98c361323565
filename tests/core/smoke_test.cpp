#include <gtest/gtest.h>

#include "hakam/core/perft.hpp"

namespace hakam {
namespace {

TEST(Perft, StartPositionMatchesTheKnownCounts) {
    const std::uint64_t expected[] = {1, 20, 400, 8902, 197281, 4865609};
    for (int depth = 0; depth < 6; ++depth) EXPECT_EQ(perft(Position{}, depth), expected[depth]);
    EXPECT_EQ(perft_plain(Position{}, 4), 197281U);
}

}  // namespace
}  // namespace hakam

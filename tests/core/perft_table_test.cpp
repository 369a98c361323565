#include "hakam/core/perft_table.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "hakam/core/perft.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/setups.hpp"

namespace hakam {
namespace {

TEST(PerftTable, RemembersByKeyAndDepth) {
    PerftTable table{0};
    EXPECT_FALSE(table.find(Key{5}, 3));
    table.store(Key{5}, 3, 77);
    EXPECT_EQ(table.find(Key{5}, 3), 77U);
    EXPECT_FALSE(table.find(Key{5}, 4));
    EXPECT_FALSE(table.find(Key{6}, 3));
    table.store(Key{0}, 1, 0);
    EXPECT_EQ(table.find(Key{0}, 1), 0U);
    table.store(Key{9}, 2, std::uint64_t{1} << 56);
    EXPECT_FALSE(table.find(Key{9}, 2));
}

TEST(PerftTable, CountsAreTheSameWithIt) {
    testkit::Rng rng{31};
    for (int i = 0; i < 300; ++i) {
        const Position p = testkit::random_position(rng);
        PerftTable small{1 << 14};
        EXPECT_EQ(perft(p, 3, small), perft(p, 3));
    }
    PerftTable table{std::size_t{1} << 24};
    EXPECT_EQ(perft(Position{}, 5, table), 4865609U);
}

TEST(PerftTable, ServesSeveralThreadsAtOnce) {
    const Position p =
        testkit::position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    PerftTable table{1 << 16};
    std::vector<std::uint64_t> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& n : found) threads.emplace_back([&] { n = perft(p, 4, table); });
    }
    for (const std::uint64_t n : found) EXPECT_EQ(n, 4085603U);
}

}  // namespace
}  // namespace hakam

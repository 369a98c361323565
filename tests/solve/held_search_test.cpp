// Searches in which some men are held where they stand.
#include "held_search.hpp"

#include <gtest/gtest.h>

#include "hakam/notation/fen.hpp"
#include "hakam/solve/winnable.hpp"

namespace hakam {
namespace {

using solve::Held;
using solve::HeldSearch;

Position read(std::string_view fen) {
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    return *fen::position(fen, options);
}

// Bishops behind a wall must make way one after another until the king takes a pawn: what the other
// king and the other bishops do meanwhile has no part in it.
TEST(HeldSearch, OpensWallsOfEntombedBishops) {
    const Position p = read("B1B1B1B1/pBpBp1p1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1");
    HeldSearch search{p, Color::white, {.winners_king = true, .losers_officers = true}};
    ASSERT_TRUE(search.run(50'000));
    EXPECT_TRUE(replay(p, Color::white, search.line()));
}

TEST(HeldSearch, GoesOnWhereItStopped) {
    const Position p = read("K1k5/8/8/5B2/4B3/p1p1p1p1/PbPbPbP1/b1b3b1 b - - 0 1");
    const Held held{.winners_king = true, .losers_officers = true};
    HeldSearch at_once{p, Color::black, held}, in_parts{p, Color::black, held};
    ASSERT_TRUE(at_once.run(50'000));
    std::uint64_t limit = 0;
    while (!in_parts.run(limit)) {
        ASSERT_LT(limit, 50'000U);
        limit += 100;
    }
    EXPECT_EQ(at_once.line(), in_parts.line());
    EXPECT_EQ(at_once.nodes(), in_parts.nodes());
}

// Held men move only if nobody else can, and nothing follows from a search that ends.
TEST(HeldSearch, EndsWhereTheOthersCanDoNothing) {
    const Position p = read("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    HeldSearch search{
        p, Color::white, {.winners_king = true, .winners_officers = true, .losers_king = true}};
    EXPECT_TRUE(search.run(100'000));  // all are held: all may move
    const Position dead = read("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1");
    HeldSearch none{dead, Color::white, {}};
    EXPECT_FALSE(none.run(10'000));
    EXPECT_TRUE(none.ended());
    EXPECT_EQ(none.nodes(), 1152U);  // the closed set
}

}  // namespace
}  // namespace hakam

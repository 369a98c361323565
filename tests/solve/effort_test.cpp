#include <gtest/gtest.h>

#include <string>

#include "hakam/notation/fen.hpp"
#include "hakam/solve/winnable.hpp"

namespace hakam {
namespace {

struct Effort {
    const char* fen;
    Color side;
    std::uint64_t nodes;  // at most so many positions
};

Position position_of(const char* text) {
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    return *fen::position(text, options);
}

// Endgames of ordinary games that once needed two milliseconds each: an audit asks such questions
// after every game.
constexpr Effort endgames[] = {
    {"8/2R5/3P4/3k4/2N3Pp/1P5P/2Q5/6K1 w - - 7 62", Color::black, 500},
    {"7R/8/4Kp2/8/8/1p3rp1/6k1/7q w - - 0 63", Color::black, 500},
    {"8/8/8/1p6/4k3/r7/3RK3/8 w - - 0 64", Color::white, 500},
    {"7r/4kpR1/7P/1p6/8/5P2/6PK/8 w - - 0 1", Color::white, 500},
    {"8/k7/1p1p4/pPpPp3/K1P1Pp1p/P1Q2PbP/8/8 w - - 12 56", Color::black, 500},
    {"8/p7/1p6/1P6/P2k2N1/5K2/8/2b5 b - - 0 51", Color::black, 500},
    {"8/1K3pk1/2P1p2p/1P1rb1pP/6P1/8/8/1Q6 b - - 0 70", Color::white, 500},
    {"8/8/k7/8/pK6/N2N4/P7/8 b - - 5 48", Color::white, 3000},
    // A lone bishop or knight.
    {"8/8/3k4/3n1R2/4K3/8/8/8 b - - 2 79", Color::black, 2000},
    {"6b1/2k5/8/7K/8/8/8/B7 w - - 0 72", Color::white, 2000},
    {"6k1/6P1/8/8/2K2n2/8/8/8 b - - 9 61", Color::black, 2000},
    {"2Q5/8/4Nb1k/P6P/8/7P/1P3P2/R4RK1 w - - 5 41", Color::black, 2000},
    // Two.
    {"7Q/8/5K2/6n1/k4n2/8/8/8 b - - 0 1", Color::black, 15000},
};

TEST(WinnableEffort, EndgamesOfOrdinaryGamesNeedFewPositions) {
    for (const Effort& row : endgames) {
        SCOPED_TRACE(row.fen);
        const Position p = position_of(row.fen);
        const Winnable answer = winnable(p, row.side);
        EXPECT_EQ(answer.decision, Decision::yes);
        EXPECT_TRUE(replay(p, row.side, answer.line));
        EXPECT_LE(answer.nodes, row.nodes);
    }
}

// Walls and crowds of bishops that needed millions of positions in a plain order.
constexpr Effort walls[] = {
    {"2B1B1B1/pBpBpBp1/P1P1P1P1/4k3/8/3B4/4K3/8 w - - 0 1", Color::white, 1'000'000},
    {"k1b5/1N6/8/BpBpBpBp/bPbPbPbP/8/8/K1B5 w - - 0 1", Color::black, 300'000},
    {"4k3/8/Bp2K3/bP6/Pp4B1/1Pp5/B1P5/N7 b - - 0 1", Color::white, 300'000},
    {"b2B2b1/2B5/8/8/6p1/1p1p1pP1/1P1P1P1B/2BK1kBb b - - 0 1", Color::black, 400'000},
    {"2bk1KbB/1p1p1p1b/1P1P1Pp1/6P1/8/8/3B4/B2b2B1 b - - 0 1", Color::white, 400'000},
};

TEST(WinnableEffort, WallsOpenWithinAMillionPositions) {
    for (const Effort& row : walls) {
        SCOPED_TRACE(row.fen);
        const Position p = position_of(row.fen);
        const Winnable answer = winnable(p, row.side);
        EXPECT_EQ(answer.decision, Decision::yes);
        EXPECT_TRUE(replay(p, row.side, answer.line));
        EXPECT_LE(answer.nodes, row.nodes);
    }
}

// Dives are drawn by lot, but the lots depend on the position alone.
TEST(WinnableEffort, TheSameQuestionHasTheSameAnswer) {
    for (const Effort& row : walls) {
        SCOPED_TRACE(row.fen);
        const Position p = position_of(row.fen);
        const Winnable first = winnable(p, row.side), second = winnable(p, row.side);
        EXPECT_EQ(first.nodes, second.nodes);
        EXPECT_EQ(first.line, second.line);
    }
}

}  // namespace
}  // namespace hakam

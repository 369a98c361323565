#include "hakam/problem/popeye.hpp"

#include <gtest/gtest.h>

#include <array>

#include "collect.hpp"

namespace hakam::problem {
namespace {

TEST(Popeye, ReadsAbbreviatedInput) {
    const auto read = read_popeye(
        "Begi\nAuth    Unknown Author\nOrig Also Unknown\nStip #2\nPiec    Whit Ka3 Ra8\n"
        "        Blac Kb1\nOpti    Move Try Set Vari\nEndp\n");
    ASSERT_TRUE(read) << describe(read.error());
    ASSERT_EQ(read->size(), 1U);
    const FiledProblem& p = read->front();
    EXPECT_EQ(p.author, "Unknown Author");
    EXPECT_EQ(format(p.problem.stipulation), "#2");
    EXPECT_TRUE(p.set_play);
    EXPECT_EQ(p.refutations, 1);
    EXPECT_EQ(fen::format(p.problem.setup), "R7/8/8/8/8/K7/8/1k6 w - - 0 1");
}

TEST(Popeye, ReadsForsythOptionsConditionsAndTwins) {
    const auto read = read_popeye(
        "BeginProblem\nForsyth 4k2r/p1p1p1p1/1p2P3/8/3R4/6P1/5P1P/R3K3\nStipulation #2\n"
        "Option CastlingMutuallyExclusive a1h8 NoBoard\n"
        "Twin move a1 b1 remove h2\nTwin continued rotate 90\nTwin mirror a1<-->h1\n"
        "NextProblem\nPieces White Kf5 Ph7 Black Ke8 Bh8\nStip h#3\nCond Koko EnemyRookCastling\n"
        "Remark anything at all\nEndProblem\n");
    ASSERT_TRUE(read) << describe(read.error());
    ASSERT_EQ(read->size(), 2U);
    const FiledProblem& p = read->front();
    ASSERT_EQ(p.problem.conditions.exclusive.size(), 1U);
    EXPECT_EQ(fen::format(p.problem.setup), "4k2r/p1p1p1p1/1p2P3/8/3R4/6P1/5P1P/R3K3 w Qk - 0 1");
    ASSERT_EQ(p.twins.size(), 3U);
    const auto b = apply(p.problem, p.twins[0]);
    ASSERT_TRUE(b);
    EXPECT_EQ(fen::format(b->setup), "4k2r/p1p1p1p1/1p2P3/8/3R4/6P1/5P2/1R2K3 w k - 0 1");
    const auto d = apply(p.problem, p.twins[2]);
    ASSERT_TRUE(d);
    EXPECT_EQ(fen::format(d->setup), "r2k4/1p1p1p1p/3P2p1/8/4R3/1P6/P1P5/3K3R w - - 0 1");
    EXPECT_EQ((*read)[1].problem.conditions.fairy.size(), 2U);
}

TEST(Popeye, RefusesWithThePlace) {
    struct Case {
        std::string_view text;
        std::uint32_t line, column;
    };
    constexpr std::array cases = {
        Case{"hello", 1, 1},
        Case{"BeginProblem\nStipulation #2.5\nEndProblem", 2, 15},
        Case{"BeginProblem\nFrobnicate\nEndProblem", 2, 1},
        Case{"BeginProblem\nPieces White Ka1\n", 3, 1},
        Case{"BeginProblem\nPieces White Ka1\nEndProblem", 3, 1},
        Case{"BeginProblem\nForsyth 8/8/8\nStip #2\nEndProblem", 2, 9},
        Case{"BeginProblem\nForsyth 8/8/8/8/8/8/8/kx6\nStip #2\nEndProblem", 2, 24},
        Case{"BeginProblem\nStip #2\nCondition Frob\nEndProblem", 3, 11},
        Case{"BeginProblem\nStip #2\nTwin rotate 45\nEndProblem", 3, 13},
    };
    for (const Case& c : cases) {
        const auto read = read_popeye(c.text);
        ASSERT_FALSE(read) << c.text;
        EXPECT_EQ(read.error().where.line, c.line) << c.text << ": " << describe(read.error());
        EXPECT_EQ(read.error().where.column, c.column) << c.text << ": " << describe(read.error());
    }
}

TEST(Twins, EachChangeAndItsFaults) {
    const auto p = testing::problem_of("8/8/8/8/8/2k5/8/K6Q w - - 0 1", "#2");
    ASSERT_TRUE(p);
    const auto after = [&](Change c) {
        const auto q = apply(*p, Twin{false, {c}});
        return q ? fen::format(q->setup) : std::string{"refused"};
    };
    using Kind = Change::Kind;
    EXPECT_EQ(after({.kind = Kind::move, .a = Square::h1, .b = Square::h8}),
              "7Q/8/8/8/8/2k5/8/K7 w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::exchange, .a = Square::a1, .b = Square::c3}),
              "8/8/8/8/8/2K5/8/k6Q w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::remove, .a = Square::h1}), "8/8/8/8/8/2k5/8/K7 w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::shift, .a = Square::a1, .b = Square::a3}),
              "8/8/8/2k5/8/K6Q/8/8 w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::rotate, .degrees = 90}), "7Q/8/8/8/8/5k2/8/7K w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::rotate, .degrees = 180}), "Q6K/8/5k2/8/8/8/8/8 w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::mirror, .a = Square::a1, .b = Square::a8}),
              "K6Q/8/2k5/8/8/8/8/8 w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::polish}), "8/8/8/8/8/2K5/8/k6q w - - 0 1");
    EXPECT_EQ(after({.kind = Kind::shift, .a = Square::a1, .b = Square::b1}), "refused");
    EXPECT_EQ(after({.kind = Kind::remove, .a = Square::d4}), "refused");
}

}  // namespace
}  // namespace hakam::problem

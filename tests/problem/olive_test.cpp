#include "hakam/problem/olive.hpp"

#include <gtest/gtest.h>

#include <array>

#include "collect.hpp"

namespace hakam::problem {
namespace {

constexpr std::string_view lapierre = R"(---
# as an editor writes it
authors:
  - "Lapierre, P."
  - Ögren & Söhne
source: {name: "Problem: \"the\" journal", date: {year: 1959, month: 3}}
title: 'It''s mutual'
algebraic:
  white: [Ke1, Ra1, Rd4, Pe6, Pf2,
          Pg3, Ph2]   # seven
  black:
  - Ke8
  - Rh8
  - pa7
  - Pb6
  - Pc7
  - Pe7
  - Pg7
stipulation: '#2'
options: [SetPlay, Defence 2, CastlingMutuallyExclusive a1h8]
twins:
  b: Move a1 b1 Remove h2
  c: Continued Rotate 90
comments:
  - |
    stipulation: "#3"
      is no key here
solution: >
  1.0-0-0 !
)";

TEST(Olive, ReadsWhatEditorsWrite) {
    const auto p = read_olive(lapierre);
    ASSERT_TRUE(p) << describe(p.error());
    EXPECT_EQ(p->author, "Lapierre, P. & Ögren & Söhne");
    EXPECT_EQ(p->source, "Problem: \"the\" journal");
    EXPECT_EQ(p->date, "1959-03");
    EXPECT_EQ(p->title, "It's mutual");
    EXPECT_EQ(fen::format(p->problem.setup),
              "4k2r/p1p1p1p1/1p2P3/8/3R4/6P1/5P1P/R3K3 w Qk - 0 1");
    EXPECT_EQ(format(p->problem.stipulation), "#2");
    EXPECT_TRUE(p->set_play);
    EXPECT_EQ(p->refutations, 2);
    ASSERT_EQ(p->problem.conditions.exclusive.size(), 1U);
    ASSERT_EQ(p->twins.size(), 2U);
    EXPECT_TRUE(p->twins[1].continued);
}

TEST(Olive, ReadsWhatItWrote) {
    const auto p = read_olive(lapierre);
    ASSERT_TRUE(p);
    const std::string text = write_olive(*p);
    const auto again = read_olive(text);
    ASSERT_TRUE(again) << describe(again.error()) << "\n" << text;
    EXPECT_EQ(write_olive(*again), text);
    EXPECT_EQ(again->problem.setup, p->problem.setup);
    EXPECT_EQ(again->author, p->author);
    EXPECT_EQ(again->source, p->source);
    EXPECT_EQ(again->refutations, 2);
    const auto popeye = read_popeye(write_popeye(*p));
    ASSERT_TRUE(popeye);
    ASSERT_EQ(popeye->size(), 1U);
    EXPECT_EQ(popeye->front().problem.setup, p->problem.setup);
    EXPECT_EQ(popeye->front().twins.size(), 2U);
}

TEST(Olive, RightsAndEnPassantThatPopeyeWouldNotGuess) {
    for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
                            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"}) {
        const auto wanted = testing::problem_of(fen, "h#2");
        ASSERT_TRUE(wanted) << fen;
        FiledProblem filed;
        filed.problem = *wanted;
        const auto olive = read_olive(write_olive(filed));
        ASSERT_TRUE(olive) << fen;
        const auto popeye = read_popeye(write_popeye(filed));
        ASSERT_TRUE(popeye) << fen;
        for (const hakam::Setup& setup : {olive->problem.setup, popeye->front().problem.setup}) {
            EXPECT_EQ(setup.castling, wanted->setup.castling) << fen;
            EXPECT_EQ(setup.en_passant, wanted->setup.en_passant) << fen;
            EXPECT_EQ(setup.board, wanted->setup.board) << fen;
        }
    }
}

TEST(Olive, RefusesWithThePlace) {
    struct Case {
        std::string_view text;
        std::uint32_t line, column;
    };
    constexpr std::array cases = {
        Case{"", 1, 1},
        Case{"stipulation: \"#2\"\n", 1, 1},
        Case{"algebraic: {white: [Ka1]}\nstipulation: \"#2.5\"\n", 2, 17},
        Case{"algebraic: {white: [Ka1, Xb2]}\nstipulation: \"#2\"\n", 1, 26},
        Case{"algebraic: {white: [Ka1, Qa1]}\nstipulation: \"#2\"\n", 1, 26},
        Case{"algebraic: {white: [Ka1, Qi9]}\nstipulation: \"#2\"\n", 1, 26},
        Case{"algebraic: {neutral: [Na1]}\nstipulation: \"#2\"\n", 1, 13},
        Case{"algebraic: {white: [Ka1}\nstipulation: \"#2\"\n", 1, 24},
        Case{"algebraic: {white: [Ka1]\nstipulation: \"#2\"\n", 2, 1},
        Case{"algebraic:\n  white: [Ka1]\n black: [Kb1]\nstipulation: \"#2\"\n", 3, 2},
        Case{"algebraic:\n\twhite: [Ka1]\nstipulation: \"#2\"\n", 2, 1},
        Case{"algebraic: {white: [Ka1]}\nstipulation: \"#2\nx: 1\n", 2, 14},
        Case{"algebraic: {white: [Ka1]}\nstipulation: \"#2\"\nstipulation: \"#3\"\n", 3, 1},
        Case{"algebraic: {white: [Ka1]}\nstipulation: \"#2\"\nconditions: [Koko, Frob]\n", 3, 20},
        Case{"algebraic: {white: [Ka1]}\nstipulation: \"#2\"\noptions:\n  - SetPlay\n  - Frob\n", 5, 5},
        Case{"algebraic: {white: [Ka1]}\nstipulation: \"#2\"\ntwins:\n  b: Rotate 45\n", 4, 13},
        Case{"algebraic: {white: [Ka1]}\nstipulation: \"#2\"\ntwins: [Rotate 90]\n", 3, 8},
        Case{"just a text\n", 1, 1},
        Case{"- a\n- list\n", 1, 1},
    };
    for (const Case& c : cases) {
        const auto read = read_olive(c.text);
        ASSERT_FALSE(read) << c.text;
        EXPECT_EQ(read.error().where.line, c.line) << c.text << ": " << describe(read.error());
        EXPECT_EQ(read.error().where.column, c.column) << c.text << ": " << describe(read.error());
    }
    const std::string deep = "algebraic: " + std::string(100'000, '[');
    EXPECT_FALSE(read_olive(deep));
    EXPECT_FALSE(read_olive("a: " + std::string(100'000, '-')));
    std::string dashes;
    for (int i = 0; i < 10'000; ++i) dashes += "- ";
    EXPECT_FALSE(read_olive(dashes));
    EXPECT_EQ(read_olive(std::string(max_popeye_length + 1, ' ')).error().code,
              ErrorCode::too_long);
}

}  // namespace
}  // namespace hakam::problem

// Sets in which men of the loser are left out: the cages they close, near misses they must not
// close, and random positions in which the search knows better.
#include "partial.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "hakam/notation/fen.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/rng.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using testkit::Rng;

Position read(std::string_view fen) {
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    return *fen::position(fen, options);
}
Winnable no_by(Argument argument) {
    Winnable answer;
    answer.decision = Decision::no;
    answer.argument = std::move(argument);
    return answer;
}

// Queens, rooks and knights that hem in their own king, pawns that promote far away: millions of
// positions, but the men of the cage alone stand in few ways.
TEST(PartialSet, ClosesCagesWhoseOtherMenMoveFreely) {
    for (const std::string fen :
         {"8/5ppp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1", "8/6pp/8/8/ppp5/bkp4Q/qnp2p2/n1K5 b - - 0 1",
          "8/6pp/8/4q3/ppp5/bkp4Q/qnp2p2/n1K5 b - - 0 1",
          "8/4b3/6r1/4q3/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1"}) {
        SCOPED_TRACE(fen);
        const Position p = read(fen);
        const auto argument = solve::prove_partial(p, Color::white, 400'000);
        ASSERT_TRUE(argument.has_value());
        EXPECT_EQ(verify(p, Color::white, no_by(*argument)), Decision::yes);
        Argument forged = *argument;
        ++forged.positions;
        EXPECT_EQ(verify(p, Color::white, no_by(forged)), Decision::no);
        forged = *argument;
        forged.left_out |= p.men(Color::black) & ~p.men(PieceType::king);
        EXPECT_EQ(verify(p, Color::white, no_by(forged)), Decision::no);
        EXPECT_EQ(verify(p, Color::black, no_by(*argument)), Decision::no);
    }
}

TEST(PartialSet, WallsOfBishopsNeedNoBishop) {
    const Position p = read("5b2/2b5/3b3p/2b1bp1P/3b1p1K/4bPp1/3b1bP1/2b2kb1 b - - 0 1");
    const auto argument = solve::prove_partial(p, Color::white, 10'000);
    ASSERT_TRUE(argument.has_value());
    EXPECT_EQ(verify(p, Color::white, no_by(*argument)), Decision::yes);
}

// The pawn becomes a knight while the men outside the cage pass the time.
TEST(Novelty, FindsTheWayIntoACage) {
    const Position p = read("8/5p2/8/6P1/6pp/6pk/p5pr/rn4K1 b - - 0 1");
    Budget budget;
    budget.nodes = 1'000'000;
    const Winnable answer = winnable(p, Color::white, budget);
    EXPECT_EQ(answer.decision, Decision::yes);
    EXPECT_EQ(verify(p, Color::white, answer), Decision::yes);
}

// A man that leaves the cage stands nowhere in the line that he opens, and nobody else does yet.
TEST(PartialSet, NobodyStandsWhereAManHasJustLeft) {
    for (const auto& [fen, winner] :
         {std::pair{"6Q1/8/4n3/8/ppp5/qkp3b1/rnp5/n1K5 b - - 0 1", Color::white},
          std::pair{"N1k5/RNP5/QKP3B1/PPP5/8/4BP2/8/6q1 w - - 0 1", Color::black}}) {
        SCOPED_TRACE(fen);
        const Position p = read(fen);
        const auto argument = solve::prove_partial(p, winner, 20'000);
        ASSERT_TRUE(argument.has_value());
        EXPECT_EQ(verify(p, winner, no_by(*argument)), Decision::yes);
    }
}

// The light bishop on f1 never comes to the other side of the wall, where it would help to mate.
TEST(PartialSet, BishopsStayOnTheirSideOfAWall) {
    const Position p = read("8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1");
    const auto argument = solve::prove_partial(p, Color::white, 20'000);
    ASSERT_TRUE(argument.has_value());
    EXPECT_EQ(verify(p, Color::white, no_by(*argument)), Decision::yes);
    // With a light bishop more above it the corner can be filled.
    const Position two = read("8/B4b2/b1k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK6 b - - 0 1");
    EXPECT_FALSE(solve::prove_partial(two, Color::white, 20'000).has_value());
}

// One man more or less and the cage opens, or the pawn becomes a knight.
TEST(PartialSet, DoesNotCloseCagesThatOpen) {
    for (const std::string fen :
         {"8/5p2/8/6P1/6pp/6pk/p5pr/rn4K1 b - - 0 1", "8/5ppp/8/8/ppp5/bkp4N/qnp5/n1K5 b - - 0 1",
          "8/5ppp/8/8/ppp5/1kp4Q/qnp5/n1K5 b - - 0 1"}) {
        SCOPED_TRACE(fen);
        EXPECT_FALSE(solve::prove_partial(read(fen), Color::white, 400'000).has_value());
    }
}

// What neither of the programs that came before had proved: every row is decided now. One is left
// to HAKAM_ALL_OPEN, as it takes six million positions.
TEST(PartialSet, OpenQueriesAreDecided) {
    for (const auto& row : testkit::read_tsv("dead/open.tsv")) {
        SCOPED_TRACE(row["FEN"] + " " + row["side"]);
        const Position p = read(row["FEN"]);
        const Color side = row["side"] == "white" ? Color::white : Color::black;
        if (std::getenv("HAKAM_ALL_OPEN") == nullptr && side == Color::black &&
            row["FEN"].starts_with("B1B1B1B1/"))
            continue;
        const Winnable answer = winnable(p, side);
        EXPECT_NE(answer.decision, Decision::unknown);
        EXPECT_EQ(verify(p, side, answer), Decision::yes);
    }
}

// One to three men put, taken or moved.
std::optional<Position> mutated(const Position& base, Rng& rng) {
    Setup s = base.setup();
    s.castling = {};
    s.en_passant.reset();
    const auto any = [&] { return square(static_cast<int>(rng.below(64))); };
    for (std::size_t n = rng.below(3) + 1; n > 0; --n) {
        const Square from = any(), to = any();
        const auto man = s.board.at(from);
        if (!man) {
            s.board.put(from,
                        {rng.once_in(3) ? Color::white : Color::black, piece_types[rng.below(5)]});
        } else if (man->type != PieceType::king || !s.board.at(to)) {
            s.board.remove(from);
            if (man->type == PieceType::king || (!s.board.at(to) && rng.once_in(2)))
                s.board.put(to, *man);
        }
    }
    if (rng.once_in(4)) s.turn = ~s.turn;
    const auto p = Position::from(s, RulesetId::standard, Tolerance::unreachable());
    if (!p || !p->has_legal_move()) return std::nullopt;
    return *p;
}

// HAKAM_PARTIALS asks for more, HAKAM_SEED for others.
TEST(PartialSet, NeverClosesWhatCanBeWon) {
    const char* wanted = std::getenv("HAKAM_PARTIALS");
    const int most = wanted != nullptr ? std::atoi(wanted) : 2500;
    const char* seed = std::getenv("HAKAM_SEED");
    Rng rng{seed != nullptr ? std::strtoull(seed, nullptr, 10) : 7};
    std::vector<Position> bases;
    for (const auto& row : testkit::read_tsv("dead/vectors.tsv"))
        if (row["verdict"] == "unwinnable" && !row["source"].ends_with("material alone"))
            bases.push_back(read(row["FEN"]));
    for (const auto& row : testkit::read_tsv("dead/open.tsv"))
        for (int n = 0; n < 8; ++n) bases.push_back(read(row["FEN"]));
    for (const auto& row : testkit::read_tsv("dead/own_hard.tsv"))
        for (int n = 0; n < 4; ++n) bases.push_back(read(row["FEN"]));
    int closed = 0;
    int won = 0;
    for (int n = 0; n < most;) {
        const auto p = mutated(bases[rng.below(bases.size())], rng);
        if (!p) continue;
        ++n;
        for (const Color side : colors) {
            Budget budget;
            budget.nodes = 6000;
            const Winnable answer = winnable(*p, side, budget);
            if (answer.decision == Decision::no && answer.nodes == 0) continue;  // seen at once
            const auto argument = solve::prove_partial(*p, side, 5000);
            won += answer.decision == Decision::yes ? 1 : 0;
            if (!argument) continue;
            ++closed;
            SCOPED_TRACE(fen::format(*p));
            EXPECT_NE(answer.decision, Decision::yes);
            EXPECT_EQ(verify(*p, side, no_by(*argument)), Decision::yes);
        }
    }
    EXPECT_GT(closed, most / 40);
    EXPECT_GT(won, most / 4);
    std::cout << closed << " sets closed, " << won << " won\n";
}

}  // namespace
}  // namespace hakam

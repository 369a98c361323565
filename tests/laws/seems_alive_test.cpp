#include <gtest/gtest.h>

#include "hakam/laws/law_book.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/solve/dead_position.hpp"
#include "testkit/data.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/tsv.hpp"

// The screen that judge() puts before the exact test must let no dead position through.

namespace hakam::laws {
namespace {

Position read(const std::string& text) {
    fen::Options options;
    options.reading = Reading::lenient;
    options.tolerated = Tolerance::unreachable();
    const Expected<Position> position = fen::position(text, options);
    EXPECT_TRUE(position) << text;
    return position ? *position : Position{};
}

TEST(SeemsAlive, LetsNoDeadVectorThrough) {
    int dead = 0;
    int passed = 0;
    for (const testkit::TsvRow& row : testkit::read_tsv("dead/vectors.tsv")) {
        SCOPED_TRACE(row["FEN"]);
        const Position position = read(row["FEN"]);
        const bool passes = seems_alive(position, position.legal_moves());
        if (row["dead"] == "yes") {
            ++dead;
            EXPECT_FALSE(passes);
        } else {
            passed += passes ? 1 : 0;
        }
    }
    EXPECT_GT(dead, 300);
    EXPECT_GT(passed, 0);
}

// What the screen promises of the side that is not to move: were the turn passed to it, it would
// have four moves by officers. So no position passes in which it is stalemated and only waits for
// the end.
TEST(SeemsAlive, LeavesTheOtherSideFourMovesOfOfficers) {
    EXPECT_FALSE(seems_alive(read("4k3/pp2b3/8/8/8/2N2N2/PP4PP/3RR1K1 w - - 0 1"),
                               read("4k3/pp2b3/8/8/8/2N2N2/PP4PP/3RR1K1 w - - 0 1").legal_moves()));
    testkit::Rng rng{522};
    int passed = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Position position = testkit::random_position(rng);
        if (!seems_alive(position, position.legal_moves())) continue;
        ++passed;
        hakam::Setup setup = position.setup();
        setup.turn = ~setup.turn;
        setup.en_passant.reset();
        const auto turned = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
        ASSERT_TRUE(turned);
        int officers = 0;
        for (const Move move : turned->legal_moves())
            officers += move.mover() != PieceType::pawn && move.mover() != PieceType::king ? 1 : 0;
        EXPECT_GE(officers, 4) << fen::format(position);
    }
    EXPECT_GT(passed, 1000);
}

/// Dead positions with much freedom on one side, found by adding men to dead ones: in each the
/// other side has no move to wait with, so that every move ends the game.
TEST(SeemsAlive, LetsNoWaitingStalemateThrough) {
    for (const char* text :
         {"qk6/1b5p/5p1P/5p1K/5PpP/6P1/2p5/8 b - - 0 1", "8/8/8/8/1N6/2N5/2K5/kN1N4 w - - 0 1"}) {
        const Position position = read(text);
        EXPECT_EQ(is_dead(position), Decision::yes) << text;
        EXPECT_FALSE(seems_alive(position, position.legal_moves())) << text;
    }
}

/// Boards that the screen passes and that no game needs to reach: crowded and sparse ones.
TEST(SeemsAlive, AgreesWithTheExactTestOnThrownMen) {
    testkit::Rng rng{20261130};
    int passed = 0;
    for (int i = 0; i < 6000; ++i) {
        const Position position = testkit::random_position(rng);
        if (!seems_alive(position, position.legal_moves())) continue;
        ++passed;
        Budget budget;
        budget.nodes = 200'000;
        ASSERT_NE(is_dead(position, budget), Decision::yes) << fen::format(position);
    }
    EXPECT_GT(passed, 1000);
}

}  // namespace
}  // namespace hakam::laws

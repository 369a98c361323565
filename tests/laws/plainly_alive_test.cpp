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

TEST(PlainlyAlive, LetsNoDeadVectorThrough) {
    int dead = 0;
    int passed = 0;
    for (const testkit::TsvRow& row : testkit::read_tsv("dead/vectors.tsv")) {
        SCOPED_TRACE(row["FEN"]);
        const Position position = read(row["FEN"]);
        const bool passes = plainly_alive(position, position.legal_moves());
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

/// Boards that the screen passes and that no game needs to reach: crowded and sparse ones.
TEST(PlainlyAlive, AgreesWithTheExactTestOnThrownMen) {
    testkit::Rng rng{20261130};
    int passed = 0;
    for (int i = 0; i < 6000; ++i) {
        const Position position = testkit::random_position(rng);
        if (!plainly_alive(position, position.legal_moves())) continue;
        ++passed;
        Budget budget;
        budget.nodes = 200'000;
        ASSERT_NE(is_dead(position, budget), Decision::yes) << fen::format(position);
    }
    EXPECT_GT(passed, 1000);
}

}  // namespace
}  // namespace hakam::laws

#include <gtest/gtest.h>

#include <string>

#include "hakam/notation/fen.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

// Positions of kinds that were once out of reach, and winnable neighbours of the dead ones: each is
// decided within the positions that its row allows, and the checker accepts the proof.
TEST(WinnableHard, EveryRowIsDecidedWithinItsBudget) {
    int rows = 0;
    for (const testkit::TsvRow& row : testkit::read_tsv("dead/own_hard.tsv")) {
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"] + " " + row["side"]);
        ++rows;
        fen::Options options;
        options.tolerated = Tolerance::unreachable();
        const auto p = fen::position(row["FEN"], options);
        ASSERT_TRUE(p.has_value());
        const Color side = row["side"] == "white" ? Color::white : Color::black;
        Budget budget;
        budget.nodes = std::stoull(row["nodes"]);
        const Winnable answer = winnable(*p, side, budget);
        EXPECT_EQ(answer.decision, row["verdict"] == "winnable" ? Decision::yes : Decision::no);
        EXPECT_EQ(verify(*p, side, answer), Decision::yes);
    }
    EXPECT_GE(rows, 39);
}

}  // namespace
}  // namespace hakam

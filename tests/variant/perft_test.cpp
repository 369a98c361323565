// Counts of move sequences of each game, one a row of data/variant/perft.tsv.

#include "testkit/tsv.hpp"
#include "variant/variants.hpp"

namespace hakam {
namespace {

TEST(VariantPerft, CountsOfData) {
    const auto rows = testkit::read_tsv("variant/perft.tsv");
    ASSERT_FALSE(rows.empty());
    for (const auto& row : rows) {
        const variant::Variant v = testkit::game(row["game"]);
        const variant::Position p = testkit::position(v, row["fen"]);
        EXPECT_EQ(variant::perft(v, p, std::stoi(row["depth"])), std::stoull(row["nodes"]))
            << "data/variant/perft.tsv:" << row.line << ": " << row["game"] << ' ' << row["fen"];
    }
}

}  // namespace
}  // namespace hakam

// Endings of the older games, worked back from their ends.

#include "hakam/variant/endgame.hpp"

#include "hakam/variant/ending.hpp"
#include "variant/variants.hpp"

namespace hakam {
namespace {

using testkit::game;
using testkit::position;
using variant::EndgameTable;

// as-Suli's diamond, unsolved for a thousand years by others: 1.Kb4 takes the ferz in 39 plies, and the
// other winning first moves are slower. The long case of the same men takes 53.
TEST(VariantEndgame, AsSulisDiamondIsWon) {
    const variant::Variant v = game("shatranj");
    const auto p = position(v, "8/8/8/3k4/8/1KF5/8/f7 w");
    const auto table = EndgameTable::build(v, p);
    ASSERT_TRUE(table) << describe(table.error());
    const auto value = table->value(v, p);
    ASSERT_TRUE(value);
    EXPECT_TRUE(value->wins);
    EXPECT_EQ(value->plies, 39U);
    std::string winning;
    for (const auto& move : v.legal_moves(p)) {
        const auto after = table->value(v, v.after(p, move));
        if (after && !after->wins)
            winning += format_san(v, p, move) + ' ' + std::to_string(after->plies + 1) + ' ';
    }
    EXPECT_NE(winning.find("Kb4 39 "), winning.npos) << winning;
    EXPECT_NE(winning.find("Kc2 41 "), winning.npos) << winning;
    EXPECT_NE(winning.find("Fd2 43 "), winning.npos) << winning;
    EXPECT_NE(winning.find("Fb4 43 "), winning.npos) << winning;
    for (const std::string_view loser : {"Ka3", "Ka4", "Ka2", "Kb2", "Fd4"})
        EXPECT_EQ(winning.find(std::string{loser} + ' '), winning.npos) << winning;
    const auto far = position(v, "3F3k/8/8/K7/8/8/8/f7 w");
    ASSERT_TRUE(table->value(v, far));
    EXPECT_EQ(table->value(v, far)->plies, 53U);
}

// Every value of a small table against its successors.
TEST(VariantEndgame, ValuesAgreeWithThoseOfTheMoves) {
    const variant::Variant v = game("shatranj");
    const auto table = EndgameTable::build(v, position(v, "8/8/8/4k3/8/1K1R4/8/8 w"));
    ASSERT_TRUE(table) << describe(table.error());
    int compared = 0;
    for (int k = 0; k < 64; k += 3) {
        for (int b = 0; b < 64; ++b) {
            variant::Position p;
            p.put(variant::cell(k), v.start().at(variant::cell(3)));
            if (b == k || b == 20 || k == 20) continue;
            p.put(variant::cell(b), v.start().at(variant::cell(59)));
            p.put(variant::cell(20), v.start().at(variant::cell(0)));
            if (v.is_check(p, Color::black)) continue;
            const auto value = table->value(v, p);
            bool wins = false;
            for (const auto& move : v.legal_moves(p)) {
                const auto next = table->value(v, v.after(p, move));
                wins |= next && !next->wins;
            }
            EXPECT_EQ(wins, value && value->wins) << variant::fen::format(v, p);
            ++compared;
        }
    }
    EXPECT_GT(compared, 500);
}

TEST(VariantEndgame, RefusesWhatItCannotWorkBack) {
    const variant::Variant v = game("shatranj");
    EXPECT_EQ(EndgameTable::build(v, position(v, "4k3/8/8/8/8/8/4P3/4K3 w")).error().code,
              ErrorCode::unsupported);
    EXPECT_EQ(EndgameTable::build(v, position(v, "4k3/8/8/8/8/8/8/R3K2R w")).error().code,
              ErrorCode::unsupported);
    Budget small;
    small.memory_bytes = 1000;
    EXPECT_EQ(EndgameTable::build(v, position(v, "4k3/8/8/8/8/8/8/R3K3 w"), small).error().code,
              ErrorCode::out_of_range);
}

}  // namespace
}  // namespace hakam

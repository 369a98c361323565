#include "hakam/notation/start_array.hpp"

#include <gtest/gtest.h>

#include "hakam/notation/fen.hpp"

namespace hakam {
namespace {

TEST(StartArray, ChessAndChess960ByNumber) {
    EXPECT_EQ(*start_array::parse("startpos"), Position{});
    EXPECT_EQ(*start_array::parse("chess960:518"), Position{});
    for (const int number : {0, 1, 517, 959})
        EXPECT_EQ(*start_array::parse("Chess960:" + std::to_string(number)),
                  Position::chess960(number));
}
TEST(StartArray, DoubleChess960GivesEachSideItsOwn) {
    EXPECT_EQ(*start_array::parse("dfrc:518:518"), Position{});
    const auto mixed = start_array::parse("dfrc:518:0");
    ASSERT_TRUE(mixed);
    EXPECT_EQ(*mixed, *start_array::parse("dfrc:" + std::to_string(518 * 960)));
    const std::string text = fen::format(*mixed);
    EXPECT_EQ(text.substr(0, text.find(' ')), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    for (int i = 0; i < 960; i += 7) {
        const Position p = start_array::double_chess960(i, 959 - i);
        const auto again = fen::position(fen::format(p));
        ASSERT_TRUE(again) << fen::format(p);
        EXPECT_EQ(*again, p) << fen::format(p);
        EXPECT_FALSE(p.castling().rooks(Color::white).empty());
        EXPECT_FALSE(p.castling().rooks(Color::black).empty());
    }
}
TEST(StartArray, OddsAreLegalPositions) {
    for (const start_array::Odds& odds : start_array::odds()) {
        const auto p = start_array::parse("odds:" + std::string{odds.name});
        ASSERT_TRUE(p) << odds.name;
        EXPECT_FALSE(p->legal_moves().empty());
        EXPECT_NE(*p, Position{});
    }
    EXPECT_EQ(fen::format(*start_array::parse("odds:rook")),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
}
TEST(StartArray, WhatIsNoneIsRefusedWithItsPlace) {
    EXPECT_EQ(start_array::parse("chess960:960").error().code, ErrorCode::out_of_range);
    EXPECT_EQ(start_array::parse("chess960:960").error().where.offset, 9U);
    EXPECT_EQ(start_array::parse("chess960:").error().where.offset, 9U);
    EXPECT_EQ(start_array::parse("dfrc:1:960").error().where.offset, 7U);
    EXPECT_EQ(start_array::parse("dfrc:921600").error().code, ErrorCode::out_of_range);
    EXPECT_EQ(start_array::parse("odds:bishops").error().where.offset, 5U);
    EXPECT_FALSE(start_array::is_named("8/8/8/8"));
    EXPECT_FALSE(start_array::parse("startpos "));
}

}  // namespace
}  // namespace hakam

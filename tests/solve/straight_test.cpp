#include "straight.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <string_view>

#include "hakam/notation/fen.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/rng.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

// The line as the generator of legal moves sees it. Returns: whether there is one; a planner that
// gives up claims nothing, so that each test counts what it has found.
bool expect_sound(const Position& position, Color side) {
    const solve::StraightLine line = solve::straight_mate(position, side);
    if (line.empty()) return false;
    EXPECT_TRUE(replay(position, side, {line.begin(), line.end()}))
        << fen::format(position) << (side == Color::white ? " white" : " black");
    return true;
}

Position read(std::string_view text) {
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    const auto position = fen::position(text, options);
    EXPECT_TRUE(position.has_value()) << text;
    return position ? *position : Position{};
}

TEST(StraightMate, IsLegalFromEveryVector) {
    int found = 0;
    for (const auto& row : testkit::read_tsv("dead/vectors.tsv")) {
        const Position position = read(row["FEN"]);
        if (!position.has_legal_move()) continue;
        for (const Color side : {Color::white, Color::black})
            found += expect_sound(position, side) ? 1 : 0;
    }
    EXPECT_GE(found, 100);  // most vectors are blocked positions; 106 at the time of writing
}

// Men thrown on the board, few or many: whatever stands in the way, pins or checks.
TEST(StraightMate, IsLegalFromThrownMen) {
    testkit::Rng rng{2026};
    constexpr PieceType types[] = {PieceType::pawn,   PieceType::pawn,   PieceType::pawn,
                                   PieceType::knight, PieceType::bishop, PieceType::rook,
                                   PieceType::queen};
    int found = 0, asked = 0;
    for (int n = 0; n < 60'000; ++n) {
        hakam::Setup setup;
        setup.board.put(square(static_cast<int>(rng.below(64))), {Color::white, PieceType::king});
        const Square other = square(static_cast<int>(rng.below(64)));
        if (setup.board.occupied().contains(other)) continue;
        setup.board.put(other, {Color::black, PieceType::king});
        for (std::size_t men = 1 + rng.below(n % 4 == 0 ? 20 : 6); men > 0; --men) {
            const Square s = square(static_cast<int>(rng.below(64)));
            const PieceType type = types[rng.below(std::size(types))];
            if (setup.board.occupied().contains(s)) continue;
            const bool at_end = rank_of(s) == Rank::r1 || rank_of(s) == Rank::r8;
            if (type == PieceType::pawn && at_end) continue;
            setup.board.put(s, {rng.below(2) == 0 ? Color::white : Color::black, type});
        }
        setup.turn = rng.below(2) == 0 ? Color::white : Color::black;
        const auto position = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
        if (!position || !position->has_legal_move()) continue;
        for (const Color side : {Color::white, Color::black}) {
            ++asked;
            const solve::StraightLine line = solve::straight_mate(*position, side);
            if (line.empty()) continue;
            ++found;
            ASSERT_TRUE(replay(*position, side, {line.begin(), line.end()}))
                << fen::format(*position);
        }
    }
    EXPECT_GT(asked, 20'000);
    EXPECT_GT(found, asked / 4);
}

// It is there to answer at once in endgames as games have them.
TEST(StraightMate, IsFoundInPlainEndgames) {
    const struct {
        const char* fen;
        Color side;
    } cases[] = {
        {"8/8/8/3k4/8/3K4/8/7R w - - 0 1", Color::white},
        {"8/8/8/3k4/8/3K4/8/7R b - - 0 1", Color::white},
        {"8/8/8/3k4/8/3K4/8/7Q b - - 0 1", Color::white},
        {"8/8/8/3k4/8/3K4/6P1/8 b - - 0 1", Color::white},
        {"8/p7/8/2k5/8/5K2/8/8 w - - 0 1", Color::black},
        {"8/1p1k4/p4R2/8/5P1P/P7/1P2b3/2K5 w - - 1 50", Color::white},
        {"8/5k2/8/6p1/6P1/4K3/8/8 w - - 0 1", Color::white},  // the blocker is taken first
        {"5k2/1R6/5P2/6K1/8/8/8/8 b - - 1 77", Color::white},
    };
    for (const auto& c : cases) {
        const solve::StraightLine line = solve::straight_mate(read(c.fen), c.side);
        EXPECT_FALSE(line.empty()) << c.fen;
        EXPECT_TRUE(replay(read(c.fen), c.side, {line.begin(), line.end()})) << c.fen;
    }
}

// A pawn whose prey a king has taken meanwhile has to push or wait, and pins hold.
TEST(StraightMate, KeepsToTheMovesOfMen) {
    for (const char* fen : {"8/8/1p6/P1k5/8/8/1K6/8 w - - 0 1", "8/8/1p1k4/P7/1K6/8/8/8 w - - 0 1",
                            "3r4/8/8/3R4/8/3K4/8/k7 w - - 0 1", "3r4/8/8/3P4/8/3K4/8/k7 w - - 0 1",
                            "8/8/8/b7/8/2R5/3K4/7k w - - 0 1", "k7/2p5/1P6/8/8/8/8/4K3 w - - 0 1"}) {
        int found = 0;
        for (const Color side : {Color::white, Color::black})
            found += expect_sound(read(fen), side) ? 1 : 0;
        EXPECT_GE(found, 1) << fen;
    }
}

TEST(StraightMate, IsSilentWithoutAMan) {
    EXPECT_TRUE(solve::straight_mate(read("8/8/8/3k4/8/3K4/8/8 w - - 0 1"), Color::white).empty());
    EXPECT_TRUE(solve::straight_mate(read("8/8/8/3k4/8/3KB3/8/8 w - - 0 1"), Color::white).empty());
}

}  // namespace
}  // namespace hakam

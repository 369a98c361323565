#include "hakam/notation/descriptive.hpp"

#include <gtest/gtest.h>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "testkit/random_positions.hpp"

namespace hakam {
namespace {

Move move_of(const Position& p, std::string_view san) { return san::parse(san, p).value(); }
Position position_of(std::string_view fen) {
    return fen::position(fen, {.tolerated = Tolerance::unreachable()}).value();
}

TEST(Descriptive, WritesAWholeGameAsBooksDid) {
    const std::pair<std::string_view, std::string_view> moves[] = {
        {"e4", "P-K4"},   {"e5", "P-K4"},  {"Nf3", "N-KB3"}, {"Nc6", "N-QB3"}, {"Bb5", "B-N5"},
        {"a6", "P-QR3"},  {"Bxc6", "BxN"}, {"dxc6", "QPxB"}, {"O-O", "O-O"},   {"f6", "P-B3"},
        {"d4", "P-Q4"},   {"exd4", "PxP"}, {"Nxd4", "NxP"}};
    Position p;
    for (const auto& [san, text] : moves) {
        const Move move = move_of(p, san);
        EXPECT_EQ(descriptive::format(move, p), text) << san;
        EXPECT_EQ(descriptive::parse(text, p).value(), move) << text;
        p = p.after(move);
    }
}

TEST(Descriptive, NamesTheCapturedPawnByItsFile) {
    const Position p = position_of("4k2r/7p/8/8/8/8/p7/1Q2K3 w - - 0 1");
    EXPECT_FALSE(descriptive::parse("QxRP", p)) << "a2 and h7 cannot both be meant";
    const Position q = position_of("rnb1kbnr/pppp1ppp/8/4p2Q/4P2q/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1");
    EXPECT_EQ(descriptive::format(move_of(q, "Qxh7"), q), "QxRP");
    const Position r = position_of("rnbqkb1r/pppp1p1p/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1");
    EXPECT_EQ(descriptive::parse("QxKP ch", r).value(), move_of(r, "Qxe5+"));
    EXPECT_EQ(descriptive::format(move_of(r, "Qxf7+"), r), "QxBP ch");
}

TEST(Descriptive, ReadsTheOtherSpellings) {
    const Position start;
    EXPECT_EQ(descriptive::parse("Kt-KB3", start).value(), move_of(start, "Nf3"));
    EXPECT_EQ(descriptive::parse("P-QB4!?", start).value(), move_of(start, "c4"));
    const Position castle = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_EQ(descriptive::parse("Castles", castle).value(), move_of(castle, "O-O"));
    EXPECT_EQ(descriptive::parse("0-0-0", castle).value(), move_of(castle, "O-O-O"));
    const Position promote = position_of("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    for (const auto* text : {"P-K8=Q", "P-K8(Q)", "P-K8/Q"})
        EXPECT_EQ(descriptive::parse(text, promote).value(), move_of(promote, "e8=Q"));
    EXPECT_EQ(descriptive::parse("P-K8", promote).error().code, ErrorCode::missing_text);
}

TEST(Descriptive, AmbiguousAndIllegalTextsAreErrors) {
    const Position start;
    EXPECT_EQ(descriptive::parse("N-B3", start).error().code, ErrorCode::ambiguous_move);
    EXPECT_EQ(descriptive::parse("P-K5", start).error().code, ErrorCode::illegal_move);
    EXPECT_EQ(descriptive::parse("e4", start).error().code, ErrorCode::unexpected_text);
    EXPECT_EQ(descriptive::parse("", start).error().code, ErrorCode::missing_text);
    EXPECT_EQ(descriptive::parse(std::string(100, 'P'), start).error().code, ErrorCode::too_long);
}

TEST(Descriptive, AnUnmarkedCaptureIsNotEnPassantIfAPlainOneFits) {
    const Position p = position_of("4k3/8/2p5/3pP3/1P6/8/8/4K3 w - d6 0 1");
    EXPECT_EQ(descriptive::parse("PxP", p).value(), move_of(p, "exd6"));
    const Position both = position_of("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1");
    EXPECT_EQ(descriptive::parse("PxP", both).error().code, ErrorCode::ambiguous_move);
}

TEST(Descriptive, ACheckSignPicksTheMoveThatGivesCheck) {
    const Position p = position_of("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1");
    EXPECT_EQ(descriptive::parse("R-R8 ch", p).error().code, ErrorCode::ambiguous_move);
    const Position q = position_of("3Nk3/8/8/8/8/8/8/R3K2R w - - 0 1");
    EXPECT_EQ(descriptive::parse("R-R8 ch", q).value(), move_of(q, "Rh8+"));
}

TEST(Descriptive, EveryLegalMoveReadsBackInRandomPositions) {
    testkit::Rng rng{20260101};
    for (int game = 0; game < 60; ++game) {
        Position p = game % 3 == 0 ? Position::chess960(static_cast<int>(rng.below(960))) : Position{};
        for (int ply = 0; ply < 80 && p.has_legal_move(); ++ply) {
            const MoveList moves = p.legal_moves();
            for (const Move move : moves) {
                const std::string text = descriptive::format(move, p);
                const auto back = descriptive::parse(text, p);
                ASSERT_TRUE(back) << text << " in " << fen::format(p);
                ASSERT_EQ(*back, move) << text << " in " << fen::format(p);
            }
            p = p.after(moves[rng.below(moves.size())]);
        }
    }
}

}  // namespace
}  // namespace hakam

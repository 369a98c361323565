// Known faults of other programs: rows movegen- of data/bugs/bugs.tsv, one test per row. Inputs
// come from the table; the right answers are written here.

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/core/perft.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using Strings = std::vector<std::string>;

std::string input(std::string_view id) {
    static const std::vector<testkit::TsvRow> rows = testkit::read_bugs();
    return testkit::row_with_id(rows, id)["input"];
}

Position position(std::string_view id) {
    std::string text = input(id);
    text = text.substr(4, text.find(';') - 4);
    const auto read = fen::position(text, {.tolerated = Tolerance::unreachable()});
    if (!read) ADD_FAILURE() << text << '\n' << describe(read.error());
    return read ? *read : Position{};
}

Position after(const Position& p, std::string_view san) {
    const auto move = san::parse_lenient(san, p);
    if (!move) ADD_FAILURE() << san << ": " << describe(move.error());
    return move ? p.after(move->move) : p;
}

Strings moves(const Position& p) {
    Strings texts;
    for (const Move move : p.legal_moves()) texts.push_back(san::format(move, p));
    std::sort(texts.begin(), texts.end());
    return texts;
}

bool is_legal(const Position& p, std::string_view squares) {
    return uci::parse(squares, p).has_value();
}

void expect_no_en_passant(std::string_view id, std::string_view squares) {
    const Position p = position(id);
    EXPECT_FALSE(is_legal(p, squares));
    EXPECT_EQ(p.legal_move_count(), 6);
    EXPECT_FALSE(p.en_passant_square()) << "no legal capture, no square";
}

TEST(MovegenBugs, TwoPawnsLeaveTheKingsRankAtOnce) { expect_no_en_passant("movegen-001", "d5e6"); }
TEST(MovegenBugs, TheCapturedPawnShieldsADiagonal) { expect_no_en_passant("movegen-002", "d5e6"); }
TEST(MovegenBugs, ACapturerPinnedOnItsFile) { expect_no_en_passant("movegen-005", "e5f6"); }
TEST(MovegenBugs, EnPassantAnswersACheckByThePawn) {
    EXPECT_EQ(moves(after(position("movegen-006"), "h5+")), (Strings{"Kf3", "gxh6"}));
}
TEST(MovegenBugs, EnPassantTakesTheCheckingPawn) {
    EXPECT_EQ(moves(position("movegen-007")), (Strings{"Kg6", "hxg3"}));
}
TEST(MovegenBugs, EnPassantIsTheOnlyMove) {
    const Position p = after(position("movegen-011"), "h5+");
    EXPECT_FALSE(p.is_checkmate());
    EXPECT_EQ(moves(p), Strings{"gxh6"});
}
TEST(MovegenBugs, AKnightNeverCapturesEnPassant) {
    Position p;
    const std::string text = input("movegen-014");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end + 1;
        if (!word.empty() && word.back() != '.') p = after(p, word);
    }
    EXPECT_EQ(fen::format(p), "r2qkbnr/p1p1pppp/bp6/8/1Pp3P1/Pn2PN2/3P1P1P/RNBQKBR1 w Qkq - 1 8");
}
TEST(MovegenBugs, NoCastlingThroughAPiece) {
    const Position p = position("movegen-016");
    EXPECT_FALSE(is_legal(p, "e8g8"));
    EXPECT_EQ(p.legal_move_count(), 35);
}
TEST(MovegenBugs, ARookThatTakesARookEndsBothRights) {
    EXPECT_EQ(fen::format(after(position("movegen-017"), "Rxa8+")),
              "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
}
TEST(MovegenBugs, ACapturedRookLeavesNoRight) {
    EXPECT_EQ(fen::format(after(position("movegen-018"), "Rxh8")),
              "rnbqk1nR/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBN1 b Qq - 0 5");
}
TEST(MovegenBugs, AKingThatTakesARookEndsItsRight) {
    EXPECT_EQ(fen::format(after(position("movegen-020"), "Kxh8")), "4k2K/8/8/8/8/8/8/8 b - - 0 1");
}
TEST(MovegenBugs, OneOfTwoQueensTakes) {
    const Position p = position("movegen-023");
    EXPECT_EQ(fen::format(after(p, "Qxc5")), "k6K/8/8/ppQppppp/8/8/8/Qq1q4 b - - 0 1");
}
TEST(MovegenBugs, CountsOfThreePositions) {
    EXPECT_EQ(perft(position("movegen-026"), 4), 4085603U);
    EXPECT_EQ(perft(position("movegen-028"), 4), 2153975U);
    EXPECT_EQ(perft(position("movegen-029"), 4), 569488U);
}

}  // namespace
}  // namespace hakam

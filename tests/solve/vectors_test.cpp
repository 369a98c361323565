#include <gtest/gtest.h>

#include <string>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/dead_position.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using testkit::read_tsv;
using testkit::TsvRow;

Position position_of(const std::string& text) {
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    const auto p = fen::position(text, options);
    EXPECT_TRUE(p.has_value()) << text;
    return p ? *p : Position{};
}
Color side_of(const TsvRow& row) { return row["side"] == "white" ? Color::white : Color::black; }
Budget small_budget(std::uint64_t nodes) {
    Budget budget;
    budget.nodes = nodes;
    return budget;
}

// The command decides every row; within this many positions nearly all are decided, and each
// answer is right and its proof is accepted by the checker.
TEST(WinnableVectors, EveryAnswerIsRightAndItsProofHolds) {
    int rows = 0;
    int undecided = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"] + " " + row["side"]);
        const Position p = position_of(row["FEN"]);
        const Winnable answer = winnable(p, side_of(row), small_budget(100'000));
        ++rows;
        if (answer.decision == Decision::unknown) {
            EXPECT_FALSE(answer.tried.empty());
            EXPECT_NE(row["difficulty"], "");
            ++undecided;
            continue;
        }
        const bool yes = answer.decision == Decision::yes;
        EXPECT_EQ(yes, row["verdict"] == "winnable");
        EXPECT_EQ(verify(p, side_of(row), answer), Decision::yes);
        if (yes) {
            EXPECT_FALSE(certainly_unwinnable(p, side_of(row)));
        }
    }
    EXPECT_GE(rows, 1258);
    EXPECT_LE(undecided, 85);
}

TEST(WinnableVectors, EveryWitnessReplays) {
    for (const TsvRow& row : read_tsv("dead/witness.tsv")) {
        SCOPED_TRACE("line " + std::to_string(row.line));
        const Position start = position_of(row["FEN"]);
        Position p = start;
        std::vector<Move> line;
        std::size_t at = 0;
        const std::string& text = row["line"];
        while (at < text.size()) {
            const std::size_t end = std::min(text.find(' ', at), text.size());
            const auto move = uci::parse(text.substr(at, end - at), p);
            ASSERT_TRUE(move.has_value());
            line.push_back(*move);
            p = p.after(*move);
            at = end + 1;
        }
        EXPECT_TRUE(replay(start, side_of(row), line));
    }
}

TEST(WinnableVectors, MirroredPositionsHaveMirroredAnswers) {
    std::size_t n = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        if (++n % 5 != 0) continue;
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"]);
        const Position p = testkit::mirrored(position_of(row["FEN"]));
        const Winnable answer = winnable(p, ~side_of(row), small_budget(20'000));
        if (answer.decision == Decision::unknown) continue;
        EXPECT_EQ(answer.decision == Decision::yes, row["verdict"] == "winnable");
    }
}

TEST(WinnableVectors, FilesMirroredWithoutCastlingChangeNothing) {
    std::size_t n = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        if (++n % 5 != 1) continue;
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"]);
        const hakam::Setup setup = position_of(row["FEN"]).setup();
        if (!setup.castling.empty()) continue;
        hakam::Setup flipped = setup;
        flipped.board = Board{};
        const auto flip = [](Square s) { return static_cast<Square>(index(s) ^ 7); };
        for (const Square s : setup.board.occupied())
            flipped.board.put(flip(s), *setup.board.at(s));
        if (setup.en_passant) flipped.en_passant = flip(*setup.en_passant);
        const auto p = Position::from(flipped, RulesetId::standard, Tolerance::unreachable());
        ASSERT_TRUE(p.has_value());
        const Winnable answer = winnable(*p, side_of(row), small_budget(20'000));
        if (answer.decision == Decision::unknown) continue;
        EXPECT_EQ(answer.decision == Decision::yes, row["verdict"] == "winnable");
    }
}

TEST(WinnableVectors, TheDeadStayDeadAndTheLineStaysWinnable) {
    std::size_t n = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        if (++n % 4 != 2) continue;
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"]);
        const Position start = position_of(row["FEN"]);
        if (row["verdict"] == "unwinnable") {
            for (const Move move : start.legal_moves())
                EXPECT_NE(winnable(start.after(move), side_of(row), small_budget(3'000)).decision,
                          Decision::yes);
            continue;
        }
        const Winnable answer = winnable(start, side_of(row), small_budget(20'000));
        Position p = start;
        for (const Move move : answer.line) {
            EXPECT_FALSE(certainly_unwinnable(p, side_of(row)));
            p = p.after(move);
        }
    }
}

TEST(WinnableVectors, TheRulesOfTheLedger) {
    const auto decisions = [](const std::string& fen) {
        const BothWinnable both = winnable_both(position_of(fen));
        return std::pair{both.white.decision, both.black.decision};
    };
    constexpr auto yes = Decision::yes;
    constexpr auto no = Decision::no;
    struct Row {
        const char* id;
        const char* fen;
        Decision white;
        Decision black;
    };
    const Row rows[] = {
        {"outcome-001", "5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39", no, no},
        {"outcome-003", "B1b1k3/3b4/4b3/8/8/8/8/4KB2 w - - 0 1", no, no},
        {"outcome-005", "8/6k1/8/8/4B3/3B4/8/1K6 w - - 0 1", no, no},
        {"outcome-006", "7k/8/7K/2Bb4/8/8/8/8 b - - 0 1", yes, yes},
        {"outcome-008", "6rk/5N2/7K/8/8/8/8/8 b - - 0 1", yes, no},
        {"outcome-011", "8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", yes, yes},
        {"outcome-012", "8/8/3rk3/8/8/2K5/8/8 w - - 0 1", no, yes},
        {"outcome-018", "7k/q5Q1/5PPK/5PPP/p7/8/8/8 b - - 0 1", yes, no},
        {"outcome-019", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", no, no},
        {"outcome-021", "3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1", yes, yes},
        {"outcome-021 after Kxd2", "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 b - - 0 1", no, no},
        {"held king, a check that lets go", "8/8/3k4/3p4/3Pp1p1/1pp1P1P1/2p5/2K5 b - - 0 1", yes,
         yes},
        {"slow pawns", "k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - - 0 1", yes, yes},
        {"en passant decides", "8/1p6/kPp5/2P5/PpP5/1P6/3K4/8 b - a3 0 1", yes, yes},
        {"its twin", "8/1p6/kPp5/2P5/PpP5/1P6/3K4/8 b - - 0 1", no, no},
        {"mate before material", "8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", no, yes},
        {"forced", "kb6/2N5/1K6/8/8/8/8/8 b - - 0 1", no, no},
        {"white is shut out", "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1", yes, no},
        {"knight and pawn", "5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", yes, yes},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.id);
        const auto [white, black] = decisions(row.fen);
        EXPECT_EQ(white, row.white);
        EXPECT_EQ(black, row.black);
    }
}

}  // namespace
}  // namespace hakam

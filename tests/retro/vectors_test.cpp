// The rows of data/retro: no wrong answer, and those that are decided today stay decided.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/retro/convention.hpp"
#include "hakam/retro/deduce.hpp"
#include "hakam/retro/legality.hpp"
#include "testkit/tsv.hpp"

namespace hakam::retro {
namespace {

Diagram diagram_from(const std::string& text) { return diagram_of(*fen::read(text).setup); }

std::string letters(CastlingRights rights) {
    std::string text;
    for (const Color c : colors)
        for (const File f : {File::h, File::a})
            if (rights.rooks().contains(square(f, back_rank(c)))) {
                const char letter = f == File::h ? 'K' : 'Q';
                text += c == Color::white ? letter : static_cast<char>(letter + 32);
            }
    return text.empty() ? "-" : text;
}

std::vector<testkit::TsvRow> rows(const char* question) {
    std::vector<testkit::TsvRow> found;
    for (const auto& row : testkit::read_tsv("retro/retro.tsv"))
        if (row["question"] == question) found.push_back(row);
    return found;
}

Budget budget_of(std::uint64_t nodes) {
    Budget budget;
    budget.nodes = nodes;
    return budget;
}

TEST(RetroVectors, IllegalRowsAreRefutedAndLegalOnesNever) {
    std::set<std::string> open;
    for (const auto& row : rows("legal?")) {
        const bool refuted =
            refute(diagram_from(row["fen"]), budget_of(400)).reason.has_value();
        if (row["answer"] == "legal") {
            EXPECT_FALSE(refuted) << row["id"];
        } else if (!refuted) {
            open.insert(row["id"]);
        }
    }
    // What no argument of ours reaches yet is unknown, and said to be.
    const std::set<std::string> known_open{"cas-vampire",    "leg-Rd4-e3",     "leg-h3-cage",
                                           "lm-cage-b1",     "lm-shilling-Q",  "rnd-illegal-26",
                                           "rnd-illegal-27"};
    EXPECT_TRUE(std::includes(known_open.begin(), known_open.end(), open.begin(), open.end()))
        << testing::PrintToString(open);
}

TEST(RetroVectors, RandomPositionsAreRefutedOnlyIfIllegal) {
    std::set<std::string> open;
    for (const auto& row : testkit::read_tsv("retro/random_legality.tsv")) {
        const bool refuted =
            refute(diagram_from(row["fen"]), budget_of(300)).reason.has_value();
        if (row["verdict"] == "legal") {
            EXPECT_FALSE(refuted) << row["id"];
        } else if (!refuted) {
            open.insert(row["id"]);
        }
    }
    const std::set<std::string> known_open{"rls-031", "rls-080", "rls-130"};
    EXPECT_TRUE(std::includes(known_open.begin(), known_open.end(), open.begin(), open.end()))
        << testing::PrintToString(open);
}

// Dense boards with many promoted men: the way by a skeleton of the pawns' moves.
TEST(RetroVectors, RandomLegalPositionsAreProved) {
    int asked = 0;
    int proved = 0;
    std::size_t row_number = 0;
    for (const auto& row : testkit::read_tsv("retro/random_legality.tsv")) {
        if (row["verdict"] != "legal" || row_number++ % 4 != 0) continue;
        const Diagram diagram = diagram_from(row["fen"]);
        const Legality found = legality(diagram, budget_of(300'000));
        EXPECT_NE(found.legal, Decision::no) << row["id"];
        ++asked;
        if (found.legal != Decision::yes) continue;
        EXPECT_TRUE(proves(found.game, diagram)) << row["id"];
        ++proved;
    }
    EXPECT_EQ(asked, 21);
    EXPECT_GE(proved, 8);
}

TEST(RetroVectors, MaximalSetsOfRights) {
    std::set<std::string> open;
    for (const auto& row : rows("rights?")) {
        const RightsFound found = rights(diagram_from(row["fen"]), budget_of(400));
        std::set<std::string> have;
        for (const CastlingRights set : found.maximal) have.insert(letters(set));
        std::set<std::string> want;
        std::string word;
        for (const char c : row["answer"] + "|")
            if (c == '|') {
                want.insert(word);
                word.clear();
            } else {
                word += c;
            }
        if (have != want) open.insert(row["id"]);
    }
    const std::set<std::string> known_open{"rs-vatarescu", "rs-hazebrouck69"};
    EXPECT_TRUE(std::includes(known_open.begin(), known_open.end(), open.begin(), open.end()))
        << testing::PrintToString(open);
}

TEST(RetroVectors, LastMoves) {
    for (const auto& row : rows("lastmove?")) {
        const LastMoves found = last_moves(diagram_from(row["fen"]), budget_of(400));
        std::set<std::string> have;
        for (const Unmove& one : found.possible) have.insert(uci::format(one.move));
        EXPECT_EQ(have, std::set<std::string>{row["answer"]}) << row["id"];
    }
}

TEST(RetroVectors, EnPassantByProof) {
    for (const auto& row : rows("ep?")) {
        const Conventions found = conventions(diagram_from(row["fen"]), budget_of(400));
        EXPECT_EQ(!found.en_passant.empty(), row["answer"] != "no") << row["id"];
        if (row["answer"] != "no") {
            const std::string capture = row["answer"].substr(row["answer"].find(' ') + 1);
            EXPECT_EQ(capture.substr(2, 2), to_string(found.en_passant.at(0))) << row["id"];
        }
    }
}

TEST(RetroVectors, CastlingsThatExcludeEachOther) {
    const Conventions lapierre = conventions(
        diagram_from("4k2r/p1p1p1p1/1p2P3/8/3R4/6P1/5P1P/R3K3 w Qk - 0 1"), budget_of(400));
    ASSERT_TRUE(lapierre.exclusive());
    ASSERT_FALSE(lapierre.refuted.empty());
    const auto left = parts_after(lapierre.parts, Square::a1);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(letters(left[0]), "Q");
}

TEST(RetroVectors, LiteratureProofsLeadWhereTheySay) {
    const Diagram known = diagram_from("rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 0 1");
    const Legality found = legality(known, budget_of(200'000));
    ASSERT_EQ(found.legal, Decision::yes);
    EXPECT_TRUE(proves(found.game, known));
    auto cut = found.game;
    cut.pop_back();
    EXPECT_FALSE(proves(cut, known));
}

}  // namespace
}  // namespace hakam::retro

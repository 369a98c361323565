// Known faults of other programs: rows outcome- of data/bugs/bugs.tsv on dead positions and fallen
// flags, one test per row. Inputs come from the table; the right answers are written here.

#include <gtest/gtest.h>

#include "hakam/game/game.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/solve/dead_position.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

Position position(std::string_view id) {
    static const std::vector<testkit::TsvRow> rows = testkit::read_bugs();
    std::string text = testkit::row_with_id(rows, id)["input"];
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

Decision can_mate(std::string_view id, Color side) { return winnable(position(id), side).decision; }

std::optional<Outcome> flag(std::string_view id, Color side) {
    return laws::law_book("fide-standard")->rule(Game{position(id)}, laws::FlagFall{side}).outcome;
}

TEST(OutcomeBugs, BishopsOfOneColour) {
    EXPECT_EQ(is_dead(position("outcome-001")), Decision::yes);
}
TEST(OutcomeBugs, ManyBishopsOfOneColour) {
    EXPECT_EQ(is_dead(position("outcome-003")), Decision::yes);
}
TEST(OutcomeBugs, TwoBishopsOfOneColour) {
    EXPECT_EQ(is_dead(position("outcome-005")), Decision::yes);
}
TEST(OutcomeBugs, BishopsOfBothColoursCanMate) {
    EXPECT_EQ(is_dead(position("outcome-006")), Decision::no);
    EXPECT_TRUE(after(after(position("outcome-006"), "Bg8"), "Bd4#").is_checkmate());
}
TEST(OutcomeBugs, AKnightWinsOnTimeAgainstAPawn) {
    EXPECT_EQ(flag("outcome-011", Color::black), Outcome::white_wins);
}
TEST(OutcomeBugs, ALoneKingNeverWinsOnTime) {
    EXPECT_EQ(flag("outcome-012", Color::black), Outcome::draw);
}
TEST(OutcomeBugs, ABlockedPositionIsNotYetADraw) {
    EXPECT_EQ(flag("outcome-017", Color::white), Outcome::black_wins);
}
TEST(OutcomeBugs, ForcedLinesDecideWhoCanMate) {
    EXPECT_EQ(can_mate("outcome-018", Color::white), Decision::yes);
    EXPECT_EQ(can_mate("outcome-018", Color::black), Decision::no);
    EXPECT_EQ(flag("outcome-018", Color::white), Outcome::draw);
}
TEST(OutcomeBugs, AWallOfPawnsIsDead) {
    EXPECT_EQ(is_dead(position("outcome-019")), Decision::yes);
}
TEST(OutcomeBugs, AWallOfPawnsIsDeadOnceTheLastPawnFalls) {
    EXPECT_EQ(is_dead(position("outcome-021")), Decision::no);
    EXPECT_EQ(is_dead(after(position("outcome-021"), "Kxd2")), Decision::yes);
}
TEST(OutcomeBugs, AForcedStalemateIsDead) {
    EXPECT_EQ(is_dead(after(position("outcome-022"), "Qxg4+")), Decision::yes);
}
TEST(OutcomeBugs, OnlyBlackCanMateFirst) {
    EXPECT_EQ(can_mate("outcome-025", Color::white), Decision::no);
    EXPECT_EQ(can_mate("outcome-025", Color::black), Decision::yes);
}
TEST(OutcomeBugs, OnlyBlackCanMateSecond) {
    EXPECT_EQ(can_mate("outcome-026", Color::white), Decision::no);
    EXPECT_EQ(can_mate("outcome-026", Color::black), Decision::yes);
}
TEST(OutcomeBugs, NobodyCanMateBehindTheWall) {
    EXPECT_EQ(can_mate("outcome-027", Color::white), Decision::no);
    EXPECT_EQ(can_mate("outcome-027", Color::black), Decision::no);
}

}  // namespace
}  // namespace hakam

#include "laws/played.hpp"
#include "testkit/tsv.hpp"

// The outcome rows of data/bugs/bugs.tsv that ask the Laws; those about repetition alone belong to
// the room game. Each test names its row.

namespace hakam::laws::testing {
namespace {

const testkit::TsvRow& row(std::string_view id) {
    static const auto rows = testkit::read_bugs();
    return testkit::row_with_id(rows, id);
}

/// The FEN at the beginning of the input of a row.
std::string fen_of(std::string_view id) {
    std::string text = row(id)["input"];
    EXPECT_TRUE(text.starts_with("FEN ")) << id;
    text.erase(0, 4);
    return text.substr(0, text.find(';'));
}

Verdict judged(std::string_view id, std::string_view moves = {}) {
    return book("fide-standard").judge(played(fen_of(id), moves));
}

Verdict flagged(std::string_view id, Color side) {
    return book("fide-standard").rule(played(fen_of(id)), FlagFall{side});
}

bool can_mate(std::string_view id, Color side) {
    const Position position = at(fen_of(id));
    const Winnable answer = winnable(position, side);
    EXPECT_EQ(verify(position, side, answer), Decision::yes) << id;
    EXPECT_NE(answer.decision, Decision::unknown) << id;
    return answer.decision == Decision::yes;
}

TEST(OutcomeBugs, DeadByMaterial) {
    for (const std::string_view id : {"outcome-001", "outcome-003", "outcome-005"}) {
        SCOPED_TRACE(id);
        EXPECT_EQ(judged(id).reason, Reason::dead_position);
    }
}

TEST(OutcomeBugs, NotDeadThoughBishopsAreAlone) {  // outcome-006
    EXPECT_EQ(judged("outcome-006").standing, Standing::ongoing);
    EXPECT_EQ(judged("outcome-006", "Bg8 Bd4").reason, Reason::checkmate);
}

TEST(OutcomeBugs, MateWithKnightAgainstRook) {  // outcome-008
    EXPECT_EQ(judged("outcome-008").outcome, Outcome::white_wins);
}

TEST(OutcomeBugs, FlagFalls) {
    EXPECT_EQ(flagged("outcome-011", Color::black).outcome, Outcome::white_wins);
    EXPECT_EQ(flagged("outcome-012", Color::black).outcome, Outcome::draw);
    EXPECT_EQ(flagged("outcome-017", Color::white).outcome, Outcome::black_wins);
    EXPECT_EQ(flagged("outcome-018", Color::white).outcome, Outcome::draw);
    EXPECT_EQ(flagged("outcome-018", Color::black).outcome, Outcome::white_wins);
}

TEST(OutcomeBugs, DeadWalls) {
    EXPECT_EQ(judged("outcome-019").reason, Reason::dead_position);
    EXPECT_EQ(judged("outcome-021").standing, Standing::ongoing);
    EXPECT_EQ(judged("outcome-021", "Kxd2").reason, Reason::dead_position);
}

TEST(OutcomeBugs, DeadAfterAForcedLine) {  // outcome-022
    EXPECT_EQ(book("fide-standard")
                  .judge(played("6kr/1p1N1p1p/1P3P1P/P6P/3q1Rpr/6Qp/4pN1P/4B1KR w - - 0 1", "Qxg4"))
                  .reason,
              Reason::dead_position);
    EXPECT_TRUE(row("outcome-022")["right answer"].starts_with("yes: dead"));
}

TEST(OutcomeBugs, WhoCanStillMate) {
    EXPECT_FALSE(can_mate("outcome-025", Color::white));
    EXPECT_TRUE(can_mate("outcome-025", Color::black));
    EXPECT_FALSE(can_mate("outcome-026", Color::white));
    EXPECT_TRUE(can_mate("outcome-026", Color::black));
    EXPECT_FALSE(can_mate("outcome-027", Color::white));
    EXPECT_FALSE(can_mate("outcome-027", Color::black));
}

TEST(OutcomeBugs, MateBeforeTheMoveCount) {  // outcome-031
    EXPECT_EQ(judged("outcome-031", "Rh3").outcome, Outcome::white_wins);
}

TEST(OutcomeBugs, ClaimsOnTheBoardOnly) {  // outcome-045
    const Game game = played("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4");
    EXPECT_FALSE(book("fide-standard").claim(game, ClaimKind::threefold).correct);
    EXPECT_TRUE(row("outcome-045")["right answer"].starts_with("no"));
}

}  // namespace
}  // namespace hakam::laws::testing

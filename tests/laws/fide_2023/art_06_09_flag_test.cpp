#include "hakam/laws/describe.hpp"
#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

struct Case {
    std::string_view fen;
    Color flagged;
    Outcome outcome;
    Reason reason;
};

constexpr Outcome white = Outcome::white_wins;
constexpr Outcome black = Outcome::black_wins;
constexpr Outcome draw = Outcome::draw;

// Rulings that servers and libraries get wrong, each either way.
constexpr Case cases[] = {
    {"8/8/4k3/8/8/q7/8/4K3 w - - 0 1", Color::white, black, Reason::flag_fall},
    {"8/8/4k3/8/3Q4/4K3/8/8 w - - 0 1", Color::white, draw, Reason::flag_fall_cannot_mate},
    {"8/8/4k3/8/4n3/8/3Q4/3K4 w - - 0 60", Color::white, draw, Reason::flag_fall_cannot_mate},
    {"8/8/4k3/8/4n3/8/2R5/3K4 w - - 0 60", Color::white, black, Reason::flag_fall},
    {"8/8/8/3k4/8/3n4/5N2/6K1 w - - 0 60", Color::white, black, Reason::flag_fall},
    {"8/8/4k3/8/4b3/8/3P4/3K4 w - - 0 60", Color::white, black, Reason::flag_fall},
    {"8/8/4k3/8/4b3/8/3Q4/3K4 w - - 0 60", Color::white, draw, Reason::flag_fall_cannot_mate},
    {"5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1", Color::white, draw,
     Reason::flag_fall_cannot_mate},
    {"5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::white, black, Reason::flag_fall},
    {"3k4/8/3n4/8/8/4N3/8/4K3 b - - 0 1", Color::black, white, Reason::flag_fall},
    {"8/8/3k4/3p4/3Pp1p1/1pp1P1P1/2p5/2K5 b - - 0 1", Color::black, white, Reason::flag_fall},
    {"k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - - 0 1", Color::black, white, Reason::flag_fall},
    {"k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - - 0 1", Color::white, black, Reason::flag_fall},
};

// A budget too small to tell must never become a result, in any book and by any incident.
TEST(Fide2023Art0609FlagFall, LeavesTheOutcomeOpenIfTheSearchDidNotTell) {
    const Game game = played("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1");
    Budget budget;
    budget.nodes = 1;
    ASSERT_EQ(winnable(game.current(), Color::white, budget).decision, Decision::unknown);
    for (const BookInfo& info : books()) {
        const LawBook one = *law_book(info.name);
        for (const Incident& incident :
             {Incident{FlagFall{Color::black}}, Incident{Resignation{Color::black}},
              Incident{IllegalAct{Color::black, 2}}, Incident{Disconnection{Color::black}}}) {
            SCOPED_TRACE(info.name);
            const Verdict open = one.rule(game, incident, budget);
            const Verdict told = one.rule(game, incident);
            // The book does not ask who can mate, or the act does not lose.
            if (open.certainty == Decision::yes || !told.outcome) {
                EXPECT_EQ(open.outcome, told.outcome);
                continue;
            }
            EXPECT_EQ(told.outcome, white);
            EXPECT_EQ(open.outcome, std::nullopt);
            EXPECT_EQ(open.standing, Standing::ongoing);
            EXPECT_EQ(open.citations, told.citations);
            for (int l = 0; l < language_count; ++l)
                EXPECT_EQ(sentence(open, static_cast<Language>(l)),
                          words(Words::undetermined, static_cast<Language>(l)));
        }
    }
    const Verdict open = book("fide-standard").rule(game, FlagFall{Color::black}, budget);
    EXPECT_EQ(open.certainty, Decision::unknown);
    EXPECT_EQ(first_article(open.citations), "6.9");
}

TEST(Fide2023Art0609FlagFall, LosesUnlessTheOpponentCannotMate) {
    for (const Case& row : cases) {
        SCOPED_TRACE(row.fen);
        const Game game = played(row.fen);
        const Verdict verdict = book("fide-standard").rule(game, FlagFall{row.flagged});
        EXPECT_EQ(verdict.outcome, row.outcome);
        EXPECT_EQ(verdict.reason, row.reason);
        EXPECT_EQ(first_article(verdict.citations), "6.9");
        ASSERT_EQ(verdict.evidence.proofs.size(), 1U);
        EXPECT_EQ(verify(game.current(), ~row.flagged, verdict.evidence.proofs[0].answer),
                  Decision::yes);
    }
}

TEST(Fide2023Art0609FlagFall, CountsForcedLinesAsNoMate) {
    const Game game = played("7k/1qQ5/p4PPK/6PP/8/5P2/8/8 w - - 0 1", "Qg7 Qxg7");
    EXPECT_EQ(book("fide-standard").rule(game, FlagFall{Color::white}).reason,
              Reason::flag_fall_cannot_mate);
}

TEST(Fide2023Art0609FlagFall, DoesNotUndoAnEarlierEnd) {
    const LawBook fide = book("fide-standard");
    EXPECT_EQ(
        fide.rule(played("8/8/8/3k4/8/4b3/5B2/6K1 w - - 0 60"), FlagFall{Color::white}).reason,
        Reason::dead_position);
    // A bishop of the wrong colour behind the wall can no more mate than the other side.
    EXPECT_EQ(
        fide.rule(played("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 60"), FlagFall{Color::white})
            .reason,
        Reason::dead_position);
    EXPECT_EQ(fide.rule(played("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 50", "Ra8"), FlagFall{Color::white})
                  .outcome,
              Outcome::white_wins);
    EXPECT_EQ(
        fide.rule(played("8/8/4k3/8/8/3K4/8/R6r w - - 149 120", "Kc3"), FlagFall{Color::black})
            .reason,
        Reason::seventyfive_moves);
}

TEST(Fide2023ArtA0503FlagClaim, IsCitedInRapidAndBlitz) {
    for (const std::string_view name : {"fide-rapid", "fide-blitz"}) {
        const Verdict verdict =
            book(name).rule(played("4k3/8/8/8/8/8/8/4K2R w - - 0 45"), FlagFall{Color::white});
        EXPECT_EQ(verdict.outcome, Outcome::draw);
        ASSERT_EQ(verdict.citations.size(), 2U);
        EXPECT_EQ(verdict.citations[1].number(), "A.5.3");
    }
}

}  // namespace
}  // namespace hakam::laws::testing

// Known faults of other programs: rows outcome- of data/bugs/bugs.tsv that ask about repetition or
// about mate on the board, one test per row.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hakam/game/game.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using Plies = std::vector<std::size_t>;

std::string input(std::string_view id) {
    static const std::vector<testkit::TsvRow> rows = testkit::read_bugs();
    return testkit::row_with_id(rows, id)["input"];
}

/// Plays every word of the text that is a move (SAN or UCI); numbers are passed over.
Game play(Game game, std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        at = end + 1;
        if (word.empty() || word.back() == '.') continue;
        if (auto san = san::parse_lenient(word, game.current()))
            EXPECT_TRUE(game.play(san->move));
        else
            ADD_FAILURE() << word;
    }
    return game;
}

/// "FEN x; moves y" or only moves.
Game game_of(std::string_view id) {
    std::string text = input(id);
    if (!text.starts_with("FEN ")) return play(Game{}, text);
    const std::size_t semicolon = text.find(';');
    const auto start = fen::position(text.substr(4, semicolon - 4));
    EXPECT_TRUE(start.has_value()) << id;
    std::string moves = text.substr(semicolon + 1);
    moves.erase(0, moves.find_first_of('m'));
    moves.erase(0, std::min(moves.find(' '), moves.size()));
    return play(Game{*start}, moves);
}

TEST(OutcomeBugs, Outcome008KingAndKnightCanMate) {  // outcome-008
    const auto p = fen::position(input("outcome-008").substr(4));
    ASSERT_TRUE(p);
    EXPECT_TRUE(p->is_checkmate());
}

TEST(OutcomeBugs, Outcome031MateAtClock100) {  // outcome-031
    const Game game = game_of("outcome-031");
    EXPECT_TRUE(game.current().is_checkmate());
    EXPECT_EQ(game.halfmove_clock().value, 100U);
}

TEST(OutcomeBugs, Outcome035NoPawnCouldTake) {  // outcome-035
    EXPECT_EQ(game_of("outcome-035").occurrences(), 3);
}

TEST(OutcomeBugs, Outcome038PinnedEnPassant) {  // outcome-038
    const Game game = game_of("outcome-038");
    std::size_t third = 0;
    for (std::size_t ply = 0; ply <= game.plies() && third == 0; ++ply)
        if (game.occurrences(ply) == 3) third = ply;
    EXPECT_EQ(third, 17U);
    EXPECT_EQ(game.occurrence_plies(17), (Plies{9, 13, 17}));
}

TEST(OutcomeBugs, Outcome040SamePositionDespiteTheDoubleStep) {  // outcome-040
    const Game a = play(Game{}, "1. d4 d5 2. Nf3");
    const Game b = play(Game{}, "1. Nf3 d5 2. d4");
    EXPECT_TRUE(repeats(a.current(), b.current()));
    const fen::FormatOptions of_1994{.en_passant = fen::EnPassantForm::always};
    EXPECT_NE(fen::format(a.current(), of_1994).substr(0, 60),
              fen::format(b.current(), of_1994).substr(0, 60));
}

TEST(OutcomeBugs, Outcome041PinnedPawnMakesNoDifference) {  // outcome-041
    const Game a = play(Game{}, "1. Nf3 Nf6 2. c4 Nc6 3. Qb3 e5 4. Qe3 e4 5. d4");
    const Game b = play(Game{}, "1. c4 e5 2. d4 Nc6 3. Qd3 Nf6 4. Nf3 e4 5. Qe3");
    EXPECT_TRUE(repeats(a.current(), b.current()));
    EXPECT_EQ(a.current().key(), b.current().key());
}

TEST(OutcomeBugs, Outcome043RightsAreGone) {  // outcome-043
    const Game game = game_of("outcome-043");
    EXPECT_EQ(game.occurrences(12), 3);
    for (std::size_t ply = 0; ply < 12; ++ply) EXPECT_LT(game.occurrences(ply), 3) << ply;
    EXPECT_EQ(game.occurrence_plies(12), (Plies{4, 8, 12}));
}

TEST(OutcomeBugs, Outcome045TheRightToClaimPasses) {  // outcome-045
    EXPECT_EQ(game_of("outcome-045").occurrences(), 1);
}

TEST(OutcomeBugs, Outcome047RepeatsNeedNotFollowEachOther) {  // outcome-047
    EXPECT_EQ(game_of("outcome-047").occurrence_plies(16), (Plies{0, 4, 12, 16}));
}

TEST(OutcomeBugs, Outcome048APromotedRookIsARook) {  // outcome-048
    const Game game = game_of("outcome-048");
    EXPECT_EQ(game.occurrence_plies(game.plies()), (Plies{1, game.plies()}));
}

}  // namespace
}  // namespace hakam

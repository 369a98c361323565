#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "hakam/game/game.hpp"
#include "hakam/game/outcome.hpp"

namespace hakam {
namespace {

/// Plays the legal move between two squares; castling is king takes rook.
bool play(Game& game, std::string_view uci) {
    for (const Move m : game.current().legal_moves())
        if (to_string(m.from()) + to_string(m.to()) == uci) return game.play(m);
    return false;
}

void play_all(Game& game, std::initializer_list<std::string_view> moves) {
    for (const auto m : moves) ASSERT_TRUE(play(game, m)) << m;
}

TEST(Game, StartsWithOneOccurrenceOfTheStart) {
    const Game game;
    EXPECT_EQ(game.plies(), 0U);
    EXPECT_EQ(game.occurrences(), 1);
    EXPECT_EQ(game.current(), Position{});
    EXPECT_EQ(game.occurrence_plies(0), std::vector<std::size_t>{0});
}

TEST(Game, CountsRepetitionsThatDoNotFollowEachOther) {
    Game game;
    play_all(game, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g5", "f6g4", "g5h3", "g4h6",
                    "h3g1", "h6g8", "g1h3", "g8h6", "h3g1", "h6g8"});
    EXPECT_EQ(game.occurrence_plies(16), (std::vector<std::size_t>{0, 4, 12, 16}));
    EXPECT_EQ(game.occurrences(12), 3);
    EXPECT_EQ(game.occurrences(), 4);
}

TEST(Game, LostCastlingRightsMakeADifferentPosition) {
    Game game;
    play_all(game, {"e2e3", "e7e6", "e1e2", "e8e7", "e2e1", "e7e8", "e1e2", "e8e7", "e2e1", "e7e8",
                    "e1e2", "e8e7"});
    EXPECT_EQ(game.occurrence_plies(12), (std::vector<std::size_t>{4, 8, 12}));
    EXPECT_EQ(game.occurrence_plies(10), (std::vector<std::size_t>{6, 10}));
}

TEST(Game, OnlyALegalEnPassantCaptureMakesADifference) {
    Game game;
    play_all(game, {"f2f4", "g8f6", "g1f3", "f6g8", "f3g1", "g8f6", "g1f3", "f6g8", "f3g1"});
    EXPECT_EQ(game.occurrences(), 3);  // no black pawn could take on f3

    Game other;
    play_all(other, {"e2e4", "a7a6", "e4e5", "d7d5", "g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(other.occurrences(), 1);  // exd6 was possible at ply 4 and is not any more
}

TEST(Game, RefusesAnIllegalMoveUnchanged) {
    Game game;
    const Game before = game;
    EXPECT_FALSE(game.play(Move::make(Square::e2, Square::e5, MoveKind::normal, PieceType::pawn)));
    EXPECT_EQ(game, before);
    EXPECT_EQ(game.plies(), 0U);
}

TEST(Game, TruncateIsTheReverseOfPlay) {
    Game game;
    play_all(game, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"});
    game.truncate(3);
    EXPECT_EQ(game.plies(), 3U);
    play_all(game, {"f6g8", "g1f3"});
    EXPECT_EQ(game.occurrence_plies(4), (std::vector<std::size_t>{0, 4}));
    EXPECT_EQ(game.occurrence_plies(5), (std::vector<std::size_t>{1, 5}));
    game.restart(Position::chess960(0));
    EXPECT_EQ(game.plies(), 0U);
    EXPECT_EQ(game.occurrences(), 1);
    EXPECT_EQ(game.start(), Position::chess960(0));
}

TEST(Game, AgreesWithCountingByHandOverALongShuffle) {
    Game game;
    std::uint64_t state = 7;
    for (int i = 0; i < 2000; ++i) {
        const MoveList moves = game.current().legal_moves();
        if (moves.empty()) break;
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        Move chosen = moves[static_cast<std::size_t>(state >> 33) % moves.size()];
        for (const Move m : moves)  // mostly knights, so that positions come back
            if (m.mover() == PieceType::knight && !m.is_capture() && (state >> 20) % 4 != 0)
                chosen = m;
        ASSERT_TRUE(game.play(chosen));
        int count = 0;
        for (std::size_t ply = 0; ply <= game.plies(); ++ply)
            count += repeats(game.position(ply), game.current()) ? 1 : 0;
        ASSERT_EQ(game.occurrences(), count) << "ply " << game.plies();
    }
    EXPECT_GT(game.plies(), 50U);
}

TEST(Outcome, TextsAreThoseOfPgn) {
    for (const Outcome o : {Outcome::white_wins, Outcome::black_wins, Outcome::draw})
        EXPECT_EQ(outcome_from(to_string(o)), o);
    EXPECT_EQ(outcome_from("*"), std::nullopt);
    EXPECT_EQ(win_for(Color::black), Outcome::black_wins);
    EXPECT_EQ(winner(Outcome::white_wins), Color::white);
    EXPECT_EQ(winner(Outcome::draw), std::nullopt);
}

}  // namespace
}  // namespace hakam

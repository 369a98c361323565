#include "hakam/game/counted_draw.hpp"

#include <gtest/gtest.h>

#include "hakam/game/game.hpp"
#include "testkit/random_positions.hpp"

// The look at the moves alone must never miss what the positions show.

namespace hakam {
namespace {

/// Whether a position stood three times or 100 plies went by without capture or pawn move.
bool has_counted_draw(const Game& game) {
    for (std::size_t ply = 0; ply <= game.plies(); ++ply)
        if (game.occurrences(ply) >= 3 || game.position(ply).halfmove_clock().value >= 100)
            return true;
    return false;
}

/// A move that can be taken back, if there is one: the position may come again.
Move shuffle(const Position& position, testkit::Rng& rng) {
    std::vector<Move> quiet;
    const MoveList moves = position.legal_moves();
    const Color us = position.turn();
    for (const Move m : moves) {
        const bool is_near_home =
            rank_of(m.to()) == back_rank(us) || m.mover() == PieceType::knight || m.is_castling();
        if (!m.resets_clock() && is_near_home) quiet.push_back(m);
    }
    if (quiet.empty() || rng.below(12) == 0) return moves[rng.below(moves.size())];
    return quiet[rng.below(std::min<std::size_t>(quiet.size(), 3))];
}

TEST(CountedDraws, IsNeverMissed) {
    testkit::Rng rng{912};
    int games_with = 0;
    int told = 0;
    for (int i = 0; i < 1500; ++i) {
        Game game{i % 3 == 0   ? Position::chess960(static_cast<int>(rng.below(960)))
                  : i % 3 == 1 ? testkit::random_reachable(rng)
                               : testkit::random_position(rng)};
        const std::size_t plies = 20 + rng.below(150);
        while (game.plies() < plies && game.current().has_legal_move())
            game.play_unchecked(shuffle(game.current(), rng));
        const bool may = may_have_counted_draw(game.start(), game.moves());
        if (has_counted_draw(game)) {
            ++games_with;
            ASSERT_TRUE(may) << "game " << i;
        }
        told += may ? 1 : 0;
    }
    EXPECT_GT(games_with, 300);
    EXPECT_LT(told, 1300);
    EXPECT_LT(told, games_with + games_with / 4);  // and seldom told where it is not
}

TEST(CountedDraws, CountsThePliesBeforeTheStart) {
    hakam::Setup setup = Position{}.setup();
    setup.halfmove_clock = HalfmoveClock{98};
    const Position start = *Position::from(setup);
    Game game{start};
    ASSERT_FALSE(may_have_counted_draw(start, game.moves()));
    for (const Square to : {Square::f3, Square::f6})
        for (const Move m : game.current().legal_moves())
            if (m.to() == to && m.mover() == PieceType::knight) {
                game.play_unchecked(m);
                break;
            }
    ASSERT_EQ(game.halfmove_clock().value, 100U);
    EXPECT_TRUE(may_have_counted_draw(start, game.moves()));
}

}  // namespace
}  // namespace hakam

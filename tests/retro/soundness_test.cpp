// Positions that games reached are never called illegal; positions spoilt in a known way never
// legal.
#include <gtest/gtest.h>

#include "hakam/notation/fen.hpp"
#include "hakam/retro/legality.hpp"
#include "testkit/random_positions.hpp"

namespace hakam::retro {
namespace {

Budget few(std::uint64_t nodes) {
    Budget budget;
    budget.nodes = nodes;
    return budget;
}

TEST(RetroSoundness, ReachedPositionsAreNeverRefuted) {
    testkit::Rng rng{1313};
    for (int game = 0; game < 15; ++game) {
        const auto choice = game % 3 == 0 ? testkit::Choice::uniform : testkit::Choice::eager;
        const auto played = testkit::random_playout(Position{}, 20 + static_cast<int>(rng.below(180)),
                                                    rng, choice);
        for (std::size_t i = 0; i < played.size(); i += 5) {
            Diagram diagram = diagram_of(played[i]);
            ASSERT_FALSE(refute(diagram, few(20)).reason) << fen::format(played[i]);
            diagram.rights = {};
            diagram.en_passant.reset();
            ASSERT_FALSE(refute(diagram, few(20)).reason) << fen::format(played[i]);
        }
    }
}

TEST(RetroSoundness, SpoiltPositionsAreNeverProved) {
    testkit::Rng rng{1414};
    int tried = 0;
    for (int game = 0; game < 40; ++game) {
        const auto played = testkit::random_playout(Position{}, 10 + static_cast<int>(rng.below(30)),
                                                    rng);
        Diagram diagram = diagram_of(played.back());
        // With sixteen men and eight pawns one more man of that side is one too many.
        const Color c = rng.once_in(2) ? Color::white : Color::black;
        Board& board = diagram.board;
        const Bitboard empty = ~board.occupied() & ~Bitboard::of(Rank::r1) & ~Bitboard::of(Rank::r8);
        Square s = empty.first();
        for (std::size_t skip = rng.below(static_cast<std::size_t>(empty.size())); skip > 0; --skip) {
            Bitboard above{empty.bits() & ~((std::uint64_t{2} << index(s)) - 1)};
            s = above.first();
        }
        if (board.men(c, PieceType::pawn).size() < 8) continue;
        board.put(s, {c, PieceType::pawn});
        ++tried;
        EXPECT_NE(legality(diagram, few(2000)).legal, Decision::yes);
    }
    EXPECT_GT(tried, 5);
}

}  // namespace
}  // namespace hakam::retro

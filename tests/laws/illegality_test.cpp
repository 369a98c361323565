#include "hakam/laws/illegality.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/illegality.hpp"

namespace hakam::laws {
namespace {

struct Case {
    const char* fen;
    const char* move;
    const char* reason;
    const char* article;
    const char* words;
};

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr Case cases[] = {
    {start, "Ra3", "blocked", "3.5", "The way is blocked by a2."},
    {start, "Qd2", "own-man-on-target", "3.1", "An own man stands on d2."},
    {start, "Nf6", "wrong-turn", "1.3", "It is the turn of White."},
    {start, "e4e5", "empty-square", "3", "No man stands on e4."},
    {start, "Ne5", "cannot-reach", "3.6", "Nb1 does not move to e5."},
    {start, "exd3", "pawn-takes-nothing", "3.7.3", "There is nothing to capture on d3."},
    {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e5", "blocked", "3.7.1",
     "The way is blocked by e5."},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd1", "no-such-man", "3", "There is no such man: Q."},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6", "no-en-passant", "3.7.3.2",
     "The pawn on d5 has not just advanced two squares."},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "promotion-missing", "3.7.3.3",
     "What the pawn becomes is not said."},
    {"7k/8/P7/8/8/8/8/K7 w - - 0 1", "a7=Q", "promotion-false", "3.7.3.3",
     "Such a promotion is not possible here."},
    {"4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", "pinned", "3.9.2", "Nd2 is pinned by Bb4."},
    {"4k3/8/8/8/1b6/8/8/4K1N1 w - - 0 1", "Nf3", "left-in-check", "3.9.2",
     "The king would stay in check from Bb4."},
    {"4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Kd2", "king-into-check", "3.9.2",
     "d2 is attacked by Ra2."},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "castling-right-lost", "3.8.2.1",
     "The right to castle to that side is lost."},
    {"4k3/8/8/4r3/8/8/8/4K2R w K - 0 1", "O-O", "castling-in-check", "3.8.2.2.1",
     "The king is in check from Re5: no castling."},
    {"4k3/8/8/5r2/8/8/8/4K2R w K - 0 1", "O-O", "castling-through-attack", "3.8.2.2.1",
     "The king would cross f1, attacked by Rf5."},
    {"4k3/8/8/6r1/8/8/8/4K2R w K - 0 1", "O-O", "castling-into-check", "3.8.2.2.1",
     "g1 is attacked by Rg5."},
    {"4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", "castling-blocked", "3.8.2.2.2",
     "Castling is prevented by Bf1 in between."},
    {"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "Kh7", "checkmated", "5.1.1",
     "The game is over: checkmate."},
    {"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "Kh7", "stalemated", "5.2.1",
     "The game is over: stalemate."},
};

TEST(LawsIllegality, HasItsArticleAndWordsInEveryLanguage) {
    std::set<std::string_view> reasons;
    for (const Case& c : cases) {
        const auto position = fen::position(c.fen);
        ASSERT_TRUE(position) << c.fen;
        const auto why = why_illegal(c.move, *position);
        ASSERT_TRUE(why) << c.move;
        EXPECT_EQ(name(why->reason), c.reason) << c.fen << ' ' << c.move;
        EXPECT_EQ(citation(*why).number(), c.article) << c.reason;
        reasons.insert(name(why->reason));
        const IllegalityMen men = men_of(*why, *position, english);
        EXPECT_EQ(sentence(*why, position->turn(), men.man, men.by, Language::en), c.words);
        for (int i = 0; i < language_count; ++i) {
            const auto language = static_cast<Language>(i);
            const Letters* letters = letters_for(name(language));
            ASSERT_NE(letters, nullptr) << name(language);
            const IllegalityMen named = men_of(*why, *position, *letters);
            const std::string text =
                sentence(*why, position->turn(), named.man, named.by, language);
            EXPECT_FALSE(text.empty()) << name(language);
            EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
            EXPECT_EQ(text.find("  "), std::string::npos) << text;
        }
    }
    EXPECT_EQ(reasons.size(), 20U);  // all there are
}

}  // namespace
}  // namespace hakam::laws

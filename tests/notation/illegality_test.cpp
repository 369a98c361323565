#include "hakam/notation/illegality.hpp"

#include <gtest/gtest.h>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/rng.hpp"

namespace hakam {
namespace {

std::string why(std::string_view fen, std::string_view text, const Letters& letters = english) {
    const auto position = fen::position(fen);
    if (!position) return "bad fen " + describe(position.error());
    const auto found = why_illegal(text, *position, letters);
    if (!found) return "";
    std::string line{name(found->reason)};
    const auto add = [&](std::string_view what, std::optional<Square> s) {
        if (s) line += " " + std::string{what} + to_char(file_of(*s)) + to_char(rank_of(*s));
    };
    add("", found->from);
    add("by ", found->by);
    add("over ", found->crossing);
    return line;
}

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(Illegality, OfMenAndTheirWays) {
    EXPECT_EQ(why(start, "Nf3"), "");
    EXPECT_EQ(why(start, "Ra3"), "blocked a1 by a2");
    EXPECT_EQ(why(start, "Bb5"), "blocked f1 by e2");
    EXPECT_EQ(why(start, "Qd2"), "own-man-on-target d1 by d2");
    EXPECT_EQ(why(start, "e5"), "cannot-reach e2");
    EXPECT_EQ(why(start, "exd3"), "pawn-takes-nothing e2");
    EXPECT_EQ(why(start, "Ne5"), "cannot-reach b1");
    EXPECT_EQ(why(start, "Nf6"), "wrong-turn");
    EXPECT_EQ(why(start, "e7e5"), "wrong-turn e7 by e7");
    EXPECT_EQ(why(start, "e4e5"), "empty-square e4");
    EXPECT_EQ(why(start, "e2e2"), "own-man-on-target e2 by e2");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd1"), "no-such-man");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rd8"), "cannot-reach h1");
    EXPECT_EQ(why("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e5"),
              "blocked e4 by e5");
    EXPECT_EQ(why("rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d4xe5"),
              "empty-square d4");
}

TEST(Illegality, OfTheKing) {
    EXPECT_EQ(why("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3"), "pinned d2 by b4");
    EXPECT_EQ(why("4k3/8/8/8/1b6/8/8/4K1N1 w - - 0 1", "Nf3"), "left-in-check g1 by b4");
    EXPECT_EQ(why("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Kd2"), "king-into-check e1 by a2");
    EXPECT_EQ(why("4k3/8/8/4r3/8/8/8/4K3 w - - 0 1", "Ke2"), "king-into-check e1 by e5");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/r3K2R w K - 0 1", "Rh2"), "left-in-check h1 by a1");
    // A pawn that is taken en passant uncovers the rank.
    EXPECT_EQ(why("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "exd6"), "pinned e5 by h5");
    EXPECT_EQ(why("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6"), "no-en-passant e5 by d5");
    EXPECT_EQ(why("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "Kh7"), "checkmated h8 by g7");
    EXPECT_EQ(why("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "Kh7"), "stalemated h8 by g6");
}

TEST(Illegality, OfCastling) {
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O"), "castling-right-lost e1");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O-O"), "castling-right-lost e1");
    EXPECT_EQ(why("4k3/8/8/4r3/8/8/8/4K2R w K - 0 1", "O-O"), "castling-in-check e1 by e5");
    EXPECT_EQ(why("4k3/8/8/5r2/8/8/8/4K2R w K - 0 1", "0-0"),
              "castling-through-attack e1 by f5 over f1");
    EXPECT_EQ(why("4k3/8/8/6r1/8/8/8/4K2R w K - 0 1", "O-O"), "castling-into-check e1 by g5");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1"), "castling-blocked e1 by f1");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O"), "castling-blocked e1 by b1");
    EXPECT_EQ(why("4k3/8/8/1r6/8/8/8/R3K3 w Q - 0 1", "O-O-O"), "");  // b1 may be attacked
    EXPECT_EQ(why("4k3/8/8/7r/8/8/8/4K2R w K - 0 1", "O-O"), "");
}

TEST(Illegality, OfPromotion) {
    EXPECT_EQ(why("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8"), "promotion-missing a7");
    EXPECT_EQ(why("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q"), "");
    EXPECT_EQ(why("7k/8/P7/8/8/8/8/K7 w - - 0 1", "a7=Q"), "promotion-false a6");
}

TEST(Illegality, InOtherLetters) {
    EXPECT_EQ(why(start, "Tа3", *letters_for("ru")), "");  // no move text at all
    EXPECT_EQ(why(start, "Ta3", *letters_for("de")), "blocked a1 by a2");
    EXPECT_EQ(why(start, "♖a3"), "blocked a1 by a2");
    EXPECT_EQ(why(start, "hello"), "");
}

TEST(Illegality, NothingIsSaidOfLegalMovesAndSomethingOfAllOthers) {
    testkit::Rng rng{20261201};
    for (int game = 0; game < 60; ++game) {
        Position p;
        for (int ply = 0; ply < 80; ++ply) {
            const MoveList moves = p.legal_moves();
            if (moves.empty()) break;
            for (const Move move : moves) {
                EXPECT_FALSE(why_illegal(p, move.from(), move.to(), move.promotion()));
                EXPECT_FALSE(why_illegal(san::format(move, p), p));
            }
            for (int n = 0; n < 40; ++n) {
                const auto from = static_cast<Square>(rng.below(64));
                const auto to = static_cast<Square>(rng.below(64));
                bool is_legal = false;
                for (const Move move : moves) {
                    const bool is_arrival = move.is_castling() && move.arrival() == to;
                    is_legal = is_legal || (move.from() == from && (move.to() == to || is_arrival) &&
                                            !move.is_promotion());
                }
                EXPECT_EQ(why_illegal(p, from, to).has_value(), !is_legal)
                    << fen::format(p) << ' ' << index(from) << ' ' << index(to);
            }
            p = p.after(moves[rng.below(moves.size())]);
        }
    }
}

}  // namespace
}  // namespace hakam

#include "hakam/core/illegal.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/notation/why_illegal.hpp"

namespace hakam {
namespace {

Position at(std::string_view text) {
    return *fen::position(text, {.reading = Reading::lenient,
                                 .tolerated = Tolerance::unreachable()});
}

struct Case {
    std::string_view fen;
    std::string_view move;
    std::string_view code;
    std::string_view article;
};

TEST(Illegal, EachReasonIsTold) {
    const Case cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4e5", "no-man", "3.1"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e7e5", "not-your-man", "1.3"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nd2", "own-man", "3.1.1"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1b3", "wrong-way", "3.1"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ra4", "blocked", "3.5"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1a4", "blocked", "3.5"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "exd3", "nothing-to-capture",
         "3.7.3"},
        {"rnbqkbnr/ppp1pppp/8/8/3p4/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1", "d3d4", "captures-ahead",
         "3.7.1"},
        {"rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4", "blocked", "3.5"},
        {"k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8", "promotion-missing", "3.7.3.3"},
        {"k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8k", "promotion-missing", "3.7.3.3"},
        {"k7/8/4P3/8/8/8/8/K7 w - - 0 1", "e6e7q", "promotion-false", "3.7.3.3"},
        {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "castling-right", "3.8.2.1"},
        {"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", "castling-blocked", "3.8.2.2"},
        {"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1", "castling-check", "3.8.2.2"},
        {"4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "O-O", "castling-through", "3.8.2.2"},
        {"4k3/8/8/8/4r3/8/8/R3K2R w - - 0 1", "Ra2", "leaves-check", "3.9.2"},
        {"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Ra2", "exposes-king", "3.9.2"},
        {"4k3/8/8/8/3r4/8/8/4K3 w - - 0 1", "Kd1", "exposes-king", "3.9.2"},
        {"8/8/8/KPp4r/8/8/8/7k w - c6 0 2", "bxc6", "exposes-king", "3.9.2"},
    };
    for (const Case& c : cases) {
        const auto why = why_illegal(at(c.fen), c.move);
        ASSERT_TRUE(why) << c.move << " in " << c.fen;
        EXPECT_EQ(name(why->code), c.code) << c.move << " in " << c.fen << ": " << describe(*why);
        EXPECT_EQ(article_of(why->code), c.article);
        EXPECT_FALSE(describe(*why).empty());
    }
}

TEST(Illegal, NothingExactlyIfTheMoveIsLegal) {
    const std::string_view positions[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1",
        "8/8/8/K1pP3r/8/8/8/7k w - c6 0 2", "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1"};
    for (const std::string_view text : positions) {
        const Position start = at(text);
        std::vector<Position> all{start};
        for (const Move m : start.legal_moves()) all.push_back(start.after(m));
        for (const Position& p : all) {
            const MoveList legal = p.legal_moves();
            for (int from = 0; from < 64; ++from)
                for (int to = 0; to < 64; ++to)
                    for (const std::optional<PieceType> promotion :
                         {std::optional<PieceType>{}, std::optional{PieceType::queen},
                          std::optional{PieceType::knight}}) {
                        const bool is_legal =
                            std::any_of(legal.begin(), legal.end(), [&](Move m) {
                                return m.from() == square(from) && m.promotion() == promotion &&
                                       (m.to() == square(to) ||
                                        (m.is_castling() && m.arrival() == square(to)));
                            });
                        ASSERT_EQ(!why_illegal(p, square(from), square(to), promotion), is_legal)
                            << fen::format(p) << ' ' << from << ' ' << to;
                    }
        }
    }
}

}  // namespace
}  // namespace hakam

// Random Chess960 games, rich in castling, through every notation and through PGN.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hakam/notation/epd.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/iccf.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"
#include "testkit/random_positions.hpp"

namespace hakam::pgn {
namespace {

/// The move between two positions of a game.
Move move_between(const Position& from, const Position& to) {
    for (const Move m : from.legal_moves())
        if (from.after(m) == to) return m;
    ADD_FAILURE() << "no move from " << fen::format(from) << " to " << fen::format(to);
    return {};
}

void expect_text_of_move(Move move, const Position& p) {
    const auto same = [&](const auto& read, const std::string& text) {
        ASSERT_TRUE(read) << text << " in " << fen::format(p);
        ASSERT_EQ(*read, move) << text << " in " << fen::format(p);
    };
    same(san::parse(san::format(move, p), p), san::format(move, p));
    same(lan::parse(lan::format(move, p), p), lan::format(move, p));
    for (const auto form : {uci::Castling::automatic, uci::Castling::chess960}) {
        same(uci::parse(uci::format(move, form), p, form), uci::format(move, form));
        same(iccf::parse(iccf::format(move, form), p, form), iccf::format(move, form));
        // Whoever reads them may not know which of the two forms was written.
        const auto other =
            form == uci::Castling::automatic ? uci::Castling::chess960 : uci::Castling::automatic;
        const auto lenient = uci::parse_lenient(uci::format(move, form), p, other);
        ASSERT_TRUE(lenient) << uci::format(move, form) << " in " << fen::format(p);
        ASSERT_EQ(lenient->move, move) << uci::format(move, form) << " in " << fen::format(p);
    }
}

void expect_text_of_position(const Position& p) {
    for (const auto form : {fen::CastlingForm::xfen, fen::CastlingForm::shredder}) {
        const fen::FormatOptions written{form, fen::EnPassantForm::always};
        const std::string text = fen::format(p, written);
        const auto read = fen::position(text, {.castling = fen::Castling::chess960});
        ASSERT_TRUE(read) << text << '\n' << describe(read.error());
        ASSERT_EQ(*read, p) << text;
    }
    epd::Epd record;
    record.position = p;
    const std::string text = epd::format(record);
    const auto read = epd::parse(text, {.castling = fen::Castling::chess960});
    ASSERT_TRUE(read) << text << '\n' << describe(read.error());
    ASSERT_TRUE(repeats(read->position, p)) << text;
}

/// The last position of the one game of a text.
struct Last final : Visitor {
    void game_end(const GameEnd& e) override {
        position = reader->position();
        plies = e.plies;
    }
    void finding(const Finding& f) override { ADD_FAILURE() << describe(f); }
    const Reader* reader = nullptr;
    Position position;
    std::uint32_t plies = 0;
};

void expect_read(const std::string& text, const std::vector<Position>& game) {
    Last last;
    Reader reader{last};
    last.reader = &reader;
    reader.feed(text);
    reader.finish();
    ASSERT_EQ(last.plies, game.size() - 1) << text;
    ASSERT_EQ(last.position, game.back()) << text;
}

TEST(PgnChess960, RandomGamesGoThroughEveryNotation) {
    struct {
        std::size_t games, castlings, king_stays, rook_stays, ambiguous;
    } seen{};
    testkit::Rng rng{960};
    for (; seen.games < 3'000; ++seen.games) {
        const Position start = testkit::random_start(rng);
        const auto game = testkit::random_playout(start, 60, rng, testkit::Choice::eager);
        std::string text =
            "[Event \"T\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
            "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[FEN \"" +
            fen::format(start) + "\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n";
        for (std::size_t i = 0; i + 1 < game.size(); ++i) {
            const Position& p = game[i];
            const Move move = move_between(p, game[i + 1]);
            ASSERT_NO_FATAL_FAILURE(expect_text_of_move(move, p));
            if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ". ";
            text += san::format(move, p) + " ";
            if (!move.is_castling()) continue;
            ++seen.castlings;
            seen.king_stays += move.from() == move.arrival();
            seen.rook_stays += move.to() == castled_rook(p.turn(), move.wing());
            seen.ambiguous += uci::format(move) == uci::format(move, uci::Castling::chess960);
        }
        text += "*\n\n";
        ASSERT_NO_FATAL_FAILURE(expect_text_of_position(game.back()));
        ASSERT_NO_FATAL_FAILURE(expect_text_of_position(game[game.size() / 2]));
        ASSERT_NO_FATAL_FAILURE(expect_read(text, game));
        const auto trees = read_trees(text);
        ASSERT_EQ(trees.size(), 1U);
        const std::string exported = format(trees[0].tree);
        ASSERT_NO_FATAL_FAILURE(expect_read(exported, game));
        ASSERT_EQ(format(read_trees(exported)[0].tree), exported);
    }
    EXPECT_GT(seen.castlings, 2'000U);
    for (const std::size_t kind : {seen.king_stays, seen.rook_stays, seen.ambiguous})
        EXPECT_GT(kind, 100U);
}

}  // namespace
}  // namespace hakam::pgn

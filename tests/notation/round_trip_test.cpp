#include <gtest/gtest.h>

#include <random>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/iccf.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam {
namespace {

/// Plays seeded random games from all start arrays and rulesets and shows every position to `f`.
template <class F>
void for_random_positions(unsigned seed, int games, F f) {
    std::mt19937 random{seed};
    for (int g = 0; g < games; ++g) {
        const int start = g % 3 == 0 ? 518 : static_cast<int>(random() % 960);
        Setup setup = Position::chess960(start).setup();
        const RulesetId rules = g % 7 == 5   ? RulesetId::no_castling
                                : g % 7 == 6 ? RulesetId::torpedo
                                             : RulesetId::standard;
        if (rules == RulesetId::no_castling) setup.castling = {};
        Position p = *Position::from(setup, rules);
        for (int ply = 0; ply < 160; ++ply) {
            const MoveList moves = p.legal_moves();
            f(p, moves);
            if (moves.empty()) break;
            p = p.after(moves[random() % moves.size()]);
        }
    }
}

TEST(RoundTrip, FenGivesBackThePosition) {
    for_random_positions(1, 300, [](const Position& p, const MoveList&) {
        for (const auto form :
             {fen::CastlingForm::automatic, fen::CastlingForm::xfen, fen::CastlingForm::shredder}) {
            fen::Options options{.rules = p.rules()};
            if (form == fen::CastlingForm::xfen) options.castling = fen::Castling::chess960;
            const std::string text = fen::format(p, {form, fen::EnPassantForm::always});
            const auto read = fen::position(text, options);
            ASSERT_TRUE(read) << text << '\n' << describe(read.error());
            ASSERT_EQ(*read, p) << text;
            const auto report = fen::read(text, options);
            ASSERT_TRUE(report.position) << text;
            ASSERT_EQ(*report.position, p);
            ASSERT_TRUE(report.notes.empty());
            const auto legal =
                fen::position(fen::format(p, {form, fen::EnPassantForm::legal_only}), options);
            ASSERT_TRUE(legal);
            ASSERT_TRUE(repeats(*legal, p));
            ASSERT_EQ(legal->key(), p.key());
        }
    });
}

TEST(RoundTrip, EveryMoveTextGivesBackItsMove) {
    for_random_positions(2, 120, [](const Position& p, const MoveList& moves) {
        std::vector<std::string> texts;
        for (const Move m : moves) {
            const std::string text = san::format(m, p);
            texts.push_back(text);
            ASSERT_EQ(san::canonical(text, p), m) << text << ' ' << fen::format(p);
            ASSERT_EQ(san::resolve(text, p), m) << text << ' ' << fen::format(p);
            const auto strict = san::parse(text, p);
            ASSERT_TRUE(strict && *strict == m) << text;
            const auto lenient = san::parse_lenient(text, p);
            ASSERT_TRUE(lenient) << text << ' ' << describe(lenient.error());
            ASSERT_EQ(lenient->move, m) << text;
            ASSERT_TRUE(lenient->notes.empty()) << text << ' ' << describe(lenient->notes[0]);
            const std::string full = lan::format(m, p);
            const auto from_full = lan::parse(full, p);
            ASSERT_TRUE(from_full && *from_full == m) << full;
            ASSERT_EQ(lan::parse_lenient(full, p)->notes.size(), 0U) << full;
            for (const auto form : {uci::Castling::automatic, uci::Castling::chess960}) {
                const auto u = uci::parse(uci::format(m, form), p, form);
                ASSERT_TRUE(u && *u == m) << uci::format(m, form) << ' ' << fen::format(p);
                const auto i = iccf::parse(iccf::format(m, form), p, form);
                ASSERT_TRUE(i && *i == m) << iccf::format(m, form);
            }
        }
        std::sort(texts.begin(), texts.end());
        ASSERT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end()) << fen::format(p);
    });
}

TEST(RoundTrip, EveryLanguageGivesBackItsMove) {
    for_random_positions(3, 10, [](const Position& p, const MoveList& moves) {
        for (const Letters& letters : all_letters())
            for (const Move m : moves) {
                const std::string text = san::format(m, p, letters);
                const auto read = san::parse_lenient(text, p, letters);
                ASSERT_TRUE(read) << text << ' ' << describe(read.error());
                ASSERT_EQ(read->move, m) << text;
                ASSERT_TRUE(read->notes.empty()) << text << ' ' << describe(read->notes[0]);
                const std::string full = lan::format(m, p, letters);
                ASSERT_EQ(lan::parse_lenient(full, p, letters)->move, m) << full;
            }
    });
}

}  // namespace
}  // namespace hakam

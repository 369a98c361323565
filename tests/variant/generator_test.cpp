// The general generator against the core's on orthodox positions, and the quick generator against
// the plain one under all games.

#include "hakam/core/position.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "testkit/data.hpp"
#include "testkit/random_positions.hpp"
#include "variant/variants.hpp"

namespace hakam {
namespace {

std::vector<std::string> core_moves(const Position& p) {
    std::vector<std::string> all;
    for (const Move move : p.legal_moves()) all.push_back(uci::format(move));
    std::sort(all.begin(), all.end());
    return all;
}
std::vector<std::string> general_moves(const variant::Variant& v, const variant::Position& p) {
    std::vector<std::string> all;
    for (const variant::Move& move : v.legal_moves(p))
        all.push_back(variant::format_coordinates(v, move));
    std::sort(all.begin(), all.end());
    return all;
}

/// Walks random games of the core with the general generator beside it. Returns: positions compared.
int compare_with_core(int wanted, std::uint64_t seed) {
    const variant::Variant chess = testkit::game("chess");
    testkit::Rng rng{seed};
    const auto lines = testkit::data_lines("perft/random.epd");
    int compared = 0;
    while (compared < wanted) {
        const std::string& line = lines[rng.below(lines.size())];
        const auto start = fen::position(line.substr(0, line.find(" ;")));
        if (!start) continue;
        for (const Position& p : testkit::random_playout(*start, 60, rng, testkit::Choice::eager)) {
            const std::string text = fen::format(p);
            const auto general = variant::fen::parse(chess, text);
            EXPECT_TRUE(general) << text << ": " << (general ? "" : describe(general.error()));
            if (!general) return compared;
            EXPECT_EQ(core_moves(p), general_moves(chess, *general)) << text;
            EXPECT_EQ(p.is_check(), chess.is_check(*general)) << text;
            EXPECT_EQ(variant::fen::format(chess, *general), text);
            if (testing::Test::HasFailure()) return compared;
            ++compared;
        }
    }
    return compared;
}

// A slice of the comparison; HAKAM_LONG_TESTS in the environment makes it a million positions.
TEST(VariantGenerator, AgreesWithTheCoreOnOrthodoxPositions) {
    const int wanted = std::getenv("HAKAM_LONG_TESTS") != nullptr ? 1'000'000 : 20'000;
    EXPECT_GE(compare_with_core(wanted, 7), wanted);
}

TEST(VariantGenerator, AgreesWithTheCoreInMoveTexts) {
    const variant::Variant chess = testkit::game("chess");
    testkit::Rng rng{11};
    for (int i = 0; i < 60; ++i) {
        const auto positions =
            testkit::random_playout(Position{}, 80, rng, testkit::Choice::eager);
        const Position& p = positions[rng.below(positions.size())];
        const auto general = testkit::position(chess, fen::format(p));
        std::vector<std::string> core;
        for (const Move move : p.legal_moves()) core.push_back(san::format(move, p));
        std::sort(core.begin(), core.end());
        EXPECT_EQ(core, testkit::moves_of(chess, fen::format(p))) << fen::format(p);
        for (const variant::Move& move : chess.legal_moves(general)) {
            const auto read = parse_move(chess, general, format_san(chess, general, move));
            EXPECT_TRUE(read && *read == move);
        }
    }
}

TEST(VariantGenerator, QuickAndPlainAgreeInEveryGame) {
    for (const variant::GameName& name : variant::game_names()) {
        const variant::Variant v = testkit::game(name.id);
        testkit::Rng rng{3};
        for (int game = 0; game < 12; ++game) {
            variant::Position p = v.start();
            for (int ply = 0; ply < 120; ++ply) {
                const auto moves = v.legal_moves(p);
                ASSERT_EQ(moves.size(), v.legal_move_count(p));
                ASSERT_EQ(!moves.empty(), v.has_legal_move(p));
                auto plain = v.legal_moves_plainly(p);
                ASSERT_EQ(plain.size(), moves.size())
                    << name.id << ' ' << variant::fen::format(v, p);
                for (const auto& move : plain)
                    ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end())
                        << name.id << ' ' << variant::fen::format(v, p) << ' '
                        << variant::format_coordinates(v, move);
                const std::string text = variant::fen::format(v, p);
                const auto again = variant::fen::parse(v, text);
                ASSERT_TRUE(again) << name.id << ' ' << text << ": " << describe(again.error());
                ASSERT_TRUE(*again == p && repeats(*again, p)) << name.id << ' ' << text << " not "
                                                               << variant::fen::format(v, *again);
                if (moves.empty()) break;
                const variant::Move move = moves[rng.below(moves.size())];
                const auto read = parse_move(v, p, format_san(v, p, move));
                ASSERT_TRUE(read && *read == move) << name.id << ' ' << text << ' '
                                                   << format_san(v, p, move);
                const auto plain_read = parse_move(v, p, variant::format_coordinates(v, move));
                ASSERT_TRUE(plain_read && *plain_read == move)
                    << name.id << ' ' << text << ' ' << variant::format_coordinates(v, move);
                p = v.after(p, move);
            }
        }
    }
}

}  // namespace
}  // namespace hakam

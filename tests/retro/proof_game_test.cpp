// Proof games: counts equal to counting by brute force, for boards reached by random games from
// starts where castling, en passant and promotion are near; and the rows of data/problems.
#include "hakam/retro/proof_game.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "testkit/tsv.hpp"

namespace hakam::retro {
namespace {

Position position_from(const std::string& text) { return *fen::position(text); }

std::uint64_t count_by_force(const Position& p, const Board& target, int plies) {
    if (plies == 0) return p.board() == target ? 1 : 0;
    std::uint64_t count = 0;
    for (const Move move : p.legal_moves()) {
        if (plies == 1) {
            count += p.after(move).board() == target ? 1 : 0;
            continue;
        }
        count += count_by_force(p.after(move), target, plies - 1);
    }
    return count;
}

ProofGames ask(const Position& start, const Board& target, int plies,
               ProofGameOptions options = {}) {
    Diagram diagram;
    diagram.board = target;
    return proof_games(start, diagram, plies, options, Budget{}, [&](const std::vector<Move>& game) {
        Position position = start;
        for (const Move move : game) {
            EXPECT_TRUE(position.is_legal(move));
            position = position.after(move);
        }
        EXPECT_EQ(position.board(), target);
        return true;
    });
}

void expect_same_counts(const std::string& start_text, int plies, unsigned seeds) {
    const Position start = position_from(start_text);
    if (std::getenv("HAKAM_LONG_TESTS") != nullptr) seeds *= 25;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        std::mt19937 random{seed * 7919 + static_cast<unsigned>(plies)};
        Position end = start;
        int played = 0;
        for (; played < plies; ++played) {
            const auto moves = end.legal_moves();
            if (moves.empty()) break;
            // Captures, castling and promotions come up oftener than by chance.
            Move move = moves[random() % moves.size()];
            for (int again = 0; again < 3 && !move.is_capture() && !move.is_promotion() &&
                                !move.is_castling();
                 ++again)
                move = moves[random() % moves.size()];
            end = end.after(move);
        }
        const auto found = ask(start, end.board(), played);
        EXPECT_TRUE(found.complete) << start_text;
        EXPECT_EQ(found.count, count_by_force(start, end.board(), played))
            << start_text << " => " << fen::format(end) << " in " << played;
        ProofGameOptions half;
        half.parts = 2;
        std::uint64_t sum = 0;
        for (half.part = 0; half.part < 2; ++half.part)
            sum += ask(start, end.board(), played, half).count;
        EXPECT_EQ(sum, found.count) << "in two parts: " << fen::format(end);
    }
}

constexpr const char* starts[] = {
    "r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R w KQkq - 0 1",
    "4k2r/1P4p1/8/pP3pP1/Pp3Pp1/8/6P1/R3K3 w Qk - 0 1",
    "4k3/2p1p3/8/1P1P1P2/2p1p3/8/1P1P1P2/4K3 b - - 0 1",
    "8/1P1k2P1/8/8/8/8/1p1K2p1/8 w - - 0 1",
    "2r4k/1P1P4/8/8/8/8/1p1p4/2R4K w - - 0 1",
    "rnbqk2r/ppp2ppp/3b1n2/3pp3/3PP3/3B1N2/PPP2PPP/RNBQK2R w KQkq - 0 1",
};

TEST(ProofGames, CountsAreThoseOfBruteForceInThreePlies) {
    for (const char* start : starts) expect_same_counts(start, 3, 12);
}
TEST(ProofGames, CountsAreThoseOfBruteForceInFourPlies) {
    for (const char* start : starts) expect_same_counts(start, 4, std::string_view{start}.size() > 55 ? 2 : 6);
    expect_same_counts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 6);
}
TEST(ProofGames, CountsAreThoseOfBruteForceWithFewMen) {
    expect_same_counts("8/1P1k4/8/8/4p3/8/1p1P4/3K4 w - - 0 1", 5, 6);
    expect_same_counts("4k2r/8/8/8/1p6/8/P7/4K3 w k - 0 1", 5, 6);
}

TEST(ProofGames, RowsOfTheLiteratureHaveTheirCounts) {
    std::size_t rows = 0;
    for (const auto& row : testkit::read_tsv("problems/problems.tsv")) {
        const std::string stipulation = row["stipulation"];
        if (!stipulation.starts_with("dia")) continue;
        ++rows;
        const bool half = stipulation.ends_with(".5");
        const int plies = 2 * std::stoi(stipulation.substr(3)) + (half ? 1 : 0);
        Diagram target;
        target.board = fen::read(row["fen"]).setup->board;
        ProofGameOptions options;
        options.length = GameLength::at_most;
        std::uint64_t same_parity = 0;
        const auto found = proof_games(Position{}, target, plies, options, Budget{},
                                       [&](const std::vector<Move>& game) {
                                           same_parity += (plies - static_cast<int>(game.size())) % 2 == 0;
                                           return true;
                                       });
        EXPECT_TRUE(found.complete) << row["id"];
        EXPECT_EQ(std::to_string(same_parity), row["solutions"]) << row["id"];
    }
    EXPECT_GE(rows, 10U);
}

TEST(ProofGames, GrantedRightsLastAndLengthsAreKept) {
    const Board board = fen::read("r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1").setup->board;
    Diagram target;
    target.board = board;
    ProofGameOptions options;
    options.length = GameLength::shortest;
    const auto any = [](const std::vector<Move>&) { return true; };
    const auto shortest = proof_games(Position{}, target, 20, options, Budget{}, any);
    EXPECT_EQ(shortest.plies, 2);
    EXPECT_EQ(shortest.count, 1U);
    // With all rights only knights can lose time: no game of three half-moves.
    target.rights = Position{}.castling();
    EXPECT_EQ(proof_games(Position{}, target, 3, {}, Budget{}, any).count, 0U);
    const auto longer = proof_games(Position{}, target, 6, {}, Budget{}, any);
    target.rights = {};
    const auto freer = proof_games(Position{}, target, 6, {}, Budget{}, any);
    EXPECT_GT(longer.count, 0U);
    EXPECT_GT(freer.count, longer.count);
}

TEST(ProofGames, AnEnPassantSquareSaysWhatWasLast) {
    Diagram target;
    target.board =
        fen::read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").setup->board;
    std::uint64_t last_double_steps = 0;
    const auto count = [&](const std::vector<Move>& game) {
        last_double_steps += game.back().kind() == MoveKind::double_step ? 1U : 0U;
        return true;
    };
    const auto any = proof_games(Position{}, target, 5, {}, Budget{}, count);
    const std::uint64_t wanted = last_double_steps;
    target.en_passant = Square::e3;
    last_double_steps = 0;
    const auto claimed = proof_games(Position{}, target, 5, {}, Budget{}, count);
    EXPECT_GT(claimed.count, 0U);
    EXPECT_GT(any.count, claimed.count);
    EXPECT_EQ(claimed.count, wanted);
    EXPECT_EQ(last_double_steps, wanted);
}

TEST(ProofGames, TheBudgetEndsTheSearch) {
    Budget small;
    small.nodes = 2000;
    Diagram target;
    target.board =
        fen::read("r1bq2nr/ppp2Kpp/1k1p4/1n2pp2/2PbP3/8/PP1P1PPP/RNBQ1BNR b - - 0 1").setup->board;
    const auto found = proof_games(Position{}, target, 23, {}, small,
                                   [](const std::vector<Move>&) { return true; });
    EXPECT_FALSE(found.complete);
    EXPECT_LE(found.nodes, 4096U);
}

TEST(ProofGames, FewestMovesOfEachSide) {
    const auto least = fewest_moves(Position{}, fen::read("r1bq2nr/ppp2Kpp/1k1p4/1n2pp2/2PbP3/8/PP1P1PPP/RNBQ1BNR b - - 0 1").setup->board);
    EXPECT_EQ(least.white, 8);
    EXPECT_EQ(least.black, 11);
    EXPECT_EQ(fewest_moves(Position{}, fen::read("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1").setup->board).white, -1);
}

}  // namespace
}  // namespace hakam::retro

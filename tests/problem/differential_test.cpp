// Small random positions of every kind of stipulation, against the slow solver. HAKAM_PROBLEM_ROUNDS
// says how many of each kind, HAKAM_PROBLEM_SECONDS for how long at most; the usual numbers keep the
// test short.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "collect.hpp"
#include "slow_solver.hpp"
#include "hakam/notation/uci_move.hpp"
#include "picture_guide.hpp"
#include "testkit/rng.hpp"

namespace hakam::problem {
namespace {

using testing::Collect;

/// A few men on an otherwise empty board, often near each other so that mates occur; sometimes with
/// castling rights, pawns about to promote, or an en passant right.
Setup small_setup(testkit::Rng& rng, int men) {
    Setup s;
    const auto somewhere = [&] {
        for (;;) {
            const Square at = rng.once_in(2) ? square(static_cast<int>(rng.below(64)))
                                             : square(static_cast<int>(rng.below(3) * 8 + rng.below(4)));
            if (!s.board.at(at)) return at;
        }
    };
    const bool castling = rng.once_in(4);
    const Square white_king = castling ? Square::e1 : somewhere();
    s.board.put(white_king, {Color::white, PieceType::king});
    s.board.put(somewhere(), {Color::black, PieceType::king});
    if (castling) {
        const Square rook = rng.once_in(2) ? Square::a1 : Square::h1;
        if (!s.board.at(rook)) {
            s.board.put(rook, {Color::white, PieceType::rook});
            s.castling = CastlingRights{Bitboard{rook}};
        }
    }
    for (int i = 0; i < men; ++i) {
        constexpr std::array types = {PieceType::queen, PieceType::rook,   PieceType::bishop,
                                      PieceType::knight, PieceType::pawn,  PieceType::pawn};
        const PieceType type = types[rng.below(types.size())];
        const Color color = rng.once_in(2) ? Color::white : Color::black;
        const Square at = somewhere();
        if (type == PieceType::pawn && (rank_of(at) == Rank::r1 || rank_of(at) == Rank::r8))
            continue;
        s.board.put(at, {color, type});
    }
    return s;
}

TEST(SlowSolver, AgreesOnEveryKindOfStipulation) {
    struct Kind {
        const char* text;
        int men;
    };
    constexpr std::array kinds = {
        Kind{"#1", 5},      Kind{"#2", 4},       Kind{"=1", 5},      Kind{"=2", 3},
        Kind{"#=2", 3},     Kind{"+2", 3},       Kind{"x2", 3},      Kind{"zb22", 3},
        Kind{"001", 4},     Kind{"s#1", 6},      Kind{"s#2", 3},     Kind{"s=1", 5},
        Kind{"r#1", 5},     Kind{"r#2", 3},      Kind{"semi-r#2", 3}, Kind{"h#1", 5},
        Kind{"h#1.5", 4},   Kind{"h#2", 3},      Kind{"h=1.5", 3},   Kind{"h=2", 2},
        Kind{"h+1.5", 2},   Kind{"hx1.5", 3},    Kind{"hza31.5", 2}, Kind{"h001.5", 3},
        Kind{"hs#1", 5},    Kind{"hs#1.5", 3},   Kind{"hs#2", 3},    Kind{"hr#1.5", 3},
        Kind{"reci-h#2", 2}, Kind{"reci-h(=)#2", 2}, Kind{"ser-#2", 4}, Kind{"ser-#3", 2},
        Kind{"ser-=3", 2},  Kind{"ser-h#2", 4},  Kind{"ser-h#3", 2}, Kind{"ser-h=2", 3},
        Kind{"ser-s#2", 4}, Kind{"ser-r#2", 3},  Kind{"ser-semi-r#2", 3},
    };
    const char* wanted = std::getenv("HAKAM_PROBLEM_ROUNDS");
    const char* limit = std::getenv("HAKAM_PROBLEM_SECONDS");
    const int rounds = wanted != nullptr ? std::atoi(wanted) : 20;
    testkit::Rng rng{20261201};
    std::size_t with_solutions = 0;
    for (const Kind& kind : kinds) {
        const Stipulation s = *parse_stipulation(kind.text);
        const auto begin = std::chrono::steady_clock::now();
        const auto in_time = [&] {
            return limit == nullptr ||
                   std::chrono::steady_clock::now() - begin < std::chrono::seconds{std::atoi(limit)};
        };
        int round = 0;
        while (round < rounds && in_time()) {
            Problem p;
            p.stipulation = s;
            p.setup = small_setup(rng, static_cast<int>(rng.below(static_cast<std::size_t>(kind.men)) + 1));
            p.setup.turn = starter(s, Color::white);
            const auto start =
                Position::from(p.setup, RulesetId::standard, Tolerance::unreachable());
            if (!start) continue;
            ++round;
            SCOPED_TRACE(std::string{kind.text} + " " + fen::format(p.setup));
            Collect found;
            const auto summary = solve(p, {}, {}, found);
            ASSERT_TRUE(summary);
            std::set<std::string> ours;
            for (const Solution& solution : found.all) {
                Line line = solution.line;
                if (solution.replies.size() == 1) line.pop_back();
                ours.insert(testing::uci_line(line));
            }
            const auto theirs = testing::SlowSolver{s}.solve(*start);
            ASSERT_EQ(ours, theirs);
            EXPECT_EQ(summary->solutions, theirs.size());
            with_solutions += theirs.empty() ? 0 : 1;

            Collect plainly;
            Budget none;
            none.memory_bytes = 0;
            Options plain;
            plain.plain_search = true;
            const auto again = solve(p, plain, none, plainly);
            ASSERT_TRUE(again);
            EXPECT_EQ(again->solutions, summary->solutions);
        }
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        if (limit != nullptr)
            std::cout << kind.text << ": " << round << " in " << spent.count() << " s\n";
    }
    EXPECT_GT(with_solutions, 50U);
}

// Follows every line that plain search finds through the guide: no move of it may be ruled out, and
// the searches with and without guide give the same lines.
TEST(PictureGuide, LosesNoSolution) {
    struct Kind {
        const char* text;
        int men;
    };
    constexpr std::array kinds = {Kind{"h#1.5", 7}, Kind{"h#2", 4},   Kind{"h#2.5", 2},
                                  Kind{"h#3", 1},   Kind{"ser-h#2", 7}, Kind{"ser-h#3", 4},
                                  Kind{"ser-h#4", 3}, Kind{"ser-h#5", 2}};
    const char* wanted = std::getenv("HAKAM_PROBLEM_ROUNDS");
    const int rounds = wanted != nullptr ? std::atoi(wanted) : 20;
    testkit::Rng rng{19120401};
    std::size_t solved = 0;
    std::size_t led = 0;  // of these, problems whose pictures are few enough to be listed
    for (const Kind& kind : kinds) {
        const Stipulation s = *parse_stipulation(kind.text);
        for (int round = 0; round < rounds;) {
            Problem p;
            p.stipulation = s;
            p.setup = small_setup(rng, static_cast<int>(rng.below(static_cast<std::size_t>(kind.men)) + 1));
            p.setup.turn = starter(s, Color::white);
            const auto start =
                Position::from(p.setup, RulesetId::standard, Tolerance::unreachable());
            if (!start) continue;
            ++round;
            SCOPED_TRACE(std::string{kind.text} + " " + fen::format(p.setup));
            Collect plainly;
            Options plain;
            plain.plain_search = true;
            ASSERT_TRUE(solve(p, plain, {}, plainly));
            std::set<std::string> expected;
            bool listed = true;
            for (const Solution& solution : plainly.all) {
                expected.insert(testing::uci_line(solution.line));
                int white = 0;
                int black = 0;
                const bool series = s.order == Order::series;
                for (std::size_t i = 0; i < solution.line.size(); ++i) {
                    const bool first = i % 2 == 0;
                    const bool black_moves = series ? i + 1 < solution.line.size()
                                                    : first == (start->turn() == Color::black);
                    ++(black_moves ? black : white);
                }
                PictureGuide guide{Color::white, 200'000};
                guide.begin(*start, white, black);
                listed = listed && guide.has_pictures();
                Position now = *start;
                for (std::size_t i = 0; i + 1 < solution.line.size(); ++i) {
                    if (series && i > 0) {
                        hakam::Setup passed = now.setup();
                        passed.turn = Color::black;
                        passed.en_passant.reset();
                        now = *Position::from(passed, RulesetId::standard, Tolerance::unreachable());
                    }
                    const auto moves = now.legal_moves();
                    const auto m = std::find_if(moves.begin(), moves.end(), [&](Move move) {
                        return uci::format(move) == solution.line[i].uci;
                    });
                    ASSERT_NE(m, moves.end());
                    ASSERT_TRUE(guide.push(now, *m)) << testing::uci_line(solution.line) << " at " << i;
                    now = now.after(*m);
                }
            }
            if (!plainly.all.empty()) {
                ++solved;
                led += listed ? 1 : 0;
            }
            Collect guided;
            ASSERT_TRUE(solve(p, {}, {}, guided));
            std::set<std::string> got;
            for (const Solution& solution : guided.all)
                got.insert(testing::uci_line(solution.line));
            ASSERT_EQ(got, expected);
        }
    }
    EXPECT_GT(solved, 5U);
    EXPECT_GT(led, 5U);
}

}  // namespace
}  // namespace hakam::problem

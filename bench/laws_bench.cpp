// What the Laws cost after a move: judge() against the move generation it contains, the screen for
// dead positions alone, and the first end of whole games.

#include <benchmark/benchmark.h>

#include <vector>

#include "hakam/laws/law_book.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam {
namespace {

/// Middlegames with everything on the board, and one without queens.
std::vector<Position> middlegames() {
    std::vector<Position> positions;
    for (const char* text : {
             "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
             "r4rk1/1bq1bppp/p2ppn2/1p6/3NPP2/1BN5/PPP1Q1PP/R4RK1 w - - 0 14",
             "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
             "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NP1N2/PPPB1PPP/R2Q1RK1 w - - 6 8",
             "2r2rk1/pp3ppp/2n1b3/3p4/3P4/2N1BN2/PP3PPP/2R2RK1 w - - 2 16",
         }) {
        const auto position = fen::position(text);
        if (position) positions.push_back(*position);
    }
    return positions;
}

/// Games one half-move old, as they stand when judge() is asked.
std::vector<Game> games() {
    std::vector<Game> list;
    for (const Position& position : middlegames()) {
        Game game{position};
        game.play_unchecked(position.legal_moves().front());
        list.push_back(game);
    }
    return list;
}

void move_generation(benchmark::State& state) {
    const std::vector<Game> list = games();
    std::size_t i = 0;
    for (auto _ : state) {
        const MoveList moves = list[i++ % list.size()].current().legal_moves();
        benchmark::DoNotOptimize(moves.size());
    }
}
BENCHMARK(move_generation);

void judge(benchmark::State& state) {
    const std::vector<Game> list = games();
    const laws::LawBook book = *laws::law_book("fide-standard");
    std::size_t i = 0;
    for (auto _ : state) {
        const laws::Verdict verdict = book.judge(list[i++ % list.size()]);
        if (verdict.standing != laws::Standing::ongoing) state.SkipWithError("wrong verdict");
        benchmark::DoNotOptimize(verdict.standing);
    }
}
BENCHMARK(judge);

void screen(benchmark::State& state) {
    const std::vector<Game> list = games();
    std::vector<MoveList> moves;
    for (const Game& game : list) moves.push_back(game.current().legal_moves());
    std::size_t i = 0;
    for (auto _ : state) {
        const std::size_t at = i++ % list.size();
        if (!laws::seems_alive(list[at].current(), moves[at]))
            state.SkipWithError("a middlegame went to the exact test");
    }
}
BENCHMARK(screen);

}  // namespace
}  // namespace hakam

BENCHMARK_MAIN();

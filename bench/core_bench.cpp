// The board through its public interface: perft as a user would write it, perft with the last ply
// counted, and single calls. Node counts are asserted.

#include <benchmark/benchmark.h>

#include <cstdint>

#include "hakam/core/perft.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam {
namespace {

struct Known {
    const char* fen;
    int depth;
    std::uint64_t nodes;
};
// The six positions everyone uses.
constexpr Known known[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
};

Position read(const Known& k) {
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    return *fen::position(k.fen, options);
}

template <class F>
void count(benchmark::State& state, F perft_of) {
    const Known& k = known[static_cast<std::size_t>(state.range(0))];
    const Position position = read(k);
    std::int64_t total = 0;
    for (auto _ : state) {
        const std::uint64_t nodes = perft_of(position, k.depth);
        if (nodes != k.nodes) state.SkipWithError("wrong node count");
        total += static_cast<std::int64_t>(nodes);
    }
    state.SetItemsProcessed(total);
}
void public_perft(benchmark::State& state) { count(state, perft_plain); }
void counted_perft(benchmark::State& state) {
    count(state, [](const Position& p, int depth) { return perft(p, depth); });
}
// Start arrays of Chess960 take the same way.
void counted_perft_of_starts(benchmark::State& state) {
    std::int64_t total = 0;
    for (auto _ : state) {
        std::uint64_t nodes = 0;
        for (int number = 7; number < 960; number += 96)
            nodes += perft(Position::chess960(number), 4);
        if (nodes != 2087672) state.SkipWithError("wrong node count");
        total += static_cast<std::int64_t>(nodes);
    }
    state.SetItemsProcessed(total);
}
BENCHMARK(public_perft)->DenseRange(0, 5)->Unit(benchmark::kMillisecond);
BENCHMARK(counted_perft)->DenseRange(0, 5)->Unit(benchmark::kMillisecond);
BENCHMARK(counted_perft_of_starts)->Unit(benchmark::kMillisecond);

void legal_moves(benchmark::State& state) {
    const Position middlegame = read(known[5]);
    for (auto _ : state) {
        const MoveList moves = middlegame.legal_moves();
        if (moves.size() != 46) state.SkipWithError("wrong number of moves");
        benchmark::DoNotOptimize(moves.begin());
    }
}
BENCHMARK(legal_moves);

void after(benchmark::State& state) {
    const Position middlegame = read(known[5]);
    const MoveList moves = middlegame.legal_moves();
    std::size_t i = 0;
    for (auto _ : state) {
        const Position next = middlegame.after(moves[i]);
        benchmark::DoNotOptimize(next);
        if (++i == moves.size()) i = 0;
    }
}
BENCHMARK(after);

void has_legal_move(benchmark::State& state) {
    const Position middlegame = read(known[5]);
    for (auto _ : state) benchmark::DoNotOptimize(middlegame.has_legal_move());
}
BENCHMARK(has_legal_move);

void position_from_setup(benchmark::State& state) {
    const Setup setup = read(known[5]).setup();
    for (auto _ : state) {
        const auto position = Position::from(setup);
        if (!position) state.SkipWithError("not a position");
        benchmark::DoNotOptimize(position);
    }
}
BENCHMARK(position_from_setup);

}  // namespace
}  // namespace hakam

BENCHMARK_MAIN();

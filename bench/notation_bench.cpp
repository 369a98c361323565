// Reading and writing text, one call at a time, over positions of seeded random games.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam {
namespace {

struct Sample {
    Position position;
    Move move;
    std::string fen;
    std::string san;
    std::string uci;
};

/// Plies 8 to 60 of random games from the usual array, with the move that was played.
const std::vector<Sample>& samples() {
    static const std::vector<Sample> all = [] {
        std::vector<Sample> result;
        std::uint64_t state = 42;
        const auto random = [&state] {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            return static_cast<std::size_t>(state >> 33);
        };
        while (result.size() < 4096) {
            Position p;
            for (int ply = 0; ply < 60; ++ply) {
                const MoveList moves = p.legal_moves();
                if (moves.empty()) break;
                const Move move = moves[random() % moves.size()];
                if (ply >= 8)
                    result.push_back(
                        {p, move, fen::format(p), san::format(move, p), uci::format(move)});
                p = p.after(move);
            }
        }
        return result;
    }();
    return all;
}

/// Times `f` on each sample in turn; `f` says whether its answer is right.
template <class F>
void run(benchmark::State& state, F f) {
    const std::vector<Sample>& all = samples();
    std::size_t i = 0;
    bool right = true;
    for (auto _ : state) {
        right = f(all[i]) && right;
        if (++i == all.size()) i = 0;
    }
    if (!right) state.SkipWithError("wrong answer");
}

void fen_to_position(benchmark::State& state) {
    run(state, [](const Sample& s) {
        const auto p = fen::position(s.fen);
        return p && p->key() == s.position.key();
    });
}
BENCHMARK(fen_to_position);

void setup_to_position(benchmark::State& state) {
    std::vector<Setup> setups;
    for (const Sample& s : samples()) setups.push_back(s.position.setup());
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(Position::from(setups[i]));
        if (++i == setups.size()) i = 0;
    }
}
BENCHMARK(setup_to_position);

void position_to_fen(benchmark::State& state) {
    run(state, [](const Sample& s) { return fen::format(s.position).size() == s.fen.size(); });
}
BENCHMARK(position_to_fen);

void san_write(benchmark::State& state) {
    run(state,
        [](const Sample& s) { return san::format(s.move, s.position).size() == s.san.size(); });
}
BENCHMARK(san_write);

void san_canonical(benchmark::State& state) {
    run(state, [](const Sample& s) { return san::canonical(s.san, s.position) == s.move; });
}
BENCHMARK(san_canonical);

void san_parse(benchmark::State& state) {
    run(state, [](const Sample& s) {
        const auto move = san::parse(s.san, s.position);
        return move && *move == s.move;
    });
}
BENCHMARK(san_parse);

void san_resolve(benchmark::State& state) {
    run(state, [](const Sample& s) { return san::resolve(s.san, s.position) == s.move; });
}
BENCHMARK(san_resolve);

void san_lenient(benchmark::State& state) {
    run(state, [](const Sample& s) {
        const auto read = san::parse_lenient(s.san, s.position);
        return read && read->move == s.move;
    });
}
BENCHMARK(san_lenient);

void uci_parse(benchmark::State& state) {
    run(state, [](const Sample& s) {
        const auto move = uci::parse(s.uci, s.position);
        return move && *move == s.move;
    });
}
BENCHMARK(uci_parse);

}  // namespace
}  // namespace hakam

BENCHMARK_MAIN();

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

/// One reading or writing to do. Each benchmark keeps only what it touches, so that the caches hold
/// the work and not the texts of the other benchmarks.
struct Sample {
    Position position;
    Move move;
    std::string text;
};

/// Plies 8 to 60 of random games from the usual array, with the move that was played and what
/// `write` makes of them.
template <class Write>
std::vector<Sample> samples(Write write) {
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
            if (ply >= 8) result.push_back({p, move, write(move, p)});
            p = p.after(move);
        }
    }
    return result;
}
std::string write_fen(Move, const Position& p) { return fen::format(p); }
std::string write_san(Move move, const Position& p) { return san::format(move, p); }
std::string write_uci(Move move, const Position&) { return uci::format(move); }

/// Times `f` on each sample in turn; `f` says whether its answer is right.
template <class Write, class F>
void run(benchmark::State& state, Write write, F f) {
    const std::vector<Sample> all = samples(write);
    std::size_t i = 0;
    bool right = true;
    for (auto _ : state) {
        right = f(all[i]) && right;
        if (++i == all.size()) i = 0;
    }
    if (!right) state.SkipWithError("wrong answer");
}

void fen_to_position(benchmark::State& state) {
    run(state, write_fen, [](const Sample& s) {
        const auto p = fen::position(s.text);
        return p && p->key() == s.position.key();
    });
}
BENCHMARK(fen_to_position);

void setup_to_position(benchmark::State& state) {
    std::vector<Setup> setups;
    for (const Sample& s : samples(write_fen)) setups.push_back(s.position.setup());
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(Position::from(setups[i]));
        if (++i == setups.size()) i = 0;
    }
}
BENCHMARK(setup_to_position);

void position_to_fen(benchmark::State& state) {
    run(state, write_fen,
        [](const Sample& s) { return fen::format(s.position).size() == s.text.size(); });
}
BENCHMARK(position_to_fen);

void san_write(benchmark::State& state) {
    run(state, write_san,
        [](const Sample& s) { return san::format(s.move, s.position).size() == s.text.size(); });
}
BENCHMARK(san_write);

void san_canonical(benchmark::State& state) {
    run(state, write_san,
        [](const Sample& s) { return san::canonical(s.text, s.position) == s.move; });
}
BENCHMARK(san_canonical);

void san_parse(benchmark::State& state) {
    run(state, write_san, [](const Sample& s) {
        const auto move = san::parse(s.text, s.position);
        return move && *move == s.move;
    });
}
BENCHMARK(san_parse);

void san_resolve(benchmark::State& state) {
    run(state, write_san,
        [](const Sample& s) { return san::resolve(s.text, s.position) == s.move; });
}
BENCHMARK(san_resolve);

void san_lenient(benchmark::State& state) {
    run(state, write_san, [](const Sample& s) {
        const auto read = san::parse_lenient(s.text, s.position);
        return read && read->move == s.move;
    });
}
BENCHMARK(san_lenient);

void uci_parse(benchmark::State& state) {
    run(state, write_uci, [](const Sample& s) {
        const auto move = uci::parse(s.text, s.position);
        return move && *move == s.move;
    });
}
BENCHMARK(uci_parse);

}  // namespace
}  // namespace hakam

BENCHMARK_MAIN();

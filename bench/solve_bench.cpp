// What the question "can this side still mate?" costs: the vectors of data/dead, and the cheap
// filter that runs after every move.

#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "hakam/notation/fen.hpp"
#include "hakam/solve/winnable.hpp"

namespace hakam {
namespace {

struct Query {
    Position position;
    Color side;
    Decision expected;
};

std::vector<Query> vectors() {
    std::vector<Query> queries;
    std::ifstream file(HAKAM_DATA_DIR "/dead/vectors.tsv");
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const auto first = line.find('\t'), second = line.find('\t', first + 1);
        fen::Options options;
        options.tolerated = Tolerance::unreachable();
        const auto position = fen::position(line.substr(0, first), options);
        if (!position) continue;
        queries.push_back(
            {*position,
             line.substr(first + 1, second - first - 1) == "white" ? Color::white : Color::black,
             line.compare(second + 1, 8, "winnable") == 0 ? Decision::yes : Decision::no});
    }
    return queries;
}

/// Every row with the nodes that a caller allows who cannot wait; the wrong ones end the run.
void vectors_within(benchmark::State& state) {
    const std::vector<Query> queries = vectors();
    Budget budget;
    budget.nodes = static_cast<std::uint64_t>(state.range(0));
    std::size_t decided = 0;
    for (auto _ : state) {
        decided = 0;
        for (const Query& query : queries) {
            const Winnable answer = winnable(query.position, query.side, budget);
            if (answer.decision == Decision::unknown) continue;
            if (answer.decision != query.expected) {
                state.SkipWithError("a wrong answer");
                return;
            }
            ++decided;
        }
    }
    state.counters["rows"] = static_cast<double>(queries.size());
    state.counters["decided"] = static_cast<double>(decided);
}
BENCHMARK(vectors_within)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(20'000'000)
    ->Unit(benchmark::kMillisecond);

/// One call of the cheap filter on each row.
void filter(benchmark::State& state) {
    const std::vector<Query> queries = vectors();
    std::size_t found = 0;
    for (auto _ : state) {
        found = 0;
        for (const Query& query : queries)
            found += certainly_unwinnable(query.position, query.side) ? 1 : 0;
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(queries.size()));
    state.counters["found"] = static_cast<double>(found);
}
BENCHMARK(filter)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hakam

BENCHMARK_MAIN();

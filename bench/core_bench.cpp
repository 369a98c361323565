// The board through its public interface: perft as a user would write it, and single calls.

#include <benchmark/benchmark.h>

#include <cstdint>

#include "hakam/core/perft.hpp"

namespace hakam {
namespace {

void public_perft(benchmark::State& state) {
    for (auto _ : state) {
        const std::uint64_t nodes = perft_plain(Position{}, 5);
        if (nodes != 4865609) state.SkipWithError("wrong node count");
        state.SetItemsProcessed(state.items_processed() + static_cast<std::int64_t>(nodes));
    }
}
BENCHMARK(public_perft);

}  // namespace
}  // namespace hakam

BENCHMARK_MAIN();

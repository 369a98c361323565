// Reading games: with the legality of every move, with the tree of variations kept, and writing
// them again. Half-moves are asserted.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"

namespace hakam::pgn {
namespace {

enum class Kind { master, online };

/// Games of the sample, many times over: those without comments, or those with clock comments
/// from a play server.
const std::string& games(Kind kind) {
    static const auto choose = [](Kind wanted) {
        std::ifstream file{HAKAM_DATA_DIR "/pgn/real-sample.pgn", std::ios::binary};
        const std::string all{std::istreambuf_iterator<char>{file}, {}};
        std::string chosen;
        for (std::size_t at = 0; at < all.size();) {
            const std::size_t end = next_cut(all, at + 1);
            const std::string_view game = std::string_view{all}.substr(at, end - at);
            const bool is_online = game.find("https://lichess.org/") != std::string_view::npos;
            const bool is_master = game.find_first_of("{(") == std::string_view::npos;
            if (wanted == Kind::online ? is_online : is_master && !is_online) chosen += game;
            at = end;
        }
        std::string many;
        while (many.size() < 16'000'000) many += chosen;
        return many;
    };
    static const std::string master = choose(Kind::master);
    static const std::string online = choose(Kind::online);
    return kind == Kind::master ? master : online;
}

struct Count final : Visitor {
    void move(const MoveToken&) override { ++moves; }
    void game_end(const GameEnd& end) override {
        ++games;
        plies += end.plies;
    }
    std::uint64_t games = 0, moves = 0, plies = 0;
};
struct CountTrees final : TreeBuilder {
    void tree(Tree& tree, const GameEnd&, std::vector<Finding>&) override {
        ++games;
        moves += tree.size() - 1;
        if (writes) written += format(tree).size();
    }
    bool writes = false;
    std::uint64_t games = 0, moves = 0;
    std::size_t written = 0;
};

void tell(benchmark::State& state, std::uint64_t games, std::uint64_t moves, std::size_t bytes) {
    const auto n = static_cast<double>(state.iterations());
    using benchmark::Counter;
    state.counters["games/s"] = Counter(static_cast<double>(games) * n, Counter::kIsRate);
    state.counters["moves/s"] = Counter(static_cast<double>(moves) * n, Counter::kIsRate);
    state.counters["ns/move"] =
        Counter(static_cast<double>(moves) * n / 1e9, Counter::kIsRate | Counter::kInvert);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void read_moves(benchmark::State& state, Kind kind) {
    const std::string& text = games(kind);
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
    for (auto _ : state) {
        Count count;
        read(text, count);
        if (count.plies != count.moves && kind == Kind::master) state.SkipWithError("moves lost");
        games = count.games;
        moves = count.moves;
    }
    tell(state, games, moves, text.size());
}

void keep_trees(benchmark::State& state, Kind kind, bool writes) {
    const std::string& text = games(kind);
    Count expected;
    read(text, expected);
    for (auto _ : state) {
        CountTrees count;
        count.writes = writes;
        read(text, count);
        if (count.moves != expected.moves) state.SkipWithError("moves lost");
    }
    tell(state, expected.games, expected.moves, text.size());
}

BENCHMARK_CAPTURE(read_moves, master, Kind::master)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_moves, online, Kind::online)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(keep_trees, master, Kind::master, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(keep_trees, online, Kind::online, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(keep_trees, master_written, Kind::master, true)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hakam::pgn

BENCHMARK_MAIN();

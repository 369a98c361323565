// What a live game costs: an ordinary move by hand (touch, release, press) and a replay.
#include <benchmark/benchmark.h>

#include <string_view>
#include <utility>

#include "hakam/match/live_game.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam {
namespace {

using match::Command;
using match::Event;
using match::Events;
using match::EventType;
using match::LiveGame;
using match::Milliseconds;

/// A hundred plies of an open game without captures onto occupied squares at first, then some.
constexpr std::string_view moves[] = {
    "e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6", "h2h3", "b7b5",
    "f1d3", "c8b7", "e1g1", "e7e6", "f1e1", "b8d7", "a2a3", "f8e7", "c1e3", "e8g8", "d1d2", "a8c8",
    "a1d1", "d8c7", "f2f4", "f8e8", "g1h1", "e7f8", "d2f2", "g7g6", "d4f3", "f8g7", "f2h4", "d7c5",
    "f4f5", "c5d3", "c2d3", "e6f5", "e4f5", "c7e7", "e3g5", "e7f8", "f5g6", "h7g6", "e1e8", "c8e8",
};

Command command(EventType type, Color side) {
    Command c;
    c.type = type;
    c.actor = match::actor_of(side);
    return c;
}

struct Table {
    LiveGame game;
    Events log;
    Milliseconds now = 0;

    Table() {
        match::GameSettings settings;
        settings.time_control = "40/90,30+30";
        log = *match::create(settings, 0);
        game = match::evolve(LiveGame{}, log);
        Command start;
        start.type = EventType::round_start;
        give(start);
    }
    void give(const Command& c) {
        auto events = match::decide(game, c, now);
        if (!events) std::abort();
        for (Event& event : *events) {
            game = match::evolve(std::move(game), event);
            log.push_back(std::move(event));
        }
    }
    /// Touch, release (with the captured man taken off first) and press.
    void by_hand(std::string_view text) {
        const Move move = uci::parse_lenient(text, game.position())->move;
        const Color side = game.turn();
        now += 1000;
        if (move.is_castling()) {
            Command whole = command(EventType::make_move, side);
            whole.args.from = move.from();
            whole.args.to = move.to();
            give(whole);
        } else {
            Command touch = command(EventType::touch, side);
            touch.args.from = move.from();
            give(touch);
            if (move.is_capture()) {
                Command remove = command(EventType::remove, side);
                remove.args.from = move.to();
                give(remove);
            }
            Command release = command(EventType::release, side);
            release.args.from = move.from();
            release.args.to = move.to();
            give(release);
        }
        give(command(EventType::press_clock, side));
    }
};

/// decide() and evolve() of touch, release and press, verdict included; per move.
void BM_MoveByHand(benchmark::State& state) {
    const Table start;
    std::size_t done = 0;
    for (auto _ : state) {
        Table table = start;
        for (const std::string_view text : moves) table.by_hand(text);
        benchmark::DoNotOptimize(table.game.state.seq);
        done += std::size(moves);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(done));
}
BENCHMARK(BM_MoveByHand);

/// A hundred moves by each side: the game above, then legal moves picked by their number.
Events hundred_moves() {
    Table table;
    for (const std::string_view text : moves) table.by_hand(text);
    for (std::size_t i = table.game.plies(); i < 200 && !table.game.over(); ++i) {
        const MoveList list = table.game.position().legal_moves();
        const Move move = list[i * 7 % list.size()];
        const Color side = table.game.turn();
        Command whole = command(EventType::make_move, side);
        whole.args.from = move.from();
        whole.args.to = move.to();
        whole.args.piece = move.promotion();
        table.now += 1000;
        table.give(whole);
        if (!table.game.over()) table.give(command(EventType::press_clock, side));
    }
    return table.log;
}

/// Replay of the log of a whole game; per event.
void BM_Replay(benchmark::State& state) {
    const Events log = hundred_moves();
    for (auto _ : state) {
        const LiveGame game = match::replay(log);
        benchmark::DoNotOptimize(game.state.seq);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(log.size()));
    state.counters["plies"] = static_cast<double>(match::replay(log).plies());
    state.counters["bytes"] = static_cast<double>(sizeof(LiveGame));
}
BENCHMARK(BM_Replay);

}  // namespace
}  // namespace hakam

BENCHMARK_MAIN();

#include "proof_games.hpp"

#include <atomic>
#include <mutex>
#include <thread>

namespace hakam::cli {
namespace {

/// One length, the work shared out among threads.
retro::ProofGames one_length(const Position& start, const retro::Diagram& target, int plies,
                             retro::ProofGameOptions options, std::size_t threads,
                             const Budget& budget, const retro::FoundGame& found) {
    options.length = retro::GameLength::exactly;
    options.parts = threads;
    std::mutex lock;
    std::atomic<bool> enough = false;
    std::uint64_t count = 0;
    Budget each = budget;
    each.memory_bytes = budget.memory_bytes / threads;
    each.expired = [&] { return enough || (budget.expired && budget.expired()); };
    const retro::FoundGame shared_found = [&](const std::vector<Move>& game) {
        const std::lock_guard guard{lock};
        if (enough) return false;
        if (!found(game) || ++count >= options.most) enough = true;
        return !enough.load();
    };
    retro::ProofGames sum;
    sum.complete = true;
    const auto work = [&](std::size_t part) {
        retro::ProofGameOptions mine = options;
        mine.part = part;
        const auto result = retro::proof_games(start, target, plies, mine, each, shared_found);
        const std::lock_guard guard{lock};
        sum.complete = sum.complete && result.complete;
        sum.strategies = std::max(sum.strategies, result.strategies);
        sum.nodes += result.nodes;
    };
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work, i);
    work(0);
    for (std::thread& helper : helpers) helper.join();
    sum.count = count;
    sum.plies = plies;
    return sum;
}

}  // namespace

retro::ProofGames find_proof_games(const Position& start, const retro::Diagram& target, int plies,
                                   retro::ProofGameOptions options, std::size_t threads,
                                   const Budget& budget, const retro::FoundGame& found) {
    if (threads <= 1) return retro::proof_games(start, target, plies, options, budget, found);
    const bool exactly = options.length == retro::GameLength::exactly;
    retro::ProofGames all;
    all.complete = true;
    for (int n = exactly ? plies : 0; n <= plies && all.complete; ++n) {
        retro::ProofGameOptions rest = options;
        rest.most -= all.count;
        const auto one = one_length(start, target, n, rest, threads, budget, found);
        all.complete = one.complete;
        all.count += one.count;
        all.nodes += one.nodes;
        all.strategies += one.strategies;
        all.plies = n;
        if (options.length == retro::GameLength::shortest && all.count > 0) break;
    }
    return all;
}

}  // namespace hakam::cli

#pragma once

#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/retro/proof_game.hpp"
#include "strategy.hpp"

namespace hakam::retro {

/// Positions from which a strategy leads nowhere; grows as it fills.
class DeadEnds {
public:
    explicit DeadEnds(std::uint64_t bytes);
    bool contains(std::uint64_t key) const noexcept { return slots_[key & mask_] == key; }
    void insert(std::uint64_t key);

private:
    std::vector<std::uint64_t> slots_;
    std::uint64_t mask_;
    std::uint64_t most_;
    std::uint64_t filled_ = 0;
};

/// What the strategies of one question share.
struct PlayOut {
    const Position& start;
    const Diagram& target;
    const Budget& budget;
    const ProofGameOptions& options;
    const FoundGame& found;
    DeadEnds dead_ends;
    ProofGames result;
    bool stopped = false;       ///< by `found`, the count, or the budget
    bool out_of_budget = false;
};

/// Plays the strategy's games out. Depth first; a move is tried if its side can still do all that is
/// left to do.
void play_out(const Strategy& strategy, PlayOut& shared);

}  // namespace hakam::retro

#pragma once

#include <cstdint>
#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::solve {

/// Greedy cooperative games, one after another, each towards one picture of mate: the loser walks
/// his king to a corner and offers his men, the winner brings his king and takes what stands in the
/// way. Finds a line in nearly all positions of ordinary games and proves nothing when it does not.
/// Cost: some microseconds a game.
class Dive {
public:
    /// `seed` chooses the games of next_drawn().
    Dive(const Position& root, Color winner, std::uint64_t seed = 0)
        : root_{root}, winner_{winner}, seed_{seed} {}

    /// Whether the winner has men for these pictures.
    static bool may_find(const Position& root, Color winner) noexcept;
    /// Plays the next game, of at most eight. Returns: whether it ends in mate.
    bool next();
    /// Plays one more game of any style; each call another one.
    bool next_drawn();
    /// Pre: next() or next_drawn() has just returned true.
    const std::vector<Move>& line() const noexcept { return line_; }
    /// Positions made so far.
    std::uint64_t nodes() const noexcept { return nodes_; }

private:
    const Position& root_;
    Color winner_;
    std::uint64_t seed_;
    std::uint32_t tried_ = 0;  // targets, one bit each
    std::uint64_t nodes_ = 0;
    std::vector<Move> line_;
};

}  // namespace hakam::solve

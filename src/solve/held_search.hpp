#pragma once

// A search in which some men are held where they stand: they move only to take, or if nothing else
// moves. Walls are opened by few men in long sequences, and what the others do meanwhile multiplies
// the positions without any use.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hakam/core/position.hpp"
#include "store.hpp"

namespace hakam::solve {

/// Who is held.
struct Held {
    bool winners_king = false;
    bool winners_officers = false;
    bool losers_king = false;
    bool losers_officers = false;
};

/// One search in order of plies, with dives wherever a capture or pawn move has made a new
/// structure of pawns. It can be carried on.
class HeldSearch {
public:
    HeldSearch(const Position& root, Color winner, Held held);

    /// Goes on until it knows `positions` positions. Returns: whether it has found a mate.
    bool run(std::uint64_t positions);
    /// Whether nothing is left to look at.
    bool ended() const noexcept { return next_ == store_.size(); }
    /// Pre: run() has just returned true.
    std::vector<Move> line() const;
    /// Positions made, those of dives included.
    std::uint64_t nodes() const noexcept { return store_.size() + dive_nodes_; }
    std::uint64_t bytes() const noexcept { return store_.bytes(); }

private:
    bool expand(NodeId id);
    bool dives(const Position& p, NodeId id);

    Position root_;
    Color winner_;
    Held held_;
    Store store_;
    NodeId next_ = 0;
    std::uint64_t dive_nodes_ = 0;
    std::array<std::uint64_t, 256> structures_{};  // filter of those that dives have started from
    NodeId end_ = no_node;                         // where the line leaves the search
    std::vector<Move> dived_;
};

}  // namespace hakam::solve

#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "estimate.hpp"
#include "hakam/base/budget.hpp"
#include "hakam/solve/winnable.hpp"
#include "held_search.hpp"
#include "partial.hpp"
#include "picture.hpp"
#include "region.hpp"
#include "store.hpp"

namespace hakam::solve {

/// Counts what a budget allows; one meter may serve several searches in turn.
class Meter {
public:
    /// `spent`: positions that other steps have already visited.
    explicit Meter(const Budget& budget, std::uint64_t spent = 0)
        : budget_{budget},
          memory_{budget.memory_bytes == UINT64_MAX ? default_search_memory : budget.memory_bytes},
          spent_{spent} {}

    /// One more position. Returns: whether it is still within the budget.
    bool spend() {
        if (spent_ >= budget_.nodes) return false;
        ++spent_;
        if ((spent_ & 4095) == 0 && budget_.expired && budget_.expired()) expired_ = true;
        return !expired_;
    }
    /// Positions that were made and not kept.
    void add(std::uint64_t positions) noexcept { spent_ += positions; }
    bool allows(std::uint64_t positions) const noexcept {
        return spent_ < budget_.nodes && positions <= budget_.nodes - spent_;
    }
    /// How many of so many positions are still within the budget.
    std::uint64_t part(std::uint64_t nodes) const noexcept {
        return spent_ < budget_.nodes ? std::min(nodes, budget_.nodes - spent_) : 0;
    }
    /// Asks for the deadline now. Returns: whether it has passed.
    bool expire() {
        expired_ = expired_ || (budget_.expired && budget_.expired());
        return expired_;
    }
    bool fits(std::uint64_t bytes) const noexcept { return bytes <= memory_; }
    bool expired() const noexcept { return expired_; }
    std::uint64_t spent() const noexcept { return spent_; }
    std::uint64_t memory() const noexcept { return memory_; }

private:
    const Budget& budget_;
    std::uint64_t memory_;
    std::uint64_t spent_;
    bool expired_ = false;
};

/// Best-first search of the graph of positions from one root, for one winner.
class Search {
public:
    Search(const Position& root, Meter& meter);

    /// How positions are taken from the open list.
    enum class Order : std::uint8_t { best_first, breadth_first };

    /// Pre: the root is not the end of the game; no other search has been run here before.
    void run(Color winner, Order order, Winnable& answer);
    /// Tries to reach one picture of mate. Returns: whether `answer` is a "yes" now.
    bool run_to(MinorPicture picture, Color winner, Winnable& answer);
    /// A best-first search that never asks the prover. Returns: whether `answer` is decided now.
    bool run_plainly(Color winner, Winnable& answer);

private:
    enum class End : std::uint8_t { mate, exhausted, proved, picture, nodes, memory, expired };

    End explore(Color winner, Order order);
    bool proved_partial(Color winner);
    bool reaches_held(Color winner);
    bool fits_after(std::uint64_t more) const noexcept;
    bool reaches_novelty(Color winner);
    bool reaches_picture(Color winner);
    void reopen(Color winner, Order order);
    int displaced(const Position& p) const noexcept;
    int distance(const Position& p, Color winner) const;
    bool expand(NodeId id, Color winner, Order order);
    void push(NodeId id, int cost);
    std::optional<NodeId> pop();
    bool dive_from(const Position& p, NodeId id, Color winner);
    bool excuse(const Position& p, NodeId id, Move move, Color winner);
    std::vector<Move> line_to(NodeId id) const;
    std::vector<Move> mating_line(Color winner) const;
    void certify(Color winner, Argument& argument);

    Position root_;
    Meter& meter_;
    Store store_;
    std::vector<NodeId> open_;  // heads of lists by cost
    std::size_t lowest_ = 0;
    std::array<std::optional<NodeId>, 2> mates_{};  // by index of the side that mates
    std::vector<RegionCertificate> regions_;  // one for each position they excuse
    Argument root_proof_;
    std::optional<PartialProver> partial_;
    std::vector<HeldSearch> held_;
    std::uint64_t side_bytes_ = 0;         // what these two hold
    KingGuide guide_;                      // empty while it is not used
    std::optional<MinorPicture> picture_;  // what is aimed at, if it is one picture
    bool plain_ = false;                   // the prover is not asked
    std::vector<Position> children_;       // scratch of expand()
    int stay_ = 2;                   // what a displaced officer counts in it
    int weight_ = 4;                 // of the estimate in the order of search
    std::vector<Picture> pictures_;  // of the root, once they have been looked for
    std::size_t picture_turns_ = 0;
    std::vector<Move> picture_line_;
    // A mate that a dive has found, from a position of the store.
    NodeId dived_from_ = no_node;
    std::vector<Move> dived_;
    std::uint64_t dive_nodes_ = 0;
    std::vector<std::uint64_t> structures_;  // filter of pawns and men that dives have started from
    std::uint64_t region_bytes_ = 0;
    std::uint32_t lumped_tries_ = 0;
    std::uint32_t lumped_proofs_ = 0;
    std::uint64_t split_effort_ = 0;
};

}  // namespace hakam::solve

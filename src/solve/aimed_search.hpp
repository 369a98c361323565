#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hakam/core/position.hpp"
#include "picture.hpp"
#include "store.hpp"

namespace hakam::solve {

/// A search led to one picture of mate. Moves that bring no man nearer to his place are waiting
/// moves, of which only a few are looked at: it finds lines and proves nothing.
class AimedSearch {
public:
    /// Pre: the picture outlives the search. `turn`: how often the picture was tried before; every
    /// turn has weights of its own.
    AimedSearch(const Position& root, Color winner, const Picture& picture, std::size_t turn);

    /// Looks at up to so many positions. Returns: whether there is a line now.
    bool run(std::uint64_t nodes);
    std::uint64_t nodes() const noexcept { return nodes_; }
    /// Pre: run() has returned true.
    std::vector<Move> line() const;

private:
    struct Child {
        Position position;
        int distance;
        bool nearer;
    };
    bool expand(NodeId id);
    void push(NodeId id, int cost);
    std::optional<NodeId> pop();

    Position root_;
    Color winner_;
    const Picture& picture_;
    int weight_;
    std::size_t width_;
    std::uint64_t salt_;
    Store store_;
    std::vector<NodeId> open_;  // heads of lists by cost
    std::size_t lowest_ = 0;
    std::vector<Child> children_;
    std::uint64_t nodes_ = 0;
    std::optional<NodeId> mate_;
};

}  // namespace hakam::solve

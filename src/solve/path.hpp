#pragma once

#include <vector>

#include "hakam/core/position.hpp"
#include "store.hpp"

namespace hakam::solve {

/// The moves from `root`, a node without a parent, to the node along the parents. Cost: a move
/// generation for each.
inline std::vector<Move> path_to(NodeId id, const Store& store, Position root) {
    std::vector<NodeId> nodes;
    for (; store[id].parent != no_node; id = store[id].parent) nodes.push_back(id);
    std::vector<Move> line;
    for (auto step = nodes.rbegin(); step != nodes.rend(); ++step) {
        const PackedPosition wanted = Store::packed(store[*step]);
        for (const Move move : root.legal_moves()) {
            const Position next = root.after(move);
            if (pack(next) != wanted) continue;
            line.push_back(move);
            root = next;
            break;
        }
    }
    return line;
}

}  // namespace hakam::solve

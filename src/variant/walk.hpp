#pragma once

#include <span>

#include "hakam/variant/position.hpp"

namespace hakam::variant {

/// Calls reach(to) for every cell that a man gets to along the cells of one step, until the first
/// man that it cannot pass; whether what stands there may be taken is the caller's question.
/// `reach` returns whether to go on.
template <class F>
void walk(const Position& position, std::span<const std::uint8_t> path, Step::Kind kind, F&& reach) {
    const auto at = [&](std::size_t i) { return static_cast<Cell>(path[i]); };
    const std::size_t length = path.size();
    std::size_t i = 0;
    switch (kind) {
        case Step::Kind::ride: break;
        case Step::Kind::lame:
            for (; i + 1 < length; ++i)
                if (!position.is_empty(at(i))) return;
            break;
        case Step::Kind::grasshopper:
            while (i < length && position.is_empty(at(i))) ++i;
            if (i + 1 < length) reach(at(i + 1));
            return;
        case Step::Kind::cannon:
            while (i < length && position.is_empty(at(i))) ++i;
            ++i;
            break;
    }
    for (; i < length; ++i) {
        if (!reach(at(i))) return;
        if (!position.is_empty(at(i))) return;
    }
}

}  // namespace hakam::variant

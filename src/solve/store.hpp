#pragma once

// The set of positions that a search has seen: exact packed forms in an arena, found through an
// open-addressing table of 32-bit tags and indices. Positions are never forgotten, so an exhausted
// search is a proof.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hakam/core/packed.hpp"

namespace hakam::solve {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = UINT32_MAX;

struct Node {
    std::array<std::uint64_t, 4> planes;
    NodeId parent;
    NodeId next;          ///< in the open list
    std::uint16_t plies;  ///< of the path that found it
    std::uint8_t turn;    ///< index of Color
    std::uint8_t flags;
    std::uint32_t mark;  ///< scratch of the last sweep
};
static_assert(sizeof(Node) == 48);

namespace flag {
inline constexpr std::uint8_t expanded = 1;
inline constexpr std::uint8_t mate = 2;     ///< the side to move is mated
inline constexpr std::uint8_t excused = 4;  ///< << index(winner): that side cannot mate from here
}  // namespace flag

class Store {
public:
    Store() : slots_(1024), mask_{1023} {}

    Node& operator[](NodeId id) noexcept { return chunks_[id >> chunk_bits][id & chunk_mask]; }
    const Node& operator[](NodeId id) const noexcept {
        return chunks_[id >> chunk_bits][id & chunk_mask];
    }
    std::uint32_t size() const noexcept { return size_; }
    /// Bytes held, and after the next growth of the table.
    std::uint64_t bytes() const noexcept {
        return chunks_.size() * chunk_size * sizeof(Node) + slots_.size() * sizeof(std::uint64_t);
    }
    std::uint64_t bytes_after_insert() const noexcept {
        std::uint64_t result = bytes();
        if (table_is_full()) result += 2 * slots_.size() * sizeof(std::uint64_t);
        if ((size_ & chunk_mask) == 0) result += chunk_size * sizeof(Node);
        return result;
    }

    static PackedPosition packed(const Node& n) noexcept {
        return {n.planes, static_cast<Color>(n.turn)};
    }

    void prefetch(Key key) const noexcept {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[tag(key) & mask_]);
#else
        (void)key;
#endif
    }

    /// Pre: prefetch(key) was called some time ago.
    void prefetch_node(Key key) const noexcept {
#if defined(__GNUC__)
        const std::uint32_t t = tag(key);
        for (std::size_t i = t & mask_; slots_[i] != 0; i = (i + 1) & mask_)
            if (static_cast<std::uint32_t>(slots_[i] >> 32) == t) {
                __builtin_prefetch(&(*this)[static_cast<NodeId>(slots_[i]) - 1]);
                return;
            }
#else
        (void)key;
#endif
    }

    /// The node of a position, added if it is new.
    struct Found {
        NodeId id;
        bool is_new;
    };
    Found insert(const PackedPosition& p, Key key) {
        if (table_is_full()) grow();
        const std::uint32_t t = tag(key);
        std::size_t i = t & mask_;
        for (; slots_[i] != 0; i = (i + 1) & mask_) {
            if (static_cast<std::uint32_t>(slots_[i] >> 32) != t) continue;
            const auto id = static_cast<NodeId>(slots_[i]) - 1;
            const Node& n = (*this)[id];
            if (n.planes == p.planes && n.turn == static_cast<std::uint8_t>(p.turn))
                return {id, false};
        }
        if ((size_ & chunk_mask) == 0)
            chunks_.push_back(std::make_unique_for_overwrite<Node[]>(chunk_size));
        const NodeId id = size_++;
        (*this)[id] = {p.planes, no_node, no_node, 0, static_cast<std::uint8_t>(p.turn), 0, 0};
        slots_[i] = std::uint64_t{t} << 32 | (id + 1);
        return {id, true};
    }

private:
    static constexpr unsigned chunk_bits = 11;
    static constexpr std::uint32_t chunk_size = 1U << chunk_bits;
    static constexpr std::uint32_t chunk_mask = chunk_size - 1;

    static std::uint32_t tag(Key key) noexcept {
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) >> 32);
    }
    bool table_is_full() const noexcept { return size_ * 8 >= slots_.size() * 5; }
    void grow() {
        std::vector<std::uint64_t> old(slots_.size() * 2);
        old.swap(slots_);
        mask_ = slots_.size() - 1;
        for (const std::uint64_t slot : old) {
            if (slot == 0) continue;
            std::size_t i = (slot >> 32) & mask_;
            while (slots_[i] != 0) i = (i + 1) & mask_;
            slots_[i] = slot;
        }
    }

    std::vector<std::unique_ptr<Node[]>> chunks_;
    std::vector<std::uint64_t> slots_;
    std::size_t mask_;
    std::uint32_t size_ = 0;
};

}  // namespace hakam::solve

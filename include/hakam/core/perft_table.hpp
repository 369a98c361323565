#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "hakam/core/position.hpp"

namespace hakam {

/// Counts already known, by position and depth, in a fixed amount of memory. Several threads may
/// use one table at once without locks: an entry holds its key xor its data, so one that two
/// threads have torn apart is not recognised. Use one table for one ruleset.
/// Shape: 16 bytes an entry; a new entry replaces the old one.
class PerftTable {
public:
    /// Units: bytes; rounded down to a power of two of entries, at least 1024 of them. Throws
    /// std::bad_alloc if the memory cannot be had.
    explicit PerftTable(std::size_t bytes);

    std::optional<std::uint64_t> find(Key key, int depth) const noexcept;
    /// Counts of 2^56 or more are not kept.
    void store(Key key, int depth, std::uint64_t nodes) noexcept;

private:
    struct Entry {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};  // nodes above the eight bits of the depth
    };
    Entry& entry(Key key, int depth) const noexcept;

    std::size_t mask_;
    std::unique_ptr<Entry[]> entries_;
};

/// The same number as perft(position, depth). Transpositions are counted once.
std::uint64_t perft(const Position& position, int depth, PerftTable& table) noexcept;

}  // namespace hakam

#include "hakam/core/perft_table.hpp"

#include <algorithm>
#include <bit>

#include "hakam/core/perft.hpp"

namespace hakam {
namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;

constexpr std::uint64_t mixed(Key key, int depth) noexcept {
    return static_cast<std::uint64_t>(key) ^ (static_cast<std::uint64_t>(depth) * golden);
}

}  // namespace

PerftTable::PerftTable(std::size_t bytes)
    : mask_{std::bit_floor(std::max<std::size_t>(1024, bytes / sizeof(Entry))) - 1},
      entries_{std::make_unique<Entry[]>(mask_ + 1)} {}

PerftTable::Entry& PerftTable::entry(Key key, int depth) const noexcept {
    return entries_[static_cast<std::size_t>(mixed(key, depth)) & mask_];
}

std::optional<std::uint64_t> PerftTable::find(Key key, int depth) const noexcept {
    const Entry& e = entry(key, depth);
    const std::uint64_t data = e.data.load(std::memory_order_relaxed);
    const std::uint64_t check = e.check.load(std::memory_order_relaxed);
    if (data == 0 || (check ^ data) != mixed(key, depth) ||
        (data & 0xFF) != static_cast<std::uint64_t>(depth))
        return std::nullopt;
    return data >> 8;
}

void PerftTable::store(Key key, int depth, std::uint64_t nodes) noexcept {
    if (nodes >> 56 != 0 || depth < 1 || depth > 255) return;
    const std::uint64_t data = nodes << 8 | static_cast<std::uint64_t>(depth);
    Entry& e = entry(key, depth);
    e.data.store(data, std::memory_order_relaxed);
    e.check.store(mixed(key, depth) ^ data, std::memory_order_relaxed);
}

std::uint64_t perft(const Position& position, int depth, PerftTable& table) noexcept {
    // A look-up costs more than the last two plies.
    if (depth <= 2) return perft(position, depth);
    if (const auto known = table.find(position.key(), depth)) return *known;
    std::uint64_t nodes = 0;
    for (const Move move : position.legal_moves())
        nodes += perft(position.after(move), depth - 1, table);
    table.store(position.key(), depth, nodes);
    return nodes;
}

}  // namespace hakam

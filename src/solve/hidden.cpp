#include "hidden.hpp"

#include <algorithm>

namespace hakam::solve {
namespace {

using Set = std::uint64_t;
constexpr Set not_a = 0xFEFEFEFEFEFEFEFEULL, not_h = 0x7F7F7F7F7F7F7F7FULL;

constexpr Set neighbours(Set s) noexcept {
    const Set right = (s & not_h) << 1, left = (s & not_a) >> 1;
    return right << 8 | right >> 8 | left << 8 | left >> 8;
}

// One step at a time: every square passed can be stopped on.
constexpr Set flood(Set from, Set walls) noexcept {
    Set reached = from & ~walls;
    for (Set before = 0; before != reached;) {
        before = reached;
        reached |= neighbours(reached) & ~walls;
    }
    return reached;
}

}  // namespace

Bitboard Hidden::squares() const noexcept {
    if (any > 0) return Bitboard::all();
    Set result = 0;
    for (std::size_t g = 0; g < group_count; ++g) result |= groups[g].squares;
    return Bitboard{result};
}

void Hidden::add(PieceType type, Square s) noexcept {
    if (type != PieceType::bishop || group_count == most_groups) {
        ++any;
        return;
    }
    groups[group_count++] = {Bitboard{s}.bits(), 1};
}

void Hidden::spread(Bitboard walls) noexcept {
    std::size_t kept = 0;
    for (std::size_t g = 0; g < group_count; ++g) {
        Group group = groups[g];
        group.squares = flood(group.squares, walls.bits());
        if (group.squares == 0) continue;  // they can only have been taken
        for (std::size_t other = 0; other < kept;) {
            if ((groups[other].squares & group.squares) == 0) {
                ++other;
                continue;
            }
            group.squares |= groups[other].squares;
            group.count += groups[other].count;
            groups[other] = groups[--kept];
        }
        groups[kept++] = group;
    }
    const auto end = groups.begin() + static_cast<std::ptrdiff_t>(kept);
    std::fill(end, groups.end(), Group{});
    group_count = static_cast<std::uint8_t>(kept);
    std::sort(groups.begin(), end,
              [](const Group& a, const Group& b) { return a.squares < b.squares; });
}

Bitboard Hidden::reach(std::size_t group) const noexcept {
    return Bitboard{groups[group].squares | neighbours(groups[group].squares)};
}

bool Hidden::can_fill(Bitboard wanted) const noexcept {
    int others = wanted.size();
    for (std::size_t g = 0; g < group_count; ++g) {
        const int here = (wanted & Bitboard{groups[g].squares}).size();
        others -= std::min(here, static_cast<int>(groups[g].count));
    }
    return others <= any;
}

std::uint32_t HiddenNumbers::number(const Hidden& hidden) {
    if (2 * (all_.size() + 1) > slots_.size()) {
        std::vector<std::uint32_t> larger(2 * slots_.size());
        slots_.swap(larger);
        for (std::uint32_t n = 0; n < all_.size(); ++n) slots_[slot_of(all_[n])] = n + 1;
    }
    std::uint32_t& slot = slots_[slot_of(hidden)];
    if (slot == 0) {
        all_.push_back(hidden);
        squares_.push_back(hidden.squares());
        slot = static_cast<std::uint32_t>(all_.size());
    }
    return slot - 1;
}

std::uint32_t HiddenNumbers::after(std::uint32_t number, std::uint32_t event, Bitboard walls) {
    if (event == nothing && all_[number].group_count == 0) return number;
    const Set mixed = (walls.bits() ^ (Set{number} << 32 | event)) * 0x9E3779B97F4A7C15ULL;
    Step& step = steps_[mixed >> 54];
    if (step.number != number || step.event != event || step.walls != walls)
        step = {number, event, walls, made(number, event, walls)};
    return step.result;
}

std::uint32_t HiddenNumbers::made(std::uint32_t number, std::uint32_t event, Bitboard walls) {
    Hidden next = all_[number];
    if (event >= takes_on)
        next.groups[(event - takes_on) / 64].squares |= Set{1} << (event & 63);
    else if (event >= bishop_on)
        next.add(PieceType::bishop, static_cast<Square>(event & 63));
    else if (event == man)
        ++next.any;
    next.spread(walls);
    return this->number(next);
}

std::size_t HiddenNumbers::slot_of(const Hidden& hidden) const noexcept {
    Set h = hidden.any;
    for (std::size_t g = 0; g < hidden.group_count; ++g) {
        h = (h ^ hidden.groups[g].squares) * 0xBF58476D1CE4E5B9ULL;
        h = (h ^ h >> 31 ^ hidden.groups[g].count) * 0x94D049BB133111EBULL;
        h ^= h >> 29;
    }
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = static_cast<std::size_t>(h) & mask;
    while (slots_[i] != 0 && all_[slots_[i] - 1] != hidden) i = (i + 1) & mask;
    return i;
}

}  // namespace hakam::solve

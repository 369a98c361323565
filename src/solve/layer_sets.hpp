#pragma once

// Sets of squares of a layer, for the code that grows layers.

#include <array>
#include <bit>
#include <cstdint>

#include "hakam/core/attacks.hpp"
#include "layer.hpp"

namespace hakam::solve {

using Set = std::uint64_t;

inline constexpr int pawn_code = 1;
inline constexpr Set last_ranks = 0xFF000000000000FFULL;
inline constexpr std::array<Set, 2> second_rank = {0x000000000000FF00ULL, 0x00FF000000000000ULL};

inline std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
constexpr bool is_single(Set s) noexcept { return (s & (s - 1)) == 0; }
constexpr Set file_mask(int square) noexcept { return 0x0101010101010101ULL << (square & 7); }
constexpr Set push(int color, Set s) noexcept { return color == 0 ? s << 8 : s >> 8; }
inline Set pawn_attacks(int color, Set s) noexcept {
    return attacks::pawns(static_cast<Color>(color), Bitboard{s}).bits();
}
inline Set king_neighbours(int square) noexcept {
    return attacks::king(static_cast<Square>(square)).bits();
}

/// Squares that the king of `color` can never enter: some enemy man that stays on its one square
/// and cannot be captured attacks them along lines that no other man can ever stand on.
Set guarded(const Layer& layer, int color) noexcept;

/// Where a man that is no pawn comes from the set if no line runs over `blocked`. Lines are walked
/// one step at a time: every square passed can be stopped on.
Set flood(int type, Set from, Set blocked) noexcept;

/// The sets of both sides, and what stands still.
struct Sums {
    std::array<Set, 2> officers_and_pawns{};
    std::array<Set, 2> fixed{};
    std::array<Set, 2> fixed_king{};
    Set all_fixed = 0;

    explicit Sums(const Layer& l) {
        for (int i = 0; i < l.count; ++i) {
            const Set set = l.set[at(i)];
            if (i > 1) officers_and_pawns[l.color[at(i)]] |= set;
            if (is_single(set) && !l.falls(i)) fixed[l.color[at(i)]] |= set;
        }
        for (const std::size_t c : {std::size_t{0}, std::size_t{1}})
            if (is_single(l.set[c])) fixed_king[c] = l.set[c];
        all_fixed = fixed[0] | fixed[1];
    }
};

}  // namespace hakam::solve

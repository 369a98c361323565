#pragma once

#include <array>
#include <cstdint>

#include "hakam/core/position.hpp"

namespace hakam {

/// A position without its counters, small enough to be kept by the million, and exact: two
/// positions of one ruleset have equal packed forms if and only if repeats(a, b).
/// Shape: the four planes of Board; a rook that may castle has the unused type code 6, and a black
/// man of type 0 stands on the square of a legal en passant capture.
struct PackedPosition {
    std::array<std::uint64_t, 4> planes{};
    Color turn = Color::white;

    friend bool operator==(const PackedPosition&, const PackedPosition&) = default;
};

/// Cost: a few nanoseconds.
inline PackedPosition pack(const Position& p) noexcept {
    const Board& b = p.board();
    const std::uint64_t rights = p.castling().rooks().bits();
    const auto passed = p.en_passant_square();
    return {{b.plane(0).bits() & ~rights, b.plane(1).bits() | rights, b.plane(2).bits(),
             b.men(Color::black).bits() | (passed ? Bitboard{*passed}.bits() : 0)},
            p.turn()};
}

/// The position again, with counters 0 and 1. Pre: `packed` was made by pack() from a position
/// under `rules`. Cost: about 30 ns (the key is computed anew).
Position unpack(const PackedPosition& packed, RulesetId rules = RulesetId::standard) noexcept;

/// A well mixed number of the packed form, for fingerprints of sets: the same on every machine.
constexpr std::uint64_t mixed(const PackedPosition& packed) noexcept {
    std::uint64_t h = packed.turn == Color::black ? 0x9E3779B97F4A7C15ULL : 0;
    for (const std::uint64_t plane : packed.planes) {
        h = (h ^ plane) * 0xBF58476D1CE4E5B9ULL;
        h ^= h >> 32;
        h = h * 0x94D049BB133111EBULL + plane;
        h ^= h >> 29;
    }
    return h;
}

}  // namespace hakam

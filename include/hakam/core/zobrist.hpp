#pragma once

#include <array>
#include <cstdint>

#include "hakam/core/bitboard.hpp"
#include "hakam/core/color.hpp"
#include "hakam/core/piece.hpp"

namespace hakam {

/// A Zobrist hash of what the Laws call the same position (9.2.3): men, turn, castling rights and
/// an en passant square on which a capture is legal. Equal positions have equal keys.
enum class Key : std::uint64_t {};

constexpr Key operator^(Key a, Key b) noexcept {
    return static_cast<Key>(static_cast<std::uint64_t>(a) ^ static_cast<std::uint64_t>(b));
}
constexpr Key& operator^=(Key& a, Key b) noexcept { return a = a ^ b; }

namespace zobrist {

struct Tables {
    std::array<std::array<Key, 512>, 2> man{};  ///< [color][code * 64 + square]; zero for no man
    std::array<Key, 64> castling{};             ///< by rook square
    std::array<Key, 64> en_passant{};           ///< by arrival square
    Key black_to_move{};
};

/// splitmix64: the keys are the same in every build and on every machine.
constexpr Tables make_tables() noexcept {
    Tables t;
    std::uint64_t state = 0x48414B414D203936ULL;
    const auto next = [&]() {
        std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return static_cast<Key>(z ^ (z >> 31));
    };
    for (const Color c : colors)
        for (const PieceType type : piece_types)
            for (std::size_t square = 0; square < 64; ++square)
                t.man[static_cast<std::size_t>(index(c))]
                     [static_cast<std::size_t>(index(type)) * 64 + square] = next();
    for (auto& key : t.castling) key = next();
    for (auto& key : t.en_passant) key = next();
    t.black_to_move = next();
    return t;
}
inline constexpr Tables tables = make_tables();

}  // namespace zobrist
}  // namespace hakam

#pragma once

#include <array>
#include <cstdint>

#include "hakam/core/attacks.hpp"
#include "hakam/core/board.hpp"

/// Sliding attacks by arithmetic, o ^ (o - 2r), on 4 KB of tables. The functions of attacks.hpp
/// look them up in a megabyte, which is faster where little else is done; code that runs once
/// between long stretches of other work finds that megabyte cold and is faster with these.
namespace hakam::attacks::computed {

struct Masks {
    Bitboard file;
    Bitboard diagonal;
    Bitboard antidiagonal;
};
constexpr std::array<Masks, 64> make_masks() noexcept {
    std::array<Masks, 64> masks{};
    for (int s = 0; s < 64; ++s) {
        using detail::ray;
        masks[static_cast<std::size_t>(s)] = {ray(s, 0, 1) | ray(s, 0, -1),
                                              ray(s, 1, 1) | ray(s, -1, -1),
                                              ray(s, -1, 1) | ray(s, 1, -1)};
    }
    return masks;
}
inline constexpr auto masks = make_masks();

// Attacks along a rank, by file and the six inner squares of the rank.
constexpr std::array<std::array<std::uint8_t, 64>, 8> make_ranks() noexcept {
    std::array<std::array<std::uint8_t, 64>, 8> table{};
    for (int file = 0; file < 8; ++file)
        for (unsigned inner = 0; inner < 64; ++inner) {
            unsigned result = 0;
            for (int f = file + 1; f < 8; ++f) {
                result |= 1U << f;
                if ((inner << 1 >> f & 1U) != 0) break;
            }
            for (int f = file - 1; f >= 0; --f) {
                result |= 1U << f;
                if ((inner << 1 >> f & 1U) != 0) break;
            }
            table[static_cast<std::size_t>(file)][inner] = static_cast<std::uint8_t>(result);
        }
    return table;
}
inline constexpr auto ranks = make_ranks();

constexpr std::uint64_t swap_bytes(std::uint64_t x) noexcept {
#if defined(__clang__) || defined(__GNUC__)
    return __builtin_bswap64(x);
#else
    x = (x & 0x00FF00FF00FF00FFULL) << 8 | (x >> 8 & 0x00FF00FF00FF00FFULL);
    x = (x & 0x0000FFFF0000FFFFULL) << 16 | (x >> 16 & 0x0000FFFF0000FFFFULL);
    return x << 32 | x >> 32;
#endif
}
constexpr Bitboard along(Bitboard mask, Square s, Bitboard occupied) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << index(s);
    const std::uint64_t line = occupied.bits() & mask.bits();
    const std::uint64_t up = line - 2 * bit;
    const std::uint64_t down = swap_bytes(swap_bytes(line) - 2 * swap_bytes(bit));
    return Bitboard{up ^ down} & mask;
}
/// The same as attacks::bishop.
constexpr Bitboard bishop(Square s, Bitboard occupied) noexcept {
    const Masks& m = masks[static_cast<std::size_t>(s)];
    return along(m.diagonal, s, occupied) | along(m.antidiagonal, s, occupied);
}
/// The same as attacks::rook.
constexpr Bitboard rook(Square s, Bitboard occupied) noexcept {
    const int rank_shift = index(s) & 56;
    const auto inner = static_cast<std::size_t>(occupied.bits() >> rank_shift >> 1 & 63);
    const std::uint64_t rank = ranks[static_cast<std::size_t>(index(s) & 7)][inner];
    return along(masks[static_cast<std::size_t>(s)].file, s, occupied) |
           Bitboard{rank << rank_shift};
}

/// The same as Position::is_attacked: whether a man of that colour attacks the square.
constexpr bool is_attacked(const Board& board, Square s, Color by) noexcept {
    const Bitboard men = board.men(by), occupied = board.occupied();
    if (!(((attacks::knight(s) & board.men(PieceType::knight)) |
           (attacks::king(s) & board.men(PieceType::king)) |
           (attacks::pawn(~by, s) & board.men(PieceType::pawn))) &
          men)
             .empty())
        return true;
    const Bitboard straight = board.straight_sliders() & men;
    if (!straight.empty() && !(rook(s, occupied) & straight).empty()) return true;
    const Bitboard diagonal = board.diagonal_sliders() & men;
    return !diagonal.empty() && !(bishop(s, occupied) & diagonal).empty();
}

}  // namespace hakam::attacks::computed

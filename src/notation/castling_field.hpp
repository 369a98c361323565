#pragma once

// The castling field of a FEN: what its letters claim, and which rooks they name.

#include <optional>

#include "hakam/base/static_vector.hpp"
#include "hakam/core/board.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::fen {

/// One letter of the field.
struct Claim {
    Color color{};
    std::optional<Wing> wing;  ///< for KQkq
    std::optional<File> file;  ///< for a file letter
    std::uint16_t offset = 0;  ///< place in the text
};
using Claims = StaticVector<Claim, 16>;

/// KQkq or a file letter; offset is left 0.
std::optional<Claim> claim_from(char letter) noexcept;

/// What a letter names on this board.
struct NamedRook {
    Square square{};
    Wing wing{};
    bool is_true = false;  ///< king and rook are at home for it
};

/// Castling::automatic resolved: either standard or chess960.
Castling reading_of(const Claims& claims, const Board& board, Castling castling) noexcept;

/// Pre: `castling` is standard or chess960.
NamedRook named_rook(const Claim& claim, const Board& board, Castling castling) noexcept;

/// The outermost own rook of that wing on the back rank, seen from the king.
std::optional<Square> outermost_rook(const Board& board, Color color, Square king,
                                     Wing wing) noexcept;

}  // namespace hakam::fen

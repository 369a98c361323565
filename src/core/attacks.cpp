#include "hakam/core/attacks.hpp"

#include "sliders.hpp"

namespace hakam::attacks {

Bitboard bishop(Square s, Bitboard occupied) noexcept { return sliders::bishop(s, occupied); }
Bitboard rook(Square s, Bitboard occupied) noexcept { return sliders::rook(s, occupied); }

Bitboard of(Piece piece, Square s, Bitboard occupied) noexcept {
    switch (piece.type) {
        case PieceType::pawn:
            return pawn(piece.color, s);
        case PieceType::knight:
            return knight(s);
        case PieceType::bishop:
            return bishop(s, occupied);
        case PieceType::rook:
            return rook(s, occupied);
        case PieceType::queen:
            return queen(s, occupied);
        case PieceType::king:
            return king(s);
    }
    return {};
}

}  // namespace hakam::attacks

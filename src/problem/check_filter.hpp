#pragma once

#include <array>

#include "../core/sliders.hpp"
#include "hakam/core/attacks.hpp"
#include "hakam/core/position.hpp"

namespace hakam::problem {

/// Which moves of the side to move can give check: exact for plain moves, generous for others.
class CheckFilter {
public:
    explicit CheckFilter(const Position& p) noexcept {
        const Color us = p.turn();
        const Board& b = p.board();
        const Bitboard occupied = b.occupied();
        const Square king = p.king(~us);
        const Bitboard own = b.men(us);
        squares_[index(PieceType::pawn)] = attacks::pawn(~us, king);
        squares_[index(PieceType::knight)] = attacks::knight(king);
        const Bitboard diagonal = sliders::bishop(king, occupied);
        const Bitboard straight = sliders::rook(king, occupied);
        squares_[index(PieceType::bishop)] = diagonal;
        squares_[index(PieceType::rook)] = straight;
        squares_[index(PieceType::queen)] = diagonal | straight;
        // Own men that stand between an own sliding man and the king.
        const Bitboard diagonal_shields = diagonal & own;
        const Bitboard straight_shields = straight & own;
        if (!diagonal_shields.empty() && !(b.diagonal_sliders() & own).empty())
            for (const Square s :
                 sliders::bishop(king, occupied & ~diagonal_shields) & own & b.diagonal_sliders())
                shields_ |= attacks::between(king, s) & own;
        if (!straight_shields.empty() && !(b.straight_sliders() & own).empty())
            for (const Square s :
                 sliders::rook(king, occupied & ~straight_shields) & own & b.straight_sliders())
                shields_ |= attacks::between(king, s) & own;
    }
    bool may_check(Move m) const noexcept {
        if (m.kind() >= MoveKind::en_passant) return true;
        return squares_[static_cast<std::size_t>(m.landing_code())].contains(m.to()) ||
               shields_.contains(m.from());
    }

private:
    static constexpr std::size_t index(PieceType t) noexcept {
        return static_cast<std::size_t>(hakam::index(t));
    }
    std::array<Bitboard, 8> squares_{};
    Bitboard shields_;
};

}  // namespace hakam::problem

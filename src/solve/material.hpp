#pragma once

#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam::solve {

/// The lemma that shows that `winner` can never mate from a position that is not already mate.
inline MaterialLemma material_lemma(const Board& board, Color winner) noexcept {
    const Bitboard own = board.men(winner);
    if (!own.has_many()) return MaterialLemma::lone_king;
    const Bitboard bishops = board.plane(0) & board.plane(1) & ~board.plane(2);
    const Bitboard king = board.plane(2) & ~board.plane(0) & ~board.plane(1);
    const Bitboard queens = board.plane(0) & board.plane(1) & board.plane(2);
    const Bitboard knights = board.plane(1) & ~board.plane(0) & ~board.plane(2);
    const Bitboard officers = own & ~king;
    if ((officers & ~bishops).empty()) {
        const Bitboard pawns = board.plane(0) & ~board.plane(1) & ~board.plane(2);
        if ((pawns | knights).empty() &&
            ((bishops & Bitboard::light()).empty() || (bishops & Bitboard::dark()).empty()))
            return MaterialLemma::one_color_bishops;
    } else if ((officers & ~knights).empty() && !officers.has_many()) {
        if ((board.men(~winner) & ~king & ~queens).empty()) return MaterialLemma::lone_knight;
    }
    return MaterialLemma::none;
}

}  // namespace hakam::solve

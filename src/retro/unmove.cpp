#include "hakam/retro/unmove.hpp"

#include "take_back.hpp"

namespace hakam::retro {
namespace {

/// Corner rooks that stand with their king at home, so that a right is thinkable.
Bitboard homes_of_rights(const Board& board) noexcept {
    Bitboard rooks;
    for (const Color c : colors) {
        if (board.at(square(File::e, back_rank(c))) != Piece{c, PieceType::king}) continue;
        for (const File f : {File::a, File::h})
            if (board.at(square(f, back_rank(c))) == Piece{c, PieceType::rook})
                rooks |= square(f, back_rank(c));
    }
    return rooks;
}

/// Of those, the rights that the move ends.
Bitboard ended_by(const Board& before, Move move, Color mover) noexcept {
    Bitboard touched = Bitboard{move.from()} | move.to();
    if (move.mover() == PieceType::king) touched |= Bitboard::of(back_rank(mover));
    return homes_of_rights(before) & touched;
}

}  // namespace

std::vector<Unmove> unmoves(const Diagram& diagram) {
    std::vector<Unmove> found;
    take_back(diagram, [&](Move move, const Board& before, Bitboard needed) {
        const Diagram earlier = before_of(diagram, move, before, needed);
        found.push_back(
            {move, earlier, ended_by(before, move, ~diagram.turn) & ~earlier.rights.rooks()});
        return true;
    });
    return found;
}

std::vector<Predecessor> predecessors(const Position& position) {
    std::vector<Predecessor> found;
    for (const Unmove& unmove : unmoves(diagram_of(position))) {
        if ((unmove.move.kind() == MoveKind::double_step) !=
            position.double_step_square().has_value())
            continue;
        // Every subset of the rights that the move can have ended.
        for (std::uint64_t some = unmove.lost.bits();;
             some = (some - 1) & unmove.lost.bits()) {
            Diagram before = unmove.before;
            before.rights = CastlingRights{before.rights.rooks() | Bitboard{some}};
            if (const auto earlier = position_of(before)) found.push_back({*earlier, unmove.move});
            if (some == 0) break;
        }
    }
    return found;
}

}  // namespace hakam::retro

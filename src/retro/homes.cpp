#include "homes.hpp"

namespace hakam::retro {
namespace {

/// The squares of a man's first step from `s`, men in the way or not.
Bitboard first_steps(Piece man, Square s) noexcept {
    switch (man.type) {
        case PieceType::knight:
            return attacks::knight(s);
        case PieceType::bishop:
            return attacks::bishop(s, Bitboard::all());
        case PieceType::rook:
            return attacks::rook(s, Bitboard::all());
        case PieceType::queen:
        case PieceType::king:
            return attacks::king(s);
        case PieceType::pawn:
            break;
    }
    return Bitboard::all();
}

}  // namespace

Bitboard never_moved(const Diagram& diagram) noexcept {
    const Board& board = diagram.board;
    Bitboard never = unmoved_by_rights(diagram);
    for (const Color c : colors)
        never |= board.men(c, PieceType::pawn) & Bitboard::of(c == Color::white ? Rank::r2 : Rank::r7);
    for (bool more = true; more;) {
        more = false;
        for (const Color c : colors)
            for (int f = 0; f < 8; ++f) {
                const Square s = square(static_cast<File>(f), back_rank(c));
                const Piece man{c, back_men[f]};
                if (never.contains(s) || board.at(s) != man) continue;
                if (!(first_steps(man, s) & ~never).empty()) continue;
                never |= s;
                more = true;
            }
    }
    return never;
}

Bitboard forbidden_squares(const Board& board, Bitboard never, Color mover,
                           PieceType type) noexcept {
    Bitboard forbidden;
    const auto enemy_king = (board.men(~mover, PieceType::king) & never).only();
    if (type == PieceType::king) {
        for (const Square s : board.men(~mover) & never) {
            const Piece man = *board.at(s);
            forbidden |= man.type == PieceType::pawn ? attacks::pawn(~mover, s)
                                                     : first_steps(man, s);
        }
        return forbidden;
    }
    if (!enemy_king) return forbidden;
    if (type == PieceType::pawn) return attacks::pawn(~mover, *enemy_king);
    return first_steps({mover, type}, *enemy_king);
}

}  // namespace hakam::retro

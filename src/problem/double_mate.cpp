#include "double_mate.hpp"

#include "../core/movegen.hpp"
#include "hakam/core/attacks.hpp"

namespace hakam::problem {
namespace {

bool is_attacked(const Board& b, Square s, Color by) {
    const Bitboard men = b.men(by);
    const Bitboard occupied = b.occupied();
    return !((attacks::knight(s) & b.men(by, PieceType::knight)) |
             (attacks::king(s) & b.men(by, PieceType::king)) |
             (attacks::pawn(~by, s) & b.men(by, PieceType::pawn)) |
             (attacks::bishop(s, occupied) & men & b.diagonal_sliders()) |
             (attacks::rook(s, occupied) & men & b.straight_sliders()))
                .empty();
}

// Whether `side` stands in check and could not get out if it were to move.
bool is_mated(const Board& b, Color side) {
    if (!is_attacked(b, b.men(side, PieceType::king).first(), ~side)) return false;
    movegen::AnySink sink;
    if (side == Color::white)
        movegen::generate<rulesets::standard, Color::white>(b, {}, {}, sink);
    else
        movegen::generate<rulesets::standard, Color::black>(b, {}, {}, sink);
    return !sink.is_full();
}

}  // namespace

std::vector<Move> double_mates(const Position& p) {
    std::vector<Move> found;
    const Board& board = p.board();
    const Color us = p.turn();
    const auto consider = [&](Move m) {
        Board next = board.with(Bitboard{m.from()} | m.to(), m.to(), us, m.landing_code());
        if (m.is_en_passant()) next.remove(square(file_of(m.to()), rank_of(m.from())));
        if (is_mated(next, us) && is_mated(next, ~us)) found.push_back(m);
    };
    for (const Square from : p.men(us)) {
        const Piece man = *p.at(from);
        if (man.type != PieceType::pawn) {
            const Bitboard targets = attacks::of(man, from, p.occupied()) & ~p.men(us) &
                                     ~p.men(~us, PieceType::king);
            for (const Square to : targets)
                consider(Move::make(from, to, MoveKind::normal, man.type, board.code_at(to)));
            continue;
        }
        const int up = us == Color::white ? 8 : -8;
        const auto arrive = [&](Square to, MoveKind kind, int captured) {
            if (rank_of(to) != back_rank(~us)) {
                consider(Move::make(from, to, kind, PieceType::pawn, captured));
                return;
            }
            for (const PieceType type : promotion_types)
                consider(Move::make(from, to, MoveKind::promotion, PieceType::pawn, captured,
                                    index(type)));
        };
        const Square one = square(index(from) + up);
        if (!p.occupied().contains(one)) {
            arrive(one, MoveKind::normal, 0);
            if (relative_rank(us, from) == Rank::r2) {
                const Square two = square(index(one) + up);
                if (!p.occupied().contains(two)) arrive(two, MoveKind::double_step, 0);
            }
        }
        for (const Square to : attacks::pawn(us, from)) {
            if ((p.men(~us) & ~p.men(PieceType::king)).contains(to))
                arrive(to, MoveKind::normal, board.code_at(to));
            else if (p.double_step_square() == to)
                arrive(to, MoveKind::en_passant, hakam::index(PieceType::pawn));
        }
    }
    return found;
}

}  // namespace hakam::problem

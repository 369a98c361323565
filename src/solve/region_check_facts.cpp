// What the checker of region certificates knows of a layer.

#include "region_check.hpp"

namespace hakam::region_check {

Bitboard squares_attacked(const ManRegion& m, Square s, Bitboard blockers) {
    Bitboard result = attacks::of(m.piece, s, blockers);
    if (m.promoted) result |= attacks::knight(s);
    return result;
}

Bitboard fixed_squares(const Men& men) {
    Bitboard result;
    for (const ManRegion& m : men)
        if (is_fixed(m)) result |= m.squares;
    return result;
}

// A crowd: bishops or rooks of one colour, none of which falls, that share a region on which nobody
// else can stand. If they leave fewer squares of it empty than there are on the lines to a square
// (up to where each line leaves the region), one of them stands on such a line and guards it.
static bool crowd_guards(const Men& men, const ManRegion& one, Square target) {
    if (one.promoted || one.may_fall) return false;
    if (one.piece.type != PieceType::bishop && one.piece.type != PieceType::rook) return false;
    int crowd = 0;
    for (const ManRegion& m : men) {
        if (m.piece == one.piece && m.squares == one.squares && !m.promoted && !m.may_fall)
            ++crowd;
        else if (!(m.squares & one.squares).empty())
            return false;
    }
    int on_lines = 0;
    for (const Square s : one.squares) {
        if (s == target || !attacks::of(one.piece, s, {}).contains(target)) continue;
        if ((attacks::between(s, target) & ~one.squares).empty()) ++on_lines;
    }
    return on_lines > one.squares.size() - crowd;
}

Bitboard guarded_squares(const Men& men, Color color) {
    Bitboard result;
    for (const ManRegion& m : men)
        if (m.piece.color != color && m.squares.has_many())
            for (int s = 0; s < 64; ++s)
                if (!result.contains(square(s)) && crowd_guards(men, m, square(s)))
                    result |= square(s);
    for (const ManRegion& guard : men) {
        if (guard.piece.color == color || !is_fixed(guard) || guard.promoted) continue;
        Bitboard others;
        for (const ManRegion& m : men)
            if (m.home != guard.home && !(is_king(m) && m.piece.color == color))
                others |= m.squares;
        result |= squares_attacked(guard, guard.squares.first(), others);
    }
    return result;
}

bool stays_in_front(const ManRegion& man, const ManRegion& front) {
    if (!is_pawn(man) || !is_pawn(front) || front.may_fall || man.home == front.home) return false;
    const Bitboard file = Bitboard::of(file_of(man.squares.first()));
    if (!((man.squares | front.squares) & ~file).empty()) return false;
    const auto hindmost = [](const ManRegion& m) {
        return m.piece.color == Color::white ? m.squares.first() : m.squares.last();
    };
    return man.piece.color == Color::white ? hindmost(man) < hindmost(front)
                                           : hindmost(man) > hindmost(front);
}
bool has_room(const Men& men, const ManRegion& m, Square to) {
    for (const ManRegion& front : men) {
        if (!stays_in_front(m, front)) continue;
        const Square limit =
            m.piece.color == Color::white ? front.squares.last() : front.squares.first();
        if (m.piece.color == Color::white ? to >= limit : to <= limit) return false;
    }
    return true;
}

}  // namespace hakam::region_check

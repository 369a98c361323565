#include "hakam/core/illegal.hpp"

namespace hakam {

namespace {

struct Row {
    std::string_view name;
    std::string_view article;
};
constexpr Row row(IllegalCode code) noexcept {
    switch (code) {
        case IllegalCode::no_man: return {"no-man", "3.1"};
        case IllegalCode::not_your_man: return {"not-your-man", "1.3"};
        case IllegalCode::own_man: return {"own-man", "3.1.1"};
        case IllegalCode::wrong_way: return {"wrong-way", "3.1"};
        case IllegalCode::blocked: return {"blocked", "3.5"};
        case IllegalCode::nothing_to_capture: return {"nothing-to-capture", "3.7.3"};
        case IllegalCode::captures_ahead: return {"captures-ahead", "3.7.1"};
        case IllegalCode::promotion_missing: return {"promotion-missing", "3.7.3.3"};
        case IllegalCode::promotion_false: return {"promotion-false", "3.7.3.3"};
        case IllegalCode::castling_right: return {"castling-right", "3.8.2.1"};
        case IllegalCode::castling_blocked: return {"castling-blocked", "3.8.2.2"};
        case IllegalCode::castling_check: return {"castling-check", "3.8.2.2"};
        case IllegalCode::castling_through: return {"castling-through", "3.8.2.2"};
        case IllegalCode::leaves_check: return {"leaves-check", "3.9.2"};
        case IllegalCode::exposes_king: break;
    }
    return {"exposes-king", "3.9.2"};
}

/// Castling on the wing of `rook`, which stands on the king's rank, or would have to.
Illegality castling_fault(const Position& p, Illegality why, Wing wing) {
    const Color us = p.turn();
    const auto rook = p.castling().rook(why.from, wing);
    if (!rook) {
        why.code = IllegalCode::castling_right;
        return why;
    }
    const Square king_to = castled_king(us, wing);
    const Bitboard movers = Bitboard{why.from} | *rook;
    const Bitboard way = (attacks::between(why.from, *rook) | attacks::between(why.from, king_to) |
                          king_to | attacks::between(*rook, castled_rook(us, wing)) |
                          castled_rook(us, wing)) & ~movers;
    if (const Bitboard men = way & p.occupied()) {
        why.code = IllegalCode::castling_blocked;
        why.culprit = men.first();
        return why;
    }
    if (p.is_check()) {
        why.code = IllegalCode::castling_check;
        why.culprit = p.checkers().first();
        return why;
    }
    why.code = IllegalCode::castling_through;
    for (const Square s : attacks::between(why.from, king_to) | king_to)
        if (const Bitboard attackers = p.attackers(s, ~us)) why.culprit = attackers.first();
    return why;
}

/// Who would give check if the man went there, the board alone being looked at.
std::optional<Square> checker_after(const Position& p, const Illegality& why) {
    const Color us = p.turn();
    Bitboard gone{why.from};
    if (why.man->type == PieceType::pawn && file_of(why.from) != file_of(why.to) &&
        !p.at(why.to))
        gone |= square(file_of(why.to), rank_of(why.from));  // en passant
    const Bitboard occupied = (p.occupied() & ~gone) | why.to;
    const Square king = why.man->type == PieceType::king ? why.to : p.king(us);
    const Bitboard enemies = p.men(~us) & ~gone & ~Bitboard{why.to};
    for (const Square s : enemies)
        if (attacks::of(*p.at(s), s, occupied).contains(king)) return s;
    return std::nullopt;
}

std::string on(const std::optional<Piece>& man, Square s) {
    return (man ? std::string{word(man->type)} : std::string{"man"}) + " on " + to_string(s);
}

Illegality pawn_fault(const Position& p, Illegality why) {
    const Color us = p.turn();
    const int up = us == Color::white ? 8 : -8;
    const int step = index(why.to) - index(why.from);
    if (attacks::pawn(us, why.from).contains(why.to)) {
        why.code = IllegalCode::nothing_to_capture;
        return why;
    }
    why.code = IllegalCode::wrong_way;
    if (file_of(why.from) != file_of(why.to)) return why;
    if (step == up && p.at(why.to)) {
        why.code = IllegalCode::captures_ahead;
        why.culprit = why.to;
    } else if (step == 2 * up) {
        const Square passed = square(index(why.from) + up);
        for (const Square s : {passed, why.to})
            if (p.at(s)) {
                why.code = IllegalCode::blocked;
                why.culprit = s;
                break;
            }
    }
    return why;
}

}  // namespace

std::string_view name(IllegalCode code) noexcept { return row(code).name; }
std::string_view article_of(IllegalCode code) noexcept { return row(code).article; }

std::string_view word(PieceType type) noexcept {
    switch (type) {
        case PieceType::pawn: return "pawn";
        case PieceType::knight: return "knight";
        case PieceType::bishop: return "bishop";
        case PieceType::rook: return "rook";
        case PieceType::queen: return "queen";
        case PieceType::king: break;
    }
    return "king";
}

std::optional<Illegality> why_illegal(const Position& p, Square from, Square to,
                                      std::optional<PieceType> promotion) {
    const Color us = p.turn();
    Illegality why{.code = IllegalCode::no_man, .from = from, .to = to, .man = p.at(from),
                   .culprit = {}};
    if (!why.man) return why;
    if (why.man->color != us) {
        why.code = IllegalCode::not_your_man;
        return why;
    }
    bool fits_squares = false;
    for (const Move m : p.legal_moves()) {
        if (m.from() != from || (m.to() != to && !(m.is_castling() && m.arrival() == to))) continue;
        if (m.promotion() == promotion) return std::nullopt;
        fits_squares = true;
    }
    const bool last_rank = rank_of(to) == back_rank(~us);
    if (fits_squares) {
        why.code = promotion ? IllegalCode::promotion_false : IllegalCode::promotion_missing;
        if (promotion && why.man->type == PieceType::pawn && last_rank)
            why.code = IllegalCode::promotion_missing;  // a king or pawn was named
        return why;
    }

    const bool is_king = why.man->type == PieceType::king;
    if (is_king && rank_of(from) == rank_of(to) && rank_of(from) == back_rank(us)) {
        const bool onto_rook = p.at(to) == Piece{us, PieceType::rook};
        const int files = index(file_of(to)) - index(file_of(from));
        if (onto_rook || files == 2 || files == -2)
            return castling_fault(p, why, files > 0 ? Wing::king : Wing::queen);
    }
    if (from == to) {
        why.code = IllegalCode::wrong_way;
        return why;
    }
    if (p.men(us).contains(to)) {
        why.code = IllegalCode::own_man;
        why.culprit = to;
        return why;
    }
    const bool is_pawn = why.man->type == PieceType::pawn;
    bool reaches = attacks::of(*why.man, from, p.occupied()).contains(to);
    if (is_pawn) {
        const int up = us == Color::white ? 8 : -8;
        const bool captures = reaches && (p.men(~us).contains(to) || p.double_step_square() == to);
        const bool walks = (index(to) - index(from) == up && !p.at(to)) ||
                           (index(to) - index(from) == 2 * up && !p.at(to) &&
                            !p.at(square(index(from) + up)) &&
                            (relative_rank(us, from) == Rank::r2 ||
                            p.rules() == RulesetId::torpedo));
        reaches = captures || walks;
        if (!reaches) return pawn_fault(p, why);
    }
    if (!reaches) {
        why.code = IllegalCode::wrong_way;
        if (attacks::of(*why.man, from, Bitboard{}).contains(to)) {
            const Bitboard men = attacks::between(from, to) & p.occupied();
            why.code = IllegalCode::blocked;
            why.culprit = index(to) > index(from) ? men.first() : men.last();
        }
        return why;
    }
    why.culprit = checker_after(p, why);
    why.code = p.is_check() && !is_king ? IllegalCode::leaves_check : IllegalCode::exposes_king;
    return why;
}

std::string describe(const Illegality& why) {
    const std::string man = "the " + on(why.man, why.from);
    const std::string culprit = why.culprit ? to_string(*why.culprit) : std::string{"another square"};
    switch (why.code) {
        case IllegalCode::no_man: return "no man stands on " + to_string(why.from);
        case IllegalCode::not_your_man: return man + " is the opponent's";
        case IllegalCode::own_man: return "an own man stands on " + to_string(why.to);
        case IllegalCode::wrong_way:
            return "a " + (why.man ? std::string{word(why.man->type)} : std::string{"man"}) +
                   " does not move from " + to_string(why.from) + " to " + to_string(why.to);
        case IllegalCode::blocked: return man + " is blocked by the man on " + culprit;
        case IllegalCode::nothing_to_capture:
            return man + " moves diagonally only to capture, and there is nothing to capture on " +
                   to_string(why.to);
        case IllegalCode::captures_ahead:
            return man + " does not capture straight ahead, and " + to_string(why.to) +
                   " is occupied";
        case IllegalCode::promotion_missing:
            return "a pawn on the last rank becomes a queen, rook, bishop or knight, and none is "
                   "named";
        case IllegalCode::promotion_false:
            return "only a pawn that reaches the last rank becomes another man";
        case IllegalCode::castling_right: return "there is no right to castle on that side";
        case IllegalCode::castling_blocked:
            return "castling is prevented by the man on " + culprit;
        case IllegalCode::castling_check:
            return "the king is in check by the man on " + culprit + " and may not castle";
        case IllegalCode::castling_through:
            return "the king would pass or reach a square attacked by the man on " + culprit;
        case IllegalCode::leaves_check:
            return "the king stays in check by the man on " + culprit;
        case IllegalCode::exposes_king: break;
    }
    if (why.man && why.man->type == PieceType::king)
        return to_string(why.to) + " is attacked by the man on " + culprit;
    return man + " is pinned: the man on " + culprit + " would give check";
}

}  // namespace hakam

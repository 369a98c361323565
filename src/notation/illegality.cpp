#include "hakam/notation/illegality.hpp"

#include "hakam/core/attacks.hpp"
#include "hakam/notation/san.hpp"
#include "move_shape.hpp"

namespace hakam {
namespace {

Bitboard reach_on_empty_board(PieceType type, Square from) {
    switch (type) {
        case PieceType::knight:
            return attacks::knight(from);
        case PieceType::king:
            return attacks::king(from);
        case PieceType::bishop:
            return attacks::bishop(from, {});
        case PieceType::rook:
            return attacks::rook(from, {});
        default:
            return attacks::queen(from, {});
    }
}

/// How near to legality a reason is, for choosing among men.
int nearness(IllegalReason reason) {
    switch (reason) {
        case IllegalReason::promotion_missing:
        case IllegalReason::promotion_false:
            return 6;
        case IllegalReason::pinned:
        case IllegalReason::left_in_check:
        case IllegalReason::king_into_check:
            return 5;
        case IllegalReason::no_en_passant:
            return 4;
        case IllegalReason::blocked:
        case IllegalReason::pawn_takes_nothing:
            return 3;
        case IllegalReason::own_man_on_target:
            return 2;
        case IllegalReason::cannot_reach:
            return 1;
        default:
            return 0;
    }
}

/// Whether some man of `side` could move so if it had the move, checks apart.
bool could_move(const Position& p, Color side, PieceType type, const notation::MoveShape& shape) {
    for (const Square from : p.men(side, type)) {
        if (shape.file && *shape.file != file_of(from)) continue;
        if (shape.rank && *shape.rank != rank_of(from)) continue;
        if (p.men(side).contains(shape.to)) continue;
        if (type == PieceType::pawn) {
            const int up = side == Color::white ? 8 : -8;
            const int step = index(shape.to) - index(from);
            const bool is_empty = !p.occupied().contains(shape.to);
            if (step == up && is_empty) return true;
            if (step == 2 * up && is_empty && relative_rank(side, from) == Rank::r2 &&
                !p.occupied().contains(square(index(from) + up)))
                return true;
            if (attacks::pawn(side, from).contains(shape.to) && p.men(~side).contains(shape.to))
                return true;
        } else if (reach_on_empty_board(type, from).contains(shape.to) &&
                   (type == PieceType::knight ||
                    (attacks::between(from, shape.to) & p.occupied()).empty())) {
            return true;
        }
    }
    return false;
}

std::optional<Illegality> why_shape(const notation::MoveShape& shape, const Position& p) {
    if (shape.castling) return why_illegal(p, *shape.castling);
    if (shape.has_full_origin()) {
        const Square from = square(*shape.file, *shape.rank);
        auto why = why_illegal(p, from, shape.to, shape.promotion);
        const auto man = p.at(from);
        if (shape.type && man && man->type != *shape.type)
            return Illegality{IllegalReason::no_such_man, shape.type, from, shape.to, from, {}, {}};
        if (why && !why->man) why->man = shape.type;
        return why;
    }
    const PieceType type = shape.type.value_or(PieceType::pawn);
    Illegality result{IllegalReason::no_such_man, type, {}, shape.to, {}, {}, {}};
    int best = -1;
    for (const Square from : p.men(p.turn(), type)) {
        if (shape.file && *shape.file != file_of(from)) continue;
        if (shape.rank && *shape.rank != rank_of(from)) continue;
        const auto why = why_illegal(p, from, shape.to, shape.promotion);
        if (!why) return std::nullopt;  // legal, or one of several that are
        // A pawn behind its square is meant, though it does not go so far.
        const bool is_behind = type == PieceType::pawn && file_of(from) == file_of(shape.to) &&
                               why->reason == IllegalReason::cannot_reach;
        const int near = nearness(why->reason) + (is_behind ? 1 : 0);
        if (near <= best) continue;
        best = near;
        result = *why;
    }
    if (best <= nearness(IllegalReason::cannot_reach) && could_move(p, ~p.turn(), type, shape))
        return Illegality{IllegalReason::wrong_turn, type, {}, shape.to, {}, {}, {}};
    // Of several pawns none of which stands near, no single one is meant.
    if (best == nearness(IllegalReason::cannot_reach) && type == PieceType::pawn && !shape.file)
        result.from.reset();
    return result;
}

}  // namespace

std::optional<Illegality> why_illegal(std::string_view text, const Position& position,
                                      const Letters& letters) {
    if (text.size() > san::max_length) return std::nullopt;
    for (const Letters* each : {&letters, &english, letters_for("figurine")})
        if (const auto read = san::parse_lenient(text, position, *each);
            read || read.error().code == ErrorCode::ambiguous_move)
            return std::nullopt;
    std::optional<Illegality> why;
    for (const Letters* each : {&letters, &english, letters_for("figurine")}) {
        for (const auto first : {notation::FirstLetter::piece, notation::FirstLetter::small_piece,
                                 notation::FirstLetter::file}) {
            const auto shape = notation::read_shape(text, *each, first);
            if (shape) why = why_shape(*shape, position);
            if (why) break;
        }
        if (why) break;
    }
    if (why && !position.has_legal_move())
        why->reason = position.is_check() ? IllegalReason::checkmated : IllegalReason::stalemated;
    return why;
}

IllegalityMen men_of(const Illegality& why, const Position& position, const Letters& letters) {
    const auto text = [&](Piece piece, std::optional<Square> where) {
        std::string man;
        if (piece.type != PieceType::pawn || !where) man = letters.letter(piece);
        return where ? man + to_char(file_of(*where)) + to_char(rank_of(*where)) : man;
    };
    const auto standing = [&](std::optional<Square> where) {
        const auto piece = where ? position.at(*where) : std::nullopt;
        return piece ? text(*piece, where) : std::string{};
    };
    return {why.man ? text({position.turn(), *why.man}, why.from) : standing(why.from),
            standing(why.by)};
}

}  // namespace hakam

#include "hakam/core/illegality.hpp"

#include <algorithm>
#include <cstdlib>

#include "hakam/core/attacks.hpp"

namespace hakam {
namespace {

/// Attackers of `king` when these squares are empty or occupied otherwise.
Bitboard attackers_of(const Board& b, Color us, Square king, Bitboard occupied, Bitboard enemy) {
    const Bitboard leapers = (attacks::knight(king) & b.men(PieceType::knight)) |
                             (attacks::pawn(us, king) & b.men(PieceType::pawn)) |
                             (attacks::king(king) & b.men(PieceType::king));
    const Bitboard straight = attacks::rook(king, occupied) & b.straight_sliders();
    const Bitboard diagonal = attacks::bishop(king, occupied) & b.diagonal_sliders();
    return (leapers | straight | diagonal) & enemy & occupied;
}

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

/// The man nearest to `from` among those.
Square nearest(Bitboard men, Square from) {
    Square best = men.first();
    const auto distance = [&](Square s) {
        return std::max(std::abs(index(file_of(s)) - index(file_of(from))),
                        std::abs(index(rank_of(s)) - index(rank_of(from))));
    };
    for (const Square s : men)
        if (distance(s) < distance(best)) best = s;
    return best;
}

/// One way of moving a man, looked at until it fails.
class Attempt {
public:
    Attempt(const Position& position, Square from, Square to, std::optional<PieceType> promotion)
        : p_{position}, from_{from}, to_{to}, promotion_{promotion} {
        result_.from = from;
        result_.to = to;
    }

    std::optional<Illegality> run() {
        const auto man = p_.at(from_);
        if (!man) return fail(IllegalReason::empty_square);
        result_.man = man->type;
        if (man->color != p_.turn()) return fail(IllegalReason::wrong_turn, from_);
        if (man->type == PieceType::king)
            if (const auto wing = castling_wing()) return why_illegal(p_, *wing);
        if (p_.men(p_.turn()).contains(to_)) return fail(IllegalReason::own_man_on_target, to_);
        if (man->type == PieceType::pawn) {
            if (auto why = pawn()) return why;
        } else {
            if (!reach_on_empty_board(man->type, from_).contains(to_))
                return fail(IllegalReason::cannot_reach);
            const Bitboard between = attacks::between(from_, to_) & p_.occupied();
            if (!between.empty() && man->type != PieceType::knight)
                return fail(IllegalReason::blocked, nearest(between, from_));
        }
        if (auto why = king_safety(man->type)) return why;
        return promotion(man->type);
    }

private:
    std::optional<Illegality> fail(IllegalReason reason, std::optional<Square> by = std::nullopt) {
        result_.reason = reason;
        result_.by = by;
        return result_;
    }

    /// Onto an own rook, or two squares sideways from where the king began.
    std::optional<Wing> castling_wing() const {
        const Wing wing = index(to_) > index(from_) ? Wing::king : Wing::queen;
        if (rank_of(from_) != rank_of(to_)) return std::nullopt;
        if (p_.men(p_.turn(), PieceType::rook).contains(to_) &&
            p_.castling().rook(from_, wing) == to_)
            return wing;
        const int distance = std::abs(index(to_) - index(from_));
        if (from_ != square(File::e, back_rank(p_.turn())) || distance != 2) return std::nullopt;
        return wing;
    }

    std::optional<Illegality> pawn() {
        const int up = p_.turn() == Color::white ? 8 : -8;
        const int step = index(to_) - index(from_);
        const int files = index(file_of(to_)) - index(file_of(from_));
        if (files == 0) {
            const bool is_double = step == 2 * up && relative_rank(p_.turn(), from_) == Rank::r2;
            if (step != up && !is_double) return fail(IllegalReason::cannot_reach);
            const Square before = square(index(from_) + up);
            if (p_.occupied().contains(before)) return fail(IllegalReason::blocked, before);
            if (p_.occupied().contains(to_)) return fail(IllegalReason::blocked, to_);
            return std::nullopt;
        }
        if ((files != 1 && files != -1) || step != up + files)
            return fail(IllegalReason::cannot_reach);
        if (p_.men(~p_.turn()).contains(to_)) return std::nullopt;
        const Square beside = square(file_of(to_), rank_of(from_));
        if (p_.double_step_square() == to_) {
            taken_ = beside;
            return std::nullopt;
        }
        if (p_.men(~p_.turn(), PieceType::pawn).contains(beside) &&
            relative_rank(p_.turn(), to_) == Rank::r6)
            return fail(IllegalReason::no_en_passant, beside);
        return fail(IllegalReason::pawn_takes_nothing);
    }

    std::optional<Illegality> king_safety(PieceType type) {
        const Color us = p_.turn();
        const Square taken = taken_.value_or(to_);
        const Bitboard enemy = p_.men(~us) & ~Bitboard{taken};
        const Bitboard occupied =
            (p_.occupied() & ~(Bitboard{from_} | Bitboard{taken})) | Bitboard{to_};
        const bool is_king = type == PieceType::king;
        const Square king = is_king ? to_ : p_.king(us);
        const Bitboard by = attackers_of(p_.board(), us, king, occupied, enemy);
        if (by.empty()) return std::nullopt;
        if (is_king) return fail(IllegalReason::king_into_check, by.first());
        const Bitboard old = by & p_.checkers();
        if (!old.empty()) return fail(IllegalReason::left_in_check, old.first());
        return fail(IllegalReason::pinned, by.first());
    }

    std::optional<Illegality> promotion(PieceType type) {
        const bool is_due = type == PieceType::pawn && relative_rank(p_.turn(), to_) == Rank::r8;
        if (is_due && !promotion_) return fail(IllegalReason::promotion_missing);
        const bool is_man = !promotion_ || (*promotion_ != PieceType::pawn &&
                                            *promotion_ != PieceType::king);
        if ((!is_due && promotion_) || !is_man) return fail(IllegalReason::promotion_false);
        return std::nullopt;
    }

    const Position& p_;
    Square from_;
    Square to_;
    std::optional<PieceType> promotion_;
    std::optional<Square> taken_;
    Illegality result_;
};

}  // namespace

std::string_view name(IllegalReason reason) noexcept {
    switch (reason) {
        case IllegalReason::no_such_man:
            return "no-such-man";
        case IllegalReason::empty_square:
            return "empty-square";
        case IllegalReason::wrong_turn:
            return "wrong-turn";
        case IllegalReason::own_man_on_target:
            return "own-man-on-target";
        case IllegalReason::cannot_reach:
            return "cannot-reach";
        case IllegalReason::blocked:
            return "blocked";
        case IllegalReason::pawn_takes_nothing:
            return "pawn-takes-nothing";
        case IllegalReason::no_en_passant:
            return "no-en-passant";
        case IllegalReason::promotion_missing:
            return "promotion-missing";
        case IllegalReason::promotion_false:
            return "promotion-false";
        case IllegalReason::left_in_check:
            return "left-in-check";
        case IllegalReason::pinned:
            return "pinned";
        case IllegalReason::king_into_check:
            return "king-into-check";
        case IllegalReason::castling_right_lost:
            return "castling-right-lost";
        case IllegalReason::castling_in_check:
            return "castling-in-check";
        case IllegalReason::castling_blocked:
            return "castling-blocked";
        case IllegalReason::castling_through_attack:
            return "castling-through-attack";
        case IllegalReason::castling_into_check:
            return "castling-into-check";
        case IllegalReason::checkmated:
            return "checkmated";
        case IllegalReason::stalemated:
            return "stalemated";
    }
    return "unknown";
}

std::optional<Illegality> why_illegal(const Position& position, Wing wing) {
    const Color us = position.turn();
    const Square king = position.king(us);
    Illegality why{IllegalReason::castling_right_lost, PieceType::king, king, {}, {}, {}, wing};
    const auto fail = [&](IllegalReason reason, Square by) {
        why.reason = reason;
        why.by = by;
        return why;
    };
    for (const Move move : position.legal_moves())
        if (move.is_castling() && move.wing() == wing) return std::nullopt;
    const auto rook = position.castling().rook(king, wing);
    if (!rook) return why;
    const Square king_to = castled_king(us, wing);
    const Square rook_to = castled_rook(us, wing);
    why.to = king_to;
    if (position.is_check()) return fail(IllegalReason::castling_in_check, position.checkers().first());
    const Bitboard movers = Bitboard{king} | Bitboard{*rook};
    const Bitboard path = attacks::between(king, king_to) | Bitboard{king_to} |
                          attacks::between(*rook, rook_to) | Bitboard{rook_to} |
                          attacks::between(king, *rook);
    const Bitboard men = path & position.occupied() & ~movers;
    if (!men.empty()) return fail(IllegalReason::castling_blocked, nearest(men, king));
    const Bitboard enemy = position.men(~us);
    for (const Square s : attacks::between(king, king_to)) {
        const Bitboard by = attackers_of(position.board(), us, s,
                                         position.occupied() & ~Bitboard{king}, enemy);
        if (by.empty()) continue;
        why.crossing = s;
        return fail(IllegalReason::castling_through_attack, by.first());
    }
    const Bitboard after = (position.occupied() & ~movers) | Bitboard{king_to} | Bitboard{rook_to};
    const Bitboard by = attackers_of(position.board(), us, king_to, after, enemy);
    if (by.empty()) return std::nullopt;
    return fail(IllegalReason::castling_into_check, by.first());
}

std::optional<Illegality> why_illegal(const Position& position, Square from, Square to,
                                      std::optional<PieceType> promotion) {
    auto why = Attempt{position, from, to, promotion}.run();
    if (why && !position.has_legal_move())
        why->reason = position.is_check() ? IllegalReason::checkmated : IllegalReason::stalemated;
    return why;
}

}  // namespace hakam

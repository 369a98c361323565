#include "last_move.hpp"

#include "movegen.hpp"

namespace hakam {

Bitboard attackers_without_king(const Board& board, Bitboard occupied, Square s,
                                Color by) noexcept {
    return ((sliders::bishop(s, occupied) & board.diagonal_sliders()) |
            (sliders::rook(s, occupied) & board.straight_sliders()) |
            (attacks::knight(s) & board.men(PieceType::knight)) |
            (attacks::pawn(~by, s) & board.men(PieceType::pawn))) &
           board.men(by) & occupied;
}

namespace {

/// Takes back every possible last move until one leaves the king free.
class TakeBack {
public:
    TakeBack(const Setup& setup, CastlingRights rights, RulesetId rules) noexcept
        : board_{setup.board},
          occupied_{setup.board.occupied()},
          mover_{~setup.turn},
          waiting_{setup.turn},
          rules_{rules},
          up_{mover_ == Color::white ? 8 : -8},
          mover_king_{board_.men(mover_, PieceType::king).first()},
          waiting_king_{board_.men(waiting_, PieceType::king).first()},
          mover_rights_{rights.rooks(mover_)},
          captured_any_{board_.men(waiting_).size() < 16},
          captured_pawn_{captured_any_ && board_.men(waiting_, PieceType::pawn).size() < 8},
          promoted_any_{board_.men(mover_, PieceType::pawn).size() < 8} {}

    bool possible() const noexcept {
        for (const Square s : board_.men(mover_)) {
            const PieceType type = board_.at(s)->type;
            if (type == PieceType::pawn ? pawn_came_to(s) : officer_came_to(s, type)) return true;
            if (type != PieceType::pawn && type != PieceType::king && promoted_on(s)) return true;
        }
        return rules_ != RulesetId::no_castling && castled();
    }

private:
    bool was_quiet(const Board& before) const noexcept {
        const Square king = before.men(mover_, PieceType::king).first();
        return !attacks::king(king).contains(waiting_king_) &&
               attackers_without_king(before, before.occupied(), waiting_king_, mover_).empty();
    }
    /// The man on `to` came from `from`, where it was of `type`.
    bool came(Square from, Square to, PieceType type) const noexcept {
        Board before = board_;
        before.remove(to);
        before.put(from, {mover_, type});
        return was_quiet(before);
    }
    /// The same, capturing there. What it captured matters only as a man in the way.
    bool came_capturing(Square from, Square to, PieceType type) const noexcept {
        if (!captured_any_) return false;
        Board before = board_;
        before.put(to, {waiting_, PieceType::knight});
        before.put(from, {mover_, type});
        return was_quiet(before);
    }
    bool is_empty(Square s) const noexcept { return !occupied_.contains(s); }
    Square behind(Square s, int steps) const noexcept { return square(index(s) - steps * up_); }

    bool officer_came_to(Square to, PieceType type) const noexcept {
        // Men with a right have not moved (Law 3.8.2.1).
        if (type == PieceType::king ? !mover_rights_.empty() : mover_rights_.contains(to))
            return false;
        for (const Square from : attacks::of({mover_, type}, to, occupied_) & ~occupied_)
            if (came(from, to, type) || came_capturing(from, to, type)) return true;
        return false;
    }

    bool pawn_came_to(Square to) const noexcept {
        const Rank rank = relative_rank(mover_, to);
        if (rank < Rank::r3) return false;
        const Square one = behind(to, 1);
        if (is_empty(one)) {
            if (came(one, to, PieceType::pawn)) return true;
            const bool twice = rules_ == RulesetId::torpedo ? rank >= Rank::r4 : rank == Rank::r4;
            if (twice && is_empty(behind(to, 2)) && came(behind(to, 2), to, PieceType::pawn))
                return true;
        }
        for (const Square from : attacks::pawn(waiting_, to) & ~occupied_)
            if (came_capturing(from, to, PieceType::pawn) || took_en_passant(from, to)) return true;
        return false;
    }

    bool took_en_passant(Square from, Square to) const noexcept {
        const Square taken = behind(to, 1);
        const Rank origin_rank = relative_rank(waiting_, to);
        const bool rank_fits = rules_ == RulesetId::torpedo
                                   ? origin_rank >= Rank::r3 && origin_rank <= Rank::r6
                                   : origin_rank == Rank::r3;
        if (!captured_pawn_ || !rank_fits || !is_empty(taken) || !is_empty(behind(to, -1)))
            return false;
        Board before = board_;
        before.remove(to);
        before.put(from, {mover_, PieceType::pawn});
        before.put(taken, {waiting_, PieceType::pawn});
        return was_quiet(before);
    }

    bool promoted_on(Square to) const noexcept {
        if (relative_rank(mover_, to) != Rank::r8 || !promoted_any_ || mover_rights_.contains(to))
            return false;
        const Square one = behind(to, 1);
        if (is_empty(one)) {
            if (came(one, to, PieceType::pawn)) return true;
            if (rules_ == RulesetId::torpedo && is_empty(behind(to, 2)) &&
                came(behind(to, 2), to, PieceType::pawn))
                return true;
        }
        for (const Square from : attacks::pawn(waiting_, to) & ~occupied_)
            if (came_capturing(from, to, PieceType::pawn)) return true;
        return false;
    }

    bool castled() const noexcept {
        if (!mover_rights_.empty()) return false;
        for (const Wing wing : {Wing::king, Wing::queen}) {
            const Square king_to = castled_king(mover_, wing);
            const Square rook_to = castled_rook(mover_, wing);
            if (mover_king_ != king_to || board_.at(rook_to) != Piece{mover_, PieceType::rook})
                continue;
            for (int k = 1; k < 7; ++k)
                for (int r = wing == Wing::king ? k + 1 : 0; r < (wing == Wing::king ? 8 : k); ++r)
                    if (castled_from(wing, square(static_cast<File>(k), back_rank(mover_)),
                                     square(static_cast<File>(r), back_rank(mover_))))
                        return true;
        }
        return false;
    }
    bool castled_from(Wing wing, Square king, Square rook) const noexcept {
        const Square king_to = castled_king(mover_, wing);
        const Square rook_to = castled_rook(mover_, wing);
        const Bitboard crossed = attacks::between(king, king_to) | king_to | king;
        const Bitboard others = occupied_ & ~(Bitboard{king_to} | rook_to);
        if (((crossed | attacks::between(rook, rook_to) | rook_to | rook) & others)) return false;
        Board before = board_;
        before.remove(king_to);
        before.remove(rook_to);
        before.put(king, {mover_, PieceType::king});
        before.put(rook, {mover_, PieceType::rook});
        if (!was_quiet(before) || (crossed & attacks::king(waiting_king_))) return false;
        for (const Square s : crossed)
            if (attackers_without_king(before, before.occupied() & ~Bitboard{king}, s, waiting_))
                return false;
        return true;
    }

    const Board& board_;
    Bitboard occupied_;
    Color mover_;
    Color waiting_;
    RulesetId rules_;
    int up_;
    Square mover_king_;
    Square waiting_king_;
    Bitboard mover_rights_;
    bool captured_any_;
    bool captured_pawn_;
    bool promoted_any_;
};

}  // namespace

bool some_move_led_to(const Setup& setup, CastlingRights rights, RulesetId rules) noexcept {
    return TakeBack{setup, rights, rules}.possible();
}

bool double_step_led_to(const Setup& setup, Square passed) noexcept {
    const Color mover = ~setup.turn;
    const int up = mover == Color::white ? 8 : -8;
    Board before = setup.board;
    before.remove(square(index(passed) + up));
    before.put(square(index(passed) - up), {mover, PieceType::pawn});
    const Square king = before.men(setup.turn, PieceType::king).first();
    return attackers_without_king(before, before.occupied(), king, mover).empty();
}

}  // namespace hakam

#pragma once

#include <type_traits>

#include "hakam/retro/diagram.hpp"

namespace hakam::retro {

/// Men of `by` that attack `s`.
inline Bitboard attackers(const Board& board, Square s, Color by) noexcept {
    const Bitboard occupied = board.occupied();
    return ((attacks::bishop(s, occupied) & board.diagonal_sliders()) |
            (attacks::rook(s, occupied) & board.straight_sliders()) |
            (attacks::knight(s) & board.men(PieceType::knight)) |
            (attacks::pawn(~by, s) & board.men(PieceType::pawn)) |
            (attacks::king(s) & board.men(PieceType::king))) &
           board.men(by);
}

/// The one place where moves are taken back. Calls emit(Move, const Board& before, Bitboard
/// needed), where `needed` are rooks whose right the move itself proves (castling), for every last
/// move of the side not to move that does not move a man of `unmoved`.
/// emit returns whether to go on.
template <class Emit>
class TakeBack {
public:
    TakeBack(const Diagram& now, Bitboard unmoved, Emit& emit) noexcept
        : now_{now},
          board_{now.board},
          occupied_{now.board.occupied()},
          mover_{~now.turn},
          waiting_{now.turn},
          unmoved_{unmoved},
          up_{mover_ == Color::white ? 8 : -8},
          waiting_king_{board_.men(waiting_, PieceType::king).first()},
          emit_{emit} {
        captured_any_ = board_.men(waiting_).size() < 16;
        captured_pawn_ = captured_any_ && board_.men(waiting_, PieceType::pawn).size() < 8;
        promoted_any_ = board_.men(mover_, PieceType::pawn).size() < 8;
    }

    void run() noexcept {
        if (now_.en_passant) {
            double_step(*now_.en_passant);
            return;
        }
        for (const Square s : board_.men(mover_) & ~unmoved_) {
            const PieceType type = *type_at(s);
            if (type == PieceType::pawn)
                pawn_came_to(s);
            else
                officer_came_to(s, type);
            if (stopped_) return;
        }
        castled();
    }

private:
    std::optional<PieceType> type_at(Square s) const noexcept {
        return static_cast<PieceType>(board_.code_at(s));
    }
    bool is_empty(Square s) const noexcept { return !occupied_.contains(s); }
    Square behind(Square s, int steps) const noexcept { return square(index(s) - steps * up_); }

    void offer(Move move, const Board& before, Bitboard needed = {}) noexcept {
        if (stopped_ || attackers(before, waiting_king_, mover_)) return;
        if (!emit_(move, before, needed)) stopped_ = true;
    }
    void came(Square from, Square to, PieceType type, MoveKind kind, int landed) noexcept {
        Board before = board_;
        before.remove(to);
        before.put(from, {mover_, type});
        offer(Move::make(from, to, kind, type, 0, landed), before);
    }
    void came_capturing(Square from, Square to, PieceType type, MoveKind kind,
                        int landed) noexcept {
        if (!captured_any_) return;
        Board before = board_;
        before.put(from, {mover_, type});
        for (const PieceType taken : {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                      PieceType::rook, PieceType::queen}) {
            if (taken == PieceType::pawn &&
                (!captured_pawn_ || rank_of(to) == Rank::r1 || rank_of(to) == Rank::r8))
                continue;
            before.put(to, {waiting_, taken});
            offer(Move::make(from, to, kind, type, index(taken), landed), before);
            if (stopped_) return;
        }
    }

    void officer_came_to(Square to, PieceType type) noexcept {
        for (const Square from : attacks::of({mover_, type}, to, occupied_) & ~occupied_) {
            came(from, to, type, MoveKind::normal, 0);
            came_capturing(from, to, type, MoveKind::normal, 0);
        }
        if (type == PieceType::king || relative_rank(mover_, to) != Rank::r8 || !promoted_any_)
            return;
        if (is_empty(behind(to, 1)))
            came(behind(to, 1), to, PieceType::pawn, MoveKind::promotion, index(type));
        for (const Square from : attacks::pawn(waiting_, to) & ~occupied_)
            came_capturing(from, to, PieceType::pawn, MoveKind::promotion, index(type));
    }

    void pawn_came_to(Square to) noexcept {
        const Rank rank = relative_rank(mover_, to);
        if (rank < Rank::r3) return;
        if (is_empty(behind(to, 1))) {
            came(behind(to, 1), to, PieceType::pawn, MoveKind::normal, 0);
            if (rank == Rank::r4 && is_empty(behind(to, 2)))
                came(behind(to, 2), to, PieceType::pawn, MoveKind::double_step, 0);
        }
        for (const Square from : attacks::pawn(waiting_, to) & ~occupied_) {
            came_capturing(from, to, PieceType::pawn, MoveKind::normal, 0);
            took_en_passant(from, to);
        }
    }

    void double_step(Square passed) noexcept {
        const Square to = square(index(passed) + up_);
        const Square from = square(index(passed) - up_);
        if (relative_rank(mover_, to) != Rank::r4 || !is_empty(passed) || !is_empty(from) ||
            board_.at(to) != Piece{mover_, PieceType::pawn})
            return;
        came(from, to, PieceType::pawn, MoveKind::double_step, 0);
    }

    void took_en_passant(Square from, Square to) noexcept {
        if (!captured_pawn_ || relative_rank(mover_, to) != Rank::r6 || !is_empty(behind(to, 1)) ||
            !is_empty(behind(to, -1)))
            return;
        Board before = board_;
        before.remove(to);
        before.put(from, {mover_, PieceType::pawn});
        before.put(behind(to, 1), {waiting_, PieceType::pawn});
        offer(Move::make(from, to, MoveKind::en_passant, PieceType::pawn, index(PieceType::pawn)),
              before);
    }

    void castled() noexcept {
        const Square king = square(File::e, back_rank(mover_));
        for (const Wing wing : {Wing::king, Wing::queen}) {
            const Square rook = square(wing == Wing::king ? File::h : File::a, back_rank(mover_));
            const Square king_to = castled_king(mover_, wing);
            const Square rook_to = castled_rook(mover_, wing);
            if (board_.at(king_to) != Piece{mover_, PieceType::king} ||
                board_.at(rook_to) != Piece{mover_, PieceType::rook} ||
                unmoved_.contains(king_to) || unmoved_.contains(rook_to))
                continue;
            Board before = board_;
            before.remove(king_to);
            before.remove(rook_to);
            const Bitboard row = attacks::between(king, rook) | king | rook;
            if (before.occupied() & row) continue;
            before.put(king, {mover_, PieceType::king});
            before.put(rook, {mover_, PieceType::rook});
            if (attackers(before, king, waiting_) || attackers(before, rook_to, waiting_) ||
                attackers(before, king_to, waiting_))
                continue;
            offer(Move::make(king, rook, MoveKind::castling, PieceType::king), before, rook);
        }
    }

    const Diagram& now_;
    const Board& board_;
    Bitboard occupied_;
    Color mover_;
    Color waiting_;
    Bitboard unmoved_;
    int up_;
    Square waiting_king_;
    Emit& emit_;
    bool captured_any_ = false;
    bool captured_pawn_ = false;
    bool promoted_any_ = false;
    bool stopped_ = false;
};

template <class Emit>
void take_back(const Diagram& now, Emit&& emit) noexcept {
    TakeBack<std::remove_reference_t<Emit>>{now, unmoved_by_rights(now), emit}.run();
}

/// The diagram before the move: after en passant its square is claimed.
inline Diagram before_of(const Diagram& now, Move move, const Board& before,
                         Bitboard needed) noexcept {
    Diagram result{before, ~now.turn, CastlingRights{now.rights.rooks() | needed}, std::nullopt};
    if (move.is_en_passant()) result.en_passant = move.to();
    return result;
}

}  // namespace hakam::retro

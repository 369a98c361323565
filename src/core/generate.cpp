#include <algorithm>

#include "hakam/core/position.hpp"
#include "kernel.hpp"
#include "movegen.hpp"

// What a search does all the time. Where the build has copies of it for several processors
// (HAKAM_DISPATCH, kernel.hpp), this file is compiled once for each; what a Position then asks is
// answered by the copy chosen in dispatch.cpp.

namespace hakam {

bool en_passant_is_safe(const Board& board, Color turn, Square from, Square target) noexcept {
    const Square taken = square(file_of(target), rank_of(from));
    const Bitboard occupied = (board.occupied() & ~(Bitboard{from} | taken)) | Bitboard{target};
    const Bitboard enemy = board.men(~turn) & ~Bitboard{taken};
    const Square king = board.men(turn, PieceType::king).first();
    const Bitboard checkers = (sliders::bishop(king, occupied) & board.diagonal_sliders()) |
                              (sliders::rook(king, occupied) & board.straight_sliders()) |
                              (attacks::knight(king) & board.men(PieceType::knight)) |
                              (attacks::pawn(turn, king) & board.men(PieceType::pawn));
    return (checkers & enemy).empty();
}

bool en_passant_capture_exists(const Board& board, Color turn, Square target) noexcept {
    for (const Square from : attacks::pawn(~turn, target) & board.men(turn, PieceType::pawn))
        if (en_passant_is_safe(board, turn, from, target)) return true;
    return false;
}

#if !defined(HAKAM_DISPATCH)

// From the step of a pawn (Law 3.7.1) and the capture that takes a man off the board with the move
// (Law 3.1.1) to castling: movegen.hpp.
MoveList Position::legal_moves() const noexcept {
    MoveList list;
    list.overwrite([&](Move* end) {
        movegen::ListSink sink{board_, end};
        movegen::dispatch(*this,
                          [&]<Ruleset R, Color Us>() { movegen::generate<R, Us>(*this, sink); });
        return sink.end();
    });
    return list;
}

int Position::legal_move_count() const noexcept {
    movegen::CountSink sink;
    movegen::dispatch(*this, [&]<Ruleset R, Color Us>() { movegen::generate<R, Us>(*this, sink); });
    return sink.total();
}

bool Position::has_legal_move() const noexcept {
    movegen::AnySink sink;
    movegen::dispatch(*this, [&]<Ruleset R, Color Us>() { movegen::generate<R, Us>(*this, sink); });
    return sink.is_full();
}

#endif

bool Position::is_legal(Move move) const noexcept {
    const MoveList moves = legal_moves();
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// The last part of after(): a double step beside an enemy pawn, en passant, and castling, whose
// king was put on the rook's square so far.
void Position::finish_rare(const Position& before, Move move) noexcept {
    const Color us = before.turn_;
    const auto key_of = [](Color c, PieceType type, Square s) {
        return zobrist::tables.man[static_cast<std::size_t>(c)]
                                  [static_cast<std::size_t>(index(type) * 64 + index(s))];
    };
    if (move.kind() == MoveKind::double_step) {
        if (!en_passant_capture_exists(board_, turn_, static_cast<Square>(double_step_))) return;
        en_passant_legal_ = true;
        key_ ^= zobrist::tables.en_passant[double_step_];
    } else if (move.is_en_passant()) {
        const Square taken = square(file_of(move.to()), rank_of(move.from()));
        board_.remove(taken);
        key_ ^= key_of(turn_, PieceType::pawn, move.to()) ^ key_of(turn_, PieceType::pawn, taken);
    } else {
        const Square king_to = castled_king(us, move.wing());
        const Square rook_to = castled_rook(us, move.wing());
        board_ = before.board_;
        board_.remove(move.from());
        board_.remove(move.to());
        board_.put(king_to, {us, PieceType::king});
        board_.put(rook_to, {us, PieceType::rook});
        key_ ^= key_of(us, PieceType::king, move.to()) ^ key_of(us, PieceType::king, king_to) ^
                key_of(us, PieceType::rook, move.to()) ^ key_of(us, PieceType::rook, rook_to);
    }
}

}  // namespace hakam

#include "testkit/slow_rules.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace hakam::testkit {
namespace {

struct Step {
    int files;
    int ranks;
};
constexpr Step straight[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
constexpr Step diagonal[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
constexpr Step jumps[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

std::optional<Square> step(Square from, Step s) {
    const int file = index(file_of(from)) + s.files;
    const int rank = index(rank_of(from)) + s.ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return std::nullopt;
    return square(static_cast<File>(file), static_cast<Rank>(rank));
}
int forward(Color c) { return c == Color::white ? 1 : -1; }
int code(const std::optional<Piece>& piece) { return piece ? index(piece->type) : 0; }

Square king_of(const Board& board, Color c) {
    for (int i = 0; i < 64; ++i)
        if (board.at(square(i)) == Piece{c, PieceType::king}) return square(i);
    std::abort();
}

// The squares that the man on `from` attacks.
std::vector<Square> attacked_from(const Board& board, Square from) {
    const Piece piece = *board.at(from);
    std::vector<Square> squares;
    const auto leap = [&](Step s) {
        if (const auto to = step(from, s)) squares.push_back(*to);
    };
    const auto ride = [&](Step s) {
        for (auto to = step(from, s); to; to = step(*to, s)) {
            squares.push_back(*to);
            if (board.at(*to)) return;
        }
    };
    const bool queen = piece.type == PieceType::queen;
    if (piece.type == PieceType::pawn)
        for (const int side : {-1, 1}) leap({side, forward(piece.color)});
    if (piece.type == PieceType::knight)
        for (const Step s : jumps) leap(s);
    if (piece.type == PieceType::king) {
        for (const Step s : straight) leap(s);
        for (const Step s : diagonal) leap(s);
    }
    if (piece.type == PieceType::bishop || queen)
        for (const Step s : diagonal) ride(s);
    if (piece.type == PieceType::rook || queen)
        for (const Step s : straight) ride(s);
    return squares;
}

// The board after a move that need not leave the own king safe.
Board moved(const Board& board, Move m) {
    Board next = board;
    const Piece piece = *board.at(m.from());
    next.remove(m.from());
    if (m.is_castling()) {
        const Rank rank = rank_of(m.from());
        const bool king_side = m.to() > m.from();
        next.remove(m.to());
        next.put(square(king_side ? File::g : File::c, rank), piece);
        next.put(square(king_side ? File::f : File::d, rank), {piece.color, PieceType::rook});
        return next;
    }
    if (m.is_en_passant()) next.remove(square(file_of(m.to()), rank_of(m.from())));
    next.put(m.to(), {piece.color, m.promotion().value_or(piece.type)});
    return next;
}

class Lister {
public:
    explicit Lister(const Position& position)
        : position_{position}, board_{position.board()}, us_{position.turn()} {}

    std::vector<Move> list() {
        for (int i = 0; i < 64; ++i) {
            const auto piece = board_.at(square(i));
            if (!piece || piece->color != us_) continue;
            if (piece->type == PieceType::pawn)
                pawn(square(i));
            else
                for (const Square to : attacked_from(board_, square(i)))
                    if (!is_own(to)) add(square(i), to, MoveKind::normal, code(board_.at(to)));
        }
        if (position_.rules() != RulesetId::no_castling)
            for (const Square rook : position_.castling().rooks(us_)) castling(rook);
        return moves_;
    }

private:
    bool is_own(Square s) const { return board_.at(s) && board_.at(s)->color == us_; }
    bool is_enemy(Square s) const { return board_.at(s) && board_.at(s)->color != us_; }

    void add(Square from, Square to, MoveKind kind, int captured = 0, int promotion = 0) {
        const Move m = Move::make(from, to, kind, board_.at(from)->type, captured, promotion);
        const Board next = moved(board_, m);
        if (!slow_is_attacked(next, king_of(next, us_), ~us_)) moves_.push_back(m);
    }
    void add_pawn(Square from, Square to, MoveKind kind, int captured = 0) {
        if (rank_of(to) != back_rank(~us_)) return add(from, to, kind, captured);
        for (const PieceType type : promotion_types)
            add(from, to, MoveKind::promotion, captured, index(type));
    }

    void pawn(Square from) {
        const Step ahead{0, forward(us_)};
        const auto one = step(from, ahead);
        if (one && !board_.at(*one)) {
            add_pawn(from, *one, MoveKind::normal);
            const auto two = step(*one, ahead);
            const bool first = rank_of(from) == (us_ == Color::white ? Rank::r2 : Rank::r7);
            if (two && !board_.at(*two) && (first || position_.rules() == RulesetId::torpedo))
                add_pawn(from, *two, MoveKind::double_step);
        }
        for (const Square to : attacked_from(board_, from)) {
            if (is_enemy(to)) add_pawn(from, to, MoveKind::normal, code(board_.at(to)));
            if (position_.double_step_square() == to)
                add(from, to, MoveKind::en_passant, index(PieceType::pawn));
        }
    }

    void castling(Square rook) {
        const Square king = king_of(board_, us_);
        const Rank rank = rank_of(king);
        const bool king_side = rook > king;
        const Square king_to = square(king_side ? File::g : File::c, rank);
        const Square rook_to = square(king_side ? File::f : File::d, rank);
        Board without = board_;
        without.remove(king);
        without.remove(rook);
        const auto is_free = [&](Square a, Square b) {
            for (int i = std::min(index(a), index(b)); i <= std::max(index(a), index(b)); ++i)
                if (without.at(square(i))) return false;
            return true;
        };
        if (!is_free(king, king_to) || !is_free(rook, rook_to) || !is_free(king, rook)) return;
        Board present = board_;
        present.remove(king);
        for (int i = std::min(index(king), index(king_to));
             i <= std::max(index(king), index(king_to)); ++i)
            if (slow_is_attacked(present, square(i), ~us_)) return;
        add(king, rook, MoveKind::castling);
    }

    const Position& position_;
    const Board& board_;
    Color us_;
    std::vector<Move> moves_;
};

}  // namespace

bool slow_is_attacked(const Board& board, Square s, Color by) {
    for (int i = 0; i < 64; ++i) {
        const auto piece = board.at(square(i));
        if (!piece || piece->color != by) continue;
        for (const Square to : attacked_from(board, square(i)))
            if (to == s) return true;
    }
    return false;
}

std::vector<Move> slow_legal_moves(const Position& position) { return Lister{position}.list(); }

Setup slow_after(const Position& position, Move move) {
    Setup next = position.setup();
    const Color us = position.turn();
    next.board = moved(position.board(), move);
    next.turn = ~us;
    Bitboard rooks;
    for (const Square rook : position.castling().rooks()) {
        const bool king_moved = move.mover() == PieceType::king && rank_of(rook) == back_rank(us);
        if (!king_moved && rook != move.from() && rook != move.to()) rooks |= rook;
    }
    next.castling = CastlingRights{rooks};
    next.en_passant.reset();
    if (move.kind() == MoveKind::double_step)
        next.en_passant = square((index(move.from()) + index(move.to())) / 2);
    const bool pawn = position.at(move.from())->type == PieceType::pawn;
    const bool capture = next.board.occupied().size() != position.occupied().size();
    next.halfmove_clock = HalfmoveClock{pawn || capture ? 0 : position.halfmove_clock().value + 1};
    next.fullmove_number =
        FullmoveNumber{position.fullmove_number().value + (us == Color::black ? 1 : 0)};
    return next;
}

}  // namespace hakam::testkit

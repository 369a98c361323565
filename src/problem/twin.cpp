#include "hakam/problem/twin.hpp"

#include <utility>

namespace hakam::problem {
namespace {

Unexpected<Error> bad(std::string expected) {
    return Unexpected{Error{ErrorCode::bad_position, {}, std::move(expected), {}}};
}

template <class F>
Board mapped(const Board& board, F&& f) {
    Board result;
    for (const Square s : board.occupied()) result.put(f(s), *board.at(s));
    return result;
}

Square at(int file, int rank) { return static_cast<Square>(rank * 8 + file); }

}  // namespace

Expected<Problem> apply(const Problem& problem, const Twin& twin) {
    Problem p = problem;
    Board& board = p.setup.board;
    for (const Change& c : twin.changes) {
        const auto man = board.at(c.a);
        switch (c.kind) {
            case Change::Kind::move:
                if (!man) return bad("a man on " + to_string(c.a));
                board.remove(c.a);
                board.put(c.b, *man);
                break;
            case Change::Kind::exchange: {
                const auto other = board.at(c.b);
                if (!man || !other)
                    return bad("men on " + to_string(c.a) + " and " + to_string(c.b));
                board.put(c.a, *other);
                board.put(c.b, *man);
                break;
            }
            case Change::Kind::remove:
                if (!man) return bad("a man on " + to_string(c.a));
                board.remove(c.a);
                break;
            case Change::Kind::add: board.put(c.a, c.man); break;
            case Change::Kind::rotate:
                for (int turned = 0; turned < c.degrees; turned += 90)
                    board = mapped(board, [](Square s) {
                        return at(7 - index(rank_of(s)), index(file_of(s)));
                    });
                break;
            case Change::Kind::mirror: {
                const bool same_rank = rank_of(c.a) == rank_of(c.b);
                const bool same_file = file_of(c.a) == file_of(c.b);
                const bool rising = file_of(c.a) == File::a && rank_of(c.a) == Rank::r8;
                const bool falling = !same_rank && !same_file &&
                                     index(file_of(c.a)) == index(rank_of(c.a));
                board = mapped(board, [&](Square s) {
                    const int f = index(file_of(s));
                    const int r = index(rank_of(s));
                    if (same_rank) return at(7 - f, r);
                    if (same_file) return at(f, 7 - r);
                    if (falling && !rising) return at(7 - r, 7 - f);  // a1 to h8
                    return at(r, f);                                  // a8 to h1
                });
                break;
            }
            case Change::Kind::shift: {
                const int df = index(file_of(c.b)) - index(file_of(c.a));
                const int dr = index(rank_of(c.b)) - index(rank_of(c.a));
                for (const Square s : board.occupied()) {
                    const int f = index(file_of(s)) + df;
                    const int r = index(rank_of(s)) + dr;
                    if (f < 0 || f > 7 || r < 0 || r > 7)
                        return bad("a shift that keeps all men on the board");
                }
                board = mapped(board, [&](Square s) {
                    return at(index(file_of(s)) + df, index(rank_of(s)) + dr);
                });
                break;
            }
            case Change::Kind::polish: {
                Board other;
                for (const Square s : board.occupied()) {
                    const Piece m = *board.at(s);
                    other.put(s, {~m.color, m.type});
                }
                board = other;
                break;
            }
            case Change::Kind::stipulation:
                if (c.stipulation) p.stipulation = *c.stipulation;
                break;
        }
    }
    p.setup.en_passant.reset();
    Bitboard rights;
    for (const Square rook : p.setup.castling.rooks()) {
        const Color color = rank_of(rook) == Rank::r1 ? Color::white : Color::black;
        const bool home = board.at(rook) == Piece{color, PieceType::rook} &&
                          board.at(color == Color::white ? Square::e1 : Square::e8) ==
                              Piece{color, PieceType::king};
        if (home) rights |= rook;
    }
    p.setup.castling = CastlingRights{rights};
    return p;
}

}  // namespace hakam::problem

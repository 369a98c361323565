#include "testkit/random_positions.hpp"

#include <cstdlib>

namespace hakam::testkit {
namespace {

Square random_square(Rng& rng) { return square(static_cast<int>(rng.below(64))); }
Color random_color(Rng& rng) { return rng.once_in(2) ? Color::white : Color::black; }
PieceType random_officer(Rng& rng) {
    constexpr PieceType officers[] = {PieceType::knight, PieceType::bishop, PieceType::rook,
                                      PieceType::queen};
    return officers[rng.below(4)];
}

void put_if_empty(Board& board, Square s, Piece p) {
    const bool back = rank_of(s) == Rank::r1 || rank_of(s) == Rank::r8;
    if (!board.at(s) && !(p.type == PieceType::pawn && back)) board.put(s, p);
}

void put_kings(Board& board, Rng& rng) {
    for (const Color c : colors)
        if (board.men(c, PieceType::king).empty())
            for (int tries = 0; tries < 64; ++tries) {
                const Square s = random_square(rng);
                if (board.at(s)) continue;
                board.put(s, {c, PieceType::king});
                break;
            }
}

void scatter(Board& board, Rng& rng, std::size_t men, std::size_t pawns_one_in) {
    for (std::size_t i = 0; i < men; ++i) {
        const PieceType type = rng.once_in(pawns_one_in) ? PieceType::pawn : random_officer(rng);
        put_if_empty(board, random_square(rng), {random_color(rng), type});
    }
}

// A pawn that has just made a double step, with neighbours that may take it, and often a king and
// a slider on one line with both.
void stage_en_passant(Setup& setup, Rng& rng) {
    const Color mover = ~setup.turn;
    const int f = static_cast<int>(rng.below(8));
    const Rank rank = mover == Color::white ? Rank::r4 : Rank::r5;
    const Square pawn = square(static_cast<File>(f), rank);
    setup.board.put(pawn, {mover, PieceType::pawn});
    for (const int side : {-1, 1}) {
        const int g = f + side;
        if (g < 0 || g > 7 || rng.once_in(4)) continue;
        const Square taker = square(static_cast<File>(g), rank);
        setup.board.put(taker, {setup.turn, PieceType::pawn});
        if (!rng.once_in(3)) continue;
        // A line through the taker or the taken pawn: king on one end, slider on the other.
        const Square on = rng.once_in(2) ? taker : pawn;
        constexpr int steps[8][2] = {{1, 0}, {-1, 0},  {0, 1},  {0, -1},
                                     {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
        const auto& d = steps[rng.below(8)];
        const auto walk = [&](int sign) {
            const int n = 1 + static_cast<int>(rng.below(4));
            const int file = index(file_of(on)) + sign * n * d[0];
            const int row = index(rank_of(on)) + sign * n * d[1];
            if (file < 0 || file > 7 || row < 0 || row > 7) return random_square(rng);
            return square(static_cast<File>(file), static_cast<Rank>(row));
        };
        if (setup.board.men(setup.turn, PieceType::king).empty())
            put_if_empty(setup.board, walk(1), {setup.turn, PieceType::king});
        put_if_empty(setup.board, walk(-1), {mover, random_officer(rng)});
    }
    const int up = mover == Color::white ? 8 : -8;
    setup.en_passant = square(index(pawn) - up);
    setup.board.remove(*setup.en_passant);
    setup.board.remove(square(index(pawn) - 2 * up));
}

void stage_castling(Setup& setup, Rng& rng) {
    Bitboard rooks;
    for (const Color c : colors) {
        if (!setup.board.men(c, PieceType::king).empty()) continue;
        const Rank rank = back_rank(c);
        const int king = 1 + static_cast<int>(rng.below(6));
        setup.board.put(square(static_cast<File>(king), rank), {c, PieceType::king});
        for (const bool right : {false, true}) {
            if (rng.once_in(5)) continue;
            const int file = right ? king + 1 + static_cast<int>(rng.below(std::size_t(7 - king)))
                                   : static_cast<int>(rng.below(std::size_t(king)));
            const Square rook = square(static_cast<File>(file), rank);
            setup.board.put(rook, {c, PieceType::rook});
            rooks |= rook;
        }
        for (int i = 0; i < 2; ++i)
            put_if_empty(setup.board, square(static_cast<File>(rng.below(8)), rank),
                         {random_color(rng), random_officer(rng)});
    }
    setup.castling = CastlingRights{rooks};
}

void stage_promotion(Board& board, Rng& rng) {
    for (int f = 0; f < 8; ++f)
        for (const Color c : colors)
            if (!rng.once_in(3))
                put_if_empty(board,
                             square(static_cast<File>(f), c == Color::white ? Rank::r7 : Rank::r2),
                             {c, PieceType::pawn});
    for (int i = 0; i < 6; ++i)
        put_if_empty(board,
                     square(static_cast<File>(rng.below(8)), rng.once_in(2) ? Rank::r1 : Rank::r8),
                     {random_color(rng), random_officer(rng)});
}

}  // namespace

Position random_start(Rng& rng) { return Position::chess960(static_cast<int>(rng.below(960))); }

Move random_move(const Position& position, Rng& rng, Choice choice) {
    const MoveList moves = position.legal_moves();
    if (choice == Choice::eager && !rng.once_in(4)) {
        StaticVector<Move, MoveList::capacity()> liked;
        for (const Move m : moves) {
            const bool rare = m.is_castling() || m.is_en_passant() || m.is_promotion();
            if (rare || m.kind() == MoveKind::double_step || (m.is_capture() && rng.once_in(3)))
                liked.push_back(m);
        }
        if (!liked.empty()) return liked[rng.below(liked.size())];
    }
    return moves[rng.below(moves.size())];
}

std::vector<Position> random_playout(const Position& start, int plies, Rng& rng, Choice choice) {
    std::vector<Position> reached{start};
    for (int i = 0; i < plies && reached.back().has_legal_move(); ++i)
        reached.push_back(reached.back().after(random_move(reached.back(), rng, choice)));
    return reached;
}

Position random_reachable(Rng& rng) {
    const Position start = rng.once_in(2) ? Position{} : random_start(rng);
    return random_playout(start, static_cast<int>(rng.below(160)), rng,
                          rng.once_in(2) ? Choice::eager : Choice::uniform)
        .back();
}

Setup random_setup(Rng& rng) {
    Setup setup;
    setup.turn = random_color(rng);
    const std::size_t kind = rng.below(8);
    if (kind == 1 || kind == 2) stage_en_passant(setup, rng);
    if (kind == 3 || kind == 2 || kind == 4) stage_castling(setup, rng);
    if (kind == 5) stage_promotion(setup.board, rng);
    put_kings(setup.board, rng);
    const Bitboard reserved = setup.board.occupied();
    constexpr std::size_t crowds[] = {2, 5, 10, 20, 40};
    scatter(setup.board, rng, rng.below(crowds[rng.below(5)]) + 1, 1 + rng.below(6));
    if (setup.en_passant && reserved.size() > 0) {
        const int up = setup.turn == Color::black ? 8 : -8;
        setup.board.remove(*setup.en_passant);
        setup.board.remove(square(index(*setup.en_passant) - up));
    }
    setup.halfmove_clock =
        HalfmoveClock{setup.en_passant ? 0U : static_cast<std::uint32_t>(rng.below(120))};
    setup.fullmove_number = FullmoveNumber{1 + static_cast<std::uint32_t>(rng.below(200))};
    return setup;
}

Position random_position(Rng& rng, RulesetId rules) {
    for (;;) {
        Setup setup = random_setup(rng);
        if (rules == RulesetId::no_castling) setup.castling = {};
        if (const auto position = Position::from(setup, rules, Tolerance::unreachable()))
            return *position;
    }
}

Setup mirrored(const Setup& setup) {
    Setup out = setup;
    out.board = {};
    for (const Square s : setup.board.occupied()) {
        const Piece p = *setup.board.at(s);
        out.board.put(mirrored(s), {~p.color, p.type});
    }
    out.turn = ~setup.turn;
    Bitboard rooks;
    for (const Square s : setup.castling.rooks()) rooks |= mirrored(s);
    out.castling = CastlingRights{rooks};
    if (setup.en_passant) out.en_passant = mirrored(*setup.en_passant);
    return out;
}

Position mirrored(const Position& position) {
    const auto result =
        Position::from(mirrored(position.setup()), position.rules(), Tolerance::unreachable());
    if (!result) std::abort();
    return *result;
}

Move mirrored(Move move) {
    return Move::make(mirrored(move.from()), mirrored(move.to()), move.kind(), move.mover(),
                      move.captured_code(), move.promotion_code());
}

}  // namespace hakam::testkit

#pragma once

// The one move generator. It finds pins and checks first and then emits legal moves only, as sets
// of target squares to a sink: a list, a counter, a test whether there is any, or perft's walk.
// Rules of movement that differ between variants are compile-time choices on Ruleset.

#include "hakam/core/attacks.hpp"
#include "hakam/core/position.hpp"
#include "move_writer.hpp"
#include "sliders.hpp"

// The parts of the generator are one function once its sink is known; left to itself the compiler
// splits it and keeps the sink in memory.
#if defined(__GNUC__)
#define HAKAM_INLINE inline __attribute__((always_inline))
#else
#define HAKAM_INLINE inline
#endif

namespace hakam {

/// The generator's way into a Position.
class PositionAccess {
public:
    static Board& board(Position& p) noexcept { return p.board_; }
    static void set_castling(Position& p, Bitboard rooks) noexcept { p.castling_ = rooks; }
    static Bitboard castling(const Position& p) noexcept { return p.castling_; }
    static Key& key(Position& p) noexcept { return p.key_; }
    static void set_turn(Position& p, Color c) noexcept { p.turn_ = c; }
    static void set_rules(Position& p, RulesetId r) noexcept { p.rules_ = r; }
    static void set_counters(Position& p, std::uint32_t half, std::uint32_t full) noexcept {
        p.halfmove_clock_ = half;
        p.fullmove_number_ = full;
    }
    static void set_double_step(Position& p, std::optional<Square> s, bool legal) noexcept {
        p.double_step_ = s ? static_cast<std::uint8_t>(*s) : Position::no_square;
        p.en_passant_legal_ = legal;
    }
    static Position blank() noexcept { return Position{Position::Raw{}}; }
};

/// The key computed from nothing, for setups and for tests of the incremental one.
Key fresh_key(const Position& p) noexcept;
bool en_passant_is_safe(const Board& board, Color turn, Square from, Square target) noexcept;

namespace movegen {

template <Color Us>
struct Pawns {
    static constexpr Color them = ~Us;
    static constexpr int up = Us == Color::white ? 8 : -8;
    static constexpr int up_left = up - 1;
    static constexpr int up_right = up + 1;
    static constexpr Bitboard last_rank = Bitboard::of(Us == Color::white ? Rank::r8 : Rank::r1);
    static constexpr Bitboard third_rank = Bitboard::of(Us == Color::white ? Rank::r3 : Rank::r6);
    static constexpr Bitboard step(Bitboard b) noexcept {
        return Us == Color::white ? shifted<0, 1>(b) : shifted<0, -1>(b);
    }
    static constexpr Bitboard left(Bitboard b) noexcept {
        return Us == Color::white ? shifted<-1, 1>(b) : shifted<-1, -1>(b);
    }
    static constexpr Bitboard right(Bitboard b) noexcept {
        return Us == Color::white ? shifted<1, 1>(b) : shifted<1, -1>(b);
    }
};

/// Squares attacked by `Them` when the men in `occupied` block lines.
template <Color Them>
HAKAM_INLINE Bitboard attacked_by(const Board& b, Bitboard occupied) noexcept {
    const Bitboard p0 = b.plane(0), p1 = b.plane(1), p2 = b.plane(2);
    const Bitboard men = b.men(Them);
    const Bitboard knights = men & p1 & ~p0;
    const Bitboard diagonal = men & p0 & p1;
    const Bitboard straight = men & p0 & p2;
    Bitboard result = attacks::pawns(Them, men & p0 & ~(p1 | p2));
    for (const Square s : knights) result |= attacks::knight(s);
    for (const Square s : diagonal) result |= sliders::bishop(s, occupied);
    for (const Square s : straight) result |= sliders::rook(s, occupied);
    return result | attacks::king((men & p2 & ~p0).first());
}

/// What bears on the king of the side to move.
struct Threats {
    Bitboard checkers;
    Bitboard pinned;                     ///< own men that may move along their line only
    Bitboard allowed = Bitboard::all();  ///< squares that answer a single check
};
template <Color Us>
HAKAM_INLINE Threats find_threats(const Board& b, Square king, Bitboard occupied,
                                  Bitboard own) noexcept {
    const Bitboard p0 = b.plane(0), p1 = b.plane(1), p2 = b.plane(2);
    const Bitboard enemy = occupied ^ own;
    Threats t;
    t.checkers = (attacks::knight(king) & enemy & p1 & ~p0) |
                 (attacks::pawn(Us, king) & enemy & p0 & ~(p1 | p2));
    if (!t.checkers.empty()) t.allowed = {};
    // Sliders that see the king once own men are taken off the board.
    const Bitboard snipers =
        ((sliders::bishop(king, enemy) & p1) | (sliders::rook(king, enemy) & p2)) & p0 & enemy;
    for (const Square s : snipers) {
        const Bitboard between = attacks::between(king, s) & own;
        if (between.empty()) {
            t.checkers |= s;
            t.allowed &= attacks::between(king, s);
        } else if (!between.has_many()) {
            t.pinned |= between;
        }
    }
    t.allowed |= t.checkers;
    return t;
}

/// Squares of one rank from the lowest to the highest of those given.
constexpr Bitboard rank_span(Bitboard b) noexcept {
    return Bitboard{(b.bits() | (std::bit_floor(b.bits()) - 1)) &
                    ~((b.bits() & (0 - b.bits())) - 1)};
}

/// Castlings whose way is free of men: the rooks (Law 3.8.2.2.2, Guidelines II.3).
template <Color Us>
HAKAM_INLINE Bitboard castling_rooks_with_free_way(Bitboard rights, Square king,
                                                   Bitboard occupied) noexcept {
    Bitboard free;
    const Bitboard own = rights & Bitboard::of(back_rank(Us));
    for (const Square rook : own) {
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        const Bitboard movers = Bitboard{king} | rook;
        const Bitboard way = rank_span(movers | castled_king(Us, wing) | castled_rook(Us, wing));
        if ((way & occupied & ~movers).empty()) free |= rook;
    }
    return free;
}

/// Emits those castlings that no attack prevents (Law 3.8.2.2.1). Pre: no check.
template <Color Us, class Sink>
HAKAM_INLINE void castlings(const Board& b, Bitboard rooks, Square king, Bitboard danger,
                            Sink& sink) noexcept {
    for (const Square rook : rooks) {
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        const Square king_to = castled_king(Us, wing);
        if (!(rank_span(Bitboard{king} | king_to) & danger).empty()) continue;
        // Taking the rook away can uncover an attack along the back rank (Chess960): a rook or
        // queen beyond it. In the standard array the rook stands in the corner.
        const Bitboard enemy_lines =
            b.straight_sliders() & b.men(~Us) & Bitboard::of(back_rank(Us));
        if (!enemy_lines.empty()) {
            const Bitboard after =
                (b.occupied() & ~(Bitboard{king} | rook)) | king_to | castled_rook(Us, wing);
            if (!(sliders::rook(king_to, after) & enemy_lines).empty()) continue;
        }
        sink.castle(king, rook);
    }
}

/// Emits the moves of the pawns `men` to squares in `where`; en passant is not among them.
template <Ruleset R, Color Us, class Sink>
HAKAM_INLINE void pawn_moves(Bitboard men, Bitboard where, Bitboard occupied, Bitboard enemy,
                             Sink& sink) noexcept {
    using P = Pawns<Us>;
    const Bitboard single = P::step(men) & ~occupied;
    Bitboard twice;
    if constexpr (R.double_step == Ruleset::DoubleStep::start_rank)
        twice = P::step(single & P::third_rank) & ~occupied & where;
    else if constexpr (R.double_step == Ruleset::DoubleStep::any_rank)
        twice = P::step(single) & ~occupied & where;
    const Bitboard steps = single & where;
    const Bitboard left = P::left(men) & enemy & where;
    const Bitboard right = P::right(men) & enemy & where;
    if constexpr (R.double_step == Ruleset::DoubleStep::any_rank) {
        // A torpedo double step can end on the last rank; it promotes like a single one.
        sink.promotions(twice & P::last_rank, 2 * P::up, false);
        twice &= ~P::last_rank;
    }
    sink.double_steps(twice, 2 * P::up);
    if (((steps | left | right) & P::last_rank).empty()) {
        sink.pawns(steps, P::up, false);
        sink.pawns(left, P::up_left, true);
        sink.pawns(right, P::up_right, true);
        return;
    }
    sink.pawns(steps & ~P::last_rank, P::up, false);
    sink.pawns(left & ~P::last_rank, P::up_left, true);
    sink.pawns(right & ~P::last_rank, P::up_right, true);
    sink.promotions(steps & P::last_rank, P::up, false);
    sink.promotions(left & P::last_rank, P::up_left, true);
    sink.promotions(right & P::last_rank, P::up_right, true);
}

/// Emits the moves of knights, bishops, rooks and queens to squares in `targets`.
template <class Sink>
HAKAM_INLINE void officer_moves(const Board& b, Square king, Bitboard own, Bitboard pinned,
                                Bitboard targets, Bitboard occupied, Sink& sink) noexcept {
    const Bitboard p0 = b.plane(0), p1 = b.plane(1), p2 = b.plane(2);
    const Bitboard loose = own & ~pinned;
    const Bitboard knights = loose & p1 & ~p0;
    const Bitboard bishops = loose & p0 & p1 & ~p2;
    const Bitboard rooks = loose & p0 & p2 & ~p1;
    const Bitboard queens = loose & p0 & p1 & p2;
    for (const Square s : knights) sink.piece(PieceType::knight, s, attacks::knight(s) & targets);
    for (const Square s : bishops)
        sink.piece(PieceType::bishop, s, sliders::bishop(s, occupied) & targets);
    for (const Square s : rooks)
        sink.piece(PieceType::rook, s, sliders::rook(s, occupied) & targets);
    for (const Square s : queens)
        sink.piece(PieceType::queen, s, sliders::queen(s, occupied) & targets);

    const Bitboard held = pinned & p0 & (p1 | p2);
    for (const Square s : held) {
        const auto type = static_cast<PieceType>(b.code_at(s));
        const Bitboard reach = attacks::of({Color::white, type}, s, occupied);
        sink.piece(type, s, reach & targets & attacks::line(king, s));
    }
}

/// Emits every legal move of `Us` to the sink. `rights`: rooks that may still castle; `passed`: the
/// square a double step has just passed over, or none.
template <Ruleset R, Color Us, class Sink>
HAKAM_INLINE void generate(const Board& b, Bitboard rights, Bitboard passed, Sink& sink) noexcept {
    const Bitboard p0 = b.plane(0), p1 = b.plane(1), p2 = b.plane(2);
    const Bitboard occupied = p0 | p1 | p2;
    const Bitboard own = b.men(Us);
    const Bitboard enemy = occupied ^ own;
    const Square king = (own & p2 & ~p0).first();
    const Threats threats = find_threats<Us>(b, king, occupied, own);

    // The king first: to squares that no enemy attacks, even through the king (Law 3.8.1).
    const Bitboard enemy_king = enemy & p2 & ~p0;
    Bitboard steps = attacks::king(king) & ~own & ~attacks::king(enemy_king.first());
    Bitboard rooks;
    if constexpr (R.castling)
        if (threats.checkers.empty() && !rights.empty())
            rooks = castling_rooks_with_free_way<Us>(rights, king, occupied);
    if (!(steps | rooks).empty()) {
        const Bitboard danger = attacked_by<~Us>(b, occupied ^ king);
        steps &= ~danger;
        sink.piece(PieceType::king, king, steps);
        if constexpr (R.castling) castlings<Us>(b, rooks, king, danger, sink);
    }
    if (sink.is_full() || threats.checkers.has_many()) return;  // a double check: the king only

    const Bitboard pawns = own & p0 & ~(p1 | p2);
    pawn_moves<R, Us>(pawns & ~threats.pinned, threats.allowed, occupied, enemy, sink);
    if (sink.is_full()) return;
    officer_moves(b, king, own, threats.pinned, threats.allowed & ~own, occupied, sink);
    const Bitboard held = pawns & threats.pinned;
    for (const Square s : held)
        pawn_moves<R, Us>(s, threats.allowed & attacks::line(king, s), occupied, enemy, sink);
    if (!passed.empty())
        for (const Square s : attacks::pawn(~Us, passed.first()) & pawns)
            if (en_passant_is_safe(b, Us, s, passed.first())) sink.en_passant(s, passed.first());
}

/// The same for a Position. Pre: `Us` is to move and `R` are its rules.
template <Ruleset R, Color Us, class Sink>
inline void generate(const Position& p, Sink& sink) noexcept {
    const auto passed = p.en_passant_square();
    generate<R, Us>(p.board(), p.castling().rooks(), passed ? Bitboard{*passed} : Bitboard{}, sink);
}

/// Calls f with the ruleset and the side to move as template arguments.
template <class F>
inline decltype(auto) dispatch(const Position& p, F&& f) noexcept {
    return with_ruleset(p.rules(), [&]<Ruleset R>() {
        return p.turn() == Color::white ? f.template operator()<R, Color::white>()
                                        : f.template operator()<R, Color::black>();
    });
}

/// Writes moves from `end` on. Pre: there is room.
class ListSink {
public:
    ListSink(const Board& board, Move* end) noexcept : board_{board}, writer_{board}, end_{end} {}
    Move* end() const noexcept { return end_; }
    static constexpr bool is_full() noexcept { return false; }

    void piece(PieceType type, Square from, Bitboard targets) noexcept {
        end_ = writer_.from_one(end_, targets, from, type);
    }
    void castle(Square king, Square rook) noexcept {
        *end_++ = Move::make(king, rook, MoveKind::castling, PieceType::king);
    }
    void pawns(Bitboard targets, int delta, bool) noexcept {
        end_ = writer_.from_below(end_, targets, delta, MoveKind::normal);
    }
    void double_steps(Bitboard targets, int delta) noexcept {
        end_ = writer_.from_below(end_, targets, delta, MoveKind::double_step);
    }
    void promotions(Bitboard targets, int delta, bool capture) noexcept {
        for (const Square to : targets)
            for (const PieceType type : promotion_types)
                *end_++ =
                    Move::make(square(index(to) - delta), to, MoveKind::promotion, PieceType::pawn,
                               capture ? board_.code_at(to) : 0, index(type));
    }
    void en_passant(Square from, Square to) noexcept {
        *end_++ =
            Move::make(from, to, MoveKind::en_passant, PieceType::pawn, index(PieceType::pawn));
    }

private:
    const Board& board_;
    MoveWriter writer_;
    Move* end_;
};

/// Counts without looking at single moves.
class CountSink {
public:
    static constexpr bool is_full() noexcept { return false; }
    void piece(PieceType, Square, Bitboard targets) noexcept { add(targets.size()); }
    void castle(Square, Square) noexcept { add(1); }
    void pawns(Bitboard targets, int, bool) noexcept { add(targets.size()); }
    void double_steps(Bitboard targets, int) noexcept { add(targets.size()); }
    void promotions(Bitboard targets, int, bool) noexcept { add(4 * targets.size()); }
    void en_passant(Square, Square) noexcept { add(1); }
    int total() const noexcept { return total_; }

private:
    void add(int n) noexcept { total_ += n; }
    int total_ = 0;
};

/// Stops early: one move is enough.
class AnySink {
public:
    bool is_full() const noexcept { return found_; }
    void piece(PieceType, Square, Bitboard targets) noexcept { found_ |= !targets.empty(); }
    void castle(Square, Square) noexcept { found_ = true; }
    void pawns(Bitboard targets, int, bool) noexcept { found_ |= !targets.empty(); }
    void double_steps(Bitboard targets, int) noexcept { found_ |= !targets.empty(); }
    void promotions(Bitboard targets, int, bool) noexcept { found_ |= !targets.empty(); }
    void en_passant(Square, Square) noexcept { found_ = true; }

private:
    bool found_ = false;
};

}  // namespace movegen

}  // namespace hakam

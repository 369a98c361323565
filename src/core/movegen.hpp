#pragma once

// The one move generator. It finds pins and checks first and then emits legal moves only, as sets
// of target squares to a sink: a list, a counter, or a test whether there is any. Rules of
// movement that differ between variants are compile-time choices on Ruleset.

#include "hakam/core/attacks.hpp"
#include "hakam/core/position.hpp"
#include "sliders.hpp"

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
    template <Color Us>
    static void apply(Position& p, Move m) noexcept;
};

/// The key computed from nothing, for setups and for tests of the incremental one.
Key fresh_key(const Position& p) noexcept;
/// Whether the side to move can take en passant on `target` (Laws 3.7.3.1, 3.9.2).
bool en_passant_capture_exists(const Board& board, Color turn, Square target) noexcept;
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
inline Bitboard attacked_by(const Board& b, Bitboard men, Bitboard occupied) noexcept {
    const Bitboard p0 = b.plane(0), p1 = b.plane(1), p2 = b.plane(2);
    Bitboard result = attacks::pawns(Them, men & p0 & ~(p1 | p2));
    for (const Square s : men & p1 & ~p0) result |= attacks::knight(s);
    for (const Square s : men & p0 & p1) result |= sliders::bishop(s, occupied);
    for (const Square s : men & p0 & p2) result |= sliders::rook(s, occupied);
    const Bitboard king = men & p2 & ~p0;
    if (!king.empty()) result |= attacks::king(king.first());
    return result;
}

template <Ruleset R, Color Us, class Sink>
inline void castling(const Position& p, Square king, Bitboard occupied, Bitboard danger,
                     Sink& sink) noexcept {
    const Bitboard rooks = p.castling().rooks(Us);
    for (const Square rook : rooks) {
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        const Square king_to = castled_king(Us, wing);
        const Square rook_to = castled_rook(Us, wing);
        const Bitboard king_path = attacks::between(king, king_to) | king_to;
        const Bitboard rook_path = attacks::between(rook, rook_to) | rook_to;
        const Bitboard others = occupied & ~(Bitboard{king} | rook);
        if (!((king_path | rook_path | attacks::between(king, rook)) & others).empty()) continue;
        if (!((king_path | king) & danger).empty()) continue;
        // Taking the rook away can uncover an attack along the back rank (Chess960): a rook or
        // queen beyond it. In the standard array the rook stands in the corner.
        const Bitboard after = others | king_to | rook_to;
        const Bitboard enemy_lines = p.board().straight_sliders() & p.men(~Us);
        if (!(sliders::rook(king_to, after) & enemy_lines).empty()) continue;
        sink.castle(king, rook);
    }
}

/// Emits every legal move of the side to move, which is `Us`, to the sink.
template <Ruleset R, Color Us, class Sink>
inline void generate(const Position& p, Sink& sink) noexcept {
    using P = Pawns<Us>;
    constexpr Color them = ~Us;
    const Board& b = p.board();
    const Bitboard p0 = b.plane(0), p1 = b.plane(1), p2 = b.plane(2);
    const Bitboard occupied = p0 | p1 | p2;
    const Bitboard own = b.men(Us);
    const Bitboard enemy = b.men(them);
    const Square king = (own & p2 & ~p0).first();

    // King steps: lines go through the king, or it could flee along them (Law 3.8.1).
    const Bitboard danger = attacked_by<them>(b, enemy, occupied ^ king);
    sink.piece(PieceType::king, king, attacks::king(king) & ~own & ~danger);

    Bitboard allowed = Bitboard::all();  // squares that answer a check
    Bitboard pinned;
    const Bitboard enemy_diagonal = enemy & p0 & p1;
    const Bitboard enemy_straight = enemy & p0 & p2;
    const Bitboard snipers = (sliders::bishop(king, enemy) & enemy_diagonal) |
                             (sliders::rook(king, enemy) & enemy_straight);
    if (danger.contains(king)) {
        Bitboard checkers = (attacks::knight(king) & enemy & p1 & ~p0) |
                            (attacks::pawn(Us, king) & enemy & p0 & ~(p1 | p2));
        for (const Square s : snipers) {
            const Bitboard between = attacks::between(king, s) & occupied;
            if (between.empty())
                checkers |= s;
            else if (!between.has_many())
                pinned |= between;
        }
        if (checkers.has_many()) return;  // only the king can answer a double check
        allowed = checkers | attacks::between(king, checkers.first());
    } else {
        for (const Square s : snipers) {
            const Bitboard between = attacks::between(king, s) & occupied;
            if (!between.has_many()) pinned |= between;
        }
        if constexpr (R.castling) castling<R, Us>(p, king, occupied, danger, sink);
    }
    pinned &= own;
    const Bitboard targets = allowed & ~own;

    for (const Square s : own & p1 & ~p0 & ~pinned)
        sink.piece(PieceType::knight, s, attacks::knight(s) & targets);
    const auto slide = [&](PieceType type, Square s, Bitboard reach) {
        if (pinned.contains(s)) reach &= attacks::line(king, s);
        sink.piece(type, s, reach & targets);
    };
    for (const Square s : own & p0 & p1 & ~p2)
        slide(PieceType::bishop, s, sliders::bishop(s, occupied));
    for (const Square s : own & p0 & p2 & ~p1)
        slide(PieceType::rook, s, sliders::rook(s, occupied));
    for (const Square s : own & p0 & p1 & p2)
        slide(PieceType::queen, s, sliders::queen(s, occupied));

    const Bitboard pawns = own & p0 & ~(p1 | p2);
    const auto pawn_moves = [&](Bitboard men, Bitboard where) {
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
        sink.pawns(steps & ~P::last_rank, P::up, false);
        sink.double_steps(twice, 2 * P::up);
        sink.pawns(left & ~P::last_rank, P::up_left, true);
        sink.pawns(right & ~P::last_rank, P::up_right, true);
        if (!((steps | left | right) & P::last_rank).empty()) {
            sink.promotions(steps & P::last_rank, P::up, false);
            sink.promotions(left & P::last_rank, P::up_left, true);
            sink.promotions(right & P::last_rank, P::up_right, true);
        }
    };
    pawn_moves(pawns & ~pinned, allowed);
    for (const Square s : pawns & pinned) pawn_moves(s, allowed & attacks::line(king, s));

    if (const auto target = p.en_passant_square())
        for (const Square s : attacks::pawn(them, *target) & pawns)
            if (en_passant_is_safe(b, Us, s, *target)) sink.en_passant(s, *target);
}

/// Calls f with the ruleset and the side to move as template arguments.
template <class F>
inline decltype(auto) dispatch(const Position& p, F&& f) noexcept {
    return with_ruleset(p.rules(), [&]<Ruleset R>() {
        return p.turn() == Color::white ? f.template operator()<R, Color::white>()
                                        : f.template operator()<R, Color::black>();
    });
}

class ListSink {
public:
    ListSink(const Board& board, MoveList& list) noexcept : board_{board}, list_{list} {}
    void piece(PieceType type, Square from, Bitboard targets) noexcept {
        for (const Square to : targets)
            list_.push_back(Move::make(from, to, MoveKind::normal, type, board_.code_at(to)));
    }
    void castle(Square king, Square rook) noexcept {
        list_.push_back(Move::make(king, rook, MoveKind::castling, PieceType::king));
    }
    void pawns(Bitboard targets, int delta, bool capture) noexcept {
        for (const Square to : targets)
            list_.push_back(Move::make(square(index(to) - delta), to, MoveKind::normal,
                                       PieceType::pawn, capture ? board_.code_at(to) : 0));
    }
    void double_steps(Bitboard targets, int delta) noexcept {
        for (const Square to : targets)
            list_.push_back(Move::make(square(index(to) - delta), to, MoveKind::double_step,
                                       PieceType::pawn));
    }
    void promotions(Bitboard targets, int delta, bool capture) noexcept {
        for (const Square to : targets)
            for (const PieceType type : promotion_types)
                list_.push_back(Move::make(square(index(to) - delta), to, MoveKind::promotion,
                                           PieceType::pawn, capture ? board_.code_at(to) : 0,
                                           index(type)));
    }
    void en_passant(Square from, Square to) noexcept {
        list_.push_back(Move::make(from, to, MoveKind::en_passant, PieceType::pawn,
                                   index(PieceType::pawn)));
    }

private:
    const Board& board_;
    MoveList& list_;
};

class CountSink {
public:
    void piece(PieceType, Square, Bitboard targets) noexcept { count += targets.size(); }
    void castle(Square, Square) noexcept { ++count; }
    void pawns(Bitboard targets, int, bool) noexcept { count += targets.size(); }
    void double_steps(Bitboard targets, int) noexcept { count += targets.size(); }
    void promotions(Bitboard targets, int, bool) noexcept { count += 4 * targets.size(); }
    void en_passant(Square, Square) noexcept { ++count; }
    int count = 0;
};

}  // namespace movegen

template <Color Us>
inline void PositionAccess::apply(Position& p, Move m) noexcept {
    constexpr auto us = static_cast<std::size_t>(index(Us));
    constexpr std::size_t them = 1 - us;
    const auto at = [](Square s) { return static_cast<std::size_t>(s); };
    const auto& man = zobrist::tables.man;
    const Square from = m.from();
    const Square to = m.to();
    const Bitboard vacated = Bitboard{from} | to;
    const Board b = p.board_;
    Bitboard p0 = b.plane(0) & ~vacated, p1 = b.plane(1) & ~vacated, p2 = b.plane(2) & ~vacated;
    Bitboard black = b.men(Color::black) & ~vacated;

    Key key = p.key_ ^ zobrist::tables.black_to_move;
    if (p.en_passant_legal_) key ^= zobrist::tables.en_passant[p.double_step_];
    p.double_step_ = Position::no_square;
    p.en_passant_legal_ = false;

    if (m.kind() == MoveKind::castling) [[unlikely]] {
        const Square king_to = castled_king(Us, m.wing());
        const Square rook_to = castled_rook(Us, m.wing());
        p2 |= Bitboard{king_to} | rook_to;
        p0 |= rook_to;
        if constexpr (Us == Color::black) black |= Bitboard{king_to} | rook_to;
        constexpr auto king_code = static_cast<std::size_t>(PieceType::king);
        constexpr auto rook_code = static_cast<std::size_t>(PieceType::rook);
        key ^= man[us][king_code][at(from)] ^ man[us][king_code][at(king_to)] ^
               man[us][rook_code][at(to)] ^ man[us][rook_code][at(rook_to)];
    } else {
        const auto mover = static_cast<std::size_t>(m.mover());
        const auto code = m.is_promotion() ? static_cast<std::size_t>(m.promotion_code()) : mover;
        const Bitboard arrival{to};
        const auto bit = [&](unsigned i) {
            return Bitboard{0 - (std::uint64_t{code} >> i & 1)} & arrival;
        };
        p0 |= bit(0);
        p1 |= bit(1);
        p2 |= bit(2);
        if constexpr (Us == Color::black) black |= arrival;
        key ^= man[us][mover][at(from)] ^ man[us][code][at(to)];
        if (m.kind() == MoveKind::en_passant) [[unlikely]] {
            const Square taken = square(file_of(to), rank_of(from));
            p0 &= ~Bitboard{taken};
            black &= ~Bitboard{taken};
            key ^= man[them][static_cast<std::size_t>(PieceType::pawn)][at(taken)];
        } else {
            key ^= man[them][static_cast<std::size_t>(m.captured_code())][at(to)];
        }
    }
    p.board_ = Board{p0, p1, p2, black};

    Bitboard lost = p.castling_ & vacated;
    if (m.mover() == PieceType::king) lost |= p.castling_ & Bitboard::of(back_rank(Us));
    if (!lost.empty()) [[unlikely]] {
        for (const Square s : lost) key ^= zobrist::tables.castling[at(s)];
        p.castling_ ^= lost;
    }
    p.halfmove_clock_ = m.resets_clock() ? 0 : p.halfmove_clock_ + 1;
    p.fullmove_number_ += Us == Color::black;
    p.turn_ = ~Us;
    if (m.kind() == MoveKind::double_step) {
        const Square passed = square((index(from) + index(to)) / 2);
        p.double_step_ = static_cast<std::uint8_t>(passed);
        if (en_passant_capture_exists(p.board_, ~Us, passed)) {
            p.en_passant_legal_ = true;
            key ^= zobrist::tables.en_passant[at(passed)];
        }
    }
    p.key_ = key;
}

}  // namespace hakam

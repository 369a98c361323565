#pragma once

// The board of one line of moves while a file is read: men, turn, rights and counters, but no
// hash key, so that playing a move costs a few nanoseconds. Moves are found from their text by
// looking from the target square for men that reach it and then asking whether the king is safe
// afterwards; nothing is listed. Only the usual SAN of English letters is read here
// (san_move); everything else goes through san::parse_lenient and a full Position. Tests compare
// the two on every ply of the sample.

#include <cstdint>
#include <cstring>
#include <utility>

#include "../core/movegen.hpp"
#include "../core/sliders.hpp"
#include "hakam/core/attacks.hpp"
#include "hakam/core/position.hpp"

namespace hakam::pgn {

using Bits = std::uint64_t;

inline constexpr Bits bit(unsigned square) noexcept { return Bits{1} << square; }
inline unsigned first_bit(Bits b) noexcept { return static_cast<unsigned>(std::countr_zero(b)); }
inline constexpr Bits file_bits(unsigned file) noexcept { return 0x0101010101010101ULL << file; }
inline constexpr Bits rank_bits(unsigned rank) noexcept { return Bits{0xFF} << (8 * rank); }

/// What the last move changed beyond itself, so that it can be taken back at a variation.
struct Undo {
    Move move;
    std::uint32_t halfmove_clock = 0;
    Bits castling = 0;
    std::uint8_t double_step = 64;
    bool is_null = false;
};

class LineState {
public:
    LineState() noexcept : LineState{Position{}} {}
    explicit LineState(const Position& p) noexcept
        : planes_{p.board().plane(0).bits(), p.board().plane(1).bits(), p.board().plane(2).bits()},
          sides_{p.men(Color::white).bits(), p.men(Color::black).bits()},
          castling_{p.castling().rooks().bits()},
          halfmove_clock_{p.halfmove_clock().value},
          fullmove_number_{p.fullmove_number().value},
          rules_{p.rules()},
          turn_{static_cast<std::uint8_t>(index(p.turn()))} {
        if (const auto s = p.double_step_square()) double_step_ = static_cast<std::uint8_t>(*s);
    }

    unsigned turn() const noexcept { return turn_; }
    std::uint32_t halfmove_clock() const noexcept { return halfmove_clock_; }
    std::uint32_t fullmove_number() const noexcept { return fullmove_number_; }

    /// The same as a Position, key included. Cost: about 100 ns.
    Position position() const noexcept {
        using Access = PositionAccess;
        Position p = Access::blank();
        const Color us = turn_ == 0 ? Color::white : Color::black;
        Access::board(p) = Board{Bitboard{planes_[0]}, Bitboard{planes_[1]}, Bitboard{planes_[2]},
                                 Bitboard{sides_[1]}};
        Access::set_castling(p, Bitboard{castling_});
        Access::set_turn(p, us);
        Access::set_rules(p, rules_);
        Access::set_counters(p, halfmove_clock_, fullmove_number_);
        if (double_step_ != 64) {
            const auto s = static_cast<Square>(double_step_);
            Access::set_double_step(p, s, en_passant_capture_exists(p.board(), us, s));
        }
        Access::key(p) = fresh_key(p);
        return p;
    }

    /// The legal move written at `text`, whose first `length` bytes (2 to 7, no check sign) are
    /// its SAN; `word` holds them from the lowest byte. Returns: no move (code 0) if the text has
    /// another shape, is illegal or ambiguous, or leaves out or adds an x or an origin.
    Move san_move(std::uint64_t word, unsigned length) const noexcept {
        const auto c = static_cast<unsigned>(word & 0xFF);
        if (c - 'a' < 8) return pawn_move(word, length);
        return piece_move(word, length);
    }

    /// Castling to that wing if it is legal, else no move.
    Move castling_move(Wing wing) const noexcept {
        const Color us = turn_ == 0 ? Color::white : Color::black;
        const unsigned king = first_bit(sides_[turn_] & planes_[2] & ~planes_[0]);
        const auto rook = CastlingRights{Bitboard{castling_}}.rook(static_cast<Square>(king), wing);
        if (!rook) return {};
        const auto from = static_cast<Square>(king);
        const Square king_to = castled_king(us, wing);
        const Square rook_to = castled_rook(us, wing);
        const Bitboard king_path = attacks::between(from, king_to) | king_to;
        const Bitboard rook_path = attacks::between(*rook, rook_to) | rook_to;
        const Bitboard others = Bitboard{occupied()} & ~(Bitboard{from} | *rook);
        if (!((king_path | rook_path) & others).empty()) return {};
        for (const Square s : king_path | from)
            if (attacked(static_cast<unsigned>(s), occupied() ^ bit(king), sides_[turn_ ^ 1]))
                return {};
        const Bits after = (others | king_to | rook_to).bits();
        if (attacked(static_cast<unsigned>(king_to), after, sides_[turn_ ^ 1])) return {};
        return Move::make(from, *rook, MoveKind::castling, PieceType::king);
    }

    /// Pre: `move` is legal. Fills `undo`.
    void play(Move move, Undo& undo) noexcept {
        undo.move = move;
        undo.halfmove_clock = halfmove_clock_;
        undo.castling = castling_;
        undo.double_step = double_step_;
        undo.is_null = false;
        const unsigned us = turn_;
        const auto from = static_cast<unsigned>(move.from());
        const auto to = static_cast<unsigned>(move.to());
        const Bits clear = ~(bit(from) | bit(to));
        Bits p0 = planes_[0] & clear;
        Bits p1 = planes_[1] & clear;
        Bits p2 = planes_[2] & clear;
        Bits own = sides_[us] & clear;
        Bits enemy = sides_[us ^ 1] & clear;
        const auto mover = static_cast<unsigned>(move.mover());
        double_step_ = 64;
        if (move.kind() == MoveKind::castling) [[unlikely]] {
            const Color color = us == 0 ? Color::white : Color::black;
            const Bits king = Bitboard{castled_king(color, move.wing())}.bits();
            const Bits rook = Bitboard{castled_rook(color, move.wing())}.bits();
            p2 |= king | rook;
            p0 |= rook;
            own |= king | rook;
        } else {
            const Bits arrival = bit(to);
            const auto promoted = static_cast<unsigned>(move.promotion_code());
            const unsigned code = promoted != 0 ? promoted : mover;
            p0 |= (Bits{0} - (code & 1)) & arrival;
            p1 |= (Bits{0} - (code >> 1 & 1)) & arrival;
            p2 |= (Bits{0} - (code >> 2)) & arrival;
            own |= arrival;
            if (move.kind() == MoveKind::double_step) {
                double_step_ = static_cast<std::uint8_t>((from + to) / 2);
            } else if (move.kind() == MoveKind::en_passant) [[unlikely]] {
                const Bits taken = bit((from & 56) | (to & 7));
                p0 &= ~taken;
                enemy &= ~taken;
            }
        }
        planes_[0] = p0;
        planes_[1] = p1;
        planes_[2] = p2;
        sides_[us] = own;
        sides_[us ^ 1] = enemy;
        const Bits home = mover == static_cast<unsigned>(PieceType::king) ? rank_bits(us * 7) : 0;
        castling_ &= clear & ~home;
        halfmove_clock_ = move.resets_clock() ? 0 : halfmove_clock_ + 1;
        fullmove_number_ += us;
        turn_ = static_cast<std::uint8_t>(us ^ 1);
    }

    /// Passes the turn: no move of the Laws, but commentators write it.
    void play_null(Undo& undo) noexcept {
        undo = {Move{}, halfmove_clock_, castling_, double_step_, true};
        ++halfmove_clock_;
        fullmove_number_ += turn_;
        turn_ ^= 1;
        double_step_ = 64;
    }
    bool is_check() const noexcept {
        const unsigned king = first_bit(sides_[turn_] & planes_[2] & ~planes_[0]);
        return attacked(king, occupied(), sides_[turn_ ^ 1]);
    }

    /// The exact reverse of the play() that filled `undo`.
    void take_back(const Undo& undo) noexcept {
        turn_ ^= 1;
        fullmove_number_ -= turn_;
        halfmove_clock_ = undo.halfmove_clock;
        castling_ = undo.castling;
        double_step_ = undo.double_step;
        if (undo.is_null) return;
        const Move m = undo.move;
        const unsigned us = turn_;
        if (m.is_castling()) {
            const Color color = us == 0 ? Color::white : Color::black;
            remove(static_cast<unsigned>(castled_king(color, m.wing())));
            remove(static_cast<unsigned>(castled_rook(color, m.wing())));
            put(static_cast<unsigned>(m.from()), static_cast<unsigned>(PieceType::king), us);
            put(static_cast<unsigned>(m.to()), static_cast<unsigned>(PieceType::rook), us);
            return;
        }
        const auto from = static_cast<unsigned>(m.from());
        const auto to = static_cast<unsigned>(m.to());
        remove(to);
        put(from, static_cast<unsigned>(m.mover()), us);
        if (m.is_en_passant())
            put((from & 56) | (to & 7), static_cast<unsigned>(PieceType::pawn), us ^ 1);
        else if (m.is_capture())
            put(to, static_cast<unsigned>(m.captured_code()), us ^ 1);
    }

private:
    Bits occupied() const noexcept { return sides_[0] | sides_[1]; }
    int code_at(unsigned s) const noexcept {
        return static_cast<int>((planes_[0] >> s & 1) | (planes_[1] >> s & 1) << 1 |
                                (planes_[2] >> s & 1) << 2);
    }
    void remove(unsigned s) noexcept {
        for (Bits& plane : planes_) plane &= ~bit(s);
        for (Bits& side : sides_) side &= ~bit(s);
    }
    void put(unsigned s, unsigned code, unsigned side) noexcept {
        for (unsigned i = 0; i < 3; ++i) planes_[i] |= Bits{code >> i & 1} << s;
        sides_[side] |= bit(s);
    }
    static Bits table(Bitboard b) noexcept { return b.bits(); }

    /// Whether any of `enemy` (men of the side not to move) attacks `s`.
    bool attacked(unsigned s, Bits occupied, Bits enemy) const noexcept {
        const auto square = static_cast<Square>(s);
        const Bits p0 = planes_[0], p1 = planes_[1], p2 = planes_[2];
        const Color us = turn_ == 0 ? Color::white : Color::black;
        const Bits found = (sliders::bishop(square, Bitboard{occupied}).bits() & p0 & p1) |
                           (sliders::rook(square, Bitboard{occupied}).bits() & p0 & p2) |
                           (attacks::knight(square).bits() & p1 & ~p0) |
                           (attacks::king(square).bits() & p2 & ~p0) |
                           (attacks::pawn(us, square).bits() & p0 & ~(p1 | p2));
        return (found & enemy) != 0;
    }
    /// Whether the own king is safe after from-to; `taken` is where the captured man stood.
    bool is_safe(unsigned king, Bits from, Bits to, Bits taken) const noexcept {
        const Bits after = (occupied() & ~(from | taken)) | to;
        return !attacked(king, after, sides_[turn_ ^ 1] & ~taken);
    }
    unsigned own_king() const noexcept {
        return first_bit(sides_[turn_] & planes_[2] & ~planes_[0]);
    }

    Move piece_move(std::uint64_t word, unsigned length) const noexcept;
    Move pawn_move(std::uint64_t word, unsigned length) const noexcept;

    Bits planes_[3];
    Bits sides_[2];
    Bits castling_;
    std::uint32_t halfmove_clock_;
    std::uint32_t fullmove_number_;
    RulesetId rules_;
    std::uint8_t turn_;
    std::uint8_t double_step_ = 64;
};

namespace detail {
/// Squares that an origin character leaves: a file, a rank, or all for x and for nothing.
struct OriginMasks {
    Bits of[256] = {};
};
constexpr OriginMasks make_origins() noexcept {
    OriginMasks t;
    for (unsigned i = 0; i < 8; ++i) {
        t.of['a' + i] = file_bits(i);
        t.of['1' + i] = rank_bits(i);
    }
    t.of['x'] = t.of[0] = ~Bits{0};
    return t;
}
inline constexpr OriginMasks origins = make_origins();

/// Plane code of a piece letter, 0 for any other byte.
struct Codes {
    std::uint8_t of[256] = {};
};
constexpr Codes make_codes() noexcept {
    Codes t;
    for (const PieceType type : piece_types)
        if (type != PieceType::pawn)
            t.of[static_cast<unsigned char>(to_char(type))] = static_cast<std::uint8_t>(type);
    return t;
}
inline constexpr Codes piece_codes = make_codes();
}  // namespace detail

inline Move LineState::piece_move(std::uint64_t word, unsigned length) const noexcept {
    const unsigned code = detail::piece_codes.of[word & 0xFF];
    if (code == 0 || length - 3 > 3) [[unlikely]]
        return {};
    const auto shift = 8 * (length - 2);
    const auto file = static_cast<unsigned>(word >> shift & 0xFF) - 'a';
    const auto rank = static_cast<unsigned>(word >> (shift + 8) & 0xFF) - '1';
    if ((file | rank) > 7) [[unlikely]]
        return {};
    const unsigned to = rank * 8 + file;
    const auto square = static_cast<Square>(to);

    // Between the letter and the target: nothing, an origin, x, or an origin and x.
    const std::uint64_t middle = (word & ((std::uint64_t{1} << shift) - 1)) >> 8;
    const Bits mask = detail::origins.of[middle & 0xFF] & detail::origins.of[middle >> 8 & 0xFF] &
                      detail::origins.of[middle >> 16];
    const Bits p0 = planes_[0], p1 = planes_[1], p2 = planes_[2];
    const Bits all = occupied();
    const Bits bit0 = Bits{0} - (code & 1), bit1 = Bits{0} - (code >> 1 & 1),
               bit2 = Bits{0} - (code >> 2);
    const Bits leaps =
        (bit1 & attacks::knight(square).bits()) | (bit2 & attacks::king(square).bits());
    const Bits reach = (bit0 & bit1 & sliders::bishop(square, Bitboard{all}).bits()) |
                       (bit0 & bit2 & sliders::rook(square, Bitboard{all}).bits()) |
                       (~bit0 & leaps);
    const Bits own = sides_[turn_];
    const Bits kind = ~((p0 ^ bit0) | (p1 ^ bit1) | (p2 ^ bit2));
    const Bits all_candidates = reach & own & kind;
    Bits candidates = all_candidates & mask;
    const Bits arrival = bit(to);
    if (candidates == 0 || (own & arrival) != 0) [[unlikely]]
        return {};
    const bool takes = (sides_[turn_ ^ 1] & arrival) != 0;
    const bool says_x = shift > 8 && (word >> (shift - 8) & 0xFF) == 'x';
    if (takes != says_x) [[unlikely]]
        return {};

    const unsigned king = own_king();
    const bool is_king = code == static_cast<unsigned>(PieceType::king);
    if (mask == ~Bits{0} && (candidates & (candidates - 1)) == 0) [[likely]] {
        if (!is_safe(is_king ? to : king, candidates, arrival, arrival)) [[unlikely]]
            return {};
    } else {
        // An origin, or several men: count those that may move, with and without the origin.
        const auto first = static_cast<unsigned>(middle & 0xFF);
        const auto second = static_cast<unsigned>(middle >> 8 & 0xFF);
        if (second != 0 && (first == 'x' || (first < 'a' && second != 'x'))) return {};
        Bits legal = 0;
        for (Bits rest = all_candidates; rest != 0; rest &= rest - 1) {
            const Bits one = rest & (0 - rest);
            if (is_safe(is_king ? to : king, one, arrival, arrival)) legal |= one;
        }
        candidates &= legal;
        if (candidates == 0 || (candidates & (candidates - 1)) != 0) return {};
        if (mask != ~Bits{0}) {
            // Only the shortest sufficient origin: file, else rank, else both.
            if (legal == candidates) return {};
            const unsigned from = first_bit(candidates);
            const Bits same_file = legal & file_bits(from & 7);
            const Bits same_rank = legal & rank_bits(from >> 3);
            const Bits least = same_file == candidates ? file_bits(from & 7)
                               : same_rank == candidates
                                   ? rank_bits(from >> 3)
                                   : file_bits(from & 7) & rank_bits(from >> 3);
            if (mask != least) return {};
        }
    }
    return Move::make(static_cast<Square>(first_bit(candidates)), square, MoveKind::normal,
                      static_cast<PieceType>(code), takes ? code_at(to) : 0);
}

inline Move LineState::pawn_move(std::uint64_t word, unsigned length) const noexcept {
    const unsigned us = turn_;
    const auto first_file = static_cast<unsigned>(word & 0xFF) - 'a';
    unsigned promotion = 0;
    if (length >= 4 && (word >> 8 * (length - 2) & 0xFF) == '=') [[unlikely]] {
        promotion = detail::piece_codes.of[word >> 8 * (length - 1) & 0xFF];
        if (promotion == 0 || promotion == static_cast<unsigned>(PieceType::king)) return {};
        length -= 2;
    }
    const bool takes = (word >> 8 & 0xFF) == 'x';
    if (length != (takes ? 4U : 2U)) [[unlikely]]
        return {};
    const unsigned shift = takes ? 16 : 0;
    const auto file = static_cast<unsigned>(word >> shift & 0xFF) - 'a';
    const auto rank = static_cast<unsigned>(word >> (shift + 8) & 0xFF) - '1';
    if ((file | rank) > 7) [[unlikely]]
        return {};
    const unsigned to = rank * 8 + file;
    const unsigned last = us == 0 ? 7 : 0;
    if ((rank == last) != (promotion != 0) || rank == 7 - last) [[unlikely]]
        return {};
    const Bits pawns = sides_[us] & planes_[0] & ~(planes_[1] | planes_[2]);
    const unsigned back = us == 0 ? to - 8 : to + 8;  // one step before the target
    const Bits arrival = bit(to);
    const unsigned king = own_king();
    MoveKind kind = promotion != 0 ? MoveKind::promotion : MoveKind::normal;
    unsigned from = back;
    int captured = 0;
    if (takes) {
        const unsigned distance = first_file - file;
        if (distance != 1 && distance != ~0U) [[unlikely]]
            return {};
        from = back + distance;
        if ((pawns >> from & 1) == 0) [[unlikely]]
            return {};
        Bits taken = arrival;
        if ((sides_[us ^ 1] & arrival) != 0) {
            captured = code_at(to);
        } else {
            if (double_step_ != to) [[unlikely]]
                return {};
            taken = bit(back);
            kind = MoveKind::en_passant;
            captured = index(PieceType::pawn);
        }
        if (!is_safe(king, bit(from), arrival, taken)) [[unlikely]]
            return {};
    } else {
        const Bits all = occupied();
        if ((all & arrival) != 0) [[unlikely]]
            return {};
        if ((pawns >> back & 1) == 0) {
            from = us == 0 ? to - 16 : to + 16;
            if (rank != (us == 0 ? 3U : 4U) || ((all >> back) & 1) != 0 ||
                ((pawns >> from) & 1) == 0) [[unlikely]]
                return {};
            kind = MoveKind::double_step;
        }
        if (!is_safe(king, bit(from), arrival, 0)) [[unlikely]]
            return {};
    }
    return Move::make(static_cast<Square>(from), static_cast<Square>(to), kind, PieceType::pawn,
                      captured, static_cast<int>(promotion));
}

}  // namespace hakam::pgn

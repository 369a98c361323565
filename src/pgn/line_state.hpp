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
#include "hakam/core/attacks.hpp"
#include "hakam/core/position.hpp"
#include "line_tables.hpp"

namespace hakam::pgn {

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
        : castling_{p.castling().rooks().bits()},
          halfmove_clock_{p.halfmove_clock().value},
          fullmove_number_{p.fullmove_number().value},
          rules_{p.rules()},
          turn_{static_cast<std::uint8_t>(index(p.turn()))} {
        for (const Square s : p.occupied()) {
            const Piece man = *p.at(s);
            put(static_cast<unsigned>(s), static_cast<unsigned>(man.type),
                static_cast<unsigned>(index(man.color)));
        }
        if (const auto s = p.double_step_square()) double_step_ = static_cast<std::uint8_t>(*s);
    }

    unsigned turn() const noexcept { return turn_; }
    std::uint32_t halfmove_clock() const noexcept { return halfmove_clock_; }
    std::uint32_t fullmove_number() const noexcept { return fullmove_number_; }
    /// Twice the number of the next move, and one more if it is Black's.
    std::uint32_t move_index() const noexcept { return 2 * fullmove_number_ + turn_; }

    /// The same as a Position, key included. Cost: about 100 ns.
    Position position() const noexcept {
        using Access = PositionAccess;
        Position p = Access::blank();
        const Color us = turn_ == 0 ? Color::white : Color::black;
        Bits planes[3] = {};
        for (unsigned code = 1; code < 8; ++code)
            for (unsigned i = 0; i < 3; ++i)
                if ((code >> i & 1) != 0) planes[i] |= men_[code];
        Access::board(p) = Board{Bitboard{planes[0]}, Bitboard{planes[1]}, Bitboard{planes[2]},
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
    [[gnu::always_inline]] Move san_move(std::uint64_t word, unsigned length) const noexcept {
        const auto c = static_cast<unsigned>(word & 0xFF);
        if (c - 'a' < 8) return pawn_move(word, length);
        return to_move(find_piece(word, length));
    }
    /// The same, and plays it. Fills `undo` if there is a move.
    [[gnu::always_inline]] Move play_san(std::uint64_t word, unsigned length, Undo& undo) noexcept {
        const auto c = static_cast<unsigned>(word & 0xFF);
        if (c - 'a' < 8) {
            const Move move = pawn_move(word, length);
            if (move.code() != 0) [[likely]]
                play(move, undo);
            return move;
        }
        const PieceStep step = find_piece(word, length);
        if (step.code == 0) [[unlikely]]
            return {};
        const Move move = to_move(step);
        remember(move, undo);
        const unsigned us = turn_;
        const Bits arrival = bit(step.to);
        const Bits vacated = bit(step.from) | arrival;
        sides_[us] ^= vacated;
        sides_[us ^ 1] &= ~arrival;
        men_[step.code] ^= vacated;
        men_[step.captured] ^= arrival;  // nothing captured has the code 0, which is never read
        board_[step.from] = 0;
        board_[step.to] = static_cast<std::uint8_t>(step.code);
        double_step_ = 64;
        castling_ &= ~(vacated | (step.code == king_code ? rank_bits(us * 7) : 0));
        halfmove_clock_ = step.captured != 0 ? 0 : halfmove_clock_ + 1;
        fullmove_number_ += us;
        turn_ = static_cast<std::uint8_t>(us ^ 1);
        return move;
    }

    /// Castling to that wing if it is legal, else no move.
    Move castling_move(Wing wing) const noexcept {
        const Color us = turn_ == 0 ? Color::white : Color::black;
        const unsigned king = own_king();
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
    [[gnu::always_inline]] void play(Move move, Undo& undo) noexcept {
        remember(move, undo);
        const unsigned us = turn_;
        const auto from = static_cast<unsigned>(move.from());
        const auto to = static_cast<unsigned>(move.to());
        const auto mover = static_cast<unsigned>(move.mover());
        const Bits vacated = bit(from) | bit(to);
        double_step_ = 64;
        if (move.kind() == MoveKind::castling) [[unlikely]] {
            castle(move, us);
        } else {
            const auto captured = static_cast<unsigned>(move.captured_code());
            const auto promoted = static_cast<unsigned>(move.promotion_code());
            sides_[us] ^= vacated;
            men_[mover] ^= vacated;
            board_[from] = 0;
            board_[to] = static_cast<std::uint8_t>(mover);
            if (move.kind() == MoveKind::en_passant) [[unlikely]] {
                const unsigned taken = (from & 56) | (to & 7);
                men_[captured] &= ~bit(taken);
                sides_[us ^ 1] &= ~bit(taken);
                board_[taken] = 0;
            } else {
                // Nothing captured has the code 0, whose set is never read.
                men_[captured] ^= bit(to);
                sides_[us ^ 1] &= ~bit(to);
                if (promoted != 0) [[unlikely]] {
                    men_[mover] ^= bit(to);
                    men_[promoted] ^= bit(to);
                    board_[to] = static_cast<std::uint8_t>(promoted);
                } else if (move.kind() == MoveKind::double_step) {
                    double_step_ = static_cast<std::uint8_t>((from + to) / 2);
                }
            }
        }
        const Bits home = mover == static_cast<unsigned>(PieceType::king) ? rank_bits(us * 7) : 0;
        castling_ &= ~(vacated | home);
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
        const unsigned king = own_king();
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
    void remove(unsigned s) noexcept {
        men_[board_[s]] &= ~bit(s);
        board_[s] = 0;
        for (Bits& side : sides_) side &= ~bit(s);
    }
    void put(unsigned s, unsigned code, unsigned side) noexcept {
        men_[code] |= bit(s);
        board_[s] = static_cast<std::uint8_t>(code);
        sides_[side] |= bit(s);
    }
    void castle(Move move, unsigned us) noexcept {
        const Color color = us == 0 ? Color::white : Color::black;
        remove(static_cast<unsigned>(move.from()));
        remove(static_cast<unsigned>(move.to()));
        put(static_cast<unsigned>(castled_king(color, move.wing())), king_code, us);
        put(static_cast<unsigned>(castled_rook(color, move.wing())), rook_code, us);
    }

    /// Whether any of `enemy` (men of the side not to move) attacks `s`. Lines are looked at only
    /// where an enemy slider stands on one, which is cheaper here than looking them up: the king
    /// seldom moves, so its rows of the small tables stay near.
    [[gnu::always_inline]] bool attacked(unsigned s, Bits occupied, Bits enemy) const noexcept {
        const detail::Lookout& look = detail::lookouts.from[s];
        const Bits leapers = (look.knight & men_[knight_code]) | (look.king & men_[king_code]) |
                             (look.pawn[turn_] & men_[pawn_code]);
        if ((leapers & enemy) != 0) return true;
        Bits snipers = ((look.diagonal & (men_[bishop_code] | men_[queen_code])) |
                        (look.straight & (men_[rook_code] | men_[queen_code]))) &
                       enemy;
        for (; snipers != 0; snipers &= snipers - 1)
            if ((attacks::between(static_cast<Square>(s), static_cast<Square>(first_bit(snipers)))
                     .bits() &
                 occupied) == 0)
                return true;
        return false;
    }
    /// Whether the own king is safe after from-to; `taken` is where the captured man stood.
    bool is_safe(unsigned king, Bits from, Bits to, Bits taken) const noexcept {
        const Bits after = (occupied() & ~(from | taken)) | to;
        return !attacked(king, after, sides_[turn_ ^ 1] & ~taken);
    }
    unsigned own_king() const noexcept { return first_bit(sides_[turn_] & men_[king_code]); }

    /// What plays `move` must be able to take back.
    [[gnu::always_inline]] void remember(Move move, Undo& undo) const noexcept {
        undo = {move, halfmove_clock_, castling_, double_step_, false};
    }

    /// A move of a piece in its parts; code 0 if there is none.
    struct PieceStep {
        unsigned from = 0;
        unsigned to = 0;
        unsigned code = 0;
        unsigned captured = 0;
    };
    static Move to_move(const PieceStep& step) noexcept {
        if (step.code == 0) return {};
        return Move::make(static_cast<Square>(step.from), static_cast<Square>(step.to),
                          MoveKind::normal, static_cast<PieceType>(step.code),
                          static_cast<int>(step.captured));
    }
    [[gnu::always_inline]] PieceStep find_piece(std::uint64_t word, unsigned length) const noexcept;
    [[gnu::always_inline]] Move pawn_move(std::uint64_t word, unsigned length) const noexcept;

    static constexpr unsigned pawn_code = static_cast<unsigned>(PieceType::pawn);
    static constexpr unsigned knight_code = static_cast<unsigned>(PieceType::knight);
    static constexpr unsigned bishop_code = static_cast<unsigned>(PieceType::bishop);
    static constexpr unsigned rook_code = static_cast<unsigned>(PieceType::rook);
    static constexpr unsigned queen_code = static_cast<unsigned>(PieceType::queen);
    static constexpr unsigned king_code = static_cast<unsigned>(PieceType::king);

    Bits men_[8] = {};  // by plane code, both colours
    Bits sides_[2] = {};
    std::uint8_t board_[64] = {};  // plane codes
    Bits castling_;
    std::uint32_t halfmove_clock_;
    std::uint32_t fullmove_number_;
    RulesetId rules_;
    std::uint8_t turn_;
    std::uint8_t double_step_ = 64;
};

inline LineState::PieceStep LineState::find_piece(std::uint64_t word,
                                                  unsigned length) const noexcept {
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
    const Bits own = sides_[turn_];
    const Bits kind = men_[code];
    const Bits all = occupied();
    const Bits arrival = bit(to);
    const bool takes = (sides_[turn_ ^ 1] & arrival) != 0;
    const bool says_x = shift > 8 && (word >> (shift - 8) & 0xFF) == 'x';
    if (takes != says_x || (own & arrival) != 0) [[unlikely]]
        return {};
    const bool is_king = code == static_cast<unsigned>(PieceType::king);
    const unsigned king = is_king ? to : own_king();

    // Men that reach the square on an empty board; mostly one. That its line is free and the king
    // safe is mostly true too, so what follows need not wait for the tables that tell.
    Bits candidates = detail::empty_board.reach[code][to] & own & kind;
    const auto is_blocked = [&](unsigned from) {
        return (attacks::between(static_cast<Square>(from), square).bits() & all) != 0;
    };
    if (mask == ~Bits{0} && std::has_single_bit(candidates)) [[likely]] {
        if (is_blocked(first_bit(candidates))) [[unlikely]]
            return {};
        if (!is_safe(king, candidates, arrival, arrival)) [[unlikely]]
            return {};
    } else {
        // An origin, or several men: count those that may move, with and without the origin.
        const auto first = static_cast<unsigned>(middle & 0xFF);
        const auto second = static_cast<unsigned>(middle >> 8 & 0xFF);
        if (second != 0 && (first == 'x' || (first < 'a' && second != 'x'))) return {};
        Bits legal = 0;
        for (Bits rest = candidates; rest != 0; rest &= rest - 1) {
            const unsigned from = first_bit(rest);
            if (!is_blocked(from) && is_safe(king, bit(from), arrival, arrival)) legal |= bit(from);
        }
        candidates = legal & mask;
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
    return {first_bit(candidates), to, code, board_[to]};
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
    const Bits pawns = sides_[us] & men_[pawn_code];
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
            captured = board_[to];
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

#pragma once

// How orthodox men move, for the solver: a thin coat over Position. The only thing it adds is the
// exclusion of castlings by each other and a quick test which moves can give check.

#include <optional>
#include <vector>

#include "../core/movegen.hpp"
#include "check_filter.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/problem/solver.hpp"

namespace hakam::problem {

template <bool Exclusive>
class Orthodox {
public:
    using Position = hakam::Position;
    using Move = hakam::Move;
    using Moves = MoveList;
    static constexpr bool is_orthodox = true;

    explicit Orthodox(std::vector<Exclusion> exclusive = {}) : exclusive_{std::move(exclusive)} {}

    Moves moves(const Position& p) const noexcept { return p.legal_moves(); }
    Position after(const Position& p, Move m) const noexcept {
        Position next = p.after(m);
        if constexpr (Exclusive)
            if (m.is_castling()) exclude(next, m.to());
        return next;
    }
    bool check(const Position& p) const noexcept { return p.is_check(); }
    bool any_move(const Position& p) const noexcept { return p.has_legal_move(); }
    bool mated(const Position& p) const noexcept { return p.is_check() && !p.has_legal_move(); }
    Color turn(const Position& p) const noexcept { return p.turn(); }
    bool same_board(const Position& p, const Board& board) const noexcept {
        return p.board() == board;
    }
    std::uint64_t key(const Position& p) const noexcept {
        return static_cast<std::uint64_t>(p.key());
    }
    /// The other side to move. Pre: no check.
    Position pass(const Position& p) const noexcept {
        Position next = p;
        Key& key = PositionAccess::key(next);
        if (const auto s = p.en_passant_square())
            key ^= zobrist::tables.en_passant[static_cast<std::size_t>(*s)];
        key ^= zobrist::tables.black_to_move;
        PositionAccess::set_double_step(next, std::nullopt, false);
        PositionAccess::set_turn(next, ~p.turn());
        return next;
    }
    static constexpr std::uint32_t code(Move m) noexcept { return m.code(); }
    static bool is_capture(Move m) noexcept { return m.is_capture(); }
    static bool is_castling(Move m) noexcept { return m.is_castling(); }
    static bool is_en_passant(Move m) noexcept { return m.is_en_passant(); }
    static int arrival(Move m) noexcept { return index(m.arrival()); }
    static int departure(Move m) noexcept { return index(m.from()); }

    /// Calls f(move, after) for each move that may give check, every check among them.
    template <class F>
    void checks(const Position& p, F&& f) const {
        const CheckFilter filter{p};
        for (const Move m : p.legal_moves()) {
            if (!filter.may_check(m)) continue;
            const Position next = after(p, m);
            if (next.is_check() && f(m, next)) return;
        }
    }

    Step step(const Position& p, Move m) const {
        Step s;
        s.uci = uci::format(m);
        s.san = san::format(m, p);
        s.from = index(m.from());
        s.to = index(m.arrival());
        s.capture = m.is_capture();
        s.castling = m.is_castling();
        s.en_passant = m.is_en_passant();
        s.check = p.after(m).is_check();
        if (const auto type = m.promotion()) s.promotion = to_char(*type);
        s.mover = to_char(m.mover());
        return s;
    }

private:
    void exclude(Position& next, Square rook) const noexcept {
        for (const Exclusion& pair : exclusive_) {
            const Square other = rook == pair.white_rook   ? pair.black_rook
                                 : rook == pair.black_rook ? pair.white_rook
                                                           : rook;
            if (other == rook || !next.castling().rooks().contains(other)) continue;
            PositionAccess::set_castling(next, next.castling().rooks() & ~Bitboard{other});
            PositionAccess::key(next) ^= zobrist::tables.castling[static_cast<std::size_t>(other)];
        }
    }
    std::vector<Exclusion> exclusive_;
};

}  // namespace hakam::problem

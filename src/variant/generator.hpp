#pragma once

#include "hakam/variant/condition.hpp"
#include "hakam/variant/variant.hpp"
#include "walk.hpp"

namespace hakam::variant {

/// The plain generator: every move that the men's movement and the conditions allow, each tried on
/// a copy of the position. It serves all rules; what it gives is what the quick one must give.
class Generator {
public:
    Generator(const Variant& variant, const Position& position) noexcept
        : v_{variant}, p_{position}, us_{position.turn()} {}

    /// Calls found(move, next position) for each legal move, before any condition selects; stops
    /// when it returns false. Returns whether it never did.
    template <class F>
    bool each_legal(F&& found) const noexcept {
        for (const Cell from : p_.men(us_))
            if (!each_legal_of(from, found)) return false;
        return true;
    }
    /// Pre: an own man stands on `from`.
    template <class F>
    bool each_legal_of(Cell from, F&& found) const noexcept {
        MoveList moves;
        add_moves(from, moves);
        for (const Move& move : moves) {
            const Position next = v_.after(p_, move);
            if (!v_.is_check(next, us_) && !found(move, next)) return false;
        }
        return true;
    }
    /// Whether some man of the side to move can legally take in passing.
    bool takes_in_passing() const noexcept;

    /// Whether the man's first-move steps are open to it.
    static bool may_make_first_move(const Variant& v, const Position& p, Cell from) noexcept;
    static std::span<const std::uint8_t> path(const Variant& v, const Variant::Ray& ray) noexcept {
        return std::span{v.path_}.subspan(ray.first, ray.length);
    }

    /// Calls found(to) for each empty cell that the man on `from` moves to, whoever has the move.
    template <class F>
    static void each_quiet(const Variant& v, const Position& p, Cell from, F&& found) noexcept {
        for (const Variant::Ray& ray : v.rays(p.at(from), from)) {
            if (ray.first_move || (ray.mode & Step::moves) == 0) continue;
            walk(p, path(v, ray), ray.kind, [&](Cell to) {
                if (p.is_empty(to)) found(to);
                return true;
            });
        }
    }

    /// Whether the conditions let the move be made.
    static bool permitted(const Variant& v, const Position& p, const Move& move) noexcept;
    static bool paralysed(const Variant& v, const Position& p, Cell from) noexcept;

    /// Calls choose(code) for each man that a pawn of `color` may become on `to`, none for staying.
    template <class F>
    static void each_promotion(const Variant& v, const Position& p, Color color, Cell to,
                               F&& choose) noexcept {
        bool any = false;
        for (const int kind : v.promotions_) {
            const Code code = code_of(color, kind);
            if (!may_become(v, p, code, to)) continue;
            any = true;
            choose(code);
        }
        if (!any || v.rules_.promotion.may_stay) choose(Code::none);
    }
    /// Whether the rules of promotion to captured men let a pawn become this on `to`.
    static bool may_become(const Variant& v, const Position& p, Code code, Cell to) noexcept;

private:
    void add_moves(Cell from, MoveList& moves) const noexcept;
    void add(MoveList& moves, Move move) const noexcept;
    void add_to_last_rank(MoveList& moves, Move move) const noexcept;
    bool leap_is_careful(Cell from, Cell to) const noexcept;
    void add_castlings(Cell king, MoveList& moves) const noexcept;
    void add_modern(Cell king, Cell rook, MoveList& moves) const noexcept;
    void add_free(Cell king, Cell rook, MoveList& moves) const noexcept;
    void add_vertical(Cell king, Cell rook, MoveList& moves) const noexcept;
    bool is_clear(Cell a, Cell b, Cell king, Cell rook) const noexcept;
    bool king_may_pass(Cell king, Cell to) const noexcept;
    bool attacks_a_man(const Move& move) const noexcept;
    static Move castling(Cell king, Cell king_to, Cell rook, Cell rook_to) noexcept {
        return {king, king_to, Move::Kind::castling, Code::none, no_cell, rook, rook_to, 0};
    }

    const Variant& v_;
    const Position& p_;
    Color us_;
};

}  // namespace hakam::variant

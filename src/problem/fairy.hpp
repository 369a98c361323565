#pragma once

// How men move under fairy conditions, for the solver: a thin coat over the general generator.

#include "hakam/notation/uci_move.hpp"
#include "hakam/problem/solver.hpp"
#include "hakam/variant/move_text.hpp"
#include "hakam/variant/variant.hpp"

namespace hakam::problem {

class Fairy {
public:
    using Position = variant::Position;
    using Move = variant::Move;
    using Moves = variant::MoveList;
    static constexpr bool is_orthodox = false;

    explicit Fairy(const variant::Variant& variant) : variant_{variant} {}

    Moves moves(const Position& p) const noexcept { return variant_.legal_moves(p); }
    Position after(const Position& p, const Move& m) const noexcept {
        return variant_.after(p, m);
    }
    bool check(const Position& p) const noexcept { return variant_.is_check(p); }
    bool any_move(const Position& p) const noexcept { return variant_.has_legal_move(p); }
    bool mated(const Position& p) const noexcept {
        return variant_.is_check(p) && !variant_.has_legal_move(p);
    }
    Color turn(const Position& p) const noexcept { return p.turn(); }
    bool same_board(const Position& p, const Board& board) const noexcept {
        for (int i = 0; i < 64; ++i) {
            const variant::Code code = p.at(static_cast<variant::Cell>(i));
            const auto man = board.at(square(i));
            if (!man) {
                if (code != variant::Code::none) return false;
                continue;
            }
            const auto kind = variant_.kind_of_letter(to_char(man->type));
            if (code == variant::Code::none || !kind || variant::kind_of(code) != *kind ||
                variant::color_of(code) != man->color)
                return false;
        }
        return true;
    }
    std::uint64_t key(const Position& p) const noexcept { return p.key(); }
    Position pass(const Position& p) const noexcept { return variant_.pass(p); }

    /// Enough to tell the moves of one position apart in most cases: used for their order alone.
    static std::uint32_t code(const Move& m) noexcept {
        return 1U + static_cast<std::uint32_t>(variant::index(m.from)) |
               static_cast<std::uint32_t>(variant::index(m.to)) << 8 |
               static_cast<std::uint32_t>(variant::index(m.promotion)) << 16 |
               static_cast<std::uint32_t>(m.kind) << 24;
    }
    static bool is_capture(const Move& m) noexcept { return m.is_capture(); }
    static bool is_castling(const Move& m) noexcept { return m.is_castling(); }
    static bool is_en_passant(const Move& m) noexcept {
        return m.kind == Move::Kind::en_passant;
    }
    static int arrival(const Move& m) noexcept { return variant::index(m.to); }
    static int departure(const Move& m) noexcept { return variant::index(m.from); }

    Step step(const Position& p, const Move& m) const {
        Step s;
        s.uci = variant::format_coordinates(variant_, m);
        s.san = variant::format_san(variant_, p, m);
        s.from = departure(m);
        s.to = arrival(m);
        s.capture = m.is_capture();
        s.castling = m.is_castling();
        s.en_passant = is_en_passant(m);
        s.check = variant_.is_check(variant_.after(p, m));
        if (m.promotion != variant::Code::none)
            s.promotion = variant_.man(m.promotion).letter;
        s.mover = variant_.man(p.at(m.from)).letter;
        return s;
    }

private:
    const variant::Variant& variant_;
};

}  // namespace hakam::problem

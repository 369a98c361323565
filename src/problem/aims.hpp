#pragma once

// Whether a move reaches an aim, for any way of moving.

#include "hakam/problem/stipulation.hpp"

namespace hakam::problem {

/// Whether the side to move in `p` could not move although it stands in no check.
template <class Rules>
bool is_stuck(const Rules& rules, const typename Rules::Position& p) {
    return !rules.check(p) && !rules.any_move(p);
}

/// Whether `move`, which led to `after`, reaches the aim. Double mate is not among them, since its
/// moves may leave the own king in check: see double_mate.hpp.
template <class Rules>
bool reaches(const Rules& rules, const Aim& aim, typename Rules::Move move,
             const typename Rules::Position& after) {
    switch (aim.kind) {
        case AimKind::mate: return rules.mated(after);
        case AimKind::stalemate: return is_stuck(rules, after);
        case AimKind::mate_or_stalemate: return !rules.any_move(after);
        case AimKind::double_stalemate:
            return is_stuck(rules, after) && is_stuck(rules, rules.pass(after));
        case AimKind::auto_stalemate:
            return !rules.check(after) && is_stuck(rules, rules.pass(after));
        case AimKind::check: return rules.check(after);
        case AimKind::capture: return Rules::is_capture(move);
        case AimKind::target_square:
            return aim.square && Rules::arrival(move) == index(*aim.square);
        case AimKind::castling: return Rules::is_castling(move);
        case AimKind::en_passant: return Rules::is_en_passant(move);
        case AimKind::any_move: return true;
        case AimKind::double_mate:
        case AimKind::proof_game:
        case AimKind::position: break;
    }
    return false;
}

/// Calls f(move, after) for the moves in `p` that reach the aim, until it returns true.
/// Returns: whether it did.
template <class Rules, class F>
bool each_reaching(const Rules& rules, const Aim& aim, const typename Rules::Position& p, F&& f) {
    if constexpr (Rules::is_orthodox) {
        if (aim.kind == AimKind::mate || aim.kind == AimKind::check) {
            bool stopped = false;
            rules.checks(p, [&](auto move, const auto& after) {
                if (aim.kind == AimKind::mate && rules.any_move(after)) return false;
                return stopped = f(move, after);
            });
            return stopped;
        }
    }
    for (const auto move : rules.moves(p)) {
        const auto after = rules.after(p, move);
        if (reaches(rules, aim, move, after) && f(move, after)) return true;
    }
    return false;
}

template <class Rules>
bool can_reach(const Rules& rules, const Aim& aim, const typename Rules::Position& p) {
    return each_reaching(rules, aim, p, [](const auto&, const auto&) { return true; });
}

}  // namespace hakam::problem

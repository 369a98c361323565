#pragma once

// The stipulations written down a second time with no regard to speed: plain recursion over
// testkit's slow moves, no table, no order, no bound. Counts solutions of every length together.

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "hakam/notation/uci_move.hpp"
#include "hakam/problem/stipulation.hpp"
#include "testkit/slow_rules.hpp"

namespace hakam::problem::testing {

class SlowSolver {
public:
    explicit SlowSolver(const Stipulation& s) : s_{s} {}

    /// Keys, or lines as texts.
    std::set<std::string> solve(const Position& start) {
        std::set<std::string> found;
        if (!s_.is_line_play()) {
            if (s_.play == Play::reflex && can_reach(start, s_.aim)) return found;
            for (const Move m : moves(start))
                for (int n = 1; n <= s_.moves; ++n)
                    if (wins_by(start, m, n)) {
                        found.insert(uci::format(m));
                        break;
                    }
            return found;
        }
        for (int n = s_.half ? 0 : 1; n <= s_.moves; ++n) {
            line_.clear();
            if (s_.order == Order::series)
                series(start, n, found);
            else if (s_.play == Play::help)
                help(start, 2 * n + (s_.half ? 1 : 0), found);
            else if (s_.play == Play::reciprocal_help && n > 0)
                reciprocal(start, 2 * n - 2 + (s_.half ? 1 : 0), found);
            else if (s_.play == Play::help_self || s_.play == Play::help_reflex)
                if (n > 0) help_then_force(start, 2 * n - 1 + (s_.half ? 1 : 0), found);
        }
        return found;
    }

private:
    static std::vector<Move> moves(const Position& p) { return testkit::slow_legal_moves(p); }
    static bool check(const Position& p) {
        return testkit::slow_is_attacked(p.board(), p.king(p.turn()), ~p.turn());
    }
    static Position pass(const Position& p) {
        Setup setup = p.setup();
        setup.turn = ~p.turn();
        setup.en_passant.reset();
        return *Position::from(setup, RulesetId::standard, Tolerance::unreachable());
    }
    bool reached(const Position& after, Move m, const Aim& aim) {
        const auto stuck = [&] { return moves(after).empty(); };
        switch (aim.kind) {
            case AimKind::mate: return check(after) && stuck();
            case AimKind::stalemate: return !check(after) && stuck();
            case AimKind::mate_or_stalemate: return stuck();
            case AimKind::check: return check(after);
            case AimKind::capture: return m.is_capture();
            case AimKind::target_square: return m.arrival() == *aim.square;
            case AimKind::castling: return m.is_castling();
            case AimKind::en_passant: return m.is_en_passant();
            default: return aim.kind == AimKind::any_move;
        }
    }
    bool can_reach(const Position& p, const Aim& aim) {
        for (const Move m : moves(p))
            if (reached(p.after(m), m, aim)) return true;
        return false;
    }

    // Whether the attack fulfils the stipulation in at most n moves beginning with m.
    bool wins_by(const Position& p, Move m, int n) {
        const Position q = p.after(m);
        if (s_.play == Play::direct) {
            if (reached(q, m, s_.aim)) return true;
            if (n == 1) return false;
            const auto replies = moves(q);
            return !replies.empty() && std::all_of(replies.begin(), replies.end(), [&](Move r) {
                return wins(q.after(r), n - 1);
            });
        }
        if (s_.play != Play::self && can_reach(q, s_.aim)) return true;
        const auto replies = moves(q);
        return !replies.empty() && std::all_of(replies.begin(), replies.end(), [&](Move r) {
            const Position next = q.after(r);
            return reached(next, r, s_.aim) || (n > 1 && wins(next, n - 1));
        });
    }
    bool wins(const Position& p, int n) {
        if (s_.play == Play::reflex && can_reach(p, s_.aim)) return false;
        for (const Move m : moves(p))
            if (wins_by(p, m, n)) return true;
        return false;
    }

    std::string text() const {
        std::string t;
        for (const Move m : line_) t += (t.empty() ? "" : " ") + uci::format(m);
        return t;
    }
    template <class F>
    void each(const Position& p, F&& f) {
        for (const Move m : moves(p)) {
            line_.push_back(m);
            f(m, p.after(m));
            line_.pop_back();
        }
    }

    void help(const Position& p, int plies, std::set<std::string>& found) {
        each(p, [&](Move m, const Position& q) {
            if (plies > 1)
                help(q, plies - 1, found);
            else if (reached(q, m, s_.aim))
                found.insert(text());
        });
    }

    void help_then_force(const Position& p, int plies, std::set<std::string>& found) {
        if (plies == 1 && s_.play == Play::help_reflex && can_reach(p, s_.aim)) return;
        each(p, [&](Move, const Position& q) {
            if (plies > 1)
                help_then_force(q, plies - 1, found);
            else
                force(q, found);
        });
    }
    void force(const Position& q, std::set<std::string>& found) {
        const auto replies = moves(q);
        const auto good = [&](Move r) { return reached(q.after(r), r, s_.aim); };
        const bool forced = s_.play == Play::help_self || s_.play == Play::self
                                ? std::all_of(replies.begin(), replies.end(), good)
                                : std::any_of(replies.begin(), replies.end(), good);
        if (!replies.empty() && forced) found.insert(text());
    }

    void reciprocal(const Position& p, int plies, std::set<std::string>& found) {
        if (plies > 0) {
            each(p, [&](Move, const Position& q) { reciprocal(q, plies - 1, found); });
            return;
        }
        std::set<std::string> own, other;
        each(p, [&](Move m, const Position& q) {
            if (reached(q, m, s_.black_aim.value_or(s_.aim))) own.insert(text());
            each(q, [&](Move r, const Position& next) {
                if (reached(next, r, s_.aim)) other.insert(text());
            });
        });
        if (own.empty() || other.empty()) return;
        found.insert(own.begin(), own.end());
        found.insert(other.begin(), other.end());
    }

    void series(const Position& p, int left, std::set<std::string>& found) {
        if ((s_.play == Play::reflex) && can_reach(p, s_.aim)) return;
        each(p, [&](Move m, const Position& q) {
            if (left > 1) {
                if (!check(q)) series(pass(q), left - 1, found);
            } else if (s_.play == Play::direct) {
                if (reached(q, m, s_.aim)) found.insert(text());
            } else if (s_.play == Play::help) {
                help(q, 1, found);
            } else {
                force(q, found);
            }
        });
    }

    Stipulation s_;
    std::vector<Move> line_;
};

}  // namespace hakam::problem::testing

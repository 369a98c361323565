#pragma once

// Variations of attack and defence, from positions that are solved already: every reply, and every
// move that answers it in the fewest moves.

#include "battle.hpp"

namespace hakam::problem {

template <class Rules>
class Trees {
public:
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;

    Trees(const Rules& rules, Battle<Rules>& battle) : rules_{rules}, battle_{battle} {}

    /// The fewest moves, at most `n`, in which the side to move succeeds; 0 if it does not.
    int shortest(const Position& p, int n) {
        for (int d = 1; d <= n; ++d)
            if (battle_.attack(p, d) == Verdict::yes) return d;
        return 0;
    }

    /// Every move that succeeds in `d` moves, with the replies to `depth` moves below.
    std::vector<Continuation> continuations(const Position& p, int d, int depth) {
        std::vector<Continuation> all;
        if (battle_.is_bound_to_aim(p)) return all;
        for (const Move m : rules_.moves(p)) {
            const Position next = rules_.after(p, m);
            const bool ends = battle_.ends(m, next);
            if (!ends && battle_.defend(next, d) != Verdict::yes) continue;
            Continuation c;
            c.step = rules_.step(p, m);
            c.moves = d;
            if (!ends && depth > 0) c.branches = branches(next, d, depth);
            all.push_back(std::move(c));
        }
        return all;
    }

    /// The replies to a move of the attack with `n` moves left, that move counted.
    std::vector<Branch> branches(const Position& p, int n, int depth) {
        std::vector<Branch> all;
        const bool bound = battle_.defence_is_bound(p);
        for (const Move r : rules_.moves(p)) {
            const Position next = rules_.after(p, r);
            Branch b;
            if (battle_.reply_ends(r, next)) {
                b.reaches_aim = true;
            } else {
                if (bound) continue;
                b.moves = shortest(next, n - 1);
                b.refutes = b.moves == 0;
            }
            b.defence = rules_.step(p, r);
            if (b.moves != 0) b.answers = continuations(next, b.moves, depth - 1);
            all.push_back(std::move(b));
        }
        return all;
    }

    /// What the attack threatens after its move: how it succeeds if the other side passes.
    /// Pre: the other side is not in check.
    std::vector<Continuation> threats(const Position& p, int n, int depth) {
        const Position passed = rules_.pass(p);
        const int d = shortest(passed, n - 1);
        if (d == 0) return {};
        return continuations(passed, d, depth - 1);
    }

    /// Replies after which the attack fails; at most `limit` and one more.
    std::vector<Step> refutations(const Position& p, int n, int limit) {
        std::vector<Step> all;
        if (battle_.defence_is_bound(p)) return all;
        for (const Move r : rules_.moves(p)) {
            const Position next = rules_.after(p, r);
            if (battle_.reply_ends(r, next)) continue;
            if (battle_.attack(next, n - 1) != Verdict::no) continue;
            all.push_back(rules_.step(p, r));
            if (static_cast<int>(all.size()) > limit) break;
        }
        return all;
    }

private:
    const Rules& rules_;
    Battle<Rules>& battle_;
};

}  // namespace hakam::problem

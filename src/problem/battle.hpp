#pragma once

// Attack and defence: direct, self, reflex and semi-reflex play, and parry series with free
// answers. "Attack" is the side that wants the stipulation fulfilled; in self play the aim is
// reached by the other side. Each position is solved by increasing length, so that a table entry
// says "not in fewer than" and "in at most" and short solutions come first.

#include <algorithm>
#include <array>
#include <vector>

#include "aims.hpp"
#include "check_filter.hpp"
#include "control.hpp"
#include "hakam/problem/solver.hpp"
#include "table.hpp"

namespace hakam::problem {

enum class Verdict : std::uint8_t { no, yes, unknown };

template <class Rules>
class Battle {
public:
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;

    Battle(const Rules& rules, const Stipulation& stipulation, const Conditions& conditions,
           Table& table, Control& control)
        : rules_{rules},
          aim_{stipulation.aim},
          play_{stipulation.play},
          parry_{stipulation.order == Order::parry_series},
          quodlibet_{conditions.quodlibet},
          table_{table},
          control_{control} {}

    /// Whether the side to move fulfils the stipulation in at most `n` moves.
    Verdict attack(const Position& p, int n) {
        if (n <= 0) return Verdict::no;
        if (n == 1) return attack_at(p, 1, 0);
        const std::uint64_t key = rules_.key(p);
        Entry entry = find(key);
        if (entry.success <= n) return Verdict::yes;
        for (int d = std::max(entry.failure + 1, 1); d <= n; ++d) {
            const Verdict v = attack_at(p, d, entry.best);
            if (v == Verdict::unknown) return v;
            if (v == Verdict::yes) {
                entry.success = static_cast<std::uint8_t>(d);
                entry.best = best_;
                put(key, entry);
                return v;
            }
            entry.failure = static_cast<std::uint8_t>(d);
        }
        put(key, entry);
        return Verdict::no;
    }

    /// After a move of the attack, with `n` moves of the attack counted with it: whether every
    /// reply fails. The move itself has not reached the aim.
    Verdict defend(const Position& p, int n) {
        if (parry_) return defend_in_series(p, n);
        switch (play_) {
            case Play::direct: return n <= 1 ? Verdict::no : defend_direct(p, n - 1);
            case Play::self: return defend_self(p, n);
            default: return defend_reflex(p, n);
        }
    }

    /// Whether the move reaches the aim for the side that attacks, so that nothing follows.
    bool ends(Move move, const Position& after) const {
        return (play_ == Play::direct || quodlibet_) && reaches(rules_, aim_, move, after);
    }
    /// Whether a reply is what the attack wants, so that nothing follows.
    bool reply_ends(Move move, const Position& after) const {
        return play_ != Play::direct && reaches(rules_, aim_, move, after);
    }
    /// Whether the side to move must reach the aim at once and so fails (reflex play).
    bool is_bound_to_aim(const Position& p) const {
        return play_ == Play::reflex && !quodlibet_ && can_reach(rules_, aim_, p);
    }
    /// Whether the defence must reach the aim at once, which the attack wants.
    bool defence_is_bound(const Position& p) const {
        return (play_ == Play::reflex || play_ == Play::semi_reflex) && can_reach(rules_, aim_, p);
    }

    /// Moves still to play for the attack after a reply, `n` counted before the move that it
    /// answers.
    static constexpr int left_after_reply(int n) noexcept { return n - 1; }

private:
    struct Entry {
        std::uint8_t success = 255;  ///< fulfilled in so many
        std::uint8_t failure = 0;    ///< not in so many
        std::uint32_t best = 0;
    };
    Entry find(std::uint64_t key) const noexcept {
        const auto data = table_.find(key);
        if (!data) return {};
        return {static_cast<std::uint8_t>(*data >> 8), static_cast<std::uint8_t>(*data >> 16),
                static_cast<std::uint32_t>(*data >> 24)};
    }
    void put(std::uint64_t key, const Entry& e) noexcept {
        const std::uint64_t cost = std::max<std::uint64_t>(e.failure + 1ULL, 1);
        table_.put(key, cost | static_cast<std::uint64_t>(e.success) << 8 |
                            static_cast<std::uint64_t>(e.failure) << 16 |
                            static_cast<std::uint64_t>(e.best) << 24);
    }

    // Exactly the length d: shorter ones are known to fail.
    Verdict attack_at(const Position& p, int d, std::uint32_t first) {
        if (!control_.go()) return Verdict::unknown;
        if (play_ == Play::direct && d == 1)
            return each_reaching(rules_, aim_, p,
                                 [&](Move m, const Position&) {
                                     best_ = Rules::code(m);
                                     return true;
                                 })
                       ? Verdict::yes
                       : Verdict::no;
        if (is_bound_to_aim(p)) return Verdict::no;
        const auto moves = rules_.moves(p);
        if (first != 0)
            for (const Move m : moves)
                if (Rules::code(m) == first) {
                    const Verdict v = try_move(p, m, d);
                    if (v != Verdict::no) return v;
                    break;
                }
        if constexpr (Rules::is_orthodox) {
            // Checks first: they leave few replies.
            if (d > 2 || play_ != Play::direct) {
                for (const Move m : filtered(p, moves, true, first)) {
                    const Verdict v = try_move(p, m, d);
                    if (v != Verdict::no) return v;
                }
                for (const Move m : filtered(p, moves, false, first)) {
                    const Verdict v = try_move(p, m, d);
                    if (v != Verdict::no) return v;
                }
                return Verdict::no;
            }
        }
        for (const Move m : moves) {
            if (Rules::code(m) == first) continue;
            const Verdict v = try_move(p, m, d);
            if (v != Verdict::no) return v;
        }
        return Verdict::no;
    }

    Verdict try_move(const Position& p, Move m, int d) {
        const Position next = rules_.after(p, m);
        Verdict v = Verdict::no;
        if ((quodlibet_ || parry_) && ends(m, next))
            v = Verdict::yes;
        else
            v = defend(next, d);
        if (v == Verdict::yes) best_ = Rules::code(m);
        return v;
    }

    template <class Moves>
    static Moves filtered(const Position& p, const Moves& moves, bool checks, std::uint32_t but) {
        if constexpr (Rules::is_orthodox) {
            const CheckFilter filter{p};
            Moves result;
            for (const Move m : moves)
                if (filter.may_check(m) == checks && Rules::code(m) != but) result.push_back(m);
            return result;
        } else {
            return moves;
        }
    }

    // Calls f for every reply, likely refutations first, until it gives another verdict than yes.
    template <class F>
    Verdict all_replies(const Position& p, int depth, F&& f) {
        auto moves = rules_.moves(p);
        if (moves.size() == 0) return Verdict::no;
        auto& killers = killers_[static_cast<std::size_t>(std::min(depth, most_depths - 1))];
        std::size_t front = 0;
        for (const std::uint32_t killer : killers)
            for (std::size_t i = front; i < moves.size(); ++i)
                if (shape(moves[i]) == killer) {
                    std::swap(moves[i], moves[front++]);
                    break;
                }
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Verdict v = f(moves[i], rules_.after(p, moves[i]));
            if (v == Verdict::yes) continue;
            if (v == Verdict::no && i != 0) {
                // To the front of its list; the rest moves down.
                const std::uint32_t s = shape(moves[i]);
                std::size_t at = 0;
                while (at + 1 < killers.size() && killers[at] != s) ++at;
                for (; at > 0; --at) killers[at] = killers[at - 1];
                killers[0] = s;
            }
            return v;
        }
        return Verdict::yes;
    }
    // A move whatever it takes.
    static std::uint32_t shape(Move m) noexcept {
        return static_cast<std::uint32_t>(Rules::departure(m) << 8 | Rules::arrival(m)) + 1;
    }

    Verdict defend_direct(const Position& p, int left) {
        if (!control_.go()) return Verdict::unknown;
        return all_replies(p, left, [&](Move, const Position& next) { return attack(next, left); });
    }

    Verdict defend_self(const Position& p, int n) {
        if (!control_.go()) return Verdict::unknown;
        return all_replies(p, n, [&](Move m, const Position& next) {
            if (reaches(rules_, aim_, m, next)) return Verdict::yes;
            return n == 1 ? Verdict::no : attack(next, n - 1);
        });
    }

    Verdict defend_reflex(const Position& p, int n) {
        if (!control_.go()) return Verdict::unknown;
        if (can_reach(rules_, aim_, p)) return Verdict::yes;
        if (n == 1) return Verdict::no;
        return all_replies(p, n,
                           [&](Move, const Position& next) { return attack(next, n - 1); });
    }

    // The attack moves again unless it gave check.
    Verdict defend_in_series(const Position& p, int n) {
        if (!control_.go()) return Verdict::unknown;
        const bool last = n == 1;
        if (play_ == Play::self && last) return defend_self(p, 1);
        if (last) return Verdict::no;
        if (!rules_.check(p)) return attack(rules_.pass(p), n - 1);
        return all_replies(p, n, [&](Move m, const Position& next) {
            return reply_ends(m, next) ? Verdict::yes : attack(next, n - 1);
        });
    }

    static constexpr int most_depths = 32;
    const Rules& rules_;
    Aim aim_;
    Play play_;
    bool parry_;
    bool quodlibet_;
    Table& table_;
    Control& control_;
    std::uint32_t best_ = 0;  ///< the move of the last success of attack_at
    std::array<std::array<std::uint32_t, 4>, most_depths> killers_{};
};

}  // namespace hakam::problem

#pragma once

// Parry series whose answers to checks are help moves: pser-h, phser-. The side that moves in series
// goes on at once unless it gave check; then the other side plays a move that parries.

#include <functional>
#include <utility>
#include <vector>

#include "aims.hpp"
#include "control.hpp"
#include "table.hpp"

namespace hakam::problem {

template <class Rules>
class ParryLines {
public:
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;
    using Played = std::vector<std::pair<Position, Move>>;
    using Emit = std::function<void(const Played&)>;

    ParryLines(const Rules& rules, const Stipulation& stipulation, Table& table, Control& control)
        : rules_{rules}, stipulation_{stipulation}, table_{table}, control_{control} {}

    /// Every line with exactly `n` moves in series.
    void search(const Position& start, int n, const Emit& emit) {
        emit_ = &emit;
        series(start, n);
    }

private:
    bool series(const Position& p, int left) {
        if (!control_.go()) return true;
        const std::uint64_t key = rules_.key(p) ^ mixed(static_cast<std::uint64_t>(left));
        if (left > 1 && table_.find(key)) return false;
        bool found = false;
        for (const Move m : rules_.moves(p)) {
            const Position next = rules_.after(p, m);
            path_.emplace_back(p, m);
            if (left == 1)
                found |= finish(m, next);
            else if (!rules_.check(next))
                found |= series(rules_.pass(next), left - 1);
            else
                for (const Move r : rules_.moves(next)) {
                    path_.emplace_back(next, r);
                    found |= series(rules_.after(next, r), left - 1);
                    path_.pop_back();
                }
            path_.pop_back();
            if (control_.stopped()) return true;
        }
        if (!found && left > 1) table_.put(key, static_cast<std::uint64_t>(left));
        return found;
    }

    // After the last move of the series.
    bool finish(Move m, const Position& next) {
        const Aim& aim = stipulation_.aim;
        if (stipulation_.play == Play::direct) {
            if (!reaches(rules_, aim, m, next)) return false;
            (*emit_)(path_);
            return true;
        }
        if (stipulation_.play == Play::help) {
            bool found = false;
            each_reaching(rules_, aim, next, [&](Move r, const Position&) {
                path_.emplace_back(next, r);
                (*emit_)(path_);
                path_.pop_back();
                found = true;
                return false;
            });
            return found;
        }
        const auto replies = rules_.moves(next);
        if (replies.size() == 0) return false;
        for (const Move r : replies)
            if (!reaches(rules_, aim, r, rules_.after(next, r))) return false;
        path_.emplace_back(next, replies[0]);
        (*emit_)(path_);
        path_.pop_back();
        return true;
    }

    const Rules& rules_;
    const Stipulation& stipulation_;
    Table& table_;
    Control& control_;
    const Emit* emit_ = nullptr;
    Played path_;
};

}  // namespace hakam::problem

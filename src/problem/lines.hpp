#pragma once

// Line play: help play, series play, proof games. Every line is found; a table remembers positions
// from which a given number of moves leads nowhere. A guide may say that a position is hopeless; it
// must be right.

#include <functional>
#include <vector>

#include "aims.hpp"
#include "control.hpp"
#include "course.hpp"
#include "double_mate.hpp"
#include "guide.hpp"
#include "hakam/problem/problem.hpp"
#include "table.hpp"

namespace hakam::problem {

template <class Rules>
class Lines {
public:
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;
    /// The moves, and after a line of self play the replies that reach the aim.
    using Emit = std::function<void(const std::vector<Move>& line, std::size_t replies)>;

    Lines(const Rules& rules, const Stipulation& stipulation, Table& table, Control& control,
          Guide& guide)
        : rules_{rules},
          stipulation_{stipulation},
          table_{table},
          control_{control},
          guide_{guide} {}

    /// Emits every line of that course which begins with `begin`.
    void search(const Position& start, const Course& course, const std::vector<Move>& begin,
                const Board& target, const Emit& emit) {
        course_ = &course;
        target_ = &target;
        emit_ = &emit;
        path_.clear();
        left_[0].assign(course.movers.size() + 1, 0);
        left_[1] = left_[0];
        for (std::size_t i = course.movers.size(); i-- > 0;)
            for (const Color c : colors)
                left_[index(c)][i] = left_[index(c)][i + 1] + (course.movers[i] == c ? 1 : 0);
        begin_ = &begin;
        if constexpr (Rules::is_orthodox) guide_.begin(start, left_[0][0], left_[1][0]);
        run(start, 0);
    }

private:
    static std::size_t index(Color c) noexcept { return static_cast<std::size_t>(c); }

    // Returns: whether a line was found, or the search was cut short.
    bool run(const Position& given, std::size_t i) {
        if (!control_.go()) return true;
        const std::size_t length = course_->movers.size();
        if (i == length) return course_->ending == Ending::reciprocal && reciprocal(given);
        const Color mover = course_->movers[i];
        if (rules_.turn(given) == mover) return run_to_move(given, i);
        if (rules_.check(given)) return false;
        return run_to_move(rules_.pass(given), i);
    }

    bool run_to_move(const Position& p, std::size_t i) {
        const std::size_t remaining = course_->movers.size() - i;
        if (i < begin_->size()) return step(p, (*begin_)[i], i);
        if (remaining == 1 && course_->ending != Ending::reciprocal) return finish(p);
        const std::uint64_t key = rules_.key(p) ^ mixed(remaining);
        const bool remembered = remaining >= 2 && !table_.empty();
        if (remembered && table_.find(key)) return false;
        bool found = false;
        if constexpr (Rules::is_orthodox) {
            if (!guide_.may_succeed(p, left_[0][i], left_[1][i])) return false;
        }
        if (stipulation_.play == Play::reflex && course_->ending == Ending::reflex &&
            course_->movers[i] == course_->movers.back() &&
            can_reach(rules_, stipulation_.aim, p))
            return false;
        for (const Move m : rules_.moves(p)) {
            if (step(p, m, i)) found = true;
            if (control_.stopped()) return true;
        }
        if (!found && remembered) table_.put(key, 1 + remaining);
        return found;
    }

    bool step(const Position& p, Move m, std::size_t i) {
        if (i + 1 == course_->movers.size() && course_->ending != Ending::reciprocal)
            return finish_with(p, m);
        if constexpr (Rules::is_orthodox)
            if (!guide_.push(p, m)) return false;
        path_.push_back(m);
        const bool found = run(rules_.after(p, m), i + 1);
        path_.pop_back();
        if constexpr (Rules::is_orthodox) guide_.pop();
        return found;
    }

    void emit(Move last, std::size_t replies = 0) {
        path_.push_back(last);
        (*emit_)(path_, replies);
        path_.pop_back();
    }

    // The last move of the course.
    bool finish(const Position& p) {
        if (course_->ending == Ending::aim) {
            if (stipulation_.aim.kind == AimKind::double_mate) return finish_double(p);
            bool found = false;
            each_reaching(rules_, stipulation_.aim, p, [&](Move m, const Position&) {
                emit(m);
                found = true;
                return false;
            });
            return found;
        }
        if (course_->ending == Ending::reflex && stipulation_.play != Play::semi_reflex &&
            can_reach(rules_, stipulation_.aim, p))
            return false;
        bool found = false;
        for (const Move m : rules_.moves(p)) found |= finish_with(p, m);
        return found;
    }

    bool finish_double(const Position& p) {
        bool found = false;
        if constexpr (Rules::is_orthodox)
            for (const Move m : double_mates(p)) {
                emit(m);
                found = true;
            }
        return found;
    }

    bool finish_with(const Position& p, Move m) {
        const Position after = rules_.after(p, m);
        switch (course_->ending) {
            case Ending::aim:
                if (!reaches(rules_, stipulation_.aim, m, after)) return false;
                break;
            case Ending::board:
                if (!rules_.same_board(after, *target_)) return false;
                break;
            case Ending::forced: {
                const auto replies = rules_.moves(after);
                if (replies.size() == 0) return false;
                for (const Move r : replies)
                    if (!reaches(rules_, stipulation_.aim, r, rules_.after(after, r))) return false;
                return emit_with_replies(m, replies);
            }
            case Ending::reflex: {
                std::vector<Move> replies;
                each_reaching(rules_, stipulation_.aim, after, [&](Move r, const Position&) {
                    replies.push_back(r);
                    return false;
                });
                return !replies.empty() && emit_with_replies(m, replies);
            }
            case Ending::reciprocal: return false;
        }
        emit(m);
        return true;
    }

    template <class Replies>
    bool emit_with_replies(Move m, const Replies& replies) {
        const std::size_t size = path_.size();
        path_.push_back(m);
        for (const Move r : replies) path_.push_back(r);
        (*emit_)(path_, path_.size() - size - 1);
        path_.resize(size);
        return true;
    }

    // Both halves must have a solution; then all lines of both count.
    bool reciprocal(const Position& p) {
        const Aim own = stipulation_.black_aim.value_or(stipulation_.aim);
        std::vector<std::vector<Move>> ends;
        each_reaching(rules_, own, p, [&](Move m, const Position&) {
            ends.push_back({m});
            return false;
        });
        if (ends.empty()) return false;
        const std::size_t own_ends = ends.size();
        for (const Move m : rules_.moves(p)) {
            const Position next = rules_.after(p, m);
            each_reaching(rules_, stipulation_.aim, next, [&](Move answer, const Position&) {
                ends.push_back({m, answer});
                return false;
            });
        }
        if (ends.size() == own_ends) return false;
        const std::size_t size = path_.size();
        for (const auto& end : ends) {
            path_.insert(path_.end(), end.begin(), end.end());
            (*emit_)(path_, 0);
            path_.resize(size);
        }
        return true;
    }

    const Rules& rules_;
    const Stipulation& stipulation_;
    Table& table_;
    Control& control_;
    Guide& guide_;
    const Course* course_ = nullptr;
    const Board* target_ = nullptr;
    const Emit* emit_ = nullptr;
    const std::vector<Move>* begin_ = nullptr;
    std::vector<Move> path_;
    std::array<std::vector<int>, 2> left_;  ///< moves still to come, by colour and place
};

}  // namespace hakam::problem

#pragma once

#include <deque>
#include <set>
#include <vector>

#include "hakam/problem/solver.hpp"

namespace hakam::problem {

/// Hands solutions to the visitor in the order of the pieces of work they come from, each as soon
/// as every earlier piece is done; keeps count. All calls under Executor::exclusively.
class Sequence {
public:
    Sequence(Visitor& visitor, Summary& summary) : visitor_{visitor}, summary_{summary} {}

    void begin(std::size_t items) {
        waiting_.assign(items, {});
        done_.assign(items, false);
        head_ = 0;
    }
    void found(std::size_t item, Solution solution) {
        if (item == head_)
            hand_over(solution);
        else
            waiting_[item].push_back(std::move(solution));
    }
    void finished(std::size_t item) {
        done_[item] = true;
        while (head_ < done_.size() && done_[head_]) {
            ++head_;
            if (head_ < done_.size()) flush(head_);
        }
    }
    /// Pieces, from the first on, that are done.
    std::size_t decided() const noexcept { return head_; }
    /// What is left when the work was cut short.
    void end() {
        for (std::size_t i = head_; i < waiting_.size(); ++i) flush(i);
    }

private:
    void flush(std::size_t item) {
        for (const Solution& s : waiting_[item]) hand_over(s);
        waiting_[item].clear();
    }
    void hand_over(const Solution& s) {
        if (s.kind == SolutionKind::attempt) {
            ++summary_.tries;
        } else if (s.set_play) {
            ++summary_.set_lines;
        } else {
            ++summary_.solutions;
            if (!s.line.empty() && keys_.insert((s.exchanged ? "x" : "") + s.line.front().uci).second)
                summary_.keys.push_back(s.line.front());
        }
        visitor_.solution(s);
    }

    Visitor& visitor_;
    Summary& summary_;
    std::vector<std::vector<Solution>> waiting_;
    std::vector<bool> done_;
    std::set<std::string> keys_;
    std::size_t head_ = 0;
};

}  // namespace hakam::problem

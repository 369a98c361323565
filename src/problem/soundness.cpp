#include "hakam/problem/soundness.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "hakam/problem/twin.hpp"

namespace hakam::problem {
namespace {

/// Lines beyond so many are counted, not kept; a problem with so many is cooked anyway.
constexpr std::uint64_t most_lines = 100;

/// Sorts by a key; what has the same key keeps its order.
template <class T, class F>
void sort_by(std::vector<T>& all, F&& key) {
    std::vector<std::pair<decltype(key(all.front())), std::size_t>> order;
    for (std::size_t i = 0; i < all.size(); ++i) order.emplace_back(key(all[i]), i);
    std::sort(order.begin(), order.end());
    std::vector<T> sorted;
    for (const auto& [k, i] : order) sorted.push_back(std::move(all[i]));
    all = std::move(sorted);
}

struct Keep : Visitor {
    std::vector<Solution> found, set_play;
    void solution(const Solution& s) override { (s.set_play ? set_play : found).push_back(s); }
};

/// The same move of the same pawn, but for what it becomes.
bool only_promotions(const std::vector<Continuation>& answers) {
    return std::all_of(answers.begin(), answers.end(), [&](const Continuation& c) {
        const Step& first = answers.front().step;
        return c.step.promotion != 0 && c.step.from == first.from && c.step.to == first.to;
    });
}

class DualFinder {
public:
    explicit DualFinder(const Solution& key) : key_{key} {
        for (const Continuation& t : key.threats) threats_.insert(t.step.uci);
        way_ = key.line;
    }
    std::vector<Dual> find() {
        branches(key_.branches, key_.moves - 1, 2, true);
        return std::move(found_);
    }

private:
    // `left`: moves that a variation of full length has after each of these replies.
    void branches(const std::vector<Branch>& all, int left, int number, bool after_key) {
        for (const Branch& b : all) {
            if (b.refutes || b.answers.empty()) continue;
            way_.push_back(b.defence);
            if (b.answers.size() > 1) found_.push_back(dual(b, left, number, after_key));
            for (const Continuation& c : b.answers) {
                if (c.branches.empty()) continue;
                way_.push_back(c.step);
                branches(c.branches, c.moves - 1, number + 1, false);
                way_.pop_back();
            }
            way_.pop_back();
        }
    }
    Dual dual(const Branch& b, int left, int number, bool after_key) const {
        Dual d;
        d.move = number;
        d.way = way_;
        for (const Continuation& c : b.answers) d.answers.push_back(c.step);
        const bool carries_on =
            after_key && std::any_of(b.answers.begin(), b.answers.end(), [&](const Continuation& c) {
                return threats_.contains(c.step.uci);
            });
        if (carries_on || b.moves < left || only_promotions(b.answers))
            d.grade = Dual::Grade::minor;
        else
            d.grade = b.moves > 1 ? Dual::Grade::serious : Dual::Grade::major;
        return d;
    }

    const Solution& key_;
    std::set<std::string> threats_;
    Line way_;
    std::vector<Dual> found_;
};

class Check {
public:
    Check(const Problem& problem, const SoundnessOptions& options)
        : problem_{problem}, options_{options}, tree_{!problem.stipulation.is_line_play()} {}

    Expected<Soundness> run(const Budget& budget) {
        auto result = judge(problem_, budget, true);
        if (!result) return result;
        if (options_.men && !problem_.is_fairy() && result->sound != Decision::no &&
            result->summary.complete)
            try_without_men(*result);
        return result;
    }

private:
    std::uint64_t meant() const { return options_.solutions.value_or(1); }

    Expected<Soundness> judge(const Problem& problem, const Budget& budget, bool with_set_play) {
        Options solving;
        solving.executor = options_.executor;
        solving.set_play = with_set_play;
        solving.max_solutions = meant() + most_lines;
        solving.tree_depth =
            tree_ ? std::min(options_.tree_depth - 1, problem.stipulation.moves) : 0;
        Keep kept;
        auto summary = solve(problem, solving, budget, kept);
        if (!summary) return Unexpected{summary.error()};
        Soundness s;
        s.summary = std::move(*summary);
        s.solutions = std::move(kept.found);
        s.set_play = std::move(kept.set_play);
        add_faults(s);
        if (tree_) add_duals(s);
        if (!s.faults.empty() || !s.summary.obstacle.empty())
            s.sound = Decision::no;
        else
            s.sound = s.summary.complete ? Decision::yes : Decision::unknown;
        return s;
    }

    void add_faults(Soundness& s) const {
        const bool ended = s.summary.complete || !s.summary.obstacle.empty();
        if (s.solutions.empty()) {
            if (ended) s.faults.push_back({FaultKind::no_solution, {}});
            return;
        }
        // Those meant come first: by the key that is named, else those of full length.
        std::vector<const Solution*> order;
        for (const Solution& one : s.solutions) order.push_back(&one);
        sort_by(order, [&](const Solution* one) { return std::pair{!is_key(*one), one->is_short}; });
        if (!options_.key.empty() && !is_key(*order.front())) {
            if (ended) s.faults.push_back({FaultKind::other_key, order.front()->line});
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (order[i]->is_short)
                s.faults.push_back({FaultKind::short_solution, order[i]->line});
            else if (i >= meant())
                s.faults.push_back({tree_ ? FaultKind::cook : FaultKind::several_solutions,
                                    order[i]->line});
        }
        if (ended && s.solutions.size() < meant())
            s.faults.push_back({FaultKind::missing_solutions, {}});
        sort_by(s.faults, [](const Fault& f) { return f.kind; });
    }
    bool is_key(const Solution& s) const {
        return !options_.key.empty() && !s.line.empty() && s.line.front().uci == options_.key;
    }

    void add_duals(Soundness& s) const {
        for (const Solution& key : s.solutions)
            for (Dual& d : duals(key)) s.duals.push_back(std::move(d));
        sort_by(s.duals, [](const Dual& d) { return std::pair{d.grade, d.move}; });
        if (s.duals.size() > max_listed_duals) {
            s.more_duals = s.duals.size() - max_listed_duals;
            s.duals.resize(max_listed_duals);
        }
        s.dual_moves = std::min(options_.tree_depth, problem_.stipulation.moves);
        s.duals_decided = s.summary.complete;
    }

    void try_without_men(Soundness& whole) {
        for (const Square at : problem_.setup.board.occupied()) {
            const Piece man = *problem_.setup.board.at(at);
            if (man.type == PieceType::king) continue;
            whole.men.push_back({at, man, needed(at, whole)});
        }
    }

    Decision needed(Square at, const Soundness& whole) {
        // Which castlings exclude each other was proved with this man on the board.
        if (!problem_.conditions.exclusive.empty()) return Decision::unknown;
        Change change;
        change.kind = Change::Kind::remove;
        change.a = at;
        auto without = apply(problem_, Twin{false, {change}});
        if (!without) return Decision::yes;
        // A right goes with its rook or with the pawn that could be taken.
        if (without->setup.castling != problem_.setup.castling) return Decision::yes;
        if (problem_.setup.en_passant) {
            without->setup.en_passant = problem_.setup.en_passant;
            if (!Position::from(without->setup, RulesetId::standard, Tolerance::unreachable()))
                return Decision::yes;
        }
        const auto s = judge(*without, options_.for_a_man ? options_.for_a_man() : Budget{}, false);
        if (!s) return Decision::yes;  // the other king would stand in check
        if (!s->faults.empty() || !s->summary.obstacle.empty()) return Decision::yes;
        if (!s->summary.complete) return Decision::unknown;
        if (lines(*s) != lines(whole)) return Decision::yes;
        return grave_duals(*s) > grave_duals(whole) ? Decision::yes : Decision::no;
    }
    static std::set<std::string> lines(const Soundness& s) {
        std::set<std::string> all;
        for (const Solution& one : s.solutions) {
            std::string text;
            for (const Step& step : one.line) text += step.uci + " ";
            all.insert(std::move(text));
        }
        return all;
    }
    static std::size_t grave_duals(const Soundness& s) {
        return static_cast<std::size_t>(
            std::count_if(s.duals.begin(), s.duals.end(),
                          [](const Dual& d) { return d.grade != Dual::Grade::minor; }));
    }

    const Problem& problem_;
    const SoundnessOptions& options_;
    bool tree_;
};

}  // namespace

std::string_view name(Dual::Grade grade) noexcept {
    constexpr std::array<std::string_view, 3> names = {"serious", "major", "minor"};
    return names[static_cast<std::size_t>(grade)];
}

std::string_view name(FaultKind kind) noexcept {
    constexpr std::array<std::string_view, 6> names = {
        "no-solution", "cook", "short-solution", "several-solutions", "missing-solutions",
        "other-key"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<Dual> duals(const Solution& key) { return DualFinder{key}.find(); }

Expected<Soundness> soundness(const Problem& problem, const SoundnessOptions& options,
                              const Budget& budget) {
    return Check{problem, options}.run(budget);
}

}  // namespace hakam::problem

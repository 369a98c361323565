#pragma once

// One solve from start to end, for any way of moving: which phases there are, how they are cut into
// pieces of work, what is reported.

#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "battle.hpp"
#include "lines.hpp"
#include "parry.hpp"
#include "sequence.hpp"
#include "trees.hpp"

namespace hakam::problem {

/// A guide for one worker; given the side that moves last in line play.
using MakeGuide = std::function<std::unique_ptr<Guide>(Color last)>;

template <class Rules>
class Drive {
public:
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;

    Drive(const Rules& rules, const Problem& problem, const Options& options, const Budget& budget,
          Visitor& visitor)
        : rules_{rules},
          problem_{problem},
          options_{options},
          stipulation_{problem.stipulation},
          shared_{budget},
          table_limit_{table_bytes(problem.stipulation, budget)},
          table_{problem.stipulation.is_line_play() ? std::min(table_limit_, small_table)
                                                    : table_limit_},
          sequence_{visitor, summary_},
          visitor_{visitor} {}

    /// `start` has the side to move that begins. `target`: of proof games.
    Summary run(const Position& start, const Board& target, MakeGuide make_guide) {
        target_ = target;
        make_guide_ = std::move(make_guide);
        if (!options_.half_duplex) phase(start, false);
        if (options_.duplex || options_.half_duplex) {
            if (rules_.check(start))
                summary_.obstacle = "the other side cannot begin: a king stands in check";
            else
                phase(rules_.pass(start), true);
        }
        summary_.nodes = shared_.nodes;
        summary_.complete = !shared_.stopped && summary_.obstacle.empty() && !limited_;
        return std::move(summary_);
    }

private:
    // A table only where it can pay, and no larger than the work.
    static std::uint64_t table_bytes(const Stipulation& s, const Budget& budget) {
        const int size = s.is_line_play() ? s.moves : 2 * s.moves;
        const bool small = !s.is_line_play() && s.play == Play::direct && s.moves <= 2;
        const std::uint64_t wanted = small     ? 0
                                     : size <= 3 ? std::uint64_t{16} << 20
                                                 : std::uint64_t{256} << 20;
        return std::min(wanted, budget.memory_bytes);
    }

    static constexpr std::uint64_t small_table = std::uint64_t{1} << 20;
    // A longer course may need some sixteen times as many entries as those before it. Untouched
    // memory costs nothing, but each touch of a new page costs more than a node.
    void make_room() {
        const std::uint64_t wanted =
            std::min(table_limit_, std::max(small_table, shared_.nodes * 256));
        if (wanted > table_bytes_) {
            table_ = Table{wanted};
            table_bytes_ = std::bit_floor(wanted);
        }
    }

    void phase(const Position& start, bool exchanged) {
        exchanged_ = exchanged;
        if (stipulation_.is_line_play()) {
            const auto all = courses(stipulation_, rules_.turn(start));
            if (!all.empty() && !all.back().movers.empty()) last_mover_ = all.back().movers.back();
        }
        if (stipulation_.order == Order::parry_series_help ||
            (stipulation_.order == Order::parry_series && stipulation_.play == Play::help))
            parry_phase(start);
        else if (stipulation_.is_line_play())
            line_phase(start);
        else
            battle_phase(start);
    }

    struct Worker {
        Worker(Drive& d)
            : control{d.shared_},
              guide{d.make_guide_(d.last_mover_)},
              battle{d.rules_, d.stipulation_, d.problem_.conditions, d.table_, control},
              lines{d.rules_, d.stipulation_, d.table_, control, *guide} {}
        Control control;
        std::unique_ptr<Guide> guide;
        Battle<Rules> battle;
        Lines<Rules> lines;
    };
    std::vector<std::unique_ptr<Worker>> make_workers() {
        std::vector<std::unique_ptr<Worker>> workers;
        for (std::size_t i = 0; i < options_.executor.workers; ++i)
            workers.push_back(std::make_unique<Worker>(*this));
        return workers;
    }

    void report(std::size_t item, Solution solution) {
        solution.exchanged = exchanged_;
        options_.executor.exclusively([&] {
            if (summary_.solutions >= options_.max_solutions) return;
            sequence_.found(item, std::move(solution));
            if (summary_.solutions >= options_.max_solutions) {
                limited_ = true;
                shared_.stopped = true;
            }
        });
    }

    // ---- attack and defence

    void battle_phase(const Position& start) {
        if (options_.set_play) set_branches(start);
        if (options_.postkey) {
            post_key(start);
            return;
        }
        auto workers = make_workers();
        {
            Battle<Rules>& battle = workers[0]->battle;
            if (battle.is_bound_to_aim(start)) {
                summary_.obstacle = "the side that begins must reach the aim at once";
                return;
            }
        }
        const auto all = rules_.moves(start);
        const std::vector<Move> moves(all.begin(), all.end());
        summary_.first_moves += moves.size();
        const std::size_t skip = std::min(options_.skip_first_moves, moves.size());
        std::size_t done = skip;
        sequence_.begin(moves.size() - skip);
        options_.executor.for_each(moves.size() - skip, [&](std::size_t item, std::size_t w) {
            if (shared_.stopped) return;
            Worker& worker = *workers[w];
            const Move move = moves[item + skip];
            const Verdict verdict = first_move(start, move, worker, item);
            worker.control.flush();
            options_.executor.exclusively([&] {
                if (verdict == Verdict::unknown) return;
                Progress progress;
                progress.done = ++done;
                progress.total = moves.size();
                progress.moves = stipulation_.moves;
                progress.move = rules_.step(start, move);
                progress.solves = verdict == Verdict::yes;
                if (verdict == Verdict::no) summary_.failed.push_back(progress.move);
                sequence_.finished(item);
                progress.decided = skip + sequence_.decided();
                visitor_.progress(progress);
            });
        });
        sequence_.end();
    }

    Verdict first_move(const Position& start, Move move, Worker& worker, std::size_t item) {
        const Position next = rules_.after(start, move);
        const int n = stipulation_.moves;
        Battle<Rules>& battle = worker.battle;
        int length = 0;
        if (battle.ends(move, next)) length = 1;
        for (int d = 1; length == 0 && d <= n; ++d) {
            const Verdict v = battle.defend(next, d);
            if (v == Verdict::unknown) return v;
            if (v == Verdict::yes) length = d;
        }
        Trees<Rules> trees{rules_, battle};
        Solution solution;
        solution.line = {rules_.step(start, move)};
        if (length != 0) {
            solution.kind = SolutionKind::key;
            solution.moves = length;
            solution.is_short = length < n;
            if (options_.tree_depth > 0 && !battle.ends(move, next))
                grow(trees, next, length, solution);
            if (worker.control.stopped()) return Verdict::unknown;
            report(item, std::move(solution));
            return Verdict::yes;
        }
        if (options_.refutations > 0 && rules_.any_move(next)) {
            solution.kind = SolutionKind::attempt;
            solution.moves = n;
            solution.refutations = trees.refutations(next, n, options_.refutations);
            if (worker.control.stopped()) return Verdict::unknown;
            if (!solution.refutations.empty() &&
                static_cast<int>(solution.refutations.size()) <= options_.refutations) {
                if (options_.tree_depth > 0) grow(trees, next, n, solution);
                if (worker.control.stopped()) return Verdict::unknown;
                report(item, std::move(solution));
            }
        }
        return Verdict::no;
    }

    void grow(Trees<Rules>& trees, const Position& next, int n, Solution& solution) {
        if (!rules_.check(next)) {
            solution.threats = trees.threats(next, n, options_.tree_depth);
            solution.zugzwang = solution.threats.empty();
        }
        solution.branches = trees.branches(next, n, options_.tree_depth);
    }

    void set_branches(const Position& start) {
        if (rules_.check(start)) return;
        Worker worker{*this};
        Trees<Rules> trees{rules_, worker.battle};
        Solution solution;
        solution.kind = SolutionKind::key;
        solution.set_play = true;
        solution.moves = stipulation_.moves;
        solution.branches = trees.branches(rules_.pass(start), stipulation_.moves,
                                           std::max(options_.tree_depth, 1));
        std::erase_if(solution.branches, [](const Branch& b) { return b.refutes; });
        if (worker.control.stopped()) return;
        sequence_.begin(1);
        if (!solution.branches.empty()) report(0, std::move(solution));
        sequence_.finished(0);
    }

    void post_key(const Position& start) {
        Worker worker{*this};
        const Verdict v = worker.battle.defend(start, stipulation_.moves);
        sequence_.begin(1);
        if (v == Verdict::yes) {
            Trees<Rules> trees{rules_, worker.battle};
            Solution solution;
            solution.kind = SolutionKind::key;
            solution.moves = stipulation_.moves;
            grow(trees, start, stipulation_.moves, solution);
            if (!worker.control.stopped()) report(0, std::move(solution));
        }
        sequence_.finished(0);
    }

    // ---- lines

    Solution line_solution(Position p, const std::vector<Move>& moves, std::size_t replies,
                           const Course& course) {
        Solution s;
        s.moves = course.moves;
        s.is_short = course.moves < stipulation_.moves;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (i < course.movers.size() && rules_.turn(p) != course.movers[i]) p = rules_.pass(p);
            if (i + replies < moves.size() || replies == 1) {
                s.line.push_back(rules_.step(p, moves[i]));
                if (i + replies < moves.size()) p = rules_.after(p, moves[i]);
            }
            if (replies > 0 && i + replies >= moves.size())
                s.replies.push_back(rules_.step(p, moves[i]));
        }
        return s;
    }

    void line_phase(const Position& start) {
        const Color starter = rules_.turn(start);
        const auto all = courses(stipulation_, starter);
        workers_ = make_workers();
        if (options_.set_play) set_lines(start, all);
        for (const Course& course : all) {
            if (course.moves <= options_.skip_moves && &course != &all.back()) continue;
            run_course(start, course, false, &course == &all.back());
            if (shared_.stopped) return;
            summary_.decided_moves = course.moves;
        }
    }

    void set_lines(const Position& start, const std::vector<Course>& all) {
        if (stipulation_.is_proof_game() || rules_.check(start)) return;
        for (const Course& course : all) {
            Course set = course;
            if (stipulation_.order == Order::series) {
                if (stipulation_.play != Play::help || course.movers.size() != 2) continue;
                set.movers.erase(set.movers.begin(), set.movers.end() - 1);
            } else {
                if (course.movers.size() < 2 || course.ending == Ending::reciprocal) continue;
                set.movers.erase(set.movers.begin());
            }
            run_course(rules_.pass(start), set, true, false);
            if (shared_.stopped) return;
        }
    }

    // The first moves of a course, or its first pairs of moves where it is long.
    std::vector<std::vector<Move>> pieces(const Position& start, const Course& course) {
        std::vector<std::vector<Move>> result;
        if (course.movers.size() < 2) return {{}};
        for (const Move m : rules_.moves(start)) {
            if (course.movers.size() < 4 || options_.executor.workers < 2) {
                result.push_back({m});
                continue;
            }
            Position next = rules_.after(start, m);
            if (rules_.turn(next) != course.movers[1]) {
                if (rules_.check(next)) continue;
                next = rules_.pass(next);
            }
            for (const Move r : rules_.moves(next)) result.push_back({m, r});
        }
        return result;
    }

    // How many first moves end before each piece, and before the end.
    static std::vector<std::size_t> first_moves(const std::vector<std::vector<Move>>& items) {
        std::vector<std::size_t> all;
        std::size_t before = 0;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i > 0 && (items[i].empty() ||
                          Rules::code(items[i].front()) != Rules::code(items[i - 1].front())))
                ++before;
            all.push_back(before);
        }
        all.push_back(items.empty() ? 0 : before + 1);
        return all;
    }
    // Pieces of work that are known to be done.
    std::size_t skipped(const Course& course, bool set_play,
                        const std::vector<std::size_t>& firsts) const {
        if (set_play || course.moves > options_.skip_moves + 1) return 0;
        const std::size_t all = firsts.size() - 1;
        if (course.moves <= options_.skip_moves) return all;
        std::size_t i = 0;
        while (i < all && firsts[i] < options_.skip_first_moves) ++i;
        return i;
    }

    void run_course(const Position& start, const Course& course, bool set_play, bool last) {
        make_room();
        auto items = pieces(start, course);
        const std::vector<std::size_t> firsts = first_moves(items);
        const std::size_t skip = skipped(course, set_play, firsts);
        items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(skip));
        std::size_t done = skip;
        sequence_.begin(items.size());
        if (last) summary_.first_moves += rules_.moves(start).size();
        options_.executor.for_each(items.size(), [&](std::size_t item, std::size_t w) {
            if (shared_.stopped) return;
            Worker& worker = *workers_[w];
            bool any = false;
            worker.lines.search(start, course, items[item], target_,
                                [&](const std::vector<Move>& moves, std::size_t replies) {
                                    Solution s = line_solution(start, moves, replies, course);
                                    s.set_play = set_play;
                                    any = true;
                                    report(item, std::move(s));
                                });
            worker.control.flush();
            options_.executor.exclusively([&] {
                if (shared_.stopped) return;
                sequence_.finished(item);
                Progress progress;
                progress.done = ++done;
                progress.total = items.size() + skip;
                progress.moves = course.moves;
                progress.solves = any;
                progress.decided = firsts[skip + sequence_.decided()];
                if (!items[item].empty()) progress.move = rules_.step(start, items[item].front());
                if (last && !any && items[item].size() == 1)
                    summary_.failed.push_back(progress.move);
                if (!set_play) visitor_.progress(progress);
            });
        });
        sequence_.end();
    }

    void parry_phase(const Position& start) {
        Worker worker{*this};
        for (int n = 1; n <= stipulation_.moves && !shared_.stopped; ++n) {
            if (stipulation_.exact && n < stipulation_.moves) continue;
            ParryLines<Rules> lines{rules_, stipulation_, table_, worker.control};
            sequence_.begin(1);
            lines.search(start, n, [&](const std::vector<std::pair<Position, Move>>& played) {
                Solution s;
                s.moves = n;
                s.is_short = n < stipulation_.moves;
                for (const auto& [p, m] : played) s.line.push_back(rules_.step(p, m));
                report(0, std::move(s));
            });
            sequence_.end();
        }
        summary_.first_moves += rules_.moves(start).size();
    }

    const Rules& rules_;
    const Problem& problem_;
    const Options& options_;
    const Stipulation& stipulation_;
    SharedControl shared_;
    std::uint64_t table_limit_;
    Table table_;
    std::uint64_t table_bytes_ = 0;
    Summary summary_;
    Sequence sequence_;
    Visitor& visitor_;
    Board target_;
    MakeGuide make_guide_;
    std::vector<std::unique_ptr<Worker>> workers_;  ///< of line play: they learn from short courses
    Color last_mover_ = Color::white;
    bool exchanged_ = false;
    bool limited_ = false;
};

}  // namespace hakam::problem

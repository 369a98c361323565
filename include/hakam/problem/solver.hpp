#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/problem/problem.hpp"

/// Solves a problem: every solution within the stipulated length, proved. docs/design/problem.md.
namespace hakam::problem {

/// A move as it is written; the same for orthodox and fairy men.
struct Step {
    std::string uci;  ///< castling as the king's two squares where that is clear
    std::string san;  ///< English letters; check and mate are marked
    int from = 0, to = 0;  ///< squares, a1 = 0 to h8 = 63; `to` is where the mover arrives
    bool capture = false, castling = false, en_passant = false, check = false;
    char promotion = 0;  ///< English letter of what a pawn becomes, or 0
    char mover = 0;      ///< English capital letter

    friend bool operator==(const Step&, const Step&) = default;
};
using Line = std::vector<Step>;

struct Branch;
/// A move of the attacking side that carries on.
struct Continuation {
    Step step;
    int moves = 0;                 ///< moves to the aim at the longest, this one included
    std::vector<Branch> branches;  ///< the replies, if the tree was asked for to this depth
};
/// A move of the defending side and what answers it. In self play a reply that reaches the aim has
/// no answers. More than one answer is a dual.
struct Branch {
    Step defence;
    bool reaches_aim = false;
    bool refutes = false;   ///< of a try: nothing answers in time
    int moves = 0;          ///< moves to the aim at the longest after the defence
    std::vector<Continuation> answers;
};

enum class SolutionKind : std::uint8_t {
    key,  ///< the first move of a tree of attack and defence
    attempt,  ///< a first move with few refutations (a try)
    line,  ///< a whole line of play
};

/// One solution, or one try.
struct Solution {
    SolutionKind kind = SolutionKind::line;
    bool set_play = false;   ///< with the other side beginning
    bool exchanged = false;  ///< the second half of a duplex: colours exchanged in the stipulation
    Line line;               ///< the key alone, or the whole line
    int moves = 0;           ///< moves to the aim at the longest
    bool is_short = false;   ///< fewer moves than stipulated
    /// Of a key or a try: the moves that would carry on if the other side could pass; empty if it
    /// is in check or there is none (zugzwang, a block).
    std::vector<Continuation> threats;
    bool zugzwang = false;
    std::vector<Branch> branches;   ///< of a key or a try, if trees were asked for
    std::vector<Step> refutations;  ///< of a try, all of them
    std::vector<Step> replies;      ///< after a selfmate line: the moves that reach the aim
};

/// Runs pieces of work, on one or several threads. All members must be there.
struct Executor {
    std::size_t workers = 1;
    /// Calls work(item, worker) for each item below `count`, in order of items as far as workers
    /// allow; returns when all are done. worker < workers; two calls at once have two workers.
    std::function<void(std::size_t count,
                       const std::function<void(std::size_t item, std::size_t worker)>& work)>
        for_each;
    /// Calls f while no other thread is in such a call.
    std::function<void(const std::function<void()>& f)> exclusively;

    /// On the calling thread.
    static Executor sequential();
};

struct Options {
    bool set_play = false;
    int refutations = 0;           ///< tries with at most so many refutations are reported
    int tree_depth = 0;            ///< how many moves of each tree of variations to build; 0: none
    bool duplex = false;           ///< solve for both sides
    bool half_duplex = false;      ///< solve for the other side only
    bool postkey = false;          ///< the diagram is the position after the key
    bool plain_search = false;     ///< no target-directed pruning; the answer is the same
    std::uint64_t max_solutions = UINT64_MAX;
    /// Work known to be done, to go on after Progress said so: in line play lengths of at most so many
    /// moves, then first moves of the next length (else of all), in the solver's order.
    int skip_moves = -1;
    std::size_t skip_first_moves = 0;
    Executor executor = Executor::sequential();
};

/// How far the work is; first moves are counted in each phase.
struct Progress {
    std::size_t done = 0, total = 0;
    int moves = 0;            ///< of the length that is being searched
    std::size_t decided = 0;  ///< first moves that are done with all before them; of both halves of
                              ///< a duplex the second
    Step move;  ///< the first move just done
    bool solves = false;
};

/// Sees solutions as they are found. Calls come one at a time, perhaps from several threads; the
/// order does not depend on the number of threads.
class Visitor {
public:
    virtual ~Visitor() = default;
    virtual void solution(const Solution& found) = 0;
    virtual void progress(const Progress&) {}
};

/// What is proved at the end.
struct Summary {
    std::uint64_t solutions = 0;  ///< keys, or lines; set play and tries not counted
    std::uint64_t set_lines = 0;
    std::uint64_t tries = 0;
    std::vector<Step> keys;       ///< keys, or the first moves of the lines, each once
    std::size_t first_moves = 0;  ///< legal ones
    std::vector<Step> failed;     ///< first moves proved to lead to nothing
    bool complete = false;        ///< every first move is decided
    int decided_moves = 0;        ///< in line play: lengths of at most so many moves are
    std::uint64_t nodes = 0;
    /// Why nothing could be solved: "" or a sentence.
    std::string obstacle;
};

/// The side that begins: in help and series play as the field has it (Black in a helpmate of whole
/// moves), else the side to move of the diagram.
Color starter(const Stipulation& stipulation, Color of_diagram) noexcept;

/// Cost: unbounded; the budget is asked every thousand nodes or so (with several workers by each of
/// them, and Budget::expired from their threads). Results do not depend on memory and threads.
/// Errors: what Problem::faults finds.
Expected<Summary> solve(const Problem& problem, const Options& options, const Budget& budget,
                        Visitor& visitor);

}  // namespace hakam::problem

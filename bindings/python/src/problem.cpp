// Chess problems: a diagram and a stipulation to every solution.

#include <nanobind/stl/vector.h>

#include "common.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/problem/press.hpp"
#include "hakam/problem/solver.hpp"
#include "hakam/problem/themes.hpp"
#include "hakam/retro/convention.hpp"

namespace hakam::python {

namespace {

using problem::Branch;
using problem::Continuation;
using problem::Solution;
using problem::Step;

nb::object value(const char* name) { return python_type("hakam.problem", name); }

template <class Range, class F>
nb::tuple tuple_of(const Range& range, F&& f) {
    nb::list made;
    for (const auto& one : range) made.append(f(one));
    return nb::tuple(made);
}

nb::object step_object(const Step& step) { return value("Step")(step.uci, step.san); }
nb::tuple steps(const std::vector<Step>& all) { return tuple_of(all, step_object); }

nb::object branch_object(const Branch& branch);
nb::object continuation_object(const Continuation& one) {
    return value("Continuation")(step_object(one.step), one.moves,
                                 tuple_of(one.branches, branch_object));
}
nb::object branch_object(const Branch& branch) {
    return value("Variation")(step_object(branch.defence), branch.moves,
                              tuple_of(branch.answers, continuation_object), branch.refutes,
                              branch.reaches_aim);
}

std::string_view word(const Solution& s) {
    if (s.kind == problem::SolutionKind::line) return "line";
    if (s.kind == problem::SolutionKind::attempt) return "try";
    return s.set_play ? "set" : "key";
}

class Collector : public problem::Visitor {
public:
    void solution(const Solution& found) override { all.push_back(found); }
    std::vector<Solution> all;
};

struct Question {
    problem::Problem problem;
    std::vector<std::string> notes;
};

/// Men that only the room variant knows.
bool has_fairy_men(std::string_view board) {
    return board.find_first_not_of("12345678/PNBRQKpnbrqk") != board.npos &&
           board.find_first_not_of(
               "12345678/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == board.npos;
}

void settle_conditions(Question& q, bool granted) {
    if (granted || q.problem.stipulation.is_proof_game() ||
        !q.problem.conditions.exclusive.empty())
        return;
    Budget budget;
    budget.nodes = 20'000;
    budget.memory_bytes = std::uint64_t{16} << 20;
    for (const auto& [white, black] : retro::exclusive_castlings(q.problem.setup, budget)) {
        q.problem.conditions.exclusive.push_back({white, black});
        q.notes.push_back("castling with the rooks on " + to_string(white) + " and " +
                          to_string(black) + " excludes each other: whoever castles first may");
    }
}

Question question(std::string_view fen_text, std::string_view stipulation,
                  const std::vector<std::string>& conditions, std::string_view target,
                  bool lenient, bool granted) {
    Question q;
    q.problem.stipulation = value_or_raise(problem::parse_stipulation(stipulation));
    const problem::Stipulation& s = q.problem.stipulation;
    for (const std::string& name : conditions)
        q.problem.conditions =
            value_or_raise(problem::with_condition(q.problem.conditions, name));
    const std::string start = fen::format(Position{});
    if (fen_text == "startpos") fen_text = start;
    const std::size_t gap = fen_text.find(' ');
    const std::string_view board = fen_text.substr(0, gap);
    if (has_fairy_men(board) || !q.problem.conditions.fairy.empty()) {
        q.problem.fairy_diagram = fen_text;
        const bool black = gap != fen_text.npos && fen_text.substr(gap + 1, 1) == "b";
        q.problem.setup.turn = problem::starter(s, black ? Color::black : Color::white);
        return q;
    }
    fen::Options reading;
    reading.tolerated = Tolerance::unreachable();
    if (lenient)
        reading.tolerated = reading.tolerated | Tolerance{SetupFaultCode::false_castling_right,
                                                          SetupFaultCode::false_en_passant};
    const fen::Report report = fen::read(fen_text, reading);
    if (!report.setup) raise(report.faults.front().error);
    q.problem.setup = *report.setup;
    for (const Note& note : report.notes) q.notes.push_back(note.text);
    const Color first = problem::starter(s, report.setup->turn);
    if (!s.is_proof_game() && first != report.setup->turn) {
        q.problem.setup.turn = first;
        q.problem.setup.en_passant.reset();
        q.notes.push_back(std::string{first == Color::white ? "White" : "Black"} + " begins in " +
                          problem::format(s) + ", whatever the FEN says");
    } else if (!report.position && !s.is_proof_game()) {
        raise(report.faults.front().error);
    }
    settle_conditions(q, granted);
    if (!target.empty()) {
        const fen::Report to = fen::read(target, reading);
        if (!to.setup) raise(to.faults.front().error);
        q.problem.target = to.setup->board;
    }
    return q;
}

nb::object theme_object(const problem::Theme& theme) {
    return value("Theme")(nb::cast(problem::name(theme.kind)), problem::describe(theme),
                          steps(theme.way),
                          theme.square ? square_object(*theme.square) : nb::none());
}

nb::object solution_object(const Solution& s, const Question& q, const Solution* set_play) {
    const Color starter = q.problem.setup.turn;
    nb::list themes;
    if (!q.problem.is_fairy() && !s.set_play)
        for (const problem::Theme& theme : problem::themes(q.problem, s, set_play))
            themes.append(theme_object(theme));
    return value("Solution")(
        nb::cast(word(s)), s.moves, steps(s.line), tuple_of(s.threats, continuation_object),
        s.zugzwang, tuple_of(s.branches, branch_object), steps(s.refutations), steps(s.replies),
        s.is_short, s.set_play, s.exchanged, nb::tuple(themes),
        problem::press(s, q.problem.stipulation, s.exchanged ? ~starter : starter));
}

nb::object solve(std::string_view fen_text, std::string_view stipulation,
                 const std::vector<std::string>& conditions, std::string_view target, bool set_play,
                 int tries, bool duplex, int tree, bool lenient, bool granted, std::uint64_t most,
                 std::uint64_t nodes, std::optional<double> seconds, std::uint64_t memory) {
    if (tries < 0 || tree < 0 || most < 1)
        throw nb::value_error("tries and tree are numbers from 0, most is one from 1");
    const Question q = question(fen_text, stipulation, conditions, target, lenient, granted);
    const Budget budget = budget_of(nodes, seconds, memory);
    problem::Options options;
    options.set_play = set_play;
    options.refutations = tries;
    options.duplex = duplex;
    options.tree_depth = tree;
    options.max_solutions = most;
    Collector found;
    Expected<problem::Summary> summary{problem::Summary{}};
    {
        const nb::gil_scoped_release unlocked;
        summary = problem::solve(q.problem, options, budget, found);
    }
    raise_pending();
    if (!summary) raise(summary.error());
    const Solution* set_tree = nullptr;
    for (const Solution& s : found.all)
        if (s.set_play && s.line.empty() && set_tree == nullptr) set_tree = &s;
    nb::list solutions;
    for (const Solution& s : found.all) solutions.append(solution_object(s, q, set_tree));
    return value("Solved")(
        nb::cast(problem::format(q.problem.stipulation)),
        tuple_of(problem::names(q.problem.conditions),
                 [](const std::string& name) { return nb::cast(name); }),
        nb::tuple(solutions), summary->solutions, steps(summary->keys), steps(summary->failed),
        summary->complete, summary->nodes, summary->obstacle,
        problem::sentence(*summary, q.problem.stipulation),
        tuple_of(q.notes, [](const std::string& note) { return nb::cast(note); }));
}

}  // namespace

void bind_problem(nb::module_& m) {
    m.def("problem_solve", solve, "fen"_a, "stipulation"_a, nb::kw_only(), "conditions"_a,
          "target"_a, "set_play"_a, "tries"_a, "duplex"_a, "tree"_a, "lenient"_a, "granted"_a,
          "most"_a, "nodes"_a, "seconds"_a.none(), "memory_mib"_a,
          nb::sig("def problem_solve(fen: str, stipulation: str, *, conditions: Sequence[str], "
                  "target: str, set_play: bool, tries: int, duplex: bool, tree: int, lenient: bool, "
                  "granted: bool, most: int, nodes: int, seconds: float | None, memory_mib: int) -> "
                  "hakam.problem.Solved"));
    m.def("stipulation_text", [](std::string_view text, bool words) {
        const auto read = value_or_raise(problem::parse_stipulation(text));
        return words ? problem::describe(read) : problem::format(read);
    }, "text"_a, "words"_a);
}

}  // namespace hakam::python

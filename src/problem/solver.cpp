#include "hakam/problem/solver.hpp"

#include "drive.hpp"
#include "fairy_solver.hpp"
#include "orthodox.hpp"
#include "picture_guide.hpp"

namespace hakam::problem {
namespace {

Error refusal(ErrorCode code, std::string expected, std::string found = {}) {
    return Error{code, {}, std::move(expected), std::move(found)};
}

template <bool Exclusive>
Expected<Summary> solve_orthodox(const Problem& problem, const Options& options,
                                 const Budget& budget, Visitor& visitor) {
    const Stipulation& s = problem.stipulation;
    const Orthodox<Exclusive> rules{problem.conditions.exclusive};
    Drive<Orthodox<Exclusive>> drive{rules, problem, options, budget, visitor};
    const MakeGuide make_guide = [&](Color last) -> std::unique_ptr<Guide> {
        if (!options.plain_search && s.is_proof_game())
            return std::make_unique<BoardGuide>(
                s.aim.kind == AimKind::proof_game ? problem.setup.board : *problem.target);
        const bool mates = s.play == Play::help && s.aim.kind == AimKind::mate;
        if (!options.plain_search && mates && s.moves >= 2)
            return std::make_unique<PictureGuide>(last, 0, budget.expired);
        return std::make_unique<Guide>();
    };
    if (s.aim.kind == AimKind::position && !problem.target)
        return Unexpected{refusal(ErrorCode::missing_text, "the position to reach (a=>b)")};
    if (s.aim.kind == AimKind::proof_game)
        return drive.run(Position{}, problem.setup.board, make_guide);
    Setup setup = problem.setup;
    setup.turn = starter(s, setup.turn);
    const auto start = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
    if (!start)
        return Unexpected{refusal(ErrorCode::bad_position, "a position that can be played from",
                                  describe(start.error().front()))};
    return drive.run(*start, problem.target.value_or(Board{}), make_guide);
}

}  // namespace

Color starter(const Stipulation& s, Color of_diagram) noexcept {
    const bool help = s.play == Play::help || s.play == Play::help_self ||
                      s.play == Play::help_reflex || s.play == Play::reciprocal_help;
    return help ? usual_starter(s) : of_diagram;
}

Executor Executor::sequential() {
    Executor e;
    e.for_each = [](std::size_t count,
                    const std::function<void(std::size_t, std::size_t)>& work) {
        for (std::size_t i = 0; i < count; ++i) work(i, 0);
    };
    e.exclusively = [](const std::function<void()>& f) { f(); };
    return e;
}

Expected<Summary> solve(const Problem& problem, const Options& options, const Budget& budget,
                        Visitor& visitor) {
    if (problem.is_fairy()) return solve_fairy(problem, options, budget, visitor);
    if (!problem.conditions.exclusive.empty())
        return solve_orthodox<true>(problem, options, budget, visitor);
    return solve_orthodox<false>(problem, options, budget, visitor);
}

}  // namespace hakam::problem

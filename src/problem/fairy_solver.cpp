#include "fairy_solver.hpp"

#include <optional>

#include "drive.hpp"
#include "fairy.hpp"
#include "hakam/variant/condition.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"

namespace hakam::problem {
namespace {

Error refusal(ErrorCode code, std::string expected) {
    return Error{code, {}, std::move(expected), {}};
}

}  // namespace

Expected<Summary> solve_fairy(const Problem& problem, const Options& options, const Budget& budget,
                              Visitor& visitor) {
    std::vector<const variant::Condition*> conditions;
    for (const std::string& name : problem.conditions.fairy)
        if (const auto* condition = variant::condition_named(name)) conditions.push_back(condition);
    if (!problem.conditions.exclusive.empty())
        return Unexpected{refusal(ErrorCode::unsupported,
                                  "castlings that exclude each other in orthodox problems only")};
    if (problem.stipulation.aim.kind == AimKind::double_mate)
        return Unexpected{
            refusal(ErrorCode::unsupported, "double mate in orthodox problems only")};
    if (problem.stipulation.is_proof_game())
        return Unexpected{
            refusal(ErrorCode::unsupported, "proof games of orthodox chess only")};
    std::optional<variant::Rules> rules_of_game;
    if (!problem.game.empty()) {
        rules_of_game = variant::game_named(problem.game);
        if (!rules_of_game)
            return Unexpected{refusal(ErrorCode::out_of_range, "the name of a game")};
        for (const variant::Condition* condition : conditions)
            variant::add_condition(*rules_of_game, *condition);
    }
    const auto variant = variant::Variant::from(
        rules_of_game ? *rules_of_game
                      : variant::problem_rules(conditions, variant::FairyMen::yes));
    if (!variant) return Unexpected{variant.error()};
    auto start = variant::fen::parse(*variant, problem.fairy_diagram,
                                     {.kings_optional = true, .any_check = true});
    if (!start) return Unexpected{start.error()};
    const Color begins = starter(problem.stipulation, start->turn());
    if (begins != start->turn()) {
        start->set_turn(begins);
        start->clear_en_passant();
    }
    if (variant->is_check(*start, ~begins))
        return Unexpected{refusal(ErrorCode::bad_position,
                                  "a position in which the side that has moved is not in check")};
    const Fairy rules{*variant};
    Drive<Fairy> drive{rules, problem, options, budget, visitor};
    return drive.run(*start, Board{}, [](Color) { return std::make_unique<Guide>(); });
}

}  // namespace hakam::problem

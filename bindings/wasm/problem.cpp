// Chess problems: solved in a worker, told of solution by solution; and the boards of a line of play.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abi.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/problem/press.hpp"
#include "hakam/problem/solver.hpp"
#include "hakam/retro/convention.hpp"
#include "hakam/variant/condition.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"
#include "hakam/variant/move_text.hpp"
#include "heard.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

using problem::Branch;
using problem::Continuation;
using problem::SolutionKind;
using problem::Step;

/// A table in a page: what a phone can spare.
constexpr std::uint64_t table_bytes = std::uint64_t{64} << 20;
/// Variations are shown to this many moves after the key; a longer tree is no longer read.
constexpr int tree_moves = 4;

void write_steps(Json& json, std::string_view key, const std::vector<Step>& steps) {
    json.key(key).begin_list();
    for (const Step& step : steps)
        json.begin().member("move", step.uci).member("san", step.san).end();
    json.end_list();
}

void write_branches(Json& json, const std::vector<Branch>& branches);

void write_continuations(Json& json, std::string_view key, const std::vector<Continuation>& all) {
    json.key(key).begin_list();
    for (const Continuation& one : all) {
        json.begin()
            .member("move", one.step.uci)
            .member("san", one.step.san)
            .member("moves", std::int64_t{one.moves});
        if (!one.branches.empty()) write_branches(json, one.branches);
        json.end();
    }
    json.end_list();
}

void write_branches(Json& json, const std::vector<Branch>& branches) {
    json.key("variations").begin_list();
    for (const Branch& branch : branches) {
        json.begin()
            .member("move", branch.defence.uci)
            .member("san", branch.defence.san)
            .mark("reachesAim", branch.reaches_aim)
            .mark("refutes", branch.refutes);
        write_continuations(json, "answers", branch.answers);
        json.end();
    }
    json.end_list();
}

/// As docs/formats/solve.md has it, with the moves in SAN beside them and the text of the press.
void write_solution(Json& json, const problem::Solution& s, const problem::Problem& of,
                    const Letters& letters) {
    const Color begins = of.setup.turn;
    const Color first = s.exchanged != s.set_play ? ~begins : begins;
    static constexpr std::string_view kinds[] = {"key", "try", "line"};
    json.begin()
        .member("kind", s.set_play && s.kind == SolutionKind::key
                            ? std::string_view{"set"}
                            : kinds[static_cast<std::size_t>(s.kind)])
        .member("first", name(first))
        .member("moves", std::int64_t{s.moves})
        .mark("short", s.is_short)
        .mark("setPlay", s.set_play)
        .mark("zugzwang", s.zugzwang)
        .mark("exchanged", s.exchanged);
    write_steps(json, "line", s.line);
    write_steps(json, "refutations", s.refutations);
    write_steps(json, "replies", s.replies);
    write_continuations(json, "threats", s.threats);
    write_branches(json, s.branches);
    json.member("text", problem::press(s, of.stipulation, s.exchanged ? ~begins : begins, letters))
        .end();
}

class Teller : public problem::Visitor {
public:
    Teller(const problem::Problem& of, const Letters& letters) : of_{of}, letters_{letters} {}

    void solution(const problem::Solution& found) override {
        Json json;
        json.begin().key("solution");
        write_solution(json, found, of_, letters_);
        json.end();
        tell(std::move(json).take());
    }
    void progress(const problem::Progress& p) override {
        Json json;
        json.begin().key("progress").begin();
        json.member("done", static_cast<std::int64_t>(p.done))
            .member("total", static_cast<std::int64_t>(p.total))
            .member("san", p.move.san)
            .end()
            .end();
        tell(std::move(json).take());
    }

private:
    const problem::Problem& of_;
    const Letters& letters_;
};

/// Whether the placement has men that orthodox chess does not know.
bool has_fairy_men(std::string_view fen) {
    const std::string_view board = fen.substr(0, fen.find(' '));
    return board.find_first_not_of("12345678/PNBRQKpnbrqk") != board.npos;
}

/// Reads what is asked; conditions are separated by ';'. With castlings that exclude each other by
/// proof (Codex, Article 16.1) unless some are named.
Expected<problem::Problem> read_problem(std::string_view fen, std::string_view stipulation,
                                        std::string_view conditions) {
    problem::Problem result;
    auto asked = problem::parse_stipulation(stipulation);
    if (!asked) return Unexpected{asked.error()};
    result.stipulation = *asked;
    while (!conditions.empty()) {
        const std::size_t end = std::min(conditions.find(';'), conditions.size());
        auto with = problem::with_condition(result.conditions, conditions.substr(0, end));
        if (!with) return Unexpected{with.error()};
        result.conditions = *with;
        conditions.remove_prefix(std::min(end + 1, conditions.size()));
    }
    if (has_fairy_men(fen) || !result.conditions.fairy.empty()) {
        result.fairy_diagram = fen;
        const bool black = fen.find(" b") != fen.npos;
        result.setup.turn = problem::starter(*asked, black ? Color::black : Color::white);
        return result;
    }
    fen::Options reading{.reading = Reading::lenient, .tolerated = Tolerance::unreachable()};
    const fen::Report report = fen::read(fen, reading);
    if (!report.setup) return Unexpected{report.faults.front().error};
    result.setup = *report.setup;
    if (asked->is_proof_game()) return result;
    const Color begins = problem::starter(*asked, result.setup.turn);
    if (begins != result.setup.turn) {
        result.setup.turn = begins;
        result.setup.en_passant.reset();
    } else if (!report.position) {
        return Unexpected{report.faults.front().error};
    }
    if (result.conditions.exclusive.empty()) {
        Budget budget;
        budget.nodes = 20'000;
        budget.memory_bytes = std::uint64_t{16} << 20;
        for (const auto& [white, black] : retro::exclusive_castlings(result.setup, budget))
            result.conditions.exclusive.push_back({white, black});
    }
    return result;
}

}  // namespace

/// Solves; each solution is told the moment it is found, with progress between. `options` has words:
/// "set", "duplex", "tries=N". The answer is the summary.
HAKAM_EXPORT(solve)
std::uint32_t hakam_solve(const char* fen, std::uint32_t fen_length, const char* stipulation,
                          std::uint32_t stipulation_length, const char* conditions,
                          std::uint32_t conditions_length, const char* options,
                          std::uint32_t options_length, const char* language,
                          std::uint32_t language_length) {
    Json json;
    const auto problem = read_problem(text(fen, fen_length), text(stipulation, stipulation_length),
                                      text(conditions, conditions_length));
    if (!problem) {
        write_failure(json, problem.error());
        return answer(std::move(json));
    }
    const std::string_view words = text(options, options_length);
    problem::Options solving;
    solving.set_play = words.find("set") != words.npos;
    solving.duplex = words.find("duplex") != words.npos;
    if (const std::size_t at = words.find("tries="); at != words.npos && at + 6 < words.size())
        solving.refutations = std::clamp(words[at + 6] - '0', 0, 9);
    solving.tree_depth = std::min(problem->stipulation.moves, tree_moves);
    Budget budget;
    budget.memory_bytes = table_bytes;
    budget.expired = [] { return time_is_over() != 0; };
    Teller teller{*problem, letters(text(language, language_length))};
    const auto summary = problem::solve(*problem, solving, budget, teller);
    if (!summary) {
        write_failure(json, summary.error());
        return answer(std::move(json));
    }
    json.begin()
        .flag("ok", true)
        .member("sentence", problem::sentence(*summary, problem->stipulation))
        .member("stipulation", problem::format(problem->stipulation))
        .member("words", problem::describe(problem->stipulation))
        .member("solutions", static_cast<std::int64_t>(summary->solutions))
        .member("setLines", static_cast<std::int64_t>(summary->set_lines))
        .member("tries", static_cast<std::int64_t>(summary->tries))
        .member("firstMoves", static_cast<std::int64_t>(summary->first_moves))
        .member("failed", static_cast<std::int64_t>(summary->failed.size()))
        .flag("complete", summary->complete)
        .member("obstacle", summary->obstacle)
        .member("nodes", static_cast<std::int64_t>(summary->nodes));
    json.key("conditions").begin_list();
    for (const std::string& one : problem::names(problem->conditions)) json.string(one);
    json.end_list();
    return answer(std::move(json.end()));
}

/// The boards of a line of play, in UCI moves separated by spaces: whoever stands on a move's square
/// of origin makes it, so that series and set play can be shown. Each with the squares of its move.
HAKAM_EXPORT(walk)
std::uint32_t hakam_walk(const char* fen, std::uint32_t fen_length, const char* conditions,
                         std::uint32_t conditions_length, const char* moves,
                         std::uint32_t moves_length) {
    Json json;
    std::vector<const variant::Condition*> with;
    std::string_view left = text(conditions, conditions_length);
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(';'), left.size());
        if (const auto* found = variant::condition_named(left.substr(0, end))) with.push_back(found);
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    const auto game =
        variant::Variant::from(variant::problem_rules(with, variant::FairyMen::yes));
    const auto start = game ? variant::fen::parse(*game, text(fen, fen_length),
                                                  {.kings_optional = true, .any_check = true})
                            : Expected<variant::Position>{Unexpected{game.error()}};
    if (!start) {
        write_failure(json, start.error());
        return answer(std::move(json));
    }
    variant::Position position = *start;
    json.begin().flag("ok", true).key("boards").begin_list();
    std::string_view rest = text(moves, moves_length);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view move = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const auto from = variant::cell_from(move, game->size());
        if (!from || position.is_empty(from->cell)) break;
        if (const Color mover = variant::color_of(position.at(from->cell));
            mover != position.turn()) {
            position.set_turn(mover);
            position.clear_en_passant();
        }
        const auto made = variant::parse_move(*game, position, move);
        if (!made) break;
        position = game->after(position, *made);
        json.begin()
            .member("board", variant::fen::format_board(*game, position))
            .member("turn", name(position.turn()))
            .member("from", variant::to_string(made->from, game->size()))
            .member("to", variant::to_string(made->to, game->size()))
            .flag("check", game->is_check(position))
            .end();
    }
    json.end_list();
    return answer(std::move(json.end()));
}

/// The fairy conditions by name, with a sentence each, and the men of problems by letter.
HAKAM_EXPORT(conditions) std::uint32_t hakam_conditions() {
    Json json;
    json.begin().key("conditions").begin_list();
    for (const variant::Condition& one : variant::conditions())
        json.begin().member("name", one.name).member("summary", one.summary).end();
    json.end_list().key("men").begin_list();
    for (const variant::KnownMan& man : variant::known_men())
        json.begin()
            .member("letter", std::string(1, man.letter))
            .member("name", man.name)
            .member("moves", man.moves)
            .end();
    json.end_list();
    return answer(std::move(json.end()));
}

}  // namespace hakam::wasm

#include "job.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "../output.hpp"
#include "../position_input.hpp"
#include "../proof_games.hpp"
#include "checkpoint.hpp"
#include "filed.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/problem/press.hpp"
#include "hakam/retro/convention.hpp"

namespace hakam::cli {
namespace {

constexpr std::string_view separators = " \t";

/// A word of a text and where it begins.
struct Word {
    std::size_t at;
    std::string_view text;
};
std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    for (std::size_t at = text.find_first_not_of(separators); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        words.push_back({at, text.substr(at, end - at)});
        at = text.find_first_not_of(separators, end);
    }
    return words;
}

/// The error of a part of a text, counted in the whole.
Error shifted(Error error, std::size_t by) {
    error.where.offset += by;
    error.where.column += static_cast<std::uint32_t>(by);
    return error;
}

fen::Options reading(const SolveOptions& options) {
    fen::Options o;
    o.reading = Reading::lenient;
    o.tolerated = Tolerance::unreachable();
    if (options.lenient)
        o.tolerated = o.tolerated | Tolerance{SetupFaultCode::false_castling_right,
                                              SetupFaultCode::false_en_passant};
    return o;
}

/// Castlings that exclude each other by proof (Codex, Article 16.1), as conditions; says so in notes.
void find_exclusions(problem::Problem& problem, std::string_view text, std::vector<Note>& notes) {
    Budget budget;
    budget.nodes = 20'000;
    budget.memory_bytes = std::uint64_t{16} << 20;
    budget.expired = interrupted;
    for (const auto& [white, black] : retro::exclusive_castlings(problem.setup, budget)) {
        problem.conditions.exclusive.push_back({white, black});
        Note note;
        note.code = NoteCode::field_form;
        note.where = span_in(text, 0, text.size());
        note.text = "castling with the rooks on " + to_string(white) + " and " + to_string(black) +
                    " excludes each other: whoever castles first may";
        notes.push_back(note);
    }
}

class Writer : public problem::Visitor {
public:
    Writer(const Job& job, const SolveOptions& options, std::string* out, Checkpoint* checkpoint)
        : job_{job},
          options_{options},
          out_{out},
          checkpoint_{checkpoint},
          letters_{letters_for(options.letters) != nullptr ? *letters_for(options.letters)
                                                           : english},
          begin_{std::chrono::steady_clock::now()},
          shows_progress_{out == nullptr && !options.json && colour_on_errors()} {}

    void solution(const problem::Solution& found) override {
        clear_progress();
        if (found.set_play && found.line.empty()) set_play_ = found;
        std::vector<problem::Theme> shown;
        if (options_.themes && !found.set_play)
            shown = problem::themes(job_.problem, found, set_play_ ? &*set_play_ : nullptr);
        Checkpoint::Entry entry;
        if (options_.json || checkpoint_ != nullptr) entry.json = json_of(found, shown);
        if (!options_.json || checkpoint_ != nullptr) entry.text = text_of(found, shown);
        if (checkpoint_ != nullptr) {
            const bool tree = found.kind != problem::SolutionKind::line;
            entry.kind = found.set_play                                        ? "set"
                         : found.kind == problem::SolutionKind::attempt ? "try"
                         : tree                                                ? "key"
                                                                               : "line";
            if (!checkpoint_->add(found, entry)) return;
        }
        show(entry);
        if (out_ == nullptr) flush();
    }
    void show(const Checkpoint::Entry& entry) {
        write(options_.json ? entry.json : entry.text);
    }
    void progress(const problem::Progress& p) override {
        if (checkpoint_ != nullptr) checkpoint_->progress(p);
        if (!shows_progress_) return;
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
        if (spent.count() < 0.5) return;
        const double left = spent.count() / static_cast<double>(p.done) *
                            static_cast<double>(p.total - p.done);
        const bool lines = job_.problem.stipulation.is_line_play();
        const std::string length = lines ? std::to_string(p.moves) + " moves: " : "";
        std::fprintf(stderr, "\r\x1b[K%s%s  %zu of %zu first moves, %.0f s%s", length.c_str(),
                     p.move.san.c_str(), p.done, p.total, spent.count(),
                     lines && p.moves < job_.problem.stipulation.moves
                         ? ""
                         : (", about " + std::to_string(std::llround(left)) + " s left").c_str());
        drawn_ = true;
    }
    void clear_progress() {
        if (drawn_) std::fputs("\r\x1b[K", stderr);
        drawn_ = false;
    }
    void write(const std::string& text) {
        if (out_ != nullptr)
            *out_ += text;
        else
            print(text);
    }
    Color starter() const { return job_.problem.setup.turn; }

private:
    std::string json_of(const problem::Solution& found,
                        const std::vector<problem::Theme>& shown) const {
        boost::json::object o = to_json(found);
        if (options_.themes && !found.set_play) o["themes"] = to_json(shown);
        if (!job_.name.empty()) o["name"] = job_.name;
        return boost::json::serialize(o) + "\n";
    }
    std::string text_of(const problem::Solution& found,
                        const std::vector<problem::Theme>& shown) {
        const Color first = found.exchanged ? ~starter() : starter();
        std::string text;
        if (found.set_play && !said_set_) {
            said_set_ = true;
            text = "Set play:\n";
        }
        text += problem::press(found, job_.problem.stipulation, first, letters_);
        for (const problem::Theme& theme : shown)
            text += "    * " + problem::describe(theme) + "\n";
        return text;
    }

    const Job& job_;
    const SolveOptions& options_;
    std::string* out_;
    Checkpoint* checkpoint_;
    const Letters& letters_;
    std::chrono::steady_clock::time_point begin_;
    bool shows_progress_;
    std::optional<problem::Solution> set_play_;  ///< of attack and defence
    bool drawn_ = false, said_set_ = false;
};

problem::Step step_of(const Position& position, Move move) {
    problem::Step step;
    step.uci = uci::format(move);
    step.san = san::format(move, position);
    step.from = index(move.from());
    step.to = index(move.arrival());
    step.capture = move.is_capture();
    step.castling = move.is_castling();
    step.en_passant = move.is_en_passant();
    step.check = position.after(move).is_check();
    if (const auto type = move.promotion()) step.promotion = to_char(*type);
    step.mover = to_char(move.mover());
    return step;
}

/// Whether the room of the past answers: orthodox proof games of alternate moves.
bool is_for_retro(const Job& job, const SolveOptions& options) {
    const problem::Problem& p = job.problem;
    const problem::Stipulation& s = p.stipulation;
    return s.is_proof_game() && s.order == problem::Order::alternate && !p.is_fairy() &&
           p.conditions == problem::Conditions{} && !job.duplex && !options.plain;
}

void hand_over(std::vector<std::vector<Move>>& games, const Position& start, int moves,
               const problem::Stipulation& s, problem::Summary& summary, Writer& writer) {
    for (const auto& game : games) {
        problem::Solution solution;
        solution.moves = moves;
        solution.is_short = moves < s.moves;
        Position position = start;
        for (const Move move : game) {
            solution.line.push_back(step_of(position, move));
            position = position.after(move);
        }
        ++summary.solutions;
        if (!solution.line.empty()) {
            const auto& first = solution.line.front();
            if (std::none_of(summary.keys.begin(), summary.keys.end(),
                             [&](const problem::Step& key) { return key.uci == first.uci; }))
                summary.keys.push_back(first);
        }
        writer.solution(solution);
    }
    games.clear();
}

/// Proof games by strategies (retro/proof_game.hpp); nothing if they are too many to be listed, and
/// nothing has been said then.
std::optional<problem::Summary> solve_proof_games(const Job& job, const SolveOptions& options,
                                                  unsigned threads, const Budget& budget,
                                                  Writer& writer) {
    const problem::Problem& p = job.problem;
    const problem::Stipulation& s = p.stipulation;
    const bool to_other = s.aim.kind == problem::AimKind::position;
    if (to_other && !p.target) return std::nullopt;
    Position start;
    if (to_other) {
        Setup setup = p.setup;
        setup.turn = problem::starter(s, setup.turn);
        const auto read =
            Position::from(setup, RulesetId::standard, Tolerance::unreachable());
        if (!read) return std::nullopt;
        start = *read;
    }
    retro::Diagram target;  // the diagram's rights and en passant square are not asked for
    target.board = to_other ? *p.target : p.setup.board;
    problem::Summary summary;
    summary.first_moves = start.legal_moves().size();
    summary.complete = true;
    const int half = s.half ? 1 : 0;
    for (int moves = s.exact ? s.moves : s.half ? 0 : 1; moves <= s.moves; ++moves) {
        retro::ProofGameOptions how;
        how.most = options.most - summary.solutions;
        std::vector<std::vector<Move>> games;
        const auto found = find_proof_games(
            start, target, 2 * moves + half, how, threads, budget,
            [&](const std::vector<Move>& game) {
                if (threads > 1 || game.empty()) {
                    games.push_back(game);
                    return true;
                }
                games.assign(1, game);
                hand_over(games, start, moves, s, summary, writer);
                return true;
            });
        std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) {
            return std::lexicographical_compare(
                a.begin(), a.end(), b.begin(), b.end(),
                [](Move x, Move y) { return x.code() < y.code(); });
        });
        hand_over(games, start, moves, s, summary, writer);
        summary.nodes += found.nodes;
        const bool cut = interrupted() || (budget.expired && budget.expired()) ||
                         summary.solutions >= options.most;
        if (!found.complete && !cut && summary.solutions == 0) return std::nullopt;
        summary.complete = summary.complete && found.complete;
        if (cut) break;
    }
    return summary;
}

int write_job(const Job& job, const SolveOptions& options, std::string* out) {
    problem::FiledProblem filed;
    filed.problem = job.problem;
    filed.set_play = job.set_play;
    filed.duplex = job.duplex;
    filed.refutations = job.tries;
    filed.tries = job.tries > 0;
    if (job.problem.is_fairy()) {
        // The diagram again, if its men are orthodox.
        const fen::Report read = fen::read(job.problem.fairy_diagram, reading(options));
        if (!read.setup) {
            print_complaint("fairy men cannot be written in that format");
            return bad_input;
        }
        filed.problem.setup = *read.setup;
        filed.problem.fairy_diagram.clear();
    }
    const std::string text = write_filed(filed, options);
    if (out != nullptr)
        *out += text;
    else
        print(text);
    return answered;
}

int run(const Job& job, const SolveOptions& options, unsigned threads, std::string* out) {
    if (options.only_writes()) return write_job(job, options, out);
    if (options.check) return check_job(job, options, threads, out);
    const Budget budget = budget_of(options);
    problem::Options solving;
    solving.executor = make_executor(threads);
    solving.set_play = job.set_play;
    solving.duplex = job.duplex;
    solving.half_duplex = job.half_duplex;
    solving.refutations = job.tries;
    solving.max_solutions = options.most;
    solving.plain_search = options.plain;
    solving.tree_depth = options.all ? job.problem.stipulation.moves : 2;
    std::optional<Checkpoint> checkpoint;
    if (!options.resume.empty()) {
        checkpoint.emplace(options.resume);
        if (const std::string wrong = checkpoint->open(job, options); !wrong.empty()) {
            print_complaint(wrong);
            return bad_input;
        }
        checkpoint->apply(solving);
    }
    Writer writer{job, options, out, checkpoint ? &*checkpoint : nullptr};
    if (checkpoint)
        for (const Checkpoint::Entry& entry : checkpoint->entries()) writer.show(entry);
    if (!job.name.empty() && !options.json) writer.write(job.name + "\n");
    std::optional<problem::Summary> by_retro;
    if (is_for_retro(job, options) && !checkpoint)
        by_retro = solve_proof_games(job, options, threads, budget, writer);
    Expected<problem::Summary> summary =
        by_retro ? Expected<problem::Summary>{std::move(*by_retro)}
                 : problem::solve(job.problem, solving, budget, writer);
    writer.clear_progress();
    if (!summary) {
        const Error& error = summary.error();
        if (options.json)
            writer.write(boost::json::serialize(boost::json::object{
                             {"error", to_json(error)}, {"name", job.name}}) +
                         "\n");
        print_error(job.name.empty() ? job.source : job.source + " " + job.name, error);
        return bad_input;
    }
    if (checkpoint && !checkpoint->close(*summary)) {
        print_complaint("cannot write '" + options.resume + "'");
        return bad_input;
    }
    if (options.json)
        writer.write(boost::json::serialize(to_json(*summary, job)) + "\n");
    else
        writer.write(problem::sentence(*summary, job.problem.stipulation) + "\n");
    return summary->solutions > 0 ? answered : no;
}

}  // namespace

Expected<Job> read_job(std::string_view text, const SolveOptions& options,
                       std::vector<Note>& notes) {
    const std::vector<Word> words = words_of(text);
    std::size_t at = 1;
    std::optional<problem::Stipulation> stipulation;
    for (; at < words.size() && !stipulation; ++at)
        if (auto read = problem::parse_stipulation(words[at].text)) stipulation = *read;
    if (!stipulation) {
        // The last word was meant to be one, if it is none of a FEN.
        if (words.size() >= 2) {
            const Word& last = words.back();
            const auto read = problem::parse_stipulation(last.text);
            const bool of_fen = last.text.find_first_not_of("0123456789-KQkqwb") == last.text.npos;
            if (!read && !of_fen) return Unexpected{shifted(read.error(), last.at)};
        }
        return Unexpected{Error{ErrorCode::missing_text, span_in(text, text.size(), 0),
                                "a stipulation after the FEN, as #2 or h#3", ""}};
    }
    std::string_view fen_text = text.substr(0, words[at - 2].at + words[at - 2].text.size());
    const std::string start = fen::format(Position{});
    if (names_start(fen_text)) fen_text = start;
    Job job;
    job.set_play = options.set_play;
    job.tries = options.tries;
    job.duplex = options.duplex;
    job.problem.stipulation = *stipulation;
    const auto add = [&](std::string_view name, std::size_t offset) -> std::optional<Error> {
        while (!name.empty()) {
            const std::size_t end = std::min(name.find(';'), name.size());
            auto conditions =
                problem::with_condition(job.problem.conditions, name.substr(0, end));
            if (!conditions) return shifted(conditions.error(), offset);
            job.problem.conditions = *conditions;
            offset += std::min(end + 1, name.size());
            name.remove_prefix(std::min(end + 1, name.size()));
        }
        return std::nullopt;
    };
    for (; at < words.size(); ++at)
        if (words[at].text != "-")
            if (auto error = add(words[at].text, words[at].at)) return Unexpected{*error};
    for (const std::string& name : options.conditions)
        if (auto error = add(name, 0)) return Unexpected{*error};
    if (options.game) {
        job.problem.game = options.game->rules().id;
        job.problem.fairy_diagram = names_start(words[0].text) ? options.game->rules().start
                                                               : std::string{fen_text};
        const bool black = words.size() > 1 && words[1].text == "b";
        job.problem.setup.turn = problem::starter(*stipulation, black ? Color::black : Color::white);
        return job;
    }
    const std::string_view board = fen_text.substr(0, fen_text.find(' '));
    const bool fairy_men =
        board.find_first_not_of("12345678/PNBRQKpnbrqk") != board.npos &&
        board.find_first_not_of("12345678/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") ==
            board.npos;
    if (fairy_men || !job.problem.conditions.fairy.empty()) {
        job.problem.fairy_diagram = fen_text;
        const bool black = words.size() > 1 && words[1].text == "b";
        job.problem.setup.turn = problem::starter(*stipulation, black ? Color::black : Color::white);
        return job;
    }
    fen::Report report = fen::read(fen_text, reading(options));
    if (!report.setup) return Unexpected{report.faults.front().error};
    job.problem.setup = *report.setup;
    notes.insert(notes.end(), report.notes.begin(), report.notes.end());
    const problem::Stipulation& s = *stipulation;
    const Color starter = problem::starter(s, report.setup->turn);
    if (!s.is_proof_game() && starter != report.setup->turn) {
        job.problem.setup.turn = starter;
        Note note;
        note.code = NoteCode::field_form;
        note.where = span_in(text, 0, fen_text.size());
        note.text = std::string{starter == Color::white ? "White" : "Black"} +
                    " begins in " + problem::format(s) + ", whatever the FEN says";
        notes.push_back(note);
        if (job.problem.setup.en_passant) job.problem.setup.en_passant.reset();
    } else if (!report.position && !s.is_proof_game()) {
        return Unexpected{report.faults.front().error};
    }
    if (!s.is_proof_game() && !options.granted && job.problem.conditions.exclusive.empty())
        find_exclusions(job.problem, fen_text, notes);
    if (!options.target.empty()) {
        fen::Report to = fen::read(options.target, reading(options));
        if (!to.setup) return Unexpected{to.faults.front().error};
        job.problem.target = to.setup->board;
    }
    return job;
}

Budget budget_of(const SolveOptions& options) {
    Budget budget;
    budget.memory_bytes = options.megabytes << 20;
    const auto deadline = std::chrono::steady_clock::now() +
                          std::chrono::microseconds(std::llround(options.seconds * 1e6));
    const bool timed = options.seconds > 0;
    budget.expired = [=] {
        return interrupted() || (timed && std::chrono::steady_clock::now() >= deadline);
    };
    return budget;
}

int run_job(const Job& job, const SolveOptions& options) {
    const int status = run(job, options, options.threads, nullptr);
    flush();
    return status;
}

int run_job_quietly(const Job& job, const SolveOptions& options, std::string& out) {
    return run(job, options, 1, &out);
}

}  // namespace hakam::cli

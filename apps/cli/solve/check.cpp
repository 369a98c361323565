#include <boost/json/array.hpp>
#include <chrono>
#include <cmath>

#include "../output.hpp"
#include "../retro_json.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/problem/press.hpp"
#include "hakam/problem/soundness.hpp"
#include "hakam/retro/convention.hpp"
#include "hakam/retro/legality.hpp"
#include "job.hpp"

// `hakam check-problem`: the room problem says how it is solved, the room retro what can have been.

namespace hakam::cli {
namespace {

namespace json = boost::json;
using problem::Dual;
using problem::Fault;
using problem::FaultKind;
using problem::Soundness;

/// What the past of the diagram says.
struct Past {
    bool asked = false;
    retro::Legality legality;
    /// Rights of the diagram that its men cannot have any more, and why.
    std::vector<std::pair<CastlingRights, retro::Reason>> false_rights;
    std::optional<Square> unproved_en_passant;  ///< not certainly the last move
    Decision en_passant = Decision::unknown;

    bool has_fault() const {
        return asked && (legality.legal == Decision::no || !false_rights.empty() ||
                         (unproved_en_passant && en_passant == Decision::no));
    }
};

Past past_of(const Job& job, const SolveOptions& options) {
    Past past;
    const problem::Problem& p = job.problem;
    if (p.is_fairy() || p.stipulation.is_proof_game() || options.legality_seconds <= 0) return past;
    past.asked = true;
    const auto deadline = std::chrono::steady_clock::now() +
                          std::chrono::microseconds(std::llround(options.legality_seconds * 1e6));
    Budget budget;
    budget.memory_bytes = std::uint64_t{256} << 20;
    budget.nodes = 20'000;
    budget.expired = [=] { return interrupted() || std::chrono::steady_clock::now() >= deadline; };
    retro::Diagram diagram = retro::diagram_of(p.setup);
    const retro::Conventions found = retro::conventions(diagram, budget);
    if (!found.parts.empty()) {
        for (const auto& [rights, reason] : found.refuted)
            if ((rights.rooks() & found.castling.rooks()).empty())
                past.false_rights.emplace_back(rights, reason);
        diagram.rights = found.parts.front();
    }
    if (p.setup.en_passant && !p.conditions.a_posteriori) {
        past.en_passant = retro::last_was_double_step(diagram, *p.setup.en_passant, budget);
        if (past.en_passant != Decision::yes) past.unproved_en_passant = p.setup.en_passant;
    }
    budget.nodes = UINT64_MAX;
    past.legality = retro::legality(diagram, budget);
    return past;
}

std::string_view word_of(Decision d) {
    return d == Decision::yes ? "yes" : d == Decision::no ? "no" : "unknown";
}

json::array uci_of(const std::vector<problem::Step>& steps) {
    json::array all;
    for (const problem::Step& s : steps) all.emplace_back(s.uci);
    return all;
}

class Report {
public:
    Report(const Job& job, const SolveOptions& options, const Soundness& s, const Past& past)
        : job_{job},
          options_{options},
          s_{s},
          past_{past},
          letters_{letters_for(options.letters) != nullptr ? *letters_for(options.letters)
                                                           : english} {}

    Decision verdict() const {
        return past_.has_fault() ? Decision::no : s_.sound;
    }

    json::object to_json() const {
        json::object o;
        if (!job_.name.empty()) o["name"] = job_.name;
        o["fen"] = job_.problem.is_fairy() ? job_.problem.fairy_diagram
                                           : fen::format(job_.problem.setup);
        o["stipulation"] = problem::format(job_.problem.stipulation);
        json::array conditions;
        for (const std::string& name : problem::names(job_.problem.conditions))
            conditions.emplace_back(name);
        if (!conditions.empty()) o["conditions"] = std::move(conditions);
        o["sound"] = word_of(verdict());
        o["complete"] = s_.summary.complete;
        o["solutions"] = s_.summary.solutions;
        o["keys"] = uci_of(s_.summary.keys);
        o["faults"] = faults();
        o["duals"] = duals();
        if (s_.more_duals != 0) o["moreDuals"] = s_.more_duals;
        if (s_.dual_moves > 0) o["dualMoves"] = s_.dual_moves;
        o["setPlay"] = set_play();
        o["themes"] = cli::to_json(themes());
        json::array men;
        for (const problem::ManNeeded& m : s_.men)
            men.push_back(json::object{{"square", to_string(m.square)},
                                       {"man", std::string(1, to_char(m.man))},
                                       {"needed", word_of(m.needed)}});
        if (!s_.men.empty()) o["men"] = std::move(men);
        if (past_.asked) o["legality"] = legality();
        if (!s_.summary.obstacle.empty()) o["obstacle"] = s_.summary.obstacle;
        o["nodes"] = s_.summary.nodes;
        return o;
    }

    std::string text() const {
        const problem::Stipulation& st = job_.problem.stipulation;
        const Decision v = verdict();
        std::string out = v == Decision::yes    ? "sound"
                          : v == Decision::no ? "not sound"
                                              : "not decided";
        out += ": " + problem::sentence(s_.summary, st) + "\n";
        for (const problem::Solution& solution : s_.solutions) {
            if (&solution - s_.solutions.data() >= 10) {
                out += "  ...\n";
                break;
            }
            out += "  " + line_of(solution.line, solution.is_short) + "\n";
        }
        for (const Fault& f : s_.faults) out += "fault: " + words(f) + "\n";
        if (past_.asked) out += past_text();
        if (!s_.duals.empty()) out += dual_text();
        if (s_.dual_moves > 0 && s_.dual_moves < st.moves)
            out += "duals were looked for down to move " + std::to_string(s_.dual_moves) + " of " +
                   std::to_string(st.moves) + "\n";
        out += men_text();
        for (const problem::Theme& theme : themes())
            out += "theme: " + problem::describe(theme) + "\n";
        if (const std::size_t n = set_play_size(); n > 0)
            out += "set play: " + std::to_string(n) +
                   (st.is_line_play() ? (n == 1 ? " line" : " lines")
                                      : (n == 1 ? " reply is answered" : " replies are answered")) +
                   "\n";
        return out;
    }

private:
    Color attack() const { return job_.problem.setup.turn; }
    std::string step(const problem::Step& s, Color c) const {
        return problem::in_letters(s, c, letters_);
    }
    // Solutions are printed with the stipulation's numbers.
    std::string line_of(const problem::Line& line, bool is_short) const {
        std::string text;
        if (!job_.problem.stipulation.is_line_play()) {
            text = "1." + step(line.front(), attack()) + "!";
        } else {
            problem::Solution one;
            one.line = line;
            text = problem::press(one, job_.problem.stipulation, attack(), letters_);
            text.pop_back();
        }
        return is_short ? text + " (short)" : text;
    }
    std::string words(const Fault& f) const {
        const bool tree = !job_.problem.stipulation.is_line_play();
        const std::string line =
            f.line.empty() ? "" : " " + line_of(f.line, f.kind == FaultKind::short_solution);
        switch (f.kind) {
            case FaultKind::no_solution: return "no solution";
            case FaultKind::cook: return "cook" + line;
            case FaultKind::short_solution: return "short solution" + line;
            case FaultKind::several_solutions: return "one solution more than is meant:" + line;
            case FaultKind::missing_solutions:
                return (tree ? "fewer keys than the " : "fewer solutions than the ") +
                       std::to_string(options_.meant.value_or(1)) + " that are meant";
            case FaultKind::other_key: return "not solved by the key that is meant, but by" + line;
        }
        return {};
    }

    json::array faults() const {
        json::array all;
        for (const Fault& f : s_.faults) {
            json::object o{{"kind", problem::name(f.kind)}, {"text", words(f)}};
            if (!f.line.empty()) o["line"] = uci_of(f.line);
            all.push_back(std::move(o));
        }
        if (!past_.asked) return all;
        if (past_.legality.legal == Decision::no)
            all.push_back(json::object{
                {"kind", "illegal-position"},
                {"text", "no game reaches the diagram"},
                {"reason", reason_json(*past_.legality.reason)}});
        for (const auto& [rights, reason] : past_.false_rights)
            all.push_back(json::object{{"kind", "impossible-castling"},
                                       {"text", "castling " + rights_letters(rights) +
                                                    " is impossible: king or rook has moved"},
                                       {"rights", rights_letters(rights)},
                                       {"reason", reason_json(reason)}});
        if (past_.unproved_en_passant && past_.en_passant == Decision::no)
            all.push_back(json::object{{"kind", "impossible-en-passant"},
                                       {"text", en_passant_text()}});
        return all;
    }
    json::array duals() const {
        json::array all;
        for (const Dual& d : s_.duals)
            all.push_back(json::object{{"grade", problem::name(d.grade)},
                                       {"move", d.move},
                                       {"line", uci_of(d.way)},
                                       {"answers", uci_of(d.answers)}});
        return all;
    }
    json::object legality() const {
        json::object o{{"legal", word_of(past_.legality.legal)}};
        if (past_.legality.legal == Decision::yes)
            o["plies"] = past_.legality.game.size();
        else if (past_.legality.legal == Decision::unknown)
            o["tried"] = past_.legality.tried;
        if (past_.unproved_en_passant)
            o["enPassant"] = word_of(past_.en_passant);
        return o;
    }
    json::array set_play() const {
        json::array all;
        for (const problem::Solution& s : s_.set_play) all.push_back(cli::to_json(s));
        return all;
    }
    /// Of the first solutions; a cook's would hide them.
    std::vector<problem::Theme> themes() const {
        std::vector<problem::Theme> all;
        const problem::Solution* set =
            s_.set_play.empty() || job_.problem.stipulation.is_line_play() ? nullptr
                                                                           : &s_.set_play.front();
        for (const problem::Solution& one : s_.solutions) {
            if (all.size() >= problem::max_themes) break;
            for (problem::Theme& t : problem::themes(job_.problem, one, set))
                all.push_back(std::move(t));
        }
        return all;
    }
    std::size_t set_play_size() const {
        std::size_t n = 0;
        for (const problem::Solution& s : s_.set_play)
            n += s.kind == problem::SolutionKind::line ? 1 : s.branches.size();
        return n;
    }

    std::string en_passant_text() const {
        const std::string square = to_string(*past_.unproved_en_passant);
        return past_.en_passant == Decision::no
                   ? "en passant on " + square + " is impossible: no double step was the last move"
                   : "en passant on " + square +
                         " is not proved to be the last move (Codex, Article 16.2)";
    }
    static std::string lines(const retro::Reason& reason) {
        std::string text;
        for (const std::string& line : retro::explain(reason, retro::Language::en, 4))
            text += (text.empty() ? "" : "; ") + line;
        return text;
    }
    std::string past_text() const {
        std::string out;
        for (const auto& [rights, reason] : past_.false_rights)
            out += "fault: castling " + rights_letters(rights) + " is impossible: " +
                   lines(reason) + "\n";
        if (past_.unproved_en_passant)
            out += (past_.en_passant == Decision::no ? "fault: " : "note: ") + en_passant_text() +
                   "\n";
        switch (past_.legality.legal) {
            case Decision::yes: out += "legal: a game reaches the diagram\n"; break;
            case Decision::no:
                out += "fault: illegal position: " + lines(*past_.legality.reason) + "\n";
                break;
            case Decision::unknown:
                out += "legality not decided: " + past_.legality.tried + "\n";
                break;
        }
        return out;
    }
    // "dual (major): 1.Ra6 Bh2 2.Rxa7#, Qb2#"
    std::string dual_text() const {
        std::string out;
        for (const Dual& d : s_.duals) {
            out += "dual (" + std::string{problem::name(d.grade)} + "): ";
            Color mover = attack();
            for (std::size_t i = 0; i < d.way.size(); ++i) {
                if (i % 2 == 0)
                    out += (i > 0 ? " " : "") + std::to_string(i / 2 + 1) + ".";
                else
                    out += " ";
                out += step(d.way[i], mover);
                mover = ~mover;
            }
            out += " " + std::to_string(d.move) + ".";
            for (std::size_t i = 0; i < d.answers.size(); ++i)
                out += (i > 0 ? ", " : "") + step(d.answers[i], attack());
            out += "\n";
        }
        if (s_.more_duals != 0) out += "and " + std::to_string(s_.more_duals) + " duals more\n";
        return out;
    }
    std::string men_text() const {
        std::string idle, undecided;
        for (const problem::ManNeeded& m : s_.men) {
            if (m.needed == Decision::yes) continue;
            std::string& list = m.needed == Decision::no ? idle : undecided;
            list += std::string{list.empty() ? "" : ", "} + (m.man.color == Color::white ? "white " : "black ") +
                    std::string{letters_.letter(m.man)} + to_string(m.square);
        }
        std::string out;
        if (!idle.empty()) out += "sound without: " + idle + "\n";
        if (!undecided.empty()) out += "not decided whether needed: " + undecided + "\n";
        return out;
    }

    const Job& job_;
    const SolveOptions& options_;
    const Soundness& s_;
    const Past& past_;
    const Letters& letters_;
};

}  // namespace

int check_job(const Job& job, const SolveOptions& options, unsigned threads, std::string* out) {
    problem::SoundnessOptions how;
    how.solutions = options.meant;
    how.key = options.key;
    how.men = !options.keep_men;
    how.tree_depth = options.all ? job.problem.stipulation.moves : 3;
    how.executor = make_executor(threads);
    how.for_a_man = [&options] { return budget_of(options); };
    const auto write = [&](const std::string& text) {
        if (out != nullptr)
            *out += text;
        else
            print(text);
    };
    const auto found = problem::soundness(job.problem, how, budget_of(options));
    if (!found) {
        if (options.json)
            write(json::serialize(json::object{{"error", to_json(found.error())},
                                               {"name", job.name}}) +
                  "\n");
        print_error(job.name.empty() ? job.source : job.source + " " + job.name, found.error());
        return bad_input;
    }
    const Past past = past_of(job, options);
    const Report report{job, options, *found, past};
    if (options.json)
        write(json::serialize(report.to_json()) + "\n");
    else
        write((job.name.empty() ? "" : job.name + "\n") + report.text());
    return report.verdict() == Decision::yes ? answered : no;
}

}  // namespace hakam::cli

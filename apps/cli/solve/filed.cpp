#include "filed.hpp"

#include <algorithm>

#include "../output.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::cli {
namespace {

/// Problems one a line, solved side by side and written in order. `line`: the first of them.
int solve_lines(const SolveOptions& options, LineReader& reader, std::optional<InputLine> line) {
    int worst = answered;
    const bool is_parallel = options.threads > 1 && !options.only_writes();
    const problem::Executor executor = make_executor(is_parallel ? options.threads : 1);
    while (line && output_ok() && !interrupted()) {
        std::vector<InputLine> lines;
        for (; line; line = reader.next()) {
            const std::size_t first = line->text.find_first_not_of(" \t");
            if (first != line->text.npos && line->text[first] != '%')
                lines.push_back(std::move(*line));
            if (lines.size() >= (is_parallel ? 64 * options.threads : 1)) break;
        }
        std::vector<std::string> outputs(lines.size());
        std::vector<int> statuses(lines.size(), answered);
        executor.for_each(lines.size(), [&](std::size_t i, std::size_t) {
            std::vector<Note> notes;
            const auto job = read_job(lines[i].text, options, notes);
            if (!job) {
                const Error error = lines[i].located(job.error());
                executor.exclusively([&] { print_error(lines[i].source, error); });
                if (options.json)
                    outputs[i] = boost::json::serialize(boost::json::object{
                                     {"input", valid_utf8(lines[i].text.substr(0, 256))},
                                     {"error", to_json(error)}}) +
                                 "\n";
                statuses[i] = bad_input;
                return;
            }
            statuses[i] = run_job_quietly(*job, options, outputs[i]);
        });
        for (std::size_t i = 0; i < lines.size(); ++i) {
            print(outputs[i]);
            worst = std::max(worst, statuses[i]);
        }
        if (options.threads <= 1) flush();
        if (line) line = reader.next();
    }
    flush();
    return reader.failed() || !output_ok() ? static_cast<int>(bad_input) : worst;
}

int refuse(const SolveOptions& options, const std::string& source, const Error& error) {
    print_error(source, error);
    if (options.json)
        print_json(boost::json::object{{"input", source}, {"error", to_json(error)}});
    return bad_input;
}

/// Lines gathered into a text that stays within the limit of the parsers.
struct Gathered {
    std::string text;
    std::uint32_t line = 1;  ///< of its first line
    bool too_long = false;

    void add(const InputLine& one) {
        if (text.empty()) line = one.line;
        too_long = too_long || one.too_long ||
                   text.size() + one.text.size() > problem::max_popeye_length;
        if (!too_long) text += one.text + "\n";
    }
    Error located(Error error) const {
        error.where.line += line - 1;
        return error;
    }
    Error length_error() const {
        return located(Error{ErrorCode::too_long, {}, "at most 1 MiB a problem file", {}});
    }
};

int solve_popeye(const SolveOptions& options, LineReader& reader, InputLine first) {
    Gathered all;
    for (std::optional<InputLine> line = std::move(first); line; line = reader.next())
        all.add(*line);
    const std::string source = options.words.front();
    if (all.too_long) return refuse(options, source, all.length_error());
    const auto read = problem::read_popeye(all.text);
    if (!read) return refuse(options, source, all.located(read.error()));
    int worst = answered;
    for (std::size_t i = 0; i < read->size() && !interrupted() && output_ok(); ++i)
        worst = std::max(worst,
                         solve_filed(options, (*read)[i],
                                     read->size() > 1 ? std::to_string(i + 1) : "", source));
    return worst;
}

/// Documents of YAML, each solved before the next is read; a bad one does not stop the others.
int solve_olive(const SolveOptions& options, LineReader& reader, InputLine first) {
    const std::string source = options.words.front();
    int worst = answered;
    std::size_t number = 0;
    std::optional<InputLine> line = std::move(first);
    while (line && !interrupted() && output_ok()) {
        Gathered document;
        bool says_something = false;
        if (line->text.substr(0, 3) == "---") line = reader.next();
        for (; line && line->text.substr(0, 3) != "---"; line = reader.next()) {
            const std::size_t begin = line->text.find_first_not_of(" \t");
            says_something =
                says_something || (begin != line->text.npos && line->text[begin] != '#');
            document.add(*line);
        }
        if (!says_something) continue;
        ++number;
        int status = bad_input;
        if (document.too_long) {
            refuse(options, source, document.length_error());
        } else if (const auto read = problem::read_olive(document.text); !read) {
            refuse(options, source, document.located(read.error()));
        } else {
            const bool alone = number == 1 && !line;
            status = solve_filed(options, *read, alone ? "" : std::to_string(number), source);
        }
        worst = std::max(worst, status);
    }
    return reader.failed() ? static_cast<int>(bad_input) : worst;
}

}  // namespace

std::string twin_label(std::size_t i) {
    return i < 26 ? std::string{static_cast<char>('a' + static_cast<int>(i))} + ")"
                  : "z" + std::to_string(i - 25) + ")";
}

int solve_filed(const SolveOptions& options, const problem::FiledProblem& filed,
                const std::string& number, const std::string& source) {
    if (options.only_writes()) {
        print(write_filed(filed, options));
        return answered;
    }
    Job job;
    job.source = source;
    job.problem = filed.problem;
    job.set_play = options.set_play || filed.set_play;
    job.duplex = options.duplex || filed.duplex;
    job.half_duplex = filed.half_duplex;
    job.tries = std::max(options.tries, filed.refutations);
    const bool twins = (options.twins || filed.zero_position) && !filed.twins.empty();
    const auto named = [&](std::size_t i) { return (number.empty() ? "" : number + " ") + twin_label(i); };
    int worst = answered;
    const auto solve_one = [&](Job one) {
        for (const std::string& name : options.conditions) {
            auto with = problem::with_condition(one.problem.conditions, name);
            if (!with) {
                worst = std::max(worst, refuse(options, "argument", with.error()));
                return;
            }
            one.problem.conditions = *with;
        }
        one.problem.setup.turn = problem::starter(one.problem.stipulation, one.problem.setup.turn);
        if (!one.problem.conditions.fairy.empty())
            one.problem.fairy_diagram = fen::format(one.problem.setup);
        worst = std::max(worst, run_job(one, options));
    };
    job.name = twins && !filed.zero_position ? named(0) : number;
    if (!filed.zero_position) solve_one(job);
    if (!twins) return worst;
    problem::Problem before = filed.problem;
    std::size_t i = filed.zero_position ? 0 : 1;
    for (const problem::Twin& twin : filed.twins) {
        const auto changed = problem::apply(twin.continued ? before : filed.problem, twin);
        const std::string name = named(i++);
        if (!changed) return refuse(options, source + " " + name, changed.error());
        before = *changed;
        Job one = job;
        one.problem = *changed;
        one.name = name;
        solve_one(std::move(one));
    }
    return worst;
}

int solve_stream(const SolveOptions& options, int descriptor, const std::string& name) {
    LineReader reader{descriptor, name};
    std::optional<InputLine> line = reader.next();
    const auto begins = [&](std::string_view text) { return line->text.substr(0, text.size()) == text; };
    while (line) {
        const std::size_t first = line->text.find_first_not_of(" \t");
        if (first == line->text.npos || begins("%") || begins("#")) {
            line = reader.next();
            continue;
        }
        if (options.game && (problem::looks_like_popeye(line->text) ||
                             problem::looks_like_olive(line->text) || begins("["))) {
            print_complaint("--game is for problems given as FEN");
            return bad_input;
        }
        if (problem::looks_like_popeye(line->text))
            return solve_popeye(options, reader, std::move(*line));
        else if (problem::looks_like_olive(line->text))
            return solve_olive(options, reader, std::move(*line));
        else if (begins("["))
            return solve_pgn(options, reader, std::move(*line));
        else
            break;
    }
    return solve_lines(options, reader, std::move(line));
}

}  // namespace hakam::cli

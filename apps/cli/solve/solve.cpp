#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "../game_input.hpp"
#include "../input.hpp"
#include "../number.hpp"
#include "../output.hpp"
#include "command.hpp"
#include "filed.hpp"
#include "job.hpp"

namespace hakam::cli {
namespace {

int solve_file(const SolveOptions& options, const std::string& name) {
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        print_complaint("cannot read '" + name + "'");
        return bad_input;
    }
    const int status = solve_stream(options, descriptor, name);
    ::close(descriptor);
    return status;
}

int solve_argument(const SolveOptions& options) {
    const std::string text = joined(options.words);
    constexpr std::string_view win = " win";
    if (options.game && text.ends_with(win))
        return solve_ending(options, std::string_view{text}.substr(0, text.size() - win.size()));
    std::vector<Note> notes;
    const auto job = read_job(text, options, notes);
    if (!job) {
        print_error("argument", job.error());
        return bad_input;
    }
    for (const Note& note : notes) print_note("argument", note);
    return run_job(*job, options);
}

/// Whatever the words are: a position with its stipulation, a file, or standard input.
int solve_words(const SolveOptions& options) {
    catch_interrupts();
    std::error_code error;
    const std::string& first = options.words[0];
    const bool several = options.words.size() == 1 &&
                         (first == "-" || std::filesystem::is_regular_file(first, error));
    if (!options.resume.empty() && (several || options.duplex)) {
        print_complaint("--resume is for one problem given as an argument, without --duplex");
        return bad_input;
    }
    if (options.words.size() == 1 && first == "-") return solve_stream(options, STDIN_FILENO, "-");
    if (options.words.size() == 1 && std::filesystem::is_regular_file(first, error))
        return solve_file(options, first);
    return solve_argument(options);
}

/// What both commands take.
void add_common_options(CLI::App& command, SolveOptions& options) {
    command
        .add_option("FEN STIPULATION", options.words,
                    "A FEN and what is asked, as #2, h#3.5, s#2, ser-h#5, dia7; a file of "
                    "problems (one a line, Popeye, Olive YAML, PGN tags); or '-' for standard input")
        ->required();
    command.add_option("--condition", options.conditions,
                       "quodlibet, AP, exclusive:a1,h8 or a fairy condition");
    add_game_option(command, options.game);
    command.add_option("--to", options.target, "The position to reach (a=>b)");
    command.add_flag("--twins", options.twins, "The twins of a problem in a file as well");
    command.add_flag("--lenient", options.lenient,
                     "Drop false castling rights and en passant squares");
    command.add_option("--threads", options.threads, "Threads that solve")
        ->transform(whole_number(1, 256));
    command.add_option("--memory", options.megabytes, "Megabytes of tables")
        ->transform(whole_number(0, 1 << 20))
        ->capture_default_str();
    command.add_option("--letters", options.letters, "Letters of the men: en, de, figurine, ...")
        ->check(CLI::Validator(
            [](const std::string& name) {
                return letters_for(name) != nullptr ? std::string{} : "expected a language";
            },
            "LANGUAGE"));
}

}  // namespace

void add_solve(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("solve", "Solve a chess problem");
    const auto options = std::make_shared<SolveOptions>();
    add_common_options(*command, *options);
    command
        ->add_option("--write", options->write,
                     "Write the problems as olive, pgn, popeye or fen instead of solving them")
        ->check(CLI::IsMember({"olive", "pgn", "popeye", "fen"}));
    command
        ->add_option("--diagrams", options->diagrams,
                     "FILE.svg or FILE.png: print the problems as diagrams instead of solving them")
        ->check(CLI::Validator(
            [](const std::string& path) {
                return path.ends_with(".svg") || path.ends_with(".png")
                           ? std::string{}
                           : "expected a name that ends in .svg or .png";
            },
            "FILE"));
    command->add_option("--per-page", options->per_page, "Diagrams a page: 1, 2, 4, 6, 9 or 12")
        ->transform(whole_number(1, 12))
        ->capture_default_str();
    command->add_flag("--json", options->json, "Write one JSON object a solution, then a summary");
    command->add_flag("--all", options->all, "Variations to the end");
    command->add_flag("--themes", options->themes,
                      "Say what each solution shows: zugzwang, model mates, Grimshaw, ...");
    command->add_option("--tries", options->tries, "Tries with at most so many refutations")
        ->expected(0, 1)
        ->default_str("1")
        ->transform(whole_number(0, 1000));
    command->add_flag("--set", options->set_play, "Set play as well");
    command->add_flag("--duplex", options->duplex, "Solve for the other side as well");
    command->add_flag("--granted", options->granted,
                      "Take castling rights as granted; do not look whether they exclude each other");
    command->add_flag("--plain", options->plain, "Search without target-directed pruning");
    command->add_option("--time", options->seconds, "Seconds for each problem (0: no limit)")
        ->transform(seconds());
    command->add_option("--resume", options->resume,
                        "FILE for what is proved so far: written while solving, gone on from if "
                        "it is there, removed when all is decided");
    command->add_option("--most", options->most, "Stop after so many solutions")
        ->transform(whole_number(1, UINT64_MAX));
    command->footer(
        "Exit status 0: solved; 1: no solution; 2: bad input.\n"
        "Example: hakam solve 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' '#2'\n"
        "         hakam solve '4k2r/p1p1p1p1/1p2P3/8/3R4/6P1/5P1P/R3K3 w Qk -' '#2' --json\n"
        "         hakam solve '7k/8/5PP1/5A2/6N1/8/r7/3K4 w' '#2' --game shatranj\n"
        "         hakam solve '8/8/8/3k4/8/1KF5/8/f7 w' win --game shatranj");
    command->callback([options, &status] {
        status = solve_words(*options);
        if (!options->diagrams.empty()) status = std::max(status, write_pages(*options));
        if (options->write == "popeye" && *options->written > 0) print("EndProblem\n");
    });
}

void add_check_problem(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand(
        "check-problem", "Whether a chess problem is sound: cooks, duals, legality, idle men");
    const auto options = std::make_shared<SolveOptions>();
    options->check = true;
    add_common_options(*command, *options);
    command->add_flag("--json", options->json, "Write one JSON object a problem");
    command->add_option("--solutions", options->meant, "How many solutions are meant (default 1)")
        ->transform(whole_number(1, UINT64_MAX));
    command->add_option("--key", options->key, "The first move that is meant, in UCI as e2e4");
    command->add_flag("--all", options->all, "Look for duals to the end, not to the third move only");
    command->add_flag("--keep-men", options->keep_men, "Do not try the problem without each man");
    command->add_option("--legality", options->legality_seconds,
                        "Seconds to look for a game that reaches the diagram (0: not asked)")
        ->transform(seconds())
        ->capture_default_str();
    command->add_option("--time", options->seconds, "Seconds for each solve (0: no limit)")
        ->transform(seconds());
    command->footer(
        "Exit status 0: sound; 1: faults, or not decided; 2: bad input.\n"
        "Example: hakam check-problem 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' '#2'\n"
        "         hakam check-problem '4k3/8/4K3/8/8/8/8/R7 w - -' '#1' --json");
    command->callback([options, &status] { status = solve_words(*options); });
}

}  // namespace hakam::cli

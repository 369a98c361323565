#pragma once

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../command.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/note.hpp"
#include "hakam/problem/popeye.hpp"
#include "hakam/problem/solver.hpp"
#include "hakam/problem/themes.hpp"
#include "hakam/variant/variant.hpp"

/// `hakam solve`: docs/formats/solve.md.
namespace hakam::cli {

struct SolveOptions {
    std::vector<std::string> words;  ///< FEN and stipulation, a file, or "-"
    std::vector<std::string> conditions;
    std::string target;              ///< of a=>b
    std::shared_ptr<const variant::Variant> game;  ///< by whose rules; none: chess
    std::string letters = "en";
    bool json = false;
    bool all = false;
    bool themes = false;
    bool set_play = false;
    bool twins = false;
    bool duplex = false;
    bool lenient = false;
    bool plain = false;
    bool granted = false;            ///< no proof that castlings exclude each other
    int tries = 0;
    unsigned threads = 1;
    std::uint64_t megabytes = 256;
    std::uint64_t most = UINT64_MAX;
    double seconds = 0;
    std::string resume;              ///< a file of what is proved so far
    std::string write;               ///< a format to write problems in, instead of solving them
    /// Problems written so far: Popeye's input is one text for all of them.
    std::shared_ptr<std::uint64_t> written = std::make_shared<std::uint64_t>(0);
    std::string diagrams;            ///< a picture file to draw the problems in, instead
    unsigned per_page = 6;
    std::shared_ptr<std::vector<problem::FiledProblem>> collected =
        std::make_shared<std::vector<problem::FiledProblem>>();  ///< of diagrams
    bool only_writes() const { return !write.empty() || !diagrams.empty(); }
    // of check-problem
    bool check = false;
    std::optional<std::uint64_t> meant;  ///< solutions
    std::string key;                     ///< the first move that is meant
    bool keep_men = false;               ///< no man is left out
    double legality_seconds = 5;
};

/// One problem to solve and where it came from.
struct Job {
    problem::Problem problem;
    std::string name;  ///< of a twin, a row or a problem in a file; may be empty
    std::string source = "argument";  ///< a file
    bool set_play = false, duplex = false, half_duplex = false;
    int tries = 0;
};

/// What reads `words` as a FEN with a stipulation, and perhaps conditions after it.
Expected<Job> read_job(std::string_view text, const SolveOptions& options,
                       std::vector<Note>& notes);

/// Who wins an ending of `options.game`, how soon and by what; every position of its men is worked
/// out. Exit status no: nobody does.
int solve_ending(const SolveOptions& options, std::string_view fen);

/// Solves one problem and writes it out. `stop`: set by a signal.
int run_job(const Job& job, const SolveOptions& options);
/// The same into a text, without progress; for many problems at once.
int run_job_quietly(const Job& job, const SolveOptions& options, std::string& out);

/// Whether the problem is sound (check.cpp). Returns: 0 sound, 1 faults or not decided, 2 bad input.
int check_job(const Job& job, const SolveOptions& options, unsigned threads, std::string* out);
/// The budget of one solve: memory, time and Ctrl-C.
Budget budget_of(const SolveOptions& options);

/// Solutions and summaries as JSON.
boost::json::object to_json(const problem::Solution& solution);
boost::json::array to_json(const std::vector<problem::Theme>& themes);
boost::json::object to_json(const problem::Summary& summary, const Job& job);

/// An executor of `threads` threads. Must outlive the solve.
problem::Executor make_executor(unsigned threads);

/// Set by Ctrl-C once catch_interrupts() was called; a second Ctrl-C ends the program.
void catch_interrupts();
bool interrupted();

}  // namespace hakam::cli

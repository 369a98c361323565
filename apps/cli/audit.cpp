#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <memory>
#include <thread>

#include "audit/runner.hpp"
#include "command.hpp"
#include "law_io.hpp"
#include "number.hpp"
#include "output.hpp"

namespace hakam::cli {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);
void interrupt(int) { interrupted = true; }

struct AuditOptions {
    std::vector<std::string> files;
    std::string rules = "fide-standard";
    std::uint64_t nodes = 200'000;
    unsigned jobs = 0;
    std::string out, clean, only, games, fail_on;
    bool json = false, csv = false, resume = false;
};

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// "3,10-20,7-" as ranges; nothing if it is none.
std::optional<Ranges> ranges(std::string_view text) {
    Ranges list;
    const char* p = text.data();
    const char* const end = p + text.size();
    while (p != end) {
        std::uint64_t first = 0;
        auto read = std::from_chars(p, end, first);
        if (read.ec != std::errc{} || first == 0) return std::nullopt;
        std::uint64_t last = first;
        p = read.ptr;
        if (p != end && *p == '-') {
            ++p;
            last = UINT64_MAX;
            if (p != end && *p != ',') {
                read = std::from_chars(p, end, last);
                if (read.ec != std::errc{} || last < first) return std::nullopt;
                p = read.ptr;
            }
        }
        list.emplace_back(first, last);
        if (p == end) break;
        if (*p != ',') return std::nullopt;
        ++p;
    }
    return list;
}

/// "syntax,illegal-move" as its words; nothing if one is no code.
std::optional<std::vector<std::string>> codes(std::string_view text) {
    std::vector<std::string> list;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view word = text.substr(0, comma);
        const auto& known = audit::finding_codes;
        if (std::find(std::begin(known), std::end(known), word) == std::end(known))
            return std::nullopt;
        list.emplace_back(word);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return list;
}

audit::Form form_of(const AuditOptions& options) {
    const auto ends_with = [&](std::string_view tail) { return options.out.ends_with(tail); };
    if (options.json) return audit::Form::json;
    if (options.csv) return audit::Form::csv;
    if (ends_with(".json") || ends_with(".ndjson") || ends_with(".jsonl")) return audit::Form::json;
    return ends_with(".csv") ? audit::Form::csv : audit::Form::table;
}

int audit_files(const AuditOptions& options) {
    const auto book = laws::law_book(options.rules);
    const auto games = ranges(options.games);
    if (!games) {
        print_complaint("--games: expected numbers and ranges such as 3,10-20");
        return bad_input;
    }
    const auto only = codes(options.only);
    if (!only) {
        std::string known;
        for (const std::string_view code : audit::finding_codes) known.append(" ").append(code);
        print_complaint("--only: expected codes of findings, by commas:" + known);
        return bad_input;
    }
    audit::RunOptions run;
    run.files = options.files;
    run.auditor.book = *book;
    run.auditor.nodes = options.nodes;
    run.auditor.wants_clean = !options.clean.empty();
    run.format.form = form_of(options);
    run.format.only = *only;
    run.format.file_width = audit::file_width(options.files);
    run.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    run.out = options.out;
    run.clean = options.clean;
    run.resume = options.resume;
    run.games = *games;
    run.signature = "hakam-audit-3 " + options.rules + " " + std::to_string(options.nodes) + " " +
                    std::to_string(static_cast<int>(run.format.form)) + " only=" + options.only +
                    " games=" + options.games + " clean=" + options.clean;
    for (const std::string& file : options.files)
        run.signature += " " + std::to_string(file.size()) + ":" + file;
    std::replace(run.signature.begin(), run.signature.end(), '\n', ' ');
    run.show_progress =
        ::isatty(STDERR_FILENO) != 0 && (!options.out.empty() || ::isatty(STDOUT_FILENO) == 0);
    run.interrupted = &interrupted;
    struct sigaction action {};
    action.sa_handler = interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one ends the program at once
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    const audit::RunResult result = audit::run(run);
    if (!result.could_run) return bad_input;
    if (result.was_interrupted) return no;
    const std::size_t from = options.fail_on == "error"     ? 2
                             : options.fail_on == "warning" ? 1
                             : options.fail_on == "note"    ? 0
                                                            : 3;
    for (std::size_t i = from; i < 3; ++i)
        if (result.totals.severities[i] != 0) return no;
    return answered;
}

}  // namespace

void add_audit(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand(
        "audit", "What is wrong with each game of a collection: text, moves, clocks, result");
    const auto options = std::make_shared<AuditOptions>();
    command->add_option("FILE", options->files, "PGN, also .gz, .bz2 or .zst; - for standard input")
        ->required();
    add_rules_option(*command, options->rules);
    command->add_option("--nodes", options->nodes, "Positions that one search may visit")
        ->transform(whole_number(0, UINT64_MAX))
        ->capture_default_str();
    command->add_option("--jobs", options->jobs, "Threads (default: all cores)")
        ->transform(whole_number(0, 1024));
    command->add_option("--out", options->out,
                        "Write the report to this file (.ndjson: as --json, .csv: as --csv); - for "
                        "standard output");
    command->add_flag("--resume", options->resume,
                      "Go on with the report of --out, with the same files and options; nothing is "
                      "done if it is complete");
    command->add_option("--only", options->only,
                        "Tell only findings of this code, or of these: a,b");
    command->add_option("--games", options->games, "Tell only these games: 3,10-20");
    command->add_option("--write-clean", options->clean, "Write the games, repaired, to this file");
    command->add_option("--fail-on", options->fail_on, "Exit status 1 from this severity on")
        ->check(CLI::IsMember({"error", "warning", "note"}));
    auto* json = command->add_flag("--json", options->json, "One JSON object per game");
    command->add_flag("--csv", options->csv, "One row per finding")->excludes(json);
    command->footer(
        "Example: hakam audit games.pgn\n"
        "         hakam audit --json --jobs 4 --out report.ndjson a.pgn.zst b.pgn.gz");
    command->callback([options, &status] { status = audit_files(*options); });
}

}  // namespace hakam::cli

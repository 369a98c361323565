#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <memory>
#include <thread>

#include "audit/recode.hpp"
#include "audit/runner.hpp"
#include "command.hpp"
#include "input.hpp"
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
    std::string out, clean, fail_on, encoding;
    std::string letters = "auto";
    std::vector<std::string> only, games;
    bool json = false, csv = false, resume = false, keep_text = false;
};

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// The parts between commas, without the blanks around them.
std::vector<std::string_view> parts(std::string_view text) {
    std::vector<std::string_view> list;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        std::string_view part = text.substr(at, comma - at);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        list.push_back(part);
        at = comma + 1;
    }
    return list;
}

/// "3", "10-20" or "7-" as a range; nothing if it is none.
std::optional<Ranges::value_type> range(std::string_view text) {
    const char* const end = text.data() + text.size();
    std::uint64_t first = 0;
    auto read = std::from_chars(text.data(), end, first);
    if (read.ec != std::errc{} || first == 0) return std::nullopt;
    if (read.ptr == end) return Ranges::value_type{first, first};
    if (*read.ptr != '-') return std::nullopt;
    if (read.ptr + 1 == end) return Ranges::value_type{first, UINT64_MAX};
    std::uint64_t last = 0;
    read = std::from_chars(read.ptr + 1, end, last);
    if (read.ec != std::errc{} || read.ptr != end || last < first) return std::nullopt;
    return Ranges::value_type{first, last};
}

bool is_code(std::string_view word) {
    const auto& known = audit::finding_codes;
    return std::find(std::begin(known), std::end(known), word) != std::end(known);
}

std::optional<Ranges> chosen_games(const std::vector<std::string>& lists) {
    Ranges games;
    for (const std::string& list : lists)
        for (const std::string_view part : parts(list)) {
            const auto read = range(part);
            if (!read) {
                print_complaint("--games: expected numbers and ranges such as 3,10-20, found '" +
                                std::string{part} + "'");
                return std::nullopt;
            }
            games.push_back(*read);
        }
    return games;
}

std::optional<std::vector<std::string>> chosen_codes(const std::vector<std::string>& lists) {
    std::vector<std::string> codes;
    for (const std::string& list : lists)
        for (const std::string_view part : parts(list)) {
            if (!is_code(part)) {
                std::string known;
                for (const std::string_view code : audit::finding_codes)
                    known.append(" ").append(code);
                print_complaint("--only: expected codes of findings, by commas:" + known +
                                "; found '" + std::string{part} + "'");
                return std::nullopt;
            }
            codes.emplace_back(part);
        }
    return codes;
}

audit::Form form_of(const AuditOptions& options) {
    const auto ends_with = [&](std::string_view tail) { return options.out.ends_with(tail); };
    if (options.json) return audit::Form::json;
    if (options.csv) return audit::Form::csv;
    if (ends_with(".json") || ends_with(".ndjson") || ends_with(".jsonl")) return audit::Form::json;
    return ends_with(".csv") ? audit::Form::csv : audit::Form::table;
}

int audit_files(const AuditOptions& options) {
    const std::string family = by_date_family(options.rules);
    const auto book = laws::law_book(family.empty() ? options.rules : family);
    const auto games = chosen_games(options.games);
    const auto only = chosen_codes(options.only);
    if (!games || !only) return bad_input;
    audit::RunOptions run;
    run.files = options.files;
    if (!book) return bad_input;  // said when the option was read
    run.auditor.book = *book;
    run.auditor.family = family;
    run.auditor.nodes = options.nodes;
    run.auditor.wants_clean = !options.clean.empty();
    run.auditor.stray_texts = options.keep_text ? audit::StrayTexts::keep : audit::StrayTexts::drop;
    run.letters = letters_for(options.letters);
    run.encoding = options.encoding;
    run.format.form = form_of(options);
    run.format.only = *only;
    run.format.file_width = audit::file_width(options.files);
    run.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    run.out = options.out;
    run.clean = options.clean;
    run.resume = options.resume;
    run.games = *games;
    run.signature = "hakam-audit-4 " + options.rules + " " + std::to_string(options.nodes) + " " +
                    std::to_string(static_cast<int>(run.format.form)) + " only=" + joined(*only) +
                    " games=" + joined(options.games) + " clean=" + options.clean +
                    " letters=" + options.letters + " encoding=" + options.encoding +
                    (options.keep_text ? " keep-text" : "");
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
    if (result.has_no_reader) {
        // As other commands end when `head` has seen enough: without a word.
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    if (!result.could_run) return bad_input;
    if (result.was_interrupted) return no;
    // What should have been repaired and was not.
    if (!options.clean.empty() && result.totals.count_of("not-repaired") != 0) return no;
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
    add_rules_option(*command, options->rules, ByDate::allowed);
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
    command
        ->add_option("--only", options->only,
                     "Tell only findings of this code, or of these: a,b; and only games with any")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command->add_option("--games", options->games, "Tell only these games: 3,10-20,50-")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command->add_option("--write-clean", options->clean, "Write the games, repaired, to this file");
    command->add_flag("--keep-text", options->keep_text,
                      "With --write-clean: text between games stays, as lines that begin with %");
    std::vector<std::string> letters{"auto"};
    for (const Letters& each : all_letters()) letters.emplace_back(each.language);
    command
        ->add_option("--letters", options->letters,
                     "Language of the men's letters; auto finds it out game by game")
        ->check(CLI::IsMember(letters))
        ->capture_default_str();
    command
        ->add_option("--encoding", options->encoding,
                     "Encoding of the files, as windows-1251 or cp850 (default: UTF-8, and what is "
                     "none as Windows-1252)")
        ->check(CLI::Validator(
            [](const std::string& name) {
                return audit::is_encoding(name) ? std::string{}
                                                : "expected an encoding, found '" + name + "'";
            },
            "ENCODING"));
    command->add_option("--fail-on", options->fail_on, "Exit status 1 from this severity on")
        ->check(CLI::IsMember({"error", "warning", "note"}));
    auto* json = command->add_flag("--json", options->json, "One JSON object per game");
    command->add_flag("--csv", options->csv, "One row per finding")->excludes(json);
    command->footer(
        "--rules by-date: each game by the book of its day (EventDate, else Date, else today's);\n"
        "fide-blitz@by-date, uscf@by-date: of that family.\n"
        "Example: hakam audit games.pgn\n"
        "         hakam audit games.pgn --rules by-date\n"
        "         hakam audit --json --jobs 4 --out report.ndjson a.pgn.zst b.pgn.gz");
    command->callback([options, &status] { status = audit_files(*options); });
}

}  // namespace hakam::cli

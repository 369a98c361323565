#include <fcntl.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <memory>

#include "command.hpp"
#include "input.hpp"
#include "output.hpp"
#include "scenario/scenario.hpp"
#include "wire/events_json.hpp"

namespace hakam::cli {

namespace {

struct MatchOptions {
    std::string file;
    std::string only;
    bool json = false;
    bool check = false;
    bool quiet = false;
};

struct Counts {
    std::uint64_t rows = 0;
    std::uint64_t differing = 0;
    std::uint64_t unreadable = 0;
};

void print_json_report(const scenario::Scenario& row, const scenario::Report& report,
                       const std::vector<std::string>& differences, const MatchOptions& options) {
    boost::json::object object;
    object["id"] = valid_utf8(report.id);
    object["verdict"] = valid_utf8(report.verdict);
    object["article"] = report.article;
    object["consequence"] = report.consequence;
    boost::json::object facts;
    for (const scenario::FactResult& fact : report.facts) facts[valid_utf8(fact.text)] = fact.holds;
    object["facts"] = std::move(facts);
    boost::json::array log;
    for (const match::Event& event : report.log) log.push_back(wire::to_json(event));
    object["log"] = std::move(log);
    if (options.check) {
        object["agrees"] = differences.empty();
        boost::json::array list;
        for (const std::string& difference : differences)
            list.push_back(boost::json::value(valid_utf8(difference)));
        object["differences"] = std::move(list);
        object["status"] = valid_utf8(row.status);
    }
    print_json(object);
}

void print_report(const scenario::Scenario& row, const scenario::Report& report,
                  const std::vector<std::string>& differences, const MatchOptions& options) {
    const bool show = !options.check || !differences.empty();
    if (!show) return;
    print_line(report.id + "  " + row.ruleset + "  " + row.time_control + "  " +
               row.fen);
    if (!options.quiet && !options.check) {
        print_line("  script       " + row.script);
        for (const std::string& line : report.timeline) print_line("    " + line);
    }
    print_line("  verdict      " + report.verdict);
    print_line("  article      " + report.article);
    print_line("  consequence  " + report.consequence);
    for (const scenario::FactResult& fact : report.facts)
        if (!options.check)
            print_line("  fact         " + fact.text +
                       (fact.holds ? "  true" : "  FALSE (" + fact.found + ")"));
    for (const std::string& difference : differences) print_line("  DIFFERS      " + difference);
}

void play_row(const InputLine& line, const MatchOptions& options, Counts& counts) {
    if (!scenario::is_row(line.text)) return;
    const auto fail = [&](Error error) {
        ++counts.unreadable;
        error = line.located(std::move(error));
        print_error(line.source, error);
        if (options.json) {
            boost::json::object object;
            object["id"] = valid_utf8(line.text.substr(0, line.text.find('\t')));
            object["error"] = to_json(error);
            print_json(object);
        }
    };
    const auto row = scenario::parse(line.text);
    if (!row) return fail(row.error());
    if (!options.only.empty() && row->id != options.only) return;
    const auto report = scenario::run(*row);
    ++counts.rows;
    if (!report) return fail(report.error());
    std::vector<std::string> differences;
    if (options.check) differences = scenario::differences(*row, *report);
    if (!differences.empty()) ++counts.differing;
    if (options.json)
        print_json_report(*row, *report, differences, options);
    else
        print_report(*row, *report, differences, options);
}

int play_file(const MatchOptions& options) {
    int descriptor = STDIN_FILENO;
    if (options.file != "-") {
        descriptor = ::open(options.file.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) {
            print_complaint("cannot read " + options.file + ": " + std::strerror(errno));
            return bad_input;
        }
    }
    LineReader reader{descriptor, options.file};
    Counts counts;
    while (const auto line = reader.next()) {
        if (line->too_long) {
            ++counts.unreadable;
            print_complaint(options.file + ":" + std::to_string(line->line) + ": line too long");
            continue;
        }
        play_row(*line, options, counts);
        if (options.file == "-") flush();
        if (!output_ok()) break;
    }
    if (descriptor != STDIN_FILENO) ::close(descriptor);
    if (options.check && !options.json)
        print_line(std::to_string(counts.rows) + " scenarios, " +
                   std::to_string(counts.rows - counts.differing) + " agree, " +
                   std::to_string(counts.differing) + " differ");
    flush();
    if (reader.failed()) print_complaint("cannot read " + options.file);
    if (counts.unreadable > 0 || reader.failed() || !output_ok()) return bad_input;
    return counts.differing > 0 ? no : answered;
}

}  // namespace

void add_match(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("match", "Play scripted cases for the arbiter and print the rulings");
    const auto options = std::make_shared<MatchOptions>();
    command->add_option("FILE", options->file, "Scenarios (tab-separated), or - for standard input")
        ->required();
    command->add_flag("--json", options->json, "One JSON object per scenario");
    command->add_flag("--check", options->check,
                      "Compare with the expected columns; status 1 if anything differs");
    command->add_flag("--quiet", options->quiet, "Without the timeline");
    command->add_option("--id", options->only, "Only the scenario with this id");
    command->footer(
        "The notation is described in docs/formats/scenarios.md.\n"
        "Example: hakam match data/laws/scenarios.tsv --check\n"
        "         printf 'T\\ttouch\\tfide-standard\\t90+30\\tstartpos\\tW:touch=a1,b1\\n' | hakam "
        "match -");
    command->callback([options, &status] { status = play_file(*options); });
}

}  // namespace hakam::cli

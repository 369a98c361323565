#include <fcntl.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <hakam/match/match_rules.hpp>
#include <hakam/match/scenario.hpp>
#include <hakam/match/time_control.hpp>
#include <memory>

#include "command.hpp"
#include "input.hpp"
#include "output.hpp"
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

void print_json_report(const match::Scenario& scenario, const match::ScenarioReport& report,
                       const std::vector<std::string>& differences, const MatchOptions& options) {
    boost::json::object object;
    object["id"] = valid_utf8(report.id);
    object["verdict"] = valid_utf8(report.verdict);
    object["article"] = report.article;
    object["consequence"] = report.consequence;
    boost::json::object facts;
    for (const match::FactResult& fact : report.facts) facts[valid_utf8(fact.text)] = fact.holds;
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
        object["status"] = valid_utf8(scenario.status);
    }
    print_json(object);
}

void print_report(const match::Scenario& scenario, const match::ScenarioReport& report,
                  const std::vector<std::string>& differences, const MatchOptions& options) {
    const bool show = !options.check || !differences.empty();
    if (!show) return;
    print_line(report.id + "  " + scenario.ruleset + "  " + scenario.time_control + "  " +
               scenario.fen);
    if (!options.quiet && !options.check) {
        print_line("  script       " + scenario.script);
        for (const std::string& line : report.timeline) print_line("    " + line);
    }
    print_line("  verdict      " + report.verdict);
    print_line("  article      " + report.article);
    print_line("  consequence  " + report.consequence);
    for (const match::FactResult& fact : report.facts)
        if (!options.check)
            print_line("  fact         " + fact.text +
                       (fact.holds ? "  true" : "  FALSE (" + fact.found + ")"));
    for (const std::string& difference : differences) print_line("  DIFFERS      " + difference);
}

/// Whether `where` is a whole token of the script.
bool is_token(std::string_view script, const TextSpan& where) {
    const std::size_t end = where.offset + where.length;
    if (where.length == 0 || end > script.size()) return false;
    return (where.offset == 0 || script[where.offset - 1] == ' ') &&
           (end == script.size() || script[end] == ' ');
}

/// In which column of the row an error lies that is located in one of its fields.
Error in_row(Error error, const match::Scenario& scenario, std::string_view row) {
    std::size_t field = 5;
    const auto& script = scenario.script;
    if (!match::match_rules(scenario.ruleset))
        field = 2;
    else if (!match::parse_time_control(scenario.time_control))
        field = 3;
    else if (error.code != ErrorCode::too_long && !is_token(script, error.where))
        field = 4;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < field; ++i) begin = row.find('\t', begin) + 1;
    error.where.offset += begin;
    error.where.column += static_cast<std::uint32_t>(begin);
    return error;
}

void play_row(const InputLine& line, const MatchOptions& options, Counts& counts) {
    if (!match::is_scenario_row(line.text)) return;
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
    const auto scenario = match::parse_scenario(line.text);
    if (!scenario) return fail(scenario.error());
    if (!options.only.empty() && scenario->id != options.only) return;
    const auto report = match::run_scenario(*scenario);
    ++counts.rows;
    if (!report) return fail(in_row(report.error(), *scenario, line.text));
    std::vector<std::string> differences;
    if (options.check) differences = match::differences(*scenario, *report);
    if (!differences.empty()) ++counts.differing;
    if (options.json)
        print_json_report(*scenario, *report, differences, options);
    else
        print_report(*scenario, *report, differences, options);
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

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "output.hpp"

namespace hakam::cli {
namespace {

// In the order in which the help shows them.
constexpr AddCommand commands[] = {
    add_perft, add_moves, add_fen,   add_diagram, add_verdict, add_winnable, add_flag,
    add_claim, add_laws,  add_audit, add_convert, add_match,   add_play,     add_serve,
};

/// How many letters must be put in, taken out or changed to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

bool is_command(CLI::App& app, std::string_view word) {
    const auto known = app.get_subcommands({});
    return std::any_of(known.begin(), known.end(),
                       [word](const CLI::App* one) { return one->get_name() == word; });
}

/// What is said of a first word that is no command.
std::string unknown_command(CLI::App& app, std::string_view word) {
    std::string text = "unknown command '" + valid_utf8(word.substr(0, 40)) + "'";
    for (const CLI::App* known : app.get_subcommands({}))
        if (word.size() < 20 && distance(word, known->get_name()) <= 2)
            return text + ", perhaps '" + known->get_name() + "'";
    return text + "; 'hakam --help' lists them";
}

int run(int argc, char** argv) {
    CLI::App app{"Hakam, the arbiter of chess", "hakam"};
    app.set_version_flag("--version", HAKAM_VERSION);
    int status = answered;
    for (const AddCommand add : commands) add(app, status);
    app.require_subcommand(1);
    if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) {
        print_complaint(unknown_command(app, argv[1]));
        return bad_input;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        if (argc < 2 || !app.get_subcommands().empty()) return app.exit(error), bad_input;
        print_complaint(unknown_command(app, argv[1]));
        return bad_input;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? answered : bad_input;
    }
    flush();
    if (output_ok()) return status;
    print_complaint("standard output cannot be written");
    return bad_input;
}

}  // namespace
}  // namespace hakam::cli

int main(int argc, char** argv) { return hakam::cli::run(argc, argv); }

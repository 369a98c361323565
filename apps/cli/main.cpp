#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "hakam/core/isa.hpp"
#include "output.hpp"
#include "solve/command.hpp"

namespace hakam::cli {
namespace {

#if defined(HAKAM_ONLY)
// One of the programs below.
constexpr AddCommand commands[] = {HAKAM_ONLY};
constexpr bool is_whole = false;
#else
/// The play server and the game at the terminal need libraries for sockets and engines that nothing
/// else does; they are programs of their own, hakam-NAME, that `hakam NAME` becomes.
template <const char* name, const char* summary>
void add_program(CLI::App& app, int&) {
    app.add_subcommand(name, summary);
}
constexpr char play_name[] = "play", serve_name[] = "serve", migrate_name[] = "migrate";

// In the order in which the help shows them.
constexpr AddCommand commands[] = {
    add_perft, add_moves, add_fen,   add_diagram, add_verdict, add_winnable,
    add_flag,  add_claim, add_laws,  add_audit,   add_convert, add_match, add_solve, add_check_problem,
    add_program<play_name, play_summary>, add_program<serve_name, serve_summary>,
    add_program<migrate_name, migrate_summary>,
    add_retro,
};
constexpr bool is_whole = true;
#endif

/// Becomes hakam-NAME, which stands beside this program or in ../libexec/hakam. Returns: only if
/// there is none, the exit status.
int become(std::string_view name, char** argv) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error).parent_path();
    const std::string program = "hakam-" + std::string{name};
    for (const fs::path& path : {own / program, own / "../libexec/hakam" / program})
        if (fs::is_regular_file(path, error)) ::execv(path.c_str(), argv);
    print_complaint("'" + std::string{name} + "' is a program of its own, " + program +
                    ", which is not installed beside this one");
    return bad_input;
}

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

bool is_command(const CLI::App& app, std::string_view word) {
    const auto known = app.subcommand_names();
    return std::find(known.begin(), known.end(), word) != known.end();
}

/// What is said of a first word that is no command.
std::string unknown_command(const CLI::App& app, std::string_view word) {
    std::string text = "unknown command '" + valid_utf8(word.substr(0, 40)) + "'";
    for (const std::string& known : app.subcommand_names())
        if (word.size() < 20 && distance(word, known) <= 2)
            return text + ", perhaps '" + known + "'";
    return text + "; 'hakam --help' lists them";
}

int run(int argc, char** argv) {
    if (const char* wanted = std::getenv("HAKAM_ISA"); wanted != nullptr && !isa::choose(wanted)) {
        std::string known;
        for (const std::string_view one : isa::built())
            known += (known.empty() ? "" : ", ") + std::string{one};
        print_complaint("HAKAM_ISA: '" + valid_utf8(std::string_view{wanted}.substr(0, 40)) +
                        "' is not in this build or not in this processor; the build has " + known);
        return bad_input;
    }
    if (is_whole && argc > 1)
        for (const auto& [name, program] : {std::pair<std::string_view, std::string_view>
                                            {"play", "play"}, {"serve", "serve"},
                                            {"migrate", "serve"}})
            if (argv[1] == name) return become(program, argv);
    CLI::App app{"Hakam, the arbiter of chess", "hakam"};
    app.set_version_flag("--version", HAKAM_VERSION);
    int status = answered;
    for (const AddCommand add : commands) add(app, status);
    app.require_subcommand(1);
    if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) {
        print_complaint(unknown_command(app, argv[1]));
        return bad_input;
    }
    switch (app.parse(argc, argv)) {
        case CLI::App::Parsed::done:
            break;
        case CLI::App::Parsed::told:
            return answered;
        case CLI::App::Parsed::required:
            if (argc < 2 || !app.chosen().empty())
                app.complain();
            else
                print_complaint(unknown_command(app, argv[1]));
            return bad_input;
        case CLI::App::Parsed::wrong:
            return bad_input;
    }
    flush();
    if (output_ok()) return status;
    print_complaint("standard output cannot be written");
    return bad_input;
}

}  // namespace
}  // namespace hakam::cli

int main(int argc, char** argv) { return hakam::cli::run(argc, argv); }

#include "command.hpp"
#include "output.hpp"

namespace hakam::cli {
namespace {

// In the order in which the help shows them.
constexpr AddCommand commands[] = {
    add_perft,
    add_moves,
    add_fen,
    add_diagram,
    add_verdict,
    add_winnable,
    add_flag,
    add_claim,
    add_laws,
    add_audit,
    add_convert,
    add_match,
    add_play,
    add_serve,
};

int run(int argc, char** argv) {
    CLI::App app{"Hakam, the arbiter of chess", "hakam"};
    app.set_version_flag("--version", HAKAM_VERSION);
    int status = answered;
    for (const AddCommand add : commands) add(app, status);
    app.require_subcommand(1);
    try {
        app.parse(argc, argv);
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

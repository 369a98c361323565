#pragma once

#include "command_line.hpp"


/// The `hakam` command: one file per sub-command, each with one function that adds it.
namespace hakam::cli {

/// Exit status of every sub-command.
enum ExitStatus : int {
    answered = 0,   ///< the question was answered
    no = 1,         ///< the answer is "no", or faults were found, where a script wants to know
    bad_input = 2,  ///< bad usage or unreadable input
};

/// Adds the sub-command to `app`; when it is chosen its callback stores the exit status in
/// `status`.
using AddCommand = void (*)(CLI::App& app, int& status);

/// What the list of commands says of those that are programs of their own.
inline constexpr char play_summary[] =
    "A game in the terminal: two people, or one and a UCI engine";
inline constexpr char migrate_summary[] = "Brings the database of a play server to the newest schema";
inline constexpr char serve_summary[] =
    "The play server and web app: two people, or one and a computer";

void add_perft(CLI::App& app, int& status);
void add_moves(CLI::App& app, int& status);
void add_fen(CLI::App& app, int& status);
void add_diagram(CLI::App& app, int& status);
void add_verdict(CLI::App& app, int& status);
void add_winnable(CLI::App& app, int& status);
void add_flag(CLI::App& app, int& status);
void add_claim(CLI::App& app, int& status);
void add_laws(CLI::App& app, int& status);
void add_audit(CLI::App& app, int& status);
void add_convert(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_migrate(CLI::App& app, int& status);
void add_match(CLI::App& app, int& status);
void add_play(CLI::App& app, int& status);
void add_retro(CLI::App& app, int& status);

}  // namespace hakam::cli

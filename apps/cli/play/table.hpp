#pragma once

#include <hakam/notation/letters.hpp>
#include <string>

#include "command.hpp"

namespace hakam::cli {

struct PlayOptions {
    std::string rules = "casual";
    std::string time = "none";
    std::string fen = "startpos";
    int chess960 = -1;  ///< a start position by its number
    std::string white;
    std::string black;
    std::string engine;  ///< a UCI program; empty: two people
    std::string side = "white";
    int level = 20;
    int move_ms = 0;
    std::string save;
    std::string resume;
    std::string pgn;
    std::string language = "en";
    bool no_arbiter = false;
    bool json = false;
};

/// Plays a game at the terminal until it is over or the players leave. Returns: the exit status.
int play_at_terminal(const PlayOptions& options);

}  // namespace hakam::cli

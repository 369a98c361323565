#pragma once

#include <hakam/base/expected.hpp>
#include <hakam/match/live_game.hpp>
#include <hakam/notation/letters.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hakam::cli {

/// What a line of a terminal game asks for.
struct Spoken {
    enum class Kind : std::uint8_t {
        commands,  ///< acts of the game
        board,
        flip,
        moves,
        fen,
        score,  ///< the PGN
        clocks,
        rulings,
        help,
        takeback,
        quit,
        nothing,
    };
    Kind kind = Kind::nothing;
    std::vector<match::Command> commands;
    std::string argument;  ///< of `score`: a file
};

/// Reads a line; `help_text()` lists what is understood. `hand` is the side whose turn it is to
/// act when the line names nobody. Errors: located in the line.
Expected<Spoken> spoken(std::string_view line, const match::LiveGame& game, Color hand,
                        const Letters& letters);

std::string_view help_text() noexcept;

}  // namespace hakam::cli

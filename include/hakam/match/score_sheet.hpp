#pragma once

#include <string>

#include "hakam/base/expected.hpp"
#include "hakam/match/live_game.hpp"
#include "hakam/pgn/tree.hpp"

/// A live game as PGN, and back. docs/formats/live-pgn.md describes the tags and commands.
namespace hakam::match {

/// The score of a game: official moves, what each clock showed after its move ([%clk]), draw
/// offers ((=)), rulings and changed times as comments, and in the tags the time control, the
/// ruleset, how it ended and under which article. Other tags come from GameSettings::extra, where
/// "event", "site", "date" and "round" (or any name with a capital) name them.
///
/// Acts that PGN has no word for (touches, presses, irregularities that nobody ruled on) are left
/// out: the log is the record, the score is for people and other programs. Moves after one that
/// no legal move gives (A.5.2: an illegal move that stands) are unplayed texts of the tree.
/// Pre: the log begins with game_created. Cost: that of replay().
pgn::Tree score_sheet(const Events& log);

struct ScoreReading {
    std::string ruleset = "fide-standard";  ///< where there is no tag Ruleset
    Milliseconds start = 0;                 ///< the time at which the game begins
    RulingBudget budget{};
};

/// The log of a game of which only the score is known: the moves are made and, over the board,
/// pressed at the times that the clocks tell; offers, rulings, changed times and the end are as the
/// score states them. For a score written by score_sheet() the game that it replays to has the same
/// moves, clocks, counts of illegal acts and end.
/// Errors: settings that cannot be read; unplayed texts; a move after the rules ended the game; an
/// end that contradicts the one that came by itself. Cost: that of decide() for each move.
Expected<Events> log_from_score(const pgn::Tree& score, const ScoreReading& reading = {});

}  // namespace hakam::match

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hakam/match/live_game.hpp"

/// Results and rulings of a live game in English, for every application that tells them to people.
namespace hakam::match {

/// One sentence: why the game ended so. Pre: it is over.
std::string result_sentence(const LiveGame& game);
/// One sentence for a ruling during the game.
std::string ruling_sentence(const Args& ruling);
/// The result as PGN and the protocol write it: "1-0", "1/2-1/2", "0-0", "1/2-0", ...; "*" for
/// none, a cancelled game and one referred to others.
std::string outcome_text(Result result);
/// The result that a person may declare by that text.
std::optional<Result> result_of(std::string_view outcome);

}  // namespace hakam::match

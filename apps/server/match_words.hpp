#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "hakam/match/live_game.hpp"

/// Rulings in words and articles in full, for people who ask the server.
namespace hakam::server {

/// One English sentence: why the game ended so.
std::string result_sentence(const match::LiveGame& game);
/// One English sentence for a ruling during the game.
std::string ruling_sentence(const match::Args& ruling);
/// "5.2.1; ONL-5.4.2" as the schema's articles.
boost::json::array articles_json(std::string_view articles);
/// The schema's outcome: "1-0", "0-1", "1/2-1/2", "0-0", "*", ...
std::string outcome_text(match::Result result);
std::optional<match::Result> result_of(std::string_view outcome);
/// What shows that the result is right: repeated plies, a line to mate, or why there is none.
/// Cost: a bounded search; call it once.
boost::json::object result_evidence(const match::LiveGame& game, bool chess960);

}  // namespace hakam::server

#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "hakam/match/words.hpp"
#include "hakam/solve/winnable.hpp"

/// Rulings in words and articles in full, for people who ask the server.
namespace hakam::server {

using match::outcome_text;
using match::result_of;
using match::result_sentence;
using match::ruling_sentence;

/// "5.2.1; ONL-5.4.2" as the schema's articles.
boost::json::array articles_json(std::string_view articles);
/// What a finished search says: the line to mate, or why there is none; nothing if it does not
/// know.
boost::json::object mating_evidence(const Winnable& found, Color side, bool chess960);
/// What shows that the result is right: repeated plies, a line to mate, or why there is none.
/// Cost: a bounded search; call it once.
boost::json::object result_evidence(const match::LiveGame& game, bool chess960,
                                    std::optional<Move> intended);

}  // namespace hakam::server

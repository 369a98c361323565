#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "hakam/match/words.hpp"

/// Rulings in words and articles in full, for people who ask the server.
namespace hakam::server {

using match::outcome_text;
using match::result_of;
using match::result_sentence;
using match::ruling_sentence;

/// "5.2.1; ONL-5.4.2" as the schema's articles.
boost::json::array articles_json(std::string_view articles);
}  // namespace hakam::server

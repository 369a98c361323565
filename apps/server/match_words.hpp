#pragma once

#include <boost/json.hpp>
#include <cstdint>
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

/// "2026.11.30" of ms since 1970, by the civil calendar.
std::string day_text(std::int64_t wall);

}  // namespace hakam::server

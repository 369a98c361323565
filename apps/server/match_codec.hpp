#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>

#include "hakam/match/event.hpp"

namespace hakam::server {

/// The arguments of an event as a JSON object; only what is set.
boost::json::object args_json(const match::Args& args);
std::optional<match::Args> args_from(const boost::json::object& body);

}  // namespace hakam::server

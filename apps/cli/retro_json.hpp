#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "hakam/retro/reason.hpp"

/// Answers of the room retro as JSON (docs/formats/retro.md).
namespace hakam::cli {

boost::json::array moves_json(const std::vector<Move>& moves);
/// {"kind", "side", "squares", "needed", "available", "faults", "after"}; what is empty is left out.
boost::json::object reason_json(const retro::Reason& reason);
/// {"move", "taken", "before"}.
boost::json::object unmove_json(Move move, const retro::Diagram& before);
/// "KQkq" or "-".
std::string rights_letters(CastlingRights rights);

}  // namespace hakam::cli

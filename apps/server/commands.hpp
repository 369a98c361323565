#pragma once

#include "server/problem.hpp"

namespace hakam::server {

/// Whether a command has the members that its type asks for and no others, and whether a seat may
/// send its type at all. Returns: what is wrong, or nothing.
std::optional<Problem> check_command(Seat seat, const json::object& command);

}  // namespace hakam::server

#pragma once

#include <optional>
#include <string>

#include "server/postgres.hpp"

namespace hakam::server::postgres {

/// The schema that this program writes.
inline constexpr int schema_version = 2;

/// What a database has. `version` 0: nothing of ours yet.
struct SchemaState {
    int version = 0;
    int oldest = 0;  ///< the oldest program, by its own schema_version, that may use it
};
/// Returns: nothing if the database cannot be read.
std::optional<SchemaState> schema_state(Connection& db);

/// Brings a database to `target` step by step, each in a transaction of its own; several programs
/// that do it at once wait for each other. Returns: what went wrong, or nothing.
/// Pre: target <= schema_version.
std::optional<std::string> migrate(Connection& db, int target = schema_version);

}  // namespace hakam::server::postgres

#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <variant>

#include "hakam/solve/winnable.hpp"
#include "position_input.hpp"

/// Proofs of `hakam winnable` as JSON, written and read back: docs/formats/json.md.
namespace hakam::cli {

std::string_view word(Color side);
std::string_view word(Decision decision);

/// With `Certificates::all` everything that a check needs; else those of a closed set are left out.
enum class Certificates : std::uint8_t { short_form, all };
boost::json::object to_json(const Argument& argument, Certificates certificates);

/// An answer that somebody gave, as read.
struct Proof {
    Position position;
    Color side{};
    Winnable answer;
};
/// Where in the object something is not as it must be, and what was expected.
struct ProofFault {
    std::string where;
    std::string expected;
};
/// Reads one answer for one side. Nothing in it is believed: that is what verify() is for.
/// Errors: members that are missing, of another type or out of range; illegal moves in the line.
std::variant<Proof, ProofFault> proof_from(const boost::json::object& answer,
                                           const PositionOptions& options);

}  // namespace hakam::cli

#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "hakam/variant/rules.hpp"

/// The games that Hakam plays besides chess, by name.
namespace hakam::variant {

/// What a list of games shows of one.
struct GameName {
    std::string_view id;
    std::string_view also;  ///< other names, separated by spaces
    std::string_view name;
    std::string_view period;
};
std::span<const GameName> game_names() noexcept;

/// The ruleset of that name; case, blanks, hyphens and underscores do not count. "chess" gives the
/// orthodox men under the general generator.
std::optional<Rules> game_named(std::string_view name);

/// Puts the rules under a condition and adapts their data to it; once only.
void add_condition(Rules& rules, const Condition& condition);

/// Orthodox chess with conditions and, if asked for, the fairy men of known_men(): what problems
/// are set under. Each condition adapts the rules.
enum class FairyMen : bool { no, yes };
Rules problem_rules(std::span<const Condition* const> conditions, FairyMen men = FairyMen::no);

}  // namespace hakam::variant

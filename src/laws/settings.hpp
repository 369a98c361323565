#pragma once

#include <optional>
#include <string_view>

#include "hakam/laws/rules_text.hpp"

namespace hakam::laws {

/// The key of that name or other spelling.
std::optional<RuleKey> key_from(std::string_view name) noexcept;

/// One "key=value" of the tables or of a text; nothing if key or value is unknown.
std::optional<Setting> read_setting(std::string_view text) noexcept;

/// Sets a parameter of law; keys of procedure change nothing here.
void apply(Rules& rules, Setting setting) noexcept;

}  // namespace hakam::laws

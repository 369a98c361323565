#pragma once

#include <string>
#include <string_view>

#include "hakam/core/illegality.hpp"
#include "hakam/laws/citation.hpp"
#include "hakam/laws/describe.hpp"

namespace hakam::laws {

/// The article under which the move is not legal.
Citation citation(const Illegality& why) noexcept;

/// "The king would stay in check from Bb4." `turn` is the side whose move it is. `man` and `by` are
/// the texts of the man that was to move and of the one in the way, in the caller's notation
/// (hakam::men_of).
std::string sentence(const Illegality& why, Color turn, std::string_view man, std::string_view by,
                     Language language);

}  // namespace hakam::laws

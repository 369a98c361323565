#pragma once

#include <cstdint>

#include "command_line.hpp"

namespace hakam::cli {

/// Numbers on the command line are decimal digits and nothing else: no sign, no octal or
/// hexadecimal form, no exponent, no space; what is beyond the range is refused, not cut.

/// These validators rewrite the text, so add them with transform(), not with check().
///
/// For an option that holds a whole number of at least `least` and at most `most`.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
/// For an option that holds seconds, as 2 or 0.25, at most a year.
CLI::Validator seconds();

}  // namespace hakam::cli

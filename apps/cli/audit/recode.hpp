#pragma once

#include <memory>
#include <string>

#include "source.hpp"

namespace hakam::cli::audit {

/// Whether the system knows a character encoding of that name.
bool is_encoding(const std::string& name);

/// What is read from `source`, which is in that encoding, as UTF-8. A byte that is no character in
/// it becomes U+FFFD. Offsets count in the UTF-8 text.
/// Pre: is_encoding(name).
std::unique_ptr<Source> recoded(std::unique_ptr<Source> source, const std::string& name);

}  // namespace hakam::cli::audit

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hakam::cli::audit {

/// Text for a terminal: UTF-8, and blanks instead of control characters, which would move its
/// cursor.
std::string printable(std::string_view text);
/// The columns that a terminal takes for a printable text: two for the wide characters of East
/// Asia, none for those that combine with the one before.
std::size_t display_width(std::string_view text) noexcept;
/// The text with blanks behind it, or before it, up to that many columns.
std::string left_aligned(std::string text, std::size_t width);
std::string right_aligned(std::string text, std::size_t width);

}  // namespace hakam::cli::audit

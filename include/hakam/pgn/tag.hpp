#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Tag pairs (PGN standard 8.1).
namespace hakam::pgn {

struct Tag {
    std::string name;
    std::string value;  ///< without quotes and escapes

    friend bool operator==(const Tag&, const Tag&) = default;
};
using Tags = std::vector<Tag>;

/// The seven tags that every exported game has, in their order (PGN standard 8.1.1).
inline constexpr std::array<std::string_view, 7> seven_tags = {"Event", "Site",  "Date",  "Round",
                                                               "White", "Black", "Result"};
/// What such a tag says when nothing is known: "?", "????.??.??" or "*".
std::string_view unknown_value(std::string_view seven_tag) noexcept;

/// The value of the first tag of that name.
std::optional<std::string_view> find(const Tags& tags, std::string_view name) noexcept;
/// Replaces the value of the first tag of that name, or adds the tag at the end.
void set(Tags& tags, std::string_view name, std::string_view value);
/// Removes every tag of that name.
void remove(Tags& tags, std::string_view name);

/// One line of export format, "[Name \"value\"]" without a line end: quotes and backslashes are
/// escaped and line ends become blanks.
std::string format(const Tag& tag);

/// Text of a file as UTF-8: valid UTF-8 stays, any other text is taken as Windows-1252, which is the
/// Latin-1 of the standard with quotation marks, dashes and the euro where that has control signs.
std::string to_utf8(std::string_view bytes);
bool is_utf8(std::string_view bytes) noexcept;
/// Bytes of the white space at the beginning of `text`, of ASCII or of Unicode: a no-break, thin or
/// zero-width space and the like. 0 if there is none.
std::size_t blank_length(std::string_view text) noexcept;
/// At most `limit` bytes of `text`, without cutting a character in UTF-8.
std::string_view beginning(std::string_view text, std::size_t limit) noexcept;

}  // namespace hakam::pgn

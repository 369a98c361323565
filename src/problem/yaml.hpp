#pragma once

// As much of YAML as editors of problems write: block and flow collections, plain and quoted scalars,
// literal and folded blocks, comments. No anchors, tags or directives; one document.

#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"

namespace hakam::problem::yaml {

struct Node;
struct Member;

struct Node {
    enum class Kind : std::uint8_t { null, scalar, list, map };
    Kind kind = Kind::null;
    std::string text;            ///< of a scalar, without quotes
    std::size_t offset = 0;      ///< of its first byte in the whole text
    std::size_t length = 0;      ///< of a scalar as found
    std::vector<Node> items;     ///< of a list
    std::vector<Member> members; ///< of a map, in order

    /// The value of a key, or null.
    const Node* find(std::string_view key) const noexcept;
};
struct Member {
    std::string key;
    std::size_t offset = 0;
    Node value;
};

/// Errors: located. Limits: collections 16 deep; memory in proportion to the text.
Expected<Node> parse(std::string_view text);

/// A scalar in double quotes where a plain one could be read as something else.
std::string quoted(std::string_view text);

}  // namespace hakam::problem::yaml

#pragma once

// Small readers of bytes shared by the parsers of this room.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "hakam/base/error.hpp"
#include "hakam/base/expected.hpp"

namespace hakam::text {

constexpr bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char to_upper(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}
constexpr char to_lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Bytes of the character at `at`, taking UTF-8 sequences on trust but never past the end.
constexpr std::size_t character_length(std::string_view text, std::size_t at) noexcept {
    const auto lead = static_cast<unsigned char>(text[at]);
    std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length > text.size() - at) length = text.size() - at;
    return length;
}

/// An error about text[offset, offset + length).
inline Error error_at(ErrorCode code, std::string_view text, std::size_t offset, std::size_t length,
                      std::string expected) {
    return {code, span_in(text, offset, length), std::move(expected),
            excerpt(text.substr(offset, length))};
}

inline Unexpected<Error> too_long(std::string_view text, std::size_t limit) {
    return Unexpected{error_at(ErrorCode::too_long, text, limit, text.size() - limit,
                               "at most " + std::to_string(limit) + " bytes")};
}

/// A text without the white space around it, and where it begins.
struct Trimmed {
    std::string_view inner;
    std::size_t offset = 0;
};
constexpr Trimmed trimmed(std::string_view text) noexcept {
    std::size_t begin = 0;
    std::size_t end = text.size();
    while (begin < end && is_space(text[begin])) ++begin;
    while (end > begin && is_space(text[end - 1])) --end;
    return {text.substr(begin, end - begin), begin};
}

/// Sorts a few things that have a `where` by place; equal places keep their order.
template <class Vector>
void sort_by_place(Vector& things) {
    for (std::size_t i = 1; i < things.size(); ++i)
        for (std::size_t j = i; j > 0 && things[j].where.offset < things[j - 1].where.offset; --j)
            std::swap(things[j], things[j - 1]);
}

}  // namespace hakam::text

#include "hakam/base/error.hpp"

#include <algorithm>

namespace hakam {

std::string_view name(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::unexpected_text: return "unexpected-text";
        case ErrorCode::missing_text: return "missing-text";
        case ErrorCode::trailing_text: return "trailing-text";
        case ErrorCode::too_long: return "too-long";
        case ErrorCode::out_of_range: return "out-of-range";
        case ErrorCode::bad_encoding: return "bad-encoding";
        case ErrorCode::bad_position: return "bad-position";
        case ErrorCode::illegal_move: return "illegal-move";
        case ErrorCode::ambiguous_move: return "ambiguous-move";
        case ErrorCode::not_canonical: return "not-canonical";
        case ErrorCode::unknown_variant: return "unknown-variant";
        case ErrorCode::unsupported: return "unsupported";
    }
    return "unknown";
}

std::string describe(const Error& error) {
    std::string text = std::to_string(error.where.line);
    text += ':';
    text += std::to_string(error.where.column);
    text += ": expected ";
    text += error.expected;
    if (error.code == ErrorCode::bad_position)  // words about the position, not a piece of text
        text += ", found: " + error.found;
    else
        text += error.found.empty() ? ", found the end" : ", found '" + error.found + "'";
    return text;
}

TextSpan span_in(std::string_view text, std::size_t offset, std::size_t length) noexcept {
    TextSpan span;
    span.offset = offset;
    span.length = static_cast<std::uint32_t>(std::min<std::size_t>(length, UINT32_MAX));
    const std::string_view before = text.substr(0, offset);
    span.line = 1 + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_start = before.rfind('\n');
    span.column = static_cast<std::uint32_t>(
        offset - (line_start == std::string_view::npos ? 0 : line_start + 1) + 1);
    return span;
}

namespace {

/// Length of the valid UTF-8 sequence at the start of `text`, or 0.
std::size_t utf8_sequence(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0) return continues(1) ? 2 : 0;
    if (lead >= 0xE0 && lead < 0xF0) {
        if (!continues(1) || !continues(2)) return 0;
        if (lead == 0xE0 && byte(1) < 0xA0) return 0;
        if (lead == 0xED && byte(1) >= 0xA0) return 0;
        return 3;
    }
    if (lead >= 0xF0 && lead < 0xF5) {
        if (!continues(1) || !continues(2) || !continues(3)) return 0;
        if (lead == 0xF0 && byte(1) < 0x90) return 0;
        if (lead == 0xF4 && byte(1) >= 0x90) return 0;
        return 4;
    }
    return 0;
}

}  // namespace

std::string excerpt(std::string_view text, std::size_t limit) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    std::size_t at = 0;
    while (at < text.size() && at < limit) {
        const std::size_t length = utf8_sequence(text.substr(at));
        const auto byte = static_cast<unsigned char>(text[at]);
        if (length == 0 || byte < 0x20 || byte == 0x7F) {
            result += "\\x";
            result += digits[byte >> 4];
            result += digits[byte & 15];
            ++at;
        } else {
            result += text.substr(at, length);
            at += length;
        }
    }
    if (at < text.size()) result += "...";
    return result;
}

}  // namespace hakam

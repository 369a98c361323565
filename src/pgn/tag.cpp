#include "hakam/pgn/tag.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "spaces.hpp"

namespace hakam::pgn {
namespace {

// Bytes of the UTF-8 character at `at`, 0 if it is none.
std::size_t utf8_length(std::string_view s, std::size_t at) noexcept {
    const auto byte = [&](std::size_t i) {
        return at + i < s.size() ? static_cast<unsigned char>(s[at + i]) : 0U;
    };
    const unsigned lead = byte(0);
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80; };
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0) return follows(1) ? 2 : 0;
    if (lead >= 0xE0 && lead < 0xF0) {
        if (!follows(1) || !follows(2)) return 0;
        if (lead == 0xE0 && byte(1) < 0xA0) return 0;
        if (lead == 0xED && byte(1) >= 0xA0) return 0;
        return 3;
    }
    if (lead >= 0xF0 && lead < 0xF5) {
        if (!follows(1) || !follows(2) || !follows(3)) return 0;
        if (lead == 0xF0 && byte(1) < 0x90) return 0;
        if (lead == 0xF4 && byte(1) >= 0x90) return 0;
        return 4;
    }
    return 0;
}

// What Windows-1252 has where Latin-1 has control signs; five codes are not used.
constexpr std::array<std::uint16_t, 32> windows_1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

}  // namespace

std::string_view unknown_value(std::string_view seven_tag) noexcept {
    if (seven_tag == "Date") return "????.??.??";
    if (seven_tag == "Result") return "*";
    return "?";
}

std::optional<std::string_view> find(const Tags& tags, std::string_view name) noexcept {
    for (const Tag& tag : tags)
        if (tag.name == name) return tag.value;
    return std::nullopt;
}

void set(Tags& tags, std::string_view name, std::string_view value) {
    for (Tag& tag : tags)
        if (tag.name == name) {
            tag.value = value;
            return;
        }
    tags.push_back({std::string{name}, std::string{value}});
}

void remove(Tags& tags, std::string_view name) {
    std::erase_if(tags, [&](const Tag& tag) { return tag.name == name; });
}

std::string format(const Tag& tag) {
    std::string line = "[" + tag.name + " \"";
    for (const char c : tag.value) {
        if (c == '"' || c == '\\') line += '\\';
        line += c == '\n' || c == '\r' ? ' ' : c;
    }
    return line + "\"]";
}

std::size_t blank_length(std::string_view text) noexcept { return space_length(text); }

bool is_utf8(std::string_view bytes) noexcept {
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = utf8_length(bytes, i);
        if (length == 0) return false;
        i += length;
    }
    return true;
}

// Looks no further than the byte at the limit, so that what is read in pieces is cut alike.
std::string_view beginning(std::string_view text, std::size_t limit) noexcept {
    if (text.size() <= limit) return text;
    const auto follows = [&](std::size_t i) { return (text[i] & 0xC0) == 0x80; };
    std::size_t at = limit;
    while (at > 0 && limit - at < 3 && follows(at)) --at;
    const bool is_lead = static_cast<unsigned char>(text[at]) >= 0xC2;
    return text.substr(0, at != limit && is_lead ? at : limit);
}

std::string to_utf8(std::string_view bytes) {
    if (is_utf8(bytes)) return std::string{bytes};
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const unsigned code = byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80U] : byte;
        if (code < 0x80) {
            text += c;
        } else if (code < 0x800) {
            text += static_cast<char>(0xC0 | code >> 6);
            text += static_cast<char>(0x80 | (code & 0x3F));
        } else {
            text += static_cast<char>(0xE0 | code >> 12);
            text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
            text += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
    return text;
}

}  // namespace hakam::pgn

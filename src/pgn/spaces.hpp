#pragma once

// White space beyond ASCII. The standard knows none, but editors, web pages and word processors
// put it between tokens: no-break, thin, zero-width and the like.

#include <cstddef>
#include <string_view>

#include "scan.hpp"

namespace hakam::pgn {

/// Bytes of a space of Unicode (other than ASCII) in UTF-8 at the beginning of `text`; 0 if there
/// is none: U+00A0, 1680, 2000-200F (with zero-width ones and marks of direction), 2028-202F, 205F,
/// 2060-2064, 2066-2069, 3000, FEFF and the next line U+0085; and a lone byte A0, the no-break
/// space of Latin-1.
constexpr std::size_t unicode_space_length(std::string_view text) noexcept {
    if (text.empty() || static_cast<unsigned char>(text[0]) < 0x80) return 0;
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    switch (byte(0)) {
        case 0xA0:
            return 1;
        case 0xC2:
            return byte(1) == 0xA0 || byte(1) == 0x85 ? 2 : 0;
        case 0xE1:
            return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0;
        case 0xE2: {
            const unsigned last = byte(2);
            if (byte(1) == 0x80 && ((last >= 0x80 && last <= 0x8F) || (last >= 0xA8 && last <= 0xAF)))
                return 3;
            if (byte(1) == 0x81 &&
                (last == 0x9F || (last >= 0xA0 && last <= 0xA4) || (last >= 0xA6 && last <= 0xA9)))
                return 3;
            return 0;
        }
        case 0xE3:
            return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;
        case 0xEF:
            return byte(1) == 0xBB && byte(2) == 0xBF ? 3 : 0;
        default:
            return 0;
    }
}
/// The same with white space of ASCII.
constexpr std::size_t space_length(std::string_view text) noexcept {
    if (text.empty()) return 0;
    return scan::is_space(text[0]) ? 1 : unicode_space_length(text);
}
constexpr bool ends_with_space(std::string_view text) noexcept {
    if (text.empty()) return false;
    if (scan::is_space(text.back())) return true;
    for (const std::size_t n : {1U, 2U, 3U})
        if (text.size() >= n && unicode_space_length(text.substr(text.size() - n)) == n) return true;
    return false;
}
constexpr std::string_view trimmed_spaces(std::string_view text) noexcept {
    while (const std::size_t n = space_length(text)) text.remove_prefix(n);
    while (ends_with_space(text)) {
        std::size_t n = 1;
        while (n < 3 && !(n == 1 && scan::is_space(text.back())) &&
               unicode_space_length(text.substr(text.size() - n)) != n)
            ++n;
        text.remove_suffix(n);
    }
    return text;
}

}  // namespace hakam::pgn

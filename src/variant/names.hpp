#pragma once

#include <string_view>

namespace hakam::variant {

constexpr bool is_name_filler(char c) noexcept {
    return c == ' ' || c == '-' || c == '_' || c == '\t' || c == '\'' || c == '.' || c == '/';
}

/// Whether two names are the same apart from case and from blanks, hyphens and the like.
constexpr bool same_name(std::string_view a, std::string_view b) noexcept {
    std::size_t i = 0, j = 0;
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    while (true) {
        while (i < a.size() && is_name_filler(a[i])) ++i;
        while (j < b.size() && is_name_filler(b[j])) ++j;
        if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
        if (lower(a[i++]) != lower(b[j++])) return false;
    }
}

/// Whether `name` is one of the names of `list`, which are separated by single spaces.
constexpr bool lists_name(std::string_view list, std::string_view name) noexcept {
    while (!list.empty()) {
        const std::size_t end = list.find(' ');
        if (same_name(list.substr(0, end), name)) return true;
        if (end == list.npos) return false;
        list.remove_prefix(end + 1);
    }
    return false;
}

}  // namespace hakam::variant

#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hakam::match::detail {

inline std::string_view trimmed(std::string_view s) noexcept {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
    return s;
}
inline std::vector<std::string_view> split(std::string_view s, std::string_view separators) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = s.find_first_of(separators, begin);
        if (end == std::string_view::npos) break;
        parts.push_back(s.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(s.substr(begin));
    return parts;
}
inline bool starts_with(std::string_view s, std::string_view prefix) noexcept {
    return s.substr(0, prefix.size()) == prefix;
}
inline bool ends_with(std::string_view s, std::string_view suffix) noexcept {
    return s.size() >= suffix.size() && s.substr(s.size() - suffix.size()) == suffix;
}
/// The whole of `s` as a number not above 10^12.
inline std::optional<std::int64_t> number(std::string_view s) noexcept {
    std::int64_t value = 0;
    if (s.empty() || s.size() > 13 || s.front() == '-' || s.front() == '+') return std::nullopt;
    const auto [end, fault] = std::from_chars(s.data(), s.data() + s.size(), value);
    if (fault != std::errc{} || end != s.data() + s.size()) return std::nullopt;
    return value;
}
/// A decimal number times `unit`, exactly to the millisecond: "0.5" x 1000 = 500.
inline std::optional<std::int64_t> scaled(std::string_view s, std::int64_t unit) noexcept {
    const std::size_t dot = s.find('.');
    const auto whole = number(s.substr(0, dot));
    if (!whole || *whole > INT64_C(1'000'000'000'000) / unit) return std::nullopt;
    std::int64_t result = *whole * unit;
    if (dot == std::string_view::npos) return result;
    const std::string_view decimals = s.substr(dot + 1);
    if (decimals.empty() || decimals.size() > 6) return std::nullopt;
    const auto part = number(decimals);
    if (!part) return std::nullopt;
    std::int64_t scale = 1;
    for (std::size_t i = 0; i < decimals.size(); ++i) scale *= 10;
    return result + *part * unit / scale;
}
/// "2", "0.5", "31.005" without needless zeros. Pre: value >= 0.
inline std::string decimal(std::int64_t value, std::int64_t unit) {
    std::string text = std::to_string(value / unit);
    std::int64_t rest = value % unit;
    if (rest == 0) return text;
    text += '.';
    for (int digits = 0; digits < 6 && rest != 0; ++digits) {
        rest *= 10;
        text += static_cast<char>('0' + rest / unit);
        rest %= unit;
    }
    return text;
}
/// "mm:ss", "h:mm:ss" or seconds with an "s".
inline std::optional<std::int64_t> clock_reading(std::string_view s) noexcept {
    if (ends_with(s, "s")) return scaled(s.substr(0, s.size() - 1), 1000);
    std::int64_t total = 0;
    std::size_t fields = 0;
    std::size_t begin = 0;
    while (true) {
        const std::size_t colon = s.find(':', begin);
        const bool last = colon == std::string_view::npos;
        const std::string_view field =
            s.substr(begin, last ? std::string_view::npos : colon - begin);
        const auto value = last ? scaled(field, 1000) : number(field);
        if (!value || ++fields > 3) return std::nullopt;
        total = total * 60 + (last ? 0 : *value * 1000);
        if (last) return fields < 2 ? std::nullopt : std::optional{total + *value};
        begin = colon + 1;
    }
}

}  // namespace hakam::match::detail

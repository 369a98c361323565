// The list of keys and values that a verdict is written as.
#include <algorithm>

#include "runner.hpp"
#include "text.hpp"

namespace hakam::scenario {

void Verdict::add(std::string_view parts) {
    for (std::string_view part : split(parts, ";")) {
        part = trimmed(part);
        if (part.empty()) continue;
        const std::size_t equals = part.find('=');
        const std::string key{part.substr(0, equals)};
        const std::string value{equals == std::string_view::npos ? "" : part.substr(equals + 1)};
        drop(key);
        parts_.emplace_back(key, value);
    }
}
void Verdict::add_first(std::string_view word) {
    if (has(word)) return;
    const bool touch = !parts_.empty() && parts_.front().first == "touch";
    parts_.emplace(parts_.begin() + (touch ? 1 : 0), std::string{word}, std::string{});
}
bool Verdict::has(std::string_view key) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const auto& p) { return p.first == key; });
}
std::string Verdict::value(std::string_view key) const {
    for (const auto& part : parts_)
        if (part.first == key) return part.second;
    return {};
}
void Verdict::drop(std::string_view key) {
    parts_.erase(
        std::remove_if(parts_.begin(), parts_.end(), [&](const auto& p) { return p.first == key; }),
        parts_.end());
}
std::string Verdict::text(std::string_view first) const {
    std::string out{first};
    for (const auto& [key, value] : parts_) {
        if (!out.empty()) out += "; ";
        out += key;
        if (!value.empty()) out += "=" + value;
    }
    return out;
}

}  // namespace hakam::scenario

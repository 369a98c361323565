#include "number.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "output.hpp"

namespace hakam::cli {

namespace {

constexpr std::string_view digits = "0123456789";
constexpr double year = 366.0 * 24 * 60 * 60;

std::string refused(const std::string& what, const std::string& text) {
    return "expected " + what + ", found '" + valid_utf8(std::string_view{text}.substr(0, 40)) +
           "'";
}

/// Leading zeros would make CLI11 read the number as octal.
void drop_zeros(std::string& text) {
    while (text.size() > 1 && text[0] == '0' && text[1] != '.') text.erase(0, 1);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return CLI::Validator(
        [least, most](std::string& text) {
            std::uint64_t value = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            const bool whole = !text.empty() && text.find_first_not_of(digits) == text.npos;
            if (!whole || error != std::errc{} || value < least || value > most)
                return refused(most == UINT64_MAX
                                   ? "a whole number of at least " + std::to_string(least)
                                   : "a whole number from " + std::to_string(least) + " to " +
                                         std::to_string(most),
                               text);
            drop_zeros(text);
            return std::string{};
        },
        "NUMBER");
}

CLI::Validator seconds() {
    return CLI::Validator(
        [](std::string& text) {
            double value = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value,
                                                      std::chars_format::fixed);
            const bool plain = text.find_first_of(digits) != text.npos &&
                               text.find_first_not_of("0123456789.") == text.npos &&
                               end == text.data() + text.size();
            if (!plain || error != std::errc{} || value > year)
                return refused("seconds such as 2 or 0.25, at most a year", text);
            drop_zeros(text);
            return std::string{};
        },
        "SECONDS");
}

}  // namespace hakam::cli

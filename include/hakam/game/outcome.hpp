#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hakam/core/color.hpp"

namespace hakam {

/// How a finished game ended (Laws 5.1, 5.2). A game that goes on has no Outcome.
enum class Outcome : std::uint8_t { white_wins, black_wins, draw };

/// "1-0", "0-1" or "1/2-1/2", as in PGN.
constexpr std::string_view to_string(Outcome outcome) noexcept {
    switch (outcome) {
        case Outcome::white_wins:
            return "1-0";
        case Outcome::black_wins:
            return "0-1";
        case Outcome::draw:
            break;
    }
    return "1/2-1/2";
}
/// Reads exactly the three texts of to_string.
constexpr std::optional<Outcome> outcome_from(std::string_view text) noexcept {
    if (text == "1-0") return Outcome::white_wins;
    if (text == "0-1") return Outcome::black_wins;
    if (text == "1/2-1/2") return Outcome::draw;
    return std::nullopt;
}

constexpr Outcome win_for(Color c) noexcept {
    return c == Color::white ? Outcome::white_wins : Outcome::black_wins;
}
/// Who won, if anybody did.
constexpr std::optional<Color> winner(Outcome outcome) noexcept {
    switch (outcome) {
        case Outcome::white_wins:
            return Color::white;
        case Outcome::black_wins:
            return Color::black;
        case Outcome::draw:
            break;
    }
    return std::nullopt;
}

}  // namespace hakam

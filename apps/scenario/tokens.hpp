#pragma once

#include <optional>
#include <string_view>

#include "hakam/core/piece.hpp"
#include "hakam/core/square.hpp"
#include "text.hpp"

/// How the tokens of a script are read.
namespace hakam::scenario {

using match::detail::number;

inline std::optional<Color> side_from(std::string_view text) {
    if (text == "W") return Color::white;
    if (text == "B") return Color::black;
    return std::nullopt;
}

struct Squares {
    Square from;
    Square to;
    std::optional<PieceType> piece;
};
/// "e2e4", "e7e8q"; also a promotion to what does not exist ("e7e8k").
inline std::optional<Squares> squares_of(std::string_view uci) {
    if (uci.size() < 4 || uci.size() > 5) return std::nullopt;
    const auto from = square_from(uci.substr(0, 2));
    const auto to = square_from(uci.substr(2, 2));
    if (!from || !to) return std::nullopt;
    Squares result{*from, *to, std::nullopt};
    if (uci.size() == 5) {
        if (uci[4] < 'a' || uci[4] > 'z') return std::nullopt;
        result.piece = piece_type_from(static_cast<char>(uci[4] - ('a' - 'A')));
        if (!result.piece) return std::nullopt;
    }
    return result;
}

/// The number that a text begins with.
inline std::optional<std::int64_t> leading_number(std::string_view text) {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    return number(text.substr(0, digits));
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace hakam::scenario

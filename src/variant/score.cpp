#include "hakam/variant/score.hpp"

#include <algorithm>

#include "hakam/variant/fen.hpp"
#include "hakam/variant/move_text.hpp"

namespace hakam::variant {

std::string format_moves(const Variant& variant, std::span<const Position> positions,
                         std::span<const Move> moves, bool numbers) {
    std::string text;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Position& before = positions[i];
        if (i != 0) text += ' ';
        if (numbers && (before.turn() == Color::white || i == 0))
            text += std::to_string(before.fullmove_number()) +
                    (before.turn() == Color::white ? "." : "...");
        text += format_san(variant, before, moves[i]);
    }
    return text;
}

std::string format_score(const Variant& variant, std::span<const Position> positions,
                         std::span<const Move> moves, std::span<const ScoreTag> tags,
                         std::string_view result) {
    std::string text;
    const auto tag = [&text](std::string_view name, std::string_view value) {
        text += '[';
        text += name;
        text += " \"";
        for (const char c : value) {
            if (c == '"' || c == '\\') text += '\\';
            text += c;
        }
        text += "\"]\n";
    };
    for (const auto& [name, value] : tags) tag(name, value.empty() ? "?" : value);
    tag("Result", result);
    tag("Variant", variant.rules().id);
    tag("SetUp", "1");
    tag("FEN", fen::format(variant, positions.front()));
    text += '\n';
    std::string all = format_moves(variant, positions, moves);
    if (!all.empty()) all += ' ';
    all += result;
    std::size_t column = 0;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find(' ', at), all.size());
        if (column != 0 && column + 1 + end - at > 79) text += '\n', column = 0;
        if (column != 0) text += ' ', ++column;
        text += all.substr(at, end - at);
        column += end - at;
        at = end + 1;
    }
    return text + "\n\n";
}

}  // namespace hakam::variant

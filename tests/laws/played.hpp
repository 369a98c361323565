#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "hakam/game/game.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"

/// Short ways to say what the tests of this room need.
namespace hakam::laws::testing {

/// The position of a FEN; positions that no game reaches are welcome.
inline Position at(std::string_view text) {
    if (text == "startpos") return {};
    fen::Options options;
    options.reading = Reading::lenient;
    options.tolerated = Tolerance::unreachable();
    const Expected<Position> position = fen::position(text, options);
    EXPECT_TRUE(position) << text;
    return position ? *position : Position{};
}

/// A move in SAN or UCI; fails the test if there is none.
inline Move move_in(const Position& position, std::string_view text) {
    if (const auto uci = uci::parse_lenient(text, position)) return uci->move;
    const auto san = san::parse_lenient(text, position);
    EXPECT_TRUE(san) << text << " in " << fen::format(position);
    return san ? san->move : Move{};
}

/// Plays moves separated by spaces or commas; "1." and "3..." are skipped.
inline void play(Game& game, std::string_view moves) {
    while (!moves.empty()) {
        const std::size_t end = std::min(moves.find_first_of(" ,"), moves.size());
        std::string_view word = moves.substr(0, end);
        moves.remove_prefix(std::min(end + 1, moves.size()));
        if (const std::size_t dot = word.rfind('.'); dot != word.npos) word.remove_prefix(dot + 1);
        if (word.empty()) continue;
        const Move move = move_in(game.current(), word);
        ASSERT_TRUE(game.play(move)) << word;
    }
}

inline Game played(std::string_view start, std::string_view moves = {}) {
    Game game{at(start)};
    play(game, moves);
    return game;
}

inline LawBook book(std::string_view name) {
    const Expected<LawBook> found = law_book(name);
    EXPECT_TRUE(found) << name;
    return found ? *found : LawBook{Rules{}};
}

/// The number of the first article cited, or nothing.
inline std::string_view first_article(const Citations& citations) {
    return citations.empty() ? std::string_view{} : citations.front().number();
}

inline constexpr std::string_view knight_dance = "Nf3 Nf6 Ng1 Ng8 ";
inline std::string repeated(std::string_view moves, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += moves;
    return text;
}

}  // namespace hakam::laws::testing

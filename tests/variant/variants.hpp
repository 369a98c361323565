#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/variant/condition.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"
#include "hakam/variant/move_text.hpp"
#include "hakam/variant/variant.hpp"

/// Variants for tests, by name.
namespace hakam::testkit {

inline variant::Variant game(std::string_view name) {
    const auto rules = variant::game_named(name);
    EXPECT_TRUE(rules) << name;
    auto made = variant::Variant::from(*rules);
    EXPECT_TRUE(made) << name << ": " << describe(made.error());
    return std::move(*made);
}

/// Orthodox chess (with fairy men, too) under conditions.
inline variant::Variant problem(std::vector<std::string_view> names) {
    std::vector<const variant::Condition*> conditions;
    for (const auto name : names) {
        conditions.push_back(variant::condition_named(name));
        EXPECT_TRUE(conditions.back()) << name;
    }
    auto made =
        variant::Variant::from(variant::problem_rules(conditions, variant::FairyMen::yes));
    EXPECT_TRUE(made) << describe(made.error());
    return std::move(*made);
}

inline variant::Position position(const variant::Variant& v, std::string_view fen) {
    if (fen == "start") return v.start();
    const auto read = variant::fen::parse(v, fen);
    EXPECT_TRUE(read) << fen << ": " << (read ? "" : describe(read.error()));
    return read ? *read : v.start();
}

/// Legal moves as sorted SAN.
inline std::vector<std::string> moves_of(const variant::Variant& v, std::string_view fen) {
    const variant::Position p = position(v, fen);
    std::vector<std::string> moves;
    for (const variant::Move& move : v.legal_moves(p))
        moves.push_back(variant::format_san(v, p, move));
    std::sort(moves.begin(), moves.end());
    return moves;
}
inline bool has_move(const variant::Variant& v, std::string_view fen, std::string_view san) {
    const auto moves = moves_of(v, fen);
    return std::find(moves.begin(), moves.end(), san) != moves.end();
}
/// The position after moves written as SAN, separated by blanks.
inline variant::Position after(const variant::Variant& v, std::string_view fen,
                               std::string_view moves) {
    variant::Position p = position(v, fen);
    while (!moves.empty()) {
        const std::size_t end = std::min(moves.find(' '), moves.size());
        const auto move = variant::parse_move(v, p, moves.substr(0, end));
        EXPECT_TRUE(move) << moves << " in " << variant::fen::format(v, p);
        if (!move) return p;
        p = v.after(p, *move);
        moves.remove_prefix(std::min(end + 1, moves.size()));
    }
    return p;
}

}  // namespace hakam::testkit

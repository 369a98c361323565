#pragma once

#include <cstdint>

namespace hakam {

/// How men move and what ends play on the board: data for the one generator, which is
/// `template <Ruleset R>`. A new variant is a new value here (and at most one new field).
struct Ruleset {
    enum class DoubleStep : std::uint8_t {
        none,         ///< pawns go one square only
        start_rank,   ///< from the second rank (Law 3.7.2)
        any_rank,     ///< torpedo chess
    };
    bool castling = true;
    DoubleStep double_step = DoubleStep::start_rank;

    friend constexpr bool operator==(const Ruleset&, const Ruleset&) = default;
};

namespace rulesets {
inline constexpr Ruleset standard{};
/// No-castling chess (Kramnik 2019): castling is never legal, all else is unchanged.
inline constexpr Ruleset no_castling{.castling = false};
/// Torpedo chess: a pawn may take a double step from any rank; en passant follows every one.
inline constexpr Ruleset torpedo{.double_step = Ruleset::DoubleStep::any_rank};
}  // namespace rulesets

/// Names a Ruleset inside a Position. Chess960 is not one: castling is "king takes own rook"
/// everywhere, so the standard rules already cover it.
enum class RulesetId : std::uint8_t { standard, no_castling, torpedo };

/// Calls f.template operator()<R>() with the Ruleset that `id` names: the one switch at the edge.
template <class F>
constexpr decltype(auto) with_ruleset(RulesetId id, F&& f) {
    switch (id) {
        case RulesetId::no_castling: return f.template operator()<rulesets::no_castling>();
        case RulesetId::torpedo: return f.template operator()<rulesets::torpedo>();
        case RulesetId::standard: break;
    }
    return f.template operator()<rulesets::standard>();
}

}  // namespace hakam

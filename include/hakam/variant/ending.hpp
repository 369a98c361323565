#pragma once

#include <optional>
#include <string>

#include "hakam/variant/variant.hpp"

namespace hakam::variant {

enum class EndReason : std::uint8_t { checkmate, stalemate, bare_king, both_bare };
std::string_view name(EndReason reason) noexcept;

/// How a position ends a game, if it does.
struct Ending {
    EndReason reason{};
    /// The result; nothing: the sources of these rules do not say.
    enum class Result : std::uint8_t { white_wins, black_wins, draw, white_half_wins, black_half_wins, unknown };
    Result result = Result::unknown;
    /// The rule applied, in one sentence.
    std::string rule;
};

/// Whether the position is the end of the game by these rules. A bared side that can bare back on
/// this very move is not yet at its end, where the rules give it that move. Nothing: play goes on.
std::optional<Ending> ending(const Variant& variant, const Position& position);

}  // namespace hakam::variant

#pragma once

#include <span>
#include <vector>

#include "hakam/variant/ending.hpp"

namespace hakam::variant {

/// What may be claimed: a draw by what these rules share with today's chess.
enum class ClaimReason : std::uint8_t { threefold_repetition, fifty_moves };
std::string_view name(ClaimReason reason) noexcept;

/// The standing of a game by its rules.
struct Standing {
    std::optional<Ending> ending;     ///< if it is over
    std::size_t ended_after = 0;      ///< plies played when it ended; later moves do not count
    std::vector<ClaimReason> claims;  ///< of the side to move, if it is not over
};

/// Judges a game by the positions reached, the start first; the first end counts.
/// Pre: at least one position. Cost: linear, but for counting repetitions of the last position.
Standing judge(const Variant& variant, std::span<const Position> positions);

}  // namespace hakam::variant

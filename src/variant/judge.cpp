#include "hakam/variant/judge.hpp"

#include <algorithm>

namespace hakam::variant {

std::string_view name(ClaimReason reason) noexcept {
    return reason == ClaimReason::threefold_repetition ? "threefold-repetition" : "fifty-moves";
}

Standing judge(const Variant& variant, std::span<const Position> positions) {
    Standing standing;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        standing.ending = ending(variant, positions[i]);
        standing.ended_after = i;
        if (standing.ending) return standing;
    }
    const Position& last = positions.back();
    const Ends& ends = variant.rules().ends;
    const auto times = std::count_if(positions.begin(), positions.end(),
                                     [&](const Position& p) { return repeats(p, last); });
    if (ends.repetition != 0 && times >= ends.repetition)
        standing.claims.push_back(ClaimReason::threefold_repetition);
    if (ends.quiet_plies != 0 && last.halfmove_clock() >= ends.quiet_plies)
        standing.claims.push_back(ClaimReason::fifty_moves);
    return standing;
}

}  // namespace hakam::variant

#pragma once

// Written by tools/gen_laws from data/laws; change the data, not this file.

#include <cstdint>
#include <optional>
#include <string_view>

namespace hakam::laws {

/// Why a game ended, or what may be claimed. One list for verdicts, events and scenarios:
/// data/laws/reasons.tsv.
enum class Reason : std::uint8_t {
    none,  ///< "none"
    checkmate,  ///< "checkmate"
    stalemate,  ///< "stalemate"
    dead_position,  ///< "dead-position"
    fivefold_repetition,  ///< "fivefold-repetition"
    seventyfive_moves,  ///< "seventyfive-moves"
    threefold_repetition,  ///< "threefold-repetition"
    fifty_moves,  ///< "fifty-moves"
    agreement,  ///< "agreement"
    resignation,  ///< "resignation"
    resignation_cannot_mate,  ///< "resignation-cannot-mate"
    flag_fall,  ///< "flag-fall"
    flag_fall_cannot_mate,  ///< "flag-fall-cannot-mate"
    flag_fall_insufficient,  ///< "flag-fall-insufficient-material"
    both_flags,  ///< "both-flags"
    illegal_move,  ///< "illegal-move"
    illegal_move_cannot_mate,  ///< "illegal-move-cannot-mate"
    illegal_moves,  ///< "illegal-moves"
    illegal_moves_cannot_mate,  ///< "illegal-moves-cannot-mate"
    disconnection,  ///< "disconnection"
    disconnection_cannot_mate,  ///< "disconnection-cannot-mate"
    default_time,  ///< "default-time"
    device,  ///< "forbidden-device"
    device_cannot_win,  ///< "forbidden-device-cannot-win"
    penalty,  ///< "penalty"
    signed_result,  ///< "signed-result"
    normal_means,  ///< "normal-means"
    normal_means_referred,  ///< "normal-means-referred"
    bad_sealed_move,  ///< "bad-sealed-move"
    bad_sealed_move_cannot_mate,  ///< "bad-sealed-move-cannot-mate"
    initial_position,  ///< "initial-position"
    colours,  ///< "colours-reversed"
    illegal_position,  ///< "illegal-position"
    no_agreement_on_position,  ///< "no-agreement-on-position"
    insufficient_losing_chances,  ///< "insufficient-losing-chances"
    conduct,  ///< "conduct"
    arbiter_decision,  ///< "arbiter-decision"
    aborted,  ///< "aborted"
};
inline constexpr int reason_count = 38;

/// The code of verdicts, events and the protocol: "dead-position".
std::string_view name(Reason reason) noexcept;
/// The short word of scenarios: "dead", "3fold", "flag-nomate".
std::string_view scenario_word(Reason reason) noexcept;
/// Reads both, codes and words.
std::optional<Reason> reason_from(std::string_view text) noexcept;

}  // namespace hakam::laws

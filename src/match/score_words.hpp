#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "hakam/match/live_game.hpp"

/// Words that score_sheet() writes and log_from_score() reads.
namespace hakam::match::detail {

inline std::string colour_word(Color c) { return c == Color::white ? "white" : "black"; }

/// The PGN tag of a setting; empty for settings that are no tags.
inline std::string_view tag_name(std::string_view key) noexcept {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> own = {{
        {"event", "Event"},
        {"site", "Site"},
        {"date", "Date"},
        {"round", "Round"},
    }};
    for (const auto& [name, tag] : own)
        if (key == name) return tag;
    const bool is_tag = !key.empty() && key.front() >= 'A' && key.front() <= 'Z';
    return is_tag ? key : std::string_view{};
}

/// The tag Termination (PGN standard 9.8.1).
inline std::string_view termination_of(const State& state) noexcept {
    if (state.phase == Phase::adjourned) return "adjourned";
    if (state.phase != Phase::ended && state.phase != Phase::cancelled) return "unterminated";
    switch (state.reason) {
        case Reason::flag_fall:
        case Reason::flag_fall_cannot_mate:
        case Reason::flag_fall_insufficient:
        case Reason::both_flags:
            return "time forfeit";
        case Reason::arbiter_decision:
            // Who is declared to have lost has broken the Laws or the rules of the event.
            return state.result == Result::draw ? "adjudication" : "rules infraction";
        case Reason::normal_means:
        case Reason::normal_means_referred:
        case Reason::insufficient_losing_chances:
        case Reason::illegal_position:
        case Reason::no_agreement_on_position:
            return "adjudication";
        case Reason::illegal_moves:
        case Reason::illegal_moves_cannot_mate:
        case Reason::illegal_move:
        case Reason::illegal_move_cannot_mate:
        case Reason::device:
        case Reason::penalty:
        case Reason::conduct:
        case Reason::bad_sealed_move:
        case Reason::bad_sealed_move_cannot_mate:
        case Reason::initial_position:
        case Reason::colours:
            return "rules infraction";
        case Reason::default_time:
        case Reason::disconnection:
        case Reason::disconnection_cannot_mate:
        case Reason::aborted:
            return "abandoned";
        default:
            return "normal";
    }
}

}  // namespace hakam::match::detail

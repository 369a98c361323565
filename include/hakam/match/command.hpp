#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hakam/match/event.hpp"

namespace hakam::match {

/// A wish that something should happen, or the report that it did. decide() answers with the
/// events that it causes. Pre: is_command(type).
struct Command {
    EventType type = EventType::tick;
    Actor actor = Actor::system;
    Args args;
    std::uint32_t ref = 0;

    friend bool operator==(const Command&, const Command&) = default;
};

/// Why a command changes nothing. Over the board only what is physically impossible is refused;
/// online whatever the rules forbid.
enum class RefusalCode : std::uint8_t {
    game_over,      ///< the game has ended, been cancelled, or not begun
    not_your_move,  ///< the actor does not have the move
    no_such_man,    ///< nothing stands there
    illegal_move,   ///< online: the platform accepts only legal moves (ONL-3.3)
    no_offer,       ///< nothing to accept or decline
    not_possible,   ///< not in this phase or mode
    not_allowed,    ///< this actor may not do that
    bad_arguments,  ///< an argument is missing or out of range
};
std::string_view name(RefusalCode code) noexcept;

struct Refusal {
    RefusalCode code = RefusalCode::not_possible;
    std::string why;       ///< one English sentence without the full stop
    std::string articles;  ///< if the Laws refuse it

    friend bool operator==(const Refusal&, const Refusal&) = default;
};

}  // namespace hakam::match

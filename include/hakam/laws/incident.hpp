#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "hakam/core/color.hpp"
#include "hakam/game/outcome.hpp"

namespace hakam::laws {

/// How a fallen flag came to be ruled on.
enum class FlagCaller : std::uint8_t {
    unknown,
    claim,    ///< by a player (A.5.3)
    arbiter,  ///< seen and called (Laws 6.8, A.5.5)
    clock,    ///< by the platform itself
};

/// `side` has run out of time, and it has been noticed or claimed (Laws 6.8, 6.9).
struct FlagFall {
    Color side{};
    FlagCaller by = FlagCaller::unknown;
};
/// Both flags are down. `first`: whose fell first, if that is known.
struct BothFlags {
    std::optional<Color> first;
};
/// `side` declares that it resigns (Law 5.1.2).
struct Resignation {
    Color side{};
};

/// What was done that counts, in some books, as an illegal act (Laws 7.5.1 to 7.5.4).
enum class IllegalKind : std::uint8_t {
    move,
    promotion_unfinished,
    press_without_move,
    two_hands,
    king_captured,
};
/// `side` has completed an illegal move, or an act that counts as one; the `count`-th (Law 7.5).
struct IllegalAct {
    Color side{};
    int count = 1;
    IllegalKind kind = IllegalKind::move;
    bool in_quickplay_finish = false;  ///< all remaining moves are to be made in a limited time
};
/// Both players agree to a draw (Law 5.2.3).
struct Agreement {};
/// `side` did not come back online within the time the event sets.
struct Disconnection {
    Color side{};
};

enum class Session : std::uint8_t { start, resumption };
/// `side`, or with none both sides, did not come in time (Law 6.7.1, Guidelines I.10).
struct DefaultTime {
    std::optional<Color> side;
    Session session = Session::start;
};
/// `side` was found with a device that the event treats as lost (Law 11.3.2.2).
struct DeviceFound {
    Color side{};
};
/// The men still stand illegally when nobody may put them right any more (A.5.4).
struct IllegalPosition {};

enum class WrongStartKind : std::uint8_t { array, colours };
/// The game began wrongly and is void: a new one is played (Laws 7.2.1, 7.3).
struct WrongStart {
    WrongStartKind kind = WrongStartKind::array;
};

enum class SealedFault : std::uint8_t { ambiguous, meaningless, illegal };
/// The sealed move of `side` cannot be played (Guidelines I.8).
struct BadSealedMove {
    Color side{};
    SealedFault fault = SealedFault::ambiguous;
};

enum class ClaimAnswer : std::uint8_t {
    upheld,
    referred,  ///< to whom the event names (Guidelines III.6)
};
/// A claim that the opponent cannot win by normal means (Guidelines III.5; US Chess 14H).
struct NormalMeans {
    Color claimant{};
    ClaimAnswer answer = ClaimAnswer::upheld;
};
/// Both players have signed a result (Law 8.7).
struct SignedResult {
    Outcome outcome{};
};

/// Something that happens outside the moves and that the Laws rule on.
using Incident = std::variant<FlagFall, Resignation, IllegalAct, Agreement, Disconnection,
                              BothFlags, DefaultTime, DeviceFound, IllegalPosition, WrongStart,
                              BadSealedMove, NormalMeans, SignedResult>;

}  // namespace hakam::laws

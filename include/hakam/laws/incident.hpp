#pragma once

#include <variant>

#include "hakam/core/color.hpp"

namespace hakam::laws {

/// `side` has run out of time, and it has been noticed or claimed (Laws 6.8, 6.9).
struct FlagFall {
    Color side{};
};
/// `side` declares that it resigns (Law 5.1.2).
struct Resignation {
    Color side{};
};
/// `side` has completed an illegal move, or an act that counts as one; the `count`-th (Law 7.5).
struct IllegalAct {
    Color side{};
    int count = 1;
};
/// Both players agree to a draw (Law 5.2.3).
struct Agreement {};
/// `side` did not come back online within the time the event sets.
struct Disconnection {
    Color side{};
};

/// Something that happens outside the moves and that the Laws rule on.
using Incident = std::variant<FlagFall, Resignation, IllegalAct, Agreement, Disconnection>;

}  // namespace hakam::laws

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/core/position.hpp"
#include "itinerary.hpp"

namespace hakam::retro {

/// Who takes whom, and where the taker arrives.
struct PlannedCapture {
    std::int8_t taken = 0;
    std::int8_t taker = 0;
    Square arrival{};
    std::int8_t visit = -1;  ///< of the taker's errand; -1: not counted among its visits
    bool en_passant = false;
};

/// A destiny for every man. Each game follows exactly one strategy.
struct Strategy {
    std::vector<Traveller> men;
    std::vector<Errand> errands;
    std::vector<Itinerary> itineraries;
    Bitboard walls;                      ///< homes of men that cannot move
    std::array<int, 2> moves{};          ///< of each side, exactly
    std::vector<PlannedCapture> captures;
    bool plans_captures = false;         ///< else anybody takes those that are taken anywhere
};

struct StrategyQuestion {
    Position start;
    Board target;
    Bitboard kept;  ///< rooks whose right must last; with their kings
};

/// Finds the strategies of a question. One planner serves all lengths.
class Planner {
public:
    /// `longest`: half-moves of the longest game asked for.
    Planner(const StrategyQuestion& question, int longest);
    ~Planner();
    Planner(const Planner&) = delete;
    Planner& operator=(const Planner&) = delete;

    /// Hands over every strategy in which the sides make so many moves, until `play` says to stop.
    /// Returns false if they are too many to be listed, or it was stopped.
    bool each(const std::array<int, 2>& moves, const Budget& budget,
              const std::function<bool(const Strategy&)>& play);
    /// Fewest moves of a side; nothing if the board cannot be reached.
    std::optional<int> fewest(Color c);

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace hakam::retro

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hakam/match/time_control.hpp"

namespace hakam::match {

/// A chess clock (Law 6.1): two times of which at most one runs. A plain value: it moves only when
/// a function is called with the time of the event. Units: milliseconds.
struct Clock {
    std::array<Milliseconds, 2> left{};  ///< when last stopped; never below 0
    std::optional<Color> running;
    Milliseconds since = 0;                  ///< when `running` was started
    std::array<Milliseconds, 2> used{};      ///< in the move being thought about, pauses left out
    std::array<Milliseconds, 2> credited{};  ///< by each side's last press, to be taken back (7.5)
    std::array<std::uint32_t, 2> completed{};  ///< moves (Law 6.2.1)
    std::array<std::uint32_t, 2> required{};  ///< moves until the end of the present period, 0: all
    std::array<std::uint8_t, 2> period{};     ///< index into SideControl::periods
    std::array<bool, 2> fallen{};             ///< the flag has fallen physically (Law 6.1.1)

    friend bool operator==(const Clock&, const Clock&) = default;
};

/// The clock before the game, `completed` moves of each side being already behind it (a game that
/// starts from a later position).
Clock set_clock(const TimeControl& control, std::array<std::uint32_t, 2> completed = {});

/// What the display of `side` shows at `now`. Delay kinds show the main time. Never below 0.
Milliseconds remaining(const TimeControl& control, const Clock& clock, Color side,
                       Milliseconds now);
/// When the running flag will fall if nothing happens; nullopt if none can.
std::optional<Milliseconds> flag_time(const TimeControl& control, const Clock& clock);

/// The clock with its times brought up to `now`, flags and time-triggered periods included.
/// Pre: now >= since (an earlier now changes nothing).
Clock advanced(const TimeControl& control, Clock clock, Milliseconds now);
/// Starts `side`'s time; the other stops. A new turn forgets the time used before.
Clock started(const TimeControl& control, Clock clock, Color side, Milliseconds now);
/// Stops both (Law 6.11).
Clock stopped(const TimeControl& control, Clock clock, Milliseconds now);
/// Starts `side` again in the middle of its move.
Clock resumed(const TimeControl& control, Clock clock, Color side, Milliseconds now);

/// Whether a press completes a move that counts (Law 6.2.1) or not (7.5.3, an illegal act).
enum class Counts : std::uint8_t { no, yes };

/// `side` has pressed: its time stops with all that the control grants, the other's starts.
/// Law: 6.2.1, 6.3. Pre: none; if `side` was not running, nothing is charged or granted.
Clock pressed(const TimeControl& control, Clock clock, Color side, Counts counts, Milliseconds now);
/// The move of `side` is completed without a press (Laws 6.2.1.1, 6.2.1.2): counted, nothing
/// granted.
Clock counted(const TimeControl& control, Clock clock, Color side);

/// Adds to (or takes from) the time of a side; flags that no longer hold are lifted (Law 7.5.5).
Clock adjusted(const TimeControl& control, Clock clock, Color side, Milliseconds delta,
               Milliseconds now);
Clock set_time(const TimeControl& control, Clock clock, Color side, Milliseconds left,
               Milliseconds now);

/// Whether the last completed move of `side` was the last one of a period.
bool control_reached(const TimeControl& control, const Clock& clock, Color side);
/// Whether `side` still owes moves of the period that its time was for (Law 6.4).
bool moves_owed(const TimeControl& control, const Clock& clock, Color side);

/// "1:30:00", "4:59", "0:09.4" (tenths below ten seconds).
std::string format_clock(Milliseconds left);

}  // namespace hakam::match

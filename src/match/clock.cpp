#include "hakam/match/clock.hpp"

#include <algorithm>

namespace hakam::match {
namespace {

std::size_t at(Color c) noexcept { return static_cast<std::size_t>(index(c)); }

const Period& period_of(const TimeControl& control, const Clock& clock, Color c) {
    return control.of(c).periods[clock.period[at(c)]];
}
bool has_next_period(const TimeControl& control, const Clock& clock, Color c) {
    const SideControl& side = control.of(c);
    return clock.period[at(c)] + 1U < side.periods.size() || side.repeat_last;
}
/// Enters the next period of `c` and gives it its time.
void next_period(const TimeControl& control, Clock& clock, Color c) {
    const SideControl& side = control.of(c);
    if (clock.period[at(c)] + 1U < side.periods.size()) ++clock.period[at(c)];
    const Period& period = side.periods[clock.period[at(c)]];
    clock.left[at(c)] += period.base;
    if (period.moves == 0)
        clock.required[at(c)] = 0;
    else
        clock.required[at(c)] += period.moves;
}
/// Whether the next period comes when the time of this one is used up.
bool changes_at_zero(const TimeControl& control, const Clock& clock, Color c) {
    if (!has_next_period(control, clock, c)) return false;
    return control.change == PeriodChange::at_zero || period_of(control, clock, c).moves == 0;
}
/// Main time that `elapsed` more of thinking costs the running side.
Milliseconds cost(const Period& period, Milliseconds used, Milliseconds elapsed) {
    if (period.kind != Extra::delay) return elapsed;
    return std::max<Milliseconds>(0, used + elapsed - period.extra) -
           std::max<Milliseconds>(0, used - period.extra);
}

}  // namespace

Clock set_clock(const TimeControl& control, std::array<std::uint32_t, 2> completed) {
    Clock clock;
    clock.completed = completed;
    if (!control.timed()) return clock;
    for (const Color c : colors) {
        const Period& first = control.of(c).periods.front();
        clock.left[at(c)] = first.base;
        clock.required[at(c)] = first.moves;
        if (control.first_increment && first.kind == Extra::increment)
            clock.left[at(c)] += first.extra;
        while (clock.required[at(c)] != 0 && clock.completed[at(c)] >= clock.required[at(c)]) {
            const std::uint32_t before = clock.required[at(c)];
            if (!has_next_period(control, clock, c)) break;
            clock.left[at(c)] = 0;
            next_period(control, clock, c);
            if (clock.required[at(c)] == before) break;
        }
    }
    return clock;
}

Clock advanced(const TimeControl& control, Clock clock, Milliseconds now) {
    if (!clock.running || now <= clock.since) return clock;
    const Color c = *clock.running;
    Milliseconds elapsed = now - clock.since;
    clock.since = now;
    if (!control.timed()) {
        clock.used[at(c)] += elapsed;
        return clock;
    }
    while (elapsed > 0) {
        const Period& period = period_of(control, clock, c);
        const Milliseconds charge = cost(period, clock.used[at(c)], elapsed);
        if (charge < clock.left[at(c)] || (charge == 0 && clock.left[at(c)] == 0)) {
            clock.left[at(c)] -= charge;
            if (period.kind == Extra::hourglass) clock.left[at(~c)] += charge;
            clock.used[at(c)] += elapsed;
            break;
        }
        // The time runs out on the way (or exactly now): so much of `elapsed` is needed for it.
        const Milliseconds free_time =
            period.kind == Extra::delay
                ? std::max<Milliseconds>(0, period.extra - clock.used[at(c)])
                : 0;
        const Milliseconds step = std::min(elapsed, free_time + clock.left[at(c)]);
        if (period.kind == Extra::hourglass) clock.left[at(~c)] += clock.left[at(c)];
        clock.left[at(c)] = 0;
        clock.used[at(c)] += step;
        elapsed -= step;
        const bool more = changes_at_zero(control, clock, c);
        const bool owed =
            clock.required[at(c)] != 0 && clock.completed[at(c)] < clock.required[at(c)];
        if (!more || owed) clock.fallen[at(c)] = true;
        if (!more) {
            clock.used[at(c)] += elapsed;
            break;
        }
        const std::uint32_t required = clock.required[at(c)];
        next_period(control, clock, c);
        if (required == 0 && control.of(c).periods[clock.period[at(c)]].moves != 0)
            clock.required[at(c)] = clock.completed[at(c)] + period_of(control, clock, c).moves;
        if (clock.left[at(c)] == 0) break;
    }
    return clock;
}

Milliseconds remaining(const TimeControl& control, const Clock& clock, Color side,
                       Milliseconds now) {
    return advanced(control, clock, now).left[at(side)];
}

std::optional<Milliseconds> flag_time(const TimeControl& control, const Clock& clock) {
    if (!clock.running || !control.timed()) return std::nullopt;
    const Color c = *clock.running;
    if (clock.fallen[at(c)]) return std::nullopt;
    const Period& period = period_of(control, clock, c);
    Milliseconds free_time = 0;
    if (period.kind == Extra::delay)
        free_time = std::max<Milliseconds>(0, period.extra - clock.used[at(c)]);
    return clock.since + free_time + clock.left[at(c)];
}

Clock started(const TimeControl& control, Clock clock, Color side, Milliseconds now) {
    clock = stopped(control, clock, now);
    clock.used[at(side)] = 0;
    clock.running = side;
    clock.since = now;
    if (control.timed() && period_of(control, clock, side).kind == Extra::per_move) {
        clock.left[at(side)] = period_of(control, clock, side).base;
        clock.fallen[at(side)] = false;
    }
    return clock;
}

Clock stopped(const TimeControl& control, Clock clock, Milliseconds now) {
    clock = advanced(control, clock, now);
    clock.running.reset();
    clock.since = std::max(clock.since, now);
    return clock;
}

Clock resumed(const TimeControl& control, Clock clock, Color side, Milliseconds now) {
    clock = stopped(control, clock, now);
    clock.running = side;
    clock.since = now;
    return clock;
}

Clock counted(const TimeControl& control, Clock clock, Color side) {
    ++clock.completed[at(side)];
    if (!control.timed() || control.change == PeriodChange::at_zero) return clock;
    while (clock.required[at(side)] != 0 && clock.completed[at(side)] >= clock.required[at(side)] &&
           has_next_period(control, clock, side) && !clock.fallen[at(side)])
        next_period(control, clock, side);
    return clock;
}

Clock pressed(const TimeControl& control, Clock clock, Color side, Counts counts,
              Milliseconds now) {
    clock = advanced(control, clock, now);
    if (clock.running != side) return clock;
    clock.credited[at(side)] = 0;
    if (control.timed() && !clock.fallen[at(side)]) {
        const Period& period = period_of(control, clock, side);
        Milliseconds credit = 0;
        if (period.kind == Extra::increment) credit = period.extra;
        if (period.kind == Extra::bronstein) credit = std::min(period.extra, clock.used[at(side)]);
        clock.left[at(side)] += credit;
        clock.credited[at(side)] = credit;
    }
    if (counts == Counts::yes) clock = counted(control, clock, side);
    return started(control, clock, ~side, now);
}

Clock adjusted(const TimeControl& control, Clock clock, Color side, Milliseconds delta,
               Milliseconds now) {
    clock = advanced(control, clock, now);
    clock.left[at(side)] = std::max<Milliseconds>(0, clock.left[at(side)] + delta);
    if (clock.left[at(side)] > 0) clock.fallen[at(side)] = false;
    return clock;
}

Clock set_time(const TimeControl& control, Clock clock, Color side, Milliseconds left,
               Milliseconds now) {
    clock = advanced(control, clock, now);
    clock.left[at(side)] = std::max<Milliseconds>(0, left);
    clock.fallen[at(side)] = false;
    return clock;
}

bool control_reached(const TimeControl& control, const Clock& clock, Color side) {
    if (!control.timed()) return false;
    const auto& periods = control.of(side).periods;
    std::uint32_t due = 0;
    for (std::size_t i = 0; i < clock.period[at(side)] && i < periods.size(); ++i)
        due += periods[i].moves;
    return due > 0 && clock.completed[at(side)] == due;
}

bool moves_owed(const TimeControl& control, const Clock& clock, Color side) {
    if (!control.timed()) return false;
    return clock.required[at(side)] == 0 || clock.completed[at(side)] < clock.required[at(side)];
}

std::string format_clock(Milliseconds left) {
    const auto two = [](Milliseconds n) {
        return std::string{static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)};
    };
    left = std::max<Milliseconds>(0, left);
    const Milliseconds seconds = left / second;
    const Milliseconds hours = seconds / 3600;
    const Milliseconds minutes = seconds / 60 % 60;
    std::string text;
    if (hours > 0)
        text = std::to_string(hours) + ":" + two(minutes) + ":";
    else
        text = std::to_string(minutes) + ":";
    text += two(seconds % 60);
    if (left < 10 * second) text += "." + std::to_string(left % second / 100);
    return text;
}

}  // namespace hakam::match

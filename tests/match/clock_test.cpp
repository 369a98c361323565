#include "hakam/match/clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace hakam {
namespace {

using match::Clock;
using match::Counts;
using match::Extra;
using match::Milliseconds;
using match::Period;
using match::TimeControl;

/// The clock in the plainest words: one thinking time at a time, no shortcuts.
struct PlainClock {
    const TimeControl& control;
    std::array<Milliseconds, 2> left{};
    std::array<std::size_t, 2> period{};
    std::array<std::uint32_t, 2> done{};
    std::array<std::uint32_t, 2> due{};
    std::array<bool, 2> fallen{};

    explicit PlainClock(const TimeControl& c) : control{c} {
        for (std::size_t i = 0; i < 2; ++i) {
            const Period& first = c.sides[i].periods.front();
            left[i] = first.base;
            due[i] = first.moves;
            if (c.first_increment && first.kind == Extra::increment) left[i] += first.extra;
        }
    }
    void move(std::size_t me, Milliseconds used) {
        const auto& side = control.sides[me];
        const Period p = side.periods[period[me]];
        if (p.kind == Extra::per_move) {
            left[me] = p.base;
            fallen[me] = false;
        }
        const Milliseconds charge =
            p.kind == Extra::delay ? std::max<Milliseconds>(0, used - p.extra) : used;
        // Time runs out if the whole of it is used; a move in no time uses none of an empty clock.
        if (charge > 0 && charge >= left[me]) fallen[me] = true;
        if (charge == 0 && used >= p.extra + left[me] && used > 0 && left[me] == 0 &&
            p.kind == Extra::delay && used > p.extra)
            fallen[me] = true;
        const Milliseconds taken = std::min(charge, left[me]);
        left[me] -= taken;
        if (p.kind == Extra::hourglass) left[1 - me] += taken;
        if (!fallen[me]) {
            if (p.kind == Extra::increment) left[me] += p.extra;
            if (p.kind == Extra::bronstein) left[me] += std::min(used, p.extra);
        }
        ++done[me];
        while (due[me] != 0 && done[me] >= due[me] && !fallen[me]) {
            const bool another = period[me] + 1 < side.periods.size();
            if (!another && !side.repeat_last) break;
            if (another) ++period[me];
            left[me] += side.periods[period[me]].base;
            due[me] =
                side.periods[period[me]].moves == 0 ? 0 : due[me] + side.periods[period[me]].moves;
        }
    }
};

TimeControl random_control(std::mt19937& random) {
    const auto pick = [&](int low, int high) {
        return std::uniform_int_distribution<int>{low, high}(random);
    };
    TimeControl control;
    for (auto& side : control.sides) {
        const int count = pick(1, 3);
        const auto kind = static_cast<Extra>(pick(0, 4));
        for (int i = 0; i < count; ++i) {
            Period p;
            p.kind = kind;
            p.base = pick(1, 20'000);
            p.extra = kind == Extra::hourglass || kind == Extra::per_move ? 0 : pick(0, 3'000);
            p.moves =
                i + 1 < count || pick(0, 1) == 1 ? static_cast<std::uint32_t>(pick(1, 6)) : 0U;
            if (kind == Extra::per_move || kind == Extra::hourglass) p.moves = 0;
            side.periods.push_back(p);
            if (p.moves == 0) break;
        }
        side.repeat_last = side.periods.back().moves != 0;
    }
    control.first_increment = pick(0, 1) == 1;
    return control;
}

TEST(MatchClock, AgreesWithAPlainReferenceOnRandomSchedules) {
    std::mt19937 random{20231};
    const char* wanted = std::getenv("HAKAM_CLOCK_SCHEDULES");
    const long schedules = wanted != nullptr ? std::atol(wanted) : 100'000;
    for (long schedule = 0; schedule < schedules; ++schedule) {
        const TimeControl control = random_control(random);
        Clock clock = match::set_clock(control);
        PlainClock plain{control};
        Milliseconds now = 1000;
        clock = match::started(control, clock, Color::white, now);
        for (int ply = 0; ply < 12; ++ply) {
            const Color mover = ply % 2 == 0 ? Color::white : Color::black;
            const auto i = static_cast<std::size_t>(index(mover));
            const Milliseconds used = std::uniform_int_distribution<int>{0, 6'000}(random);
            // Looked at in the middle, stopped and resumed: nothing may change by that.
            const Milliseconds part = used / 3;
            clock = match::advanced(control, clock, now + part);
            clock = match::stopped(control, clock, now + part);
            now += 500;
            clock = match::resumed(control, clock, mover, now + part);
            now += used;
            clock = match::pressed(control, clock, mover, Counts::yes, now);
            plain.move(i, used);
            ASSERT_EQ(clock.fallen, plain.fallen)
                << "schedule " << schedule << " ply " << ply << " " << match::format(control);
            if (plain.fallen[0] || plain.fallen[1]) break;
            ASSERT_EQ(clock.left[i], plain.left[i])
                << "schedule " << schedule << " ply " << ply << " " << match::format(control);
        }
    }
}

TEST(MatchClock, KnownCases) {
    const auto control = *match::parse_time_control("60 b5");
    Clock clock = match::set_clock(control);
    EXPECT_EQ(clock.left[0], 60 * match::minute);
    const auto delay = *match::parse_time_control("60 d5");
    Clock d = match::started(delay, match::set_clock(delay), Color::white, 0);
    d = match::pressed(delay, d, Color::white, Counts::yes, 9000);
    EXPECT_EQ(d.left[0], 60 * match::minute - 4000);
    auto first = *match::parse_time_control("3+2");
    first.first_increment = true;
    EXPECT_EQ(match::set_clock(first).left[0], 182'000);
}

TEST(BugsClock, RowsOfOtherPrograms) {
    {
        SCOPED_TRACE("clock-002");
        const auto c = *match::parse_pgn_time_control("40/60:60");
        Clock clock = match::started(c, match::set_clock(c, {39, 39}), Color::white, 0);
        clock = match::pressed(c, clock, Color::white, Counts::yes, 60'500);
        EXPECT_TRUE(clock.fallen[0]);
        EXPECT_EQ(clock.period[0], 0);
    }
    {
        SCOPED_TRACE("clock-004");
        auto c = *match::parse_pgn_time_control("5400+30");
        EXPECT_EQ(match::set_clock(c).left[0], 5'400'000);
        c.first_increment = true;
        EXPECT_EQ(match::set_clock(c).left[0], 5'430'000);
    }
    {
        SCOPED_TRACE("clock-005");
        for (const bool credit : {false, true}) {
            auto c = *match::parse_time_control("3+2");
            c.first_increment = credit;
            EXPECT_EQ(match::set_clock(c).left[0], match::set_clock(c).left[1]);
        }
    }
    {
        SCOPED_TRACE("clock-007");
        const auto c = *match::parse_pgn_time_control("60b5");
        Clock clock = match::started(c, match::set_clock(c), Color::white, 0);
        clock = match::pressed(c, clock, Color::white, Counts::yes, 3000);
        EXPECT_EQ(clock.left[0], 60'000);
        clock = match::pressed(c, clock, Color::black, Counts::yes, 3000);
        clock = match::pressed(c, clock, Color::white, Counts::yes, 11'000);
        EXPECT_EQ(clock.left[0], 57'000);
    }
    {
        SCOPED_TRACE("clock-009");
        const auto c = *match::parse_pgn_time_control("40/7200");
        Clock clock = match::set_clock(c, {39, 0});
        clock = match::counted(c, clock, Color::white);
        EXPECT_EQ(clock.left[0], 14'400'000);
        EXPECT_EQ(clock.required[0], 80U);
    }
    {
        SCOPED_TRACE("clock-010");
        EXPECT_EQ(match::format_pgn(match::parse_time_control("90+60")->sides[0]), "5400+60");
    }
    {
        SCOPED_TRACE("clock-012");
        const auto c = *match::parse_pgn_time_control("40/5400+30:1800+30");
        ASSERT_EQ(c.sides[0].periods.size(), 2U);
        EXPECT_EQ(c.sides[0].periods[0], (Period{40, 5'400'000, 30'000, Extra::increment}));
        EXPECT_EQ(c.sides[0].periods[1], (Period{0, 1'800'000, 30'000, Extra::increment}));
    }
    {
        SCOPED_TRACE("clock-020");
        const auto c = *match::parse_pgn_time_control("40/10+0.1");
        Clock clock = match::set_clock(c, {10, 10});
        EXPECT_EQ(clock.required[0] - clock.completed[0], 30U);
        clock = match::set_clock(c, {40, 40});
        EXPECT_EQ(clock.required[0] - clock.completed[0], 40U);
    }
}

TEST(MatchTimeControl, NotationsBothWays) {
    for (const match::Preset& preset : match::presets()) {
        SCOPED_TRACE(preset.id);
        const auto control = match::parse_time_control(preset.notation);
        ASSERT_TRUE(control) << describe(control.error());
        const auto again = match::parse_time_control(match::format(*control));
        ASSERT_TRUE(again) << match::format(*control);
        EXPECT_EQ(*again, *control) << match::format(*control);
        const auto us = match::parse_time_control(match::format_us(control->sides[0]));
        ASSERT_TRUE(us) << match::format_us(control->sides[0]);
        EXPECT_EQ(us->sides[0], control->sides[0]) << match::format_us(control->sides[0]);
    }
    EXPECT_EQ(match::format(*match::parse_time_control("40/90,30+30")), "40/90,30+30");
    EXPECT_EQ(match::format_us(match::parse_time_control("G/60;d5")->sides[0]), "G/60;d5");
    for (const char* bad : {"", "x", "40/", "0/90", "90+", "90+x", "G/;d5", "5+0 | none"})
        if (*bad != 0) EXPECT_FALSE(match::parse_time_control(bad)) << bad;
    EXPECT_EQ(match::fide_pace(match::parse_time_control("10+0")->sides[0]), match::Pace::blitz);
    EXPECT_EQ(match::fide_pace(match::parse_time_control("10+1")->sides[0]), match::Pace::rapid);
    EXPECT_EQ(match::fide_pace(match::parse_time_control("50+10")->sides[0]),
              match::Pace::standard);
}

}  // namespace
}  // namespace hakam

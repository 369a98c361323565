#include "hakam/match/time_control.hpp"

#include <algorithm>
#include <utility>

#include "text.hpp"

namespace hakam::match {
namespace {

using detail::decimal;
using detail::ends_with;
using detail::number;
using detail::scaled;
using detail::split;
using detail::starts_with;
using detail::trimmed;

/// The text being read, to say where a part of it went wrong.
struct Source {
    std::string_view text;

    Unexpected<Error> error(std::string_view part, std::string expected,
                            ErrorCode code = ErrorCode::unexpected_text) const {
        const auto offset = static_cast<std::size_t>(part.data() - text.data());
        return Unexpected<Error>{Error{part.empty() ? ErrorCode::missing_text : code,
                                       span_in(text, offset, part.size()), std::move(expected),
                                       excerpt(part)}};
    }
};

/// Extra time in seconds: "30", "30s", "0.1", "1min".
std::optional<Milliseconds> extra_time(std::string_view s) {
    s = trimmed(s);
    if (ends_with(s, "sec")) s.remove_suffix(3);
    if (ends_with(s, "min")) return scaled(trimmed(s.substr(0, s.size() - 3)), minute);
    if (ends_with(s, "s")) s.remove_suffix(1);
    return scaled(trimmed(s), second);
}

/// Splits "60 d5", "90+30", "15 b3" into the base and the extra of a period.
bool read_extra(std::string_view& text, Period& period) {
    constexpr std::pair<std::string_view, Extra> marks[] = {{"+", Extra::increment},
                                                            {"inc", Extra::increment},
                                                            {"d", Extra::delay},
                                                            {"b", Extra::bronstein}};
    for (const auto& [mark, kind] : marks) {
        const std::size_t at = text.rfind(mark);
        if (at == std::string_view::npos) continue;
        const auto extra = extra_time(text.substr(at + mark.size()));
        if (!extra) return false;
        period.extra = *extra;
        period.kind = *extra == 0 ? Extra::increment : kind;  // d0 and +0 are the same
        text = trimmed(text.substr(0, at));
        return true;
    }
    return true;
}

std::optional<Milliseconds> base_time(std::string_view s, Milliseconds unit) {
    s = trimmed(s);
    if (ends_with(s, "min")) return scaled(trimmed(s.substr(0, s.size() - 3)), minute);
    if (ends_with(s, "h")) return scaled(trimmed(s.substr(0, s.size() - 1)), hour);
    if (ends_with(s, "s")) return scaled(trimmed(s.substr(0, s.size() - 1)), second);
    if (ends_with(s, "m")) return scaled(trimmed(s.substr(0, s.size() - 1)), minute);
    return scaled(s, unit);
}

Expected<SideControl> special(const Source& source, std::string_view text) {
    SideControl side;
    const std::size_t slash = text.find('/');
    if (starts_with(text, "hourglass")) {
        const auto base = base_time(text.substr(9), minute);
        if (!base) return source.error(text.substr(9), "minutes of the hourglass");
        side.periods.push_back({0, *base, 0, Extra::hourglass});
        return side;
    }
    std::string_view amount = trimmed(text.substr(0, slash));
    Milliseconds unit = minute;
    for (const std::string_view word : {"days", "day"})
        if (ends_with(amount, word)) {
            amount = trimmed(amount.substr(0, amount.size() - word.size()));
            unit = day;
            break;
        }
    const auto base = base_time(amount, unit);
    if (!base) return source.error(text.substr(0, slash), "time for each move");
    side.periods.push_back({0, *base, 0, Extra::per_move});
    return side;
}

Expected<SideControl> one_side(const Source& source, std::string_view text) {
    text = trimmed(text);
    if (text.empty() || text == "none" || text == "-" || text == "unlimited") return SideControl{};
    if (starts_with(text, "hourglass") || ends_with(text, "/move")) return special(source, text);

    const bool american = text.find(';') != std::string_view::npos || starts_with(text, "G/") ||
                          text.find("SD/") != std::string_view::npos;
    std::string_view body = text;
    Period common;  // an extra written once, at the end, holds for all periods
    bool has_common = false;
    if (american) {
        const std::size_t semicolon = body.find(';');
        if (semicolon != std::string_view::npos) {
            std::string_view extra = trimmed(body.substr(semicolon + 1));
            const std::string_view whole = extra;
            if (!read_extra(extra, common) || !extra.empty())
                return source.error(whole, "d5, +30 or another delay or increment");
            has_common = true;
            body = body.substr(0, semicolon);
        }
    }
    SideControl side;
    const auto fields = split(body, ",:");
    for (std::size_t i = 0; i < fields.size(); ++i) {
        std::string_view field = trimmed(fields[i]);
        const std::string_view whole = field;
        Period period;
        const bool is_last = i + 1 == fields.size();
        bool own_extra = false;
        if (!starts_with(field, "G/") && !starts_with(field, "SD/")) {
            const std::size_t before = field.size();
            if (!read_extra(field, period)) return source.error(whole, "extra time in seconds");
            own_extra = field.size() != before;
        }
        if (starts_with(field, "G/"))
            field.remove_prefix(2);
        else if (starts_with(field, "SD/"))
            field.remove_prefix(3);
        else if (starts_with(field, "G") && field.size() > 1)
            field.remove_prefix(1);
        else if (const std::size_t slash = field.find('/'); slash != std::string_view::npos) {
            const auto moves = number(trimmed(field.substr(0, slash)));
            if (!moves || *moves == 0 || *moves > 1000)
                return source.error(field.substr(0, slash), "a number of moves");
            period.moves = static_cast<std::uint32_t>(*moves);
            field.remove_prefix(slash + 1);
        }
        const auto base = base_time(field, minute);
        if (!base) return source.error(field.empty() ? whole : field, "minutes");
        period.base = *base;
        side.periods.push_back(period);
        if (own_extra && is_last && !has_common) {
            common = period;
            has_common = true;
        }
        if (side.periods.size() > max_periods)
            return source.error(whole, "at most 16 periods", ErrorCode::too_long);
    }
    if (has_common)
        for (Period& period : side.periods)
            if (period.extra == 0) {
                period.extra = common.extra;
                period.kind = common.kind;
            }
    side.repeat_last = side.periods.back().moves != 0;
    return side;
}

Expected<SideControl> pgn_side(const Source& source, std::string_view text) {
    SideControl side;
    if (text == "-" || text == "?") return side;
    for (const std::string_view field : split(text, ":")) {
        std::string_view rest = field;
        Period period;
        if (starts_with(rest, "*")) {
            rest.remove_prefix(1);
            period.kind = Extra::hourglass;
        } else if (!read_extra(rest, period)) {
            return source.error(field, "seconds added to each move");
        }
        if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
            const auto moves = number(rest.substr(0, slash));
            if (!moves || *moves == 0 || *moves > 1000)
                return source.error(rest.substr(0, slash), "a number of moves");
            period.moves = static_cast<std::uint32_t>(*moves);
            rest.remove_prefix(slash + 1);
            if (rest == "move") return source.error(rest, "seconds");
        }
        if (ends_with(rest, "/move")) rest.remove_suffix(5);
        const auto base = scaled(rest, second);
        if (!base) return source.error(rest.empty() ? field : rest, "seconds");
        period.base = *base;
        side.periods.push_back(period);
        if (side.periods.size() > max_periods)
            return source.error(field, "at most 16 periods", ErrorCode::too_long);
    }
    side.repeat_last = side.periods.back().moves != 0;
    return side;
}

std::string_view mark_of(Extra kind) {
    if (kind == Extra::delay) return "d";
    if (kind == Extra::bronstein) return "b";
    return "+";
}
/// Minutes if that is a finite decimal, else seconds with their unit.
std::string minutes_text(Milliseconds t) {
    if (t % 60 == 0) {
        std::string text = decimal(t, minute);
        if (scaled(text, minute) == t) return text;
    }
    return decimal(t, second) + "s";
}
std::string per_move_text(Milliseconds base) {
    if (base % day == 0) {
        const std::string count = decimal(base, day);
        return count + (count == "1" ? " day/move" : " days/move");
    }
    return minutes_text(base) + "/move";
}
bool one_extra(const SideControl& side) {
    return std::all_of(side.periods.begin(), side.periods.end(), [&](const Period& p) {
        return p.extra == side.periods.front().extra && p.kind == side.periods.front().kind;
    });
}

/// A player whose first period has no time and whose moves bring none has lost before he moves.
bool gives_time(const SideControl& side) {
    return side.periods.empty() || side.periods.front().base + side.periods.front().extra > 0;
}

}  // namespace

TimeControl both_sides(std::vector<Period> periods, bool repeat_last) {
    TimeControl control;
    control.sides[0] = SideControl{std::move(periods), repeat_last};
    control.sides[1] = control.sides[0];
    return control;
}

Expected<TimeControl> parse_time_control(std::string_view text) {
    const Source source{text};
    if (text.size() > max_time_control_length)
        return Unexpected<Error>{
            Error{ErrorCode::too_long, span_in(text, 0, 0), "at most 256 bytes", excerpt(text)}};
    TimeControl control;
    const std::size_t bar = text.find('|');
    const auto white = one_side(source, text.substr(0, bar));
    if (!white) return Unexpected<Error>{white.error()};
    if (!gives_time(*white)) return source.error(text.substr(0, bar), "more time than none");
    control.sides[0] = *white;
    control.sides[1] = *white;
    if (bar != std::string_view::npos) {
        const auto black = one_side(source, text.substr(bar + 1));
        if (!black) return Unexpected<Error>{black.error()};
        if (!gives_time(*black)) return source.error(text.substr(bar + 1), "more time than none");
        if (white->periods.empty() != black->periods.empty())
            return source.error(text.substr(bar + 1), "a clock for both sides or for none");
        control.sides[1] = *black;
    }
    return control;
}

Expected<TimeControl> parse_pgn_time_control(std::string_view text) {
    const Source source{text};
    if (text.size() > max_time_control_length)
        return Unexpected<Error>{
            Error{ErrorCode::too_long, span_in(text, 0, 0), "at most 256 bytes", excerpt(text)}};
    const auto side = pgn_side(source, trimmed(text));
    if (!side) return Unexpected<Error>{side.error()};
    TimeControl control;
    control.sides = {*side, *side};
    return control;
}

std::string format_fide(const SideControl& side) {
    if (side.periods.empty()) return "none";
    const Period& first = side.periods.front();
    if (first.kind == Extra::hourglass) return "hourglass " + minutes_text(first.base);
    if (first.kind == Extra::per_move) return per_move_text(first.base);
    const bool common = one_extra(side);
    std::string text;
    for (std::size_t i = 0; i < side.periods.size(); ++i) {
        const Period& p = side.periods[i];
        if (i > 0) text += ',';
        if (p.moves > 0) text += std::to_string(p.moves) + "/";
        text += minutes_text(p.base);
        const bool last = i + 1 == side.periods.size();
        if (common ? last && (p.extra > 0 || p.kind != Extra::increment) : true) {
            if (p.kind != Extra::increment) text += ' ';
            text += mark_of(p.kind);
            text += decimal(p.extra, second);
        } else if (common && last && side.periods.size() == 1 && p.moves == 0) {
            text += "+0";
        }
    }
    return text;
}

std::string format_us(const SideControl& side) {
    if (side.periods.empty()) return "none";
    const Period& first = side.periods.front();
    if (first.kind == Extra::hourglass || first.kind == Extra::per_move || !one_extra(side))
        return format_fide(side);
    std::string text;
    for (std::size_t i = 0; i < side.periods.size(); ++i) {
        const Period& p = side.periods[i];
        if (i > 0) text += ',';
        if (p.moves > 0)
            text += std::to_string(p.moves) + "/";
        else
            text += i == 0 ? "G/" : "SD/";
        text += minutes_text(p.base);
    }
    text += ';';
    text += mark_of(first.kind);
    if (first.kind == Extra::increment && first.extra == 0)
        return text.substr(0, text.size() - 1) + "d0";
    return text + decimal(first.extra, second);
}

std::string format_pgn(const SideControl& side) {
    if (side.periods.empty()) return "-";
    std::string text;
    for (std::size_t i = 0; i < side.periods.size(); ++i) {
        const Period& p = side.periods[i];
        if (i > 0) text += ':';
        if (p.moves > 0) text += std::to_string(p.moves) + "/";
        if (p.kind == Extra::hourglass) text += '*';
        text += decimal(p.base, second);
        if (p.extra > 0) text += std::string{mark_of(p.kind)} + decimal(p.extra, second);
    }
    return text;
}

std::string format(const TimeControl& control) {
    std::string text = format_fide(control.sides[0]);
    if (!control.equal_sides()) text += " | " + format_fide(control.sides[1]);
    return text;
}

std::string_view name(Pace pace) noexcept {
    switch (pace) {
        case Pace::blitz:
            return "blitz";
        case Pace::rapid:
            return "rapid";
        case Pace::standard:
            break;
    }
    return "standard";
}

namespace {
/// All the time a player has for `moves` moves.
Milliseconds time_for(const SideControl& side, std::uint32_t moves) {
    Milliseconds total = 0;
    std::uint32_t left = moves;
    for (std::size_t i = 0; left > 0 && i < side.periods.size();) {
        const Period& p = side.periods[i];
        if (p.kind == Extra::per_move) return total + p.base * left;
        total += p.base;
        const std::uint32_t here = p.moves == 0 ? left : std::min(left, p.moves);
        total += p.extra * here;
        left -= here;
        if (i + 1 < side.periods.size())
            ++i;
        else if (!side.repeat_last)
            break;
    }
    return total;
}
}  // namespace

Pace fide_pace(const SideControl& side) {
    if (side.periods.empty()) return Pace::standard;
    const Milliseconds total = time_for(side, 60);
    if (total <= 10 * minute) return Pace::blitz;
    return total < 60 * minute ? Pace::rapid : Pace::standard;
}

Pace us_pace(const SideControl& side) {
    if (side.periods.empty()) return Pace::standard;
    Milliseconds total = 0;
    for (const Period& p : side.periods) total += p.base;
    total += side.periods.front().extra * 60;
    if (total <= 10 * minute) return Pace::blitz;
    return total < 30 * minute ? Pace::rapid : Pace::standard;
}

std::span<const Preset> presets() noexcept {
    static constexpr Preset list[] = {
        {"fide-standard", "40/90,30+30",
         "FIDE standard: 40 moves in 90 minutes, then 30 minutes, 30 seconds a move"},
        {"fide-90-30", "90+30", "90 minutes and 30 seconds a move"},
        {"fide-candidates", "40/120,30+30",
         "40 moves in two hours, then 30 minutes, 30 seconds a move"},
        {"world-championship", "40/120,20/60,15+30",
         "40 moves in two hours, 20 in one, then 15 minutes, 30 seconds a move"},
        {"fide-rapid", "15+10", "FIDE World Rapid: 15 minutes and 10 seconds a move"},
        {"rapid-25-10", "25+10", "25 minutes and 10 seconds a move"},
        {"fide-blitz", "3+2", "FIDE World Blitz: 3 minutes and 2 seconds a move"},
        {"blitz-5", "5+0", "five minutes"},
        {"blitz-5-3", "5+3", "5 minutes and 3 seconds a move"},
        {"bullet-1", "1+0", "one minute"},
        {"rapid-10", "10+0", "ten minutes"},
        {"armageddon", "5+0 | 4+0", "Armageddon: 5 minutes against 4, a draw counts for Black"},
        {"us-regular", "G/90;d5", "US Chess: game in 90 minutes, 5 seconds delay"},
        {"us-two-controls", "40/120,SD/60;d5",
         "US Chess: 40 moves in two hours, then one hour, 5 seconds delay"},
        {"us-quick", "G/25;d5", "US Chess quick: game in 25 minutes, 5 seconds delay"},
        {"us-blitz", "G/5;d0", "US Chess blitz: game in 5 minutes"},
        {"classic-40-150", "40/150,20/60", "40 moves in two and a half hours, then 20 an hour"},
        {"bronstein", "60 b5", "60 minutes, 5 seconds given back"},
        {"hourglass", "hourglass 3", "a sand clock of three minutes"},
        {"move-20-minutes", "20/move", "20 minutes for each move, nothing carried over (1852)"},
        {"correspondence-3", "3 days/move", "three days for each move"},
        {"correspondence-10-50", "10/72000", "ten moves in 50 days"},
        {"none", "none", "no clock"},
    };
    return list;
}

}  // namespace hakam::match

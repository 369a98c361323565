// Time controls, and a chess clock as the fold of what was done to it.

#include <algorithm>
#include <charconv>
#include <string>

#include "abi.hpp"
#include "hakam/match/clock.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

using match::Milliseconds;

/// One act: "s" start, "p" press, "h" halt, "r" resume, "+" add; then side, time and amount as in
/// "p:w:5000" or "+:b:7000:120000". An act that cannot be read changes nothing.
match::Clock act(const match::TimeControl& control, match::Clock clock, std::string_view text) {
    std::string_view fields[4]{};
    for (std::string_view& field : fields) {
        const std::size_t stop = std::min(text.find(':'), text.size());
        field = text.substr(0, stop);
        text.remove_prefix(std::min(stop + 1, text.size()));
    }
    const auto read = [](std::string_view digits) {
        Milliseconds value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    };
    const Color side = fields[1] == "b" ? Color::black : Color::white;
    const Milliseconds at = read(fields[2]);
    if (fields[0] == "s") return match::started(control, clock, side, at);
    if (fields[0] == "p") return match::pressed(control, clock, side, match::Counts::yes, at);
    if (fields[0] == "h") return match::stopped(control, clock, at);
    if (fields[0] == "r") return match::resumed(control, clock, side, at);
    if (fields[0] == "+") return match::adjusted(control, clock, side, read(fields[3]), at);
    return clock;
}

void write_side(Json& json, const match::TimeControl& control, const match::Clock& clock,
                Color side, Milliseconds now) {
    const auto i = static_cast<std::size_t>(index(side));
    json.key(name(side))
        .begin()
        .member("left", match::remaining(control, clock, side, now))
        .member("moves", clock.completed[i])
        .member("required", clock.required[i])
        .member("period", clock.period[i])
        .flag("fallen", clock.fallen[i])
        .end();
}

}  // namespace

/// Reads a time control in any notation: its canonical text and its class.
HAKAM_EXPORT(time_control)
std::uint32_t hakam_time_control(const char* control, std::uint32_t control_length) {
    const auto read = match::parse_time_control(text(control, control_length));
    Json json;
    if (!read) {
        write_failure(json, read.error());
        return answer(std::move(json));
    }
    json.begin().flag("ok", true).member("text", match::format(*read)).flag("timed", read->timed());
    if (read->timed()) json.member("pace", match::name(match::fide_pace(read->of(Color::white))));
    return answer(std::move(json.end()));
}

HAKAM_EXPORT(time_control_presets) std::uint32_t hakam_time_control_presets() {
    Json json;
    json.begin_list();
    for (const match::Preset& preset : match::presets())
        json.begin()
            .member("id", preset.id)
            .member("notation", preset.notation)
            .member("title", preset.title)
            .end();
    return answer(std::move(json.end_list()));
}

/// What a clock shows at `now` (milliseconds) after these acts, separated by spaces.
HAKAM_EXPORT(clock)
std::uint32_t hakam_clock(const char* control, std::uint32_t control_length, const char* acts,
                          std::uint32_t acts_length, double now) {
    const auto read = match::parse_time_control(text(control, control_length));
    Json json;
    if (!read) {
        write_failure(json, read.error());
        return answer(std::move(json));
    }
    match::Clock clock = match::set_clock(*read);
    std::string_view rest = text(acts, acts_length);
    while (!rest.empty()) {
        const std::size_t stop = std::min(rest.find(' '), rest.size());
        clock = act(*read, clock, rest.substr(0, stop));
        rest.remove_prefix(std::min(stop + 1, rest.size()));
    }
    const auto time = static_cast<Milliseconds>(now);
    clock = match::advanced(*read, clock, time);
    json.begin().flag("ok", true);
    if (clock.running) json.member("running", name(*clock.running));
    write_side(json, *read, clock, Color::white, time);
    write_side(json, *read, clock, Color::black, time);
    return answer(std::move(json.end()));
}

}  // namespace hakam::wasm

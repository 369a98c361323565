#include "hakam/pgn/command.hpp"

#include <algorithm>
#include <cstdlib>

#include "scan.hpp"

namespace hakam::pgn {
namespace {

std::string_view trimmed(std::string_view s) noexcept {
    while (!s.empty() && scan::is_space(s.front())) s.remove_prefix(1);
    while (!s.empty() && scan::is_space(s.back())) s.remove_suffix(1);
    return s;
}

Unexpected<Error> bad(std::string_view text, std::size_t at, std::string_view expected) {
    const std::size_t length = at < text.size() ? 1 : 0;
    return Unexpected{Error{length == 0 ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                            span_in(text, std::min(at, text.size()), length), std::string{expected},
                            excerpt(text.substr(std::min(at, text.size())))}};
}

// Digits at `at`, at most nine of them.
std::optional<std::int64_t> digits(std::string_view text, std::size_t& at) noexcept {
    std::int64_t value = 0;
    const std::size_t begin = at;
    while (at < text.size() && at - begin < 9 && scan::is_digit(text[at]))
        value = value * 10 + (text[at++] - '0');
    if (at == begin) return std::nullopt;
    return value;
}

// A fraction after its point as thousandths; more digits are read and dropped.
std::int64_t thousandths(std::string_view text, std::size_t& at) noexcept {
    std::int64_t value = 0;
    std::int64_t unit = 100;
    for (; at < text.size() && scan::is_digit(text[at]); ++at) {
        value += unit * (text[at] - '0');
        unit /= 10;
    }
    return value;
}

}  // namespace

std::optional<Command> next_command(std::string_view comment, std::size_t from) noexcept {
    const char* const end = comment.data() + comment.size();
    const auto at = [&](const char* p) { return static_cast<std::size_t>(p - comment.data()); };
    for (const char* p = scan::find_any<'['>(comment.data() + std::min(from, comment.size()), end);
         p != end; p = scan::find_any<'['>(p + 1, end)) {
        if (end - p < 2 || p[1] != '%') continue;
        const char* name_end = p + 2;
        while (name_end != end && scan::is_letter(*name_end)) ++name_end;
        if (name_end == p + 2) continue;
        const char* const close = scan::find_any<']'>(name_end, end);
        if (close == end) return std::nullopt;
        return Command{comment.substr(at(p) + 2, at(name_end) - at(p) - 2),
                       trimmed(comment.substr(at(name_end), at(close) - at(name_end))), at(p),
                       at(close) + 1 - at(p)};
    }
    return std::nullopt;
}

std::optional<Command> find_command(std::string_view comment, std::string_view name) noexcept {
    auto command = next_command(comment);
    while (command && command->name != name)
        command = next_command(comment, command->offset + command->length);
    return command;
}

std::string with_command(std::string_view comment, std::string_view name,
                         std::string_view argument) {
    std::string text = "[%" + std::string{name} + " " + std::string{argument} + "]";
    if (const auto old = find_command(comment, name))
        return std::string{comment.substr(0, old->offset)} + text +
               std::string{comment.substr(old->offset + old->length)};
    if (comment.empty()) return text;
    return text + " " + std::string{comment};
}

std::string without_commands(std::string_view comment) {
    std::string words;
    std::size_t at = 0;
    const auto add = [&](std::string_view part) {
        part = trimmed(part);
        if (!part.empty() && !words.empty()) words += ' ';
        words += part;
    };
    for (auto c = next_command(comment); c; c = next_command(comment, at)) {
        add(comment.substr(at, c->offset - at));
        at = c->offset + c->length;
    }
    add(comment.substr(at));
    return words;
}

namespace {

struct ClockText {
    std::int64_t ms = 0;
    std::size_t at = 0;         // what has been read
    std::string_view expected;  // there; empty if all has been read
};
ClockText read_clock(std::string_view text) noexcept {
    ClockText clock;
    std::size_t& at = clock.at;
    for (int field = 0;; ++field) {
        const auto number = digits(text, at);
        if (!number) {
            clock.expected = "a digit";
            return clock;
        }
        clock.ms += *number;
        if (at >= text.size() || text[at] != ':' || field == 2) break;
        clock.ms *= 60;
        ++at;
    }
    clock.ms *= 1000;
    if (at < text.size() && (text[at] == '.' || text[at] == ',')) {
        ++at;
        if (at == text.size() || !scan::is_digit(text[at])) {
            clock.expected = "a digit";
            return clock;
        }
        clock.ms += thousandths(text, at);
    }
    if (at != text.size()) clock.expected = "the end of the time";
    return clock;
}

/// Milliseconds of "H:MM:SS]" in a word, lowest byte first; nothing if it is of another form.
std::optional<std::int64_t> usual_clock(std::uint64_t word) noexcept {
    constexpr std::uint64_t form = 0x5D30303A30303A30ULL;  // "0:00:00]"
    constexpr std::uint64_t digits = 0x000F0F000F0F000FULL;
    const std::uint64_t value = word - form;  // a byte below its form borrows and is seen
    if ((value & ~digits) != 0 || ((value + (digits & scan::each(6))) & scan::each(0xF0)) != 0)
        return std::nullopt;
    const auto digit = [&](int i) { return static_cast<std::int64_t>(value >> (8 * i) & 0xF); };
    return (digit(0) * 3600 + (digit(2) * 10 + digit(3)) * 60 + digit(5) * 10 + digit(6)) * 1000;
}

}  // namespace

Expected<std::chrono::milliseconds> parse_clock(std::string_view text) {
    const ClockText clock = read_clock(text);
    if (!clock.expected.empty()) return bad(text, clock.at, clock.expected);
    return std::chrono::milliseconds{clock.ms};
}

std::optional<std::chrono::milliseconds> clock_reading(std::string_view comment) noexcept {
    constexpr std::uint64_t opening = 0x206B6C63255BULL;  // "[%clk "
    const char* const begin = comment.data();
    const char* const end = begin + comment.size();
    for (const char* p = scan::find_any<'['>(begin, end); end - p >= 2;) {
        if (end - p >= 14 && (scan::load(p) & 0xFFFFFFFFFFFFULL) == opening)
            if (const auto ms = usual_clock(scan::load(p + 6)))
                return std::chrono::milliseconds{*ms};
        const auto command = next_command(comment, static_cast<std::size_t>(p - begin));
        if (!command) return std::nullopt;
        if (command->name == "clk") {
            const ClockText clock = read_clock(command->argument);
            if (!clock.expected.empty()) return std::nullopt;
            return std::chrono::milliseconds{clock.ms};
        }
        p = scan::find_any<'['>(begin + command->offset + command->length, end);
    }
    return std::nullopt;
}

std::string format_clock(std::chrono::milliseconds time) {
    const std::int64_t ms = time.count();
    const auto two = [](std::int64_t n) {
        return std::string{static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)};
    };
    const std::int64_t s = ms / 1000;
    std::string text = std::to_string(s / 3600) + ":" + two(s / 60 % 60) + ":" + two(s % 60);
    if (ms % 1000 != 0) {
        const std::string fraction = std::to_string(1000 + ms % 1000);
        text += "." + fraction.substr(1);
    }
    return text;
}

Expected<Evaluation> parse_evaluation(std::string_view text) {
    Evaluation result;
    std::size_t at = 0;
    const bool is_mate = text.starts_with('#');
    if (is_mate) ++at;
    const bool is_negative = at < text.size() && text[at] == '-';
    if (is_negative || (at < text.size() && text[at] == '+')) ++at;
    const auto number = digits(text, at);
    if (!number || *number > 1'000'000) return bad(text, at, "a number");
    if (is_mate) {
        result.mate_in = static_cast<std::int32_t>(is_negative ? -*number : *number);
    } else {
        std::int64_t value = *number * 1000;
        if (at < text.size() && text[at] == '.') {
            ++at;
            value += thousandths(text, at);
        }
        value = (value + 5) / 10;
        result.centipawns = static_cast<std::int32_t>(is_negative ? -value : value);
    }
    if (at < text.size() && text[at] == ',') {
        ++at;
        while (at < text.size() && text[at] == ' ') ++at;
        const auto depth = digits(text, at);
        if (!depth) return bad(text, at, "a depth");
        result.depth = static_cast<std::uint32_t>(*depth);
    }
    if (at != text.size()) return bad(text, at, "the end of the evaluation");
    return result;
}

std::string format(const Evaluation& evaluation) {
    std::string text;
    if (evaluation.mate_in) {
        text = "#" + std::to_string(*evaluation.mate_in);
    } else if (evaluation.centipawns) {
        const std::int32_t value = std::abs(*evaluation.centipawns);
        text = *evaluation.centipawns < 0 ? "-" : "";
        text += std::to_string(value / 100) + ".";
        text += static_cast<char>('0' + value / 10 % 10);
        text += static_cast<char>('0' + value % 10);
    }
    if (evaluation.depth) text += "," + std::to_string(*evaluation.depth);
    return text;
}

Expected<std::vector<Drawing>> parse_drawings(std::string_view text) {
    std::vector<Drawing> drawings;
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] == ',' || scan::is_space(text[at])) {
            ++at;
            continue;
        }
        Drawing d;
        d.color = text[at];
        if (!scan::is_letter(d.color)) return bad(text, at, "a colour letter");
        const auto from = square_from(text.substr(std::min(at + 1, text.size()), 2));
        if (!from) return bad(text, at + 1, "a square");
        d.from = *from;
        at += 3;
        if (at < text.size() && text[at] != ',' && !scan::is_space(text[at])) {
            d.to = square_from(text.substr(at, 2));
            if (!d.to) return bad(text, at, "a square or a comma");
            at += 2;
        }
        if (at < text.size() && text[at] != ',' && !scan::is_space(text[at]))
            return bad(text, at, "a comma");
        drawings.push_back(d);
    }
    return drawings;
}

std::string format(const std::vector<Drawing>& drawings) {
    std::string text;
    for (const Drawing& d : drawings) {
        if (!text.empty()) text += ',';
        text += d.color + to_string(d.from);
        if (d.to) text += to_string(*d.to);
    }
    return text;
}

}  // namespace hakam::pgn

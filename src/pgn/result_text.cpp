#include "hakam/pgn/result_text.hpp"

#include "spaces.hpp"
#include "words.hpp"

namespace hakam::pgn {
namespace {

/// One half of a result, in half points.
struct Side {
    std::uint8_t halves = 0;
    std::size_t length = 0;  // 0 if there is none
    bool is_plain = false;   // 1, 0 or 1/2
    bool is_number = false;  // of one digit
    bool is_forfeit = false;
};

bool is_half_sign(std::string_view text, std::size_t& length) noexcept {
    for (const std::string_view sign : {"1/2", "1\xE2\x81\x84" "2", "1\xE2\x88\x95" "2", "\xC2\xBD"})
        if (text.starts_with(sign)) {
            length = sign.size();
            return true;
        }
    // In Latin-1: a byte that does not go on with a character of UTF-8.
    if (text.starts_with('\xBD') && (text.size() == 1 || (text[1] & 0xC0) != 0x80)) {
        length = 1;
        return true;
    }
    return false;
}

Side side_at(std::string_view text) noexcept {
    Side side;
    if (is_half_sign(text, side.length)) {
        side.halves = 1;
        side.is_plain = text.starts_with("1/2");
    } else if (text.size() >= 2 && (text[0] == '.' || text[0] == ',') && text[1] == '5') {
        side = {1, 2};
    } else if (text.size() >= 3 && (text[1] == '.' || text[1] == ',') &&
               (text.starts_with('0') || text.starts_with('1')) &&
               (text[2] == '0' || (text[2] == '5' && text[0] == '0'))) {
        side = {static_cast<std::uint8_t>(text[2] == '5' ? 1 : 2 * (text[0] - '0')), 3};
    } else if (!text.empty() && text[0] >= '0' && text[0] <= '3') {
        side = {static_cast<std::uint8_t>(2 * (text[0] - '0')), 1, text[0] <= '1', true};
    } else if (text.starts_with('O') || text.starts_with('o')) {
        side = {0, 1};
    }
    if (side.length == 0) return side;
    while (side.length < text.size() && (text[side.length] == 'F' || text[side.length] == 'f')) {
        ++side.length;
        side.is_forfeit = true;
        side.is_plain = side.is_number = false;
    }
    return side;
}

bool ends_at(std::string_view text, std::size_t at) noexcept {
    if (at >= text.size()) return true;
    const char c = text[at];
    if (scan::is_letter(c) || scan::is_digit(c)) return false;
    return std::string_view{"-/+#!?=:_"}.find(c) == std::string_view::npos &&
           dash_length(text.substr(at)) == 0 &&
           !((c == '.' || c == ',') && at + 1 < text.size() && scan::is_digit(text[at + 1]));
}

std::size_t blanks_at(std::string_view text) noexcept {
    std::size_t at = 0;
    for (int n = 0; n < 3 && at < text.size(); ++n) {
        const std::size_t length =
            text[at] == ' ' || text[at] == '\t' ? 1 : unicode_space_length(text.substr(at));
        if (length == 0) break;
        at += length;
    }
    return at;
}

/// Whether the text ends there, or inside the character that begins there.
bool is_cut_at(std::string_view text, std::size_t at) noexcept {
    return at >= text.size() ||
           (static_cast<unsigned char>(text[at]) >= 0x80 && text.size() - at < 3);
}

Termination termination_of(const Score& score) noexcept {
    if (score == Score{2, 0}) return Termination::white_wins;
    if (score == Score{0, 2}) return Termination::black_wins;
    return score == Score{1, 1} ? Termination::draw : Termination::other;
}

ResultText forfeit_at(std::string_view text) noexcept {
    if (text.size() < 3 || text[1] != ':' || !ends_at(text, 3)) return {};
    const auto points = [](char c) { return c == '+' ? 2 : c == '-' ? 0 : -1; };
    const int white = points(text[0]);
    const int black = points(text[2]);
    if (white < 0 || black < 0 || (white == 2 && black == 2)) return {};
    const Score score{static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black)};
    return {termination_of(score), score, 3, false, true};
}

}  // namespace

ResultText result_at(std::string_view text) noexcept {
    if (text.empty()) return {};
    if (text[0] == '*') return {Termination::unknown, {}, 1, true, false};
    if (text[0] == '+' || text[0] == '-') return forfeit_at(text);
    const Side first = side_at(text);
    if (first.length == 0) return {};
    const bool is_alone_half = first.halves == 1 && !first.is_forfeit;
    const auto alone = [&]() -> ResultText {
        if (!is_alone_half || !ends_at(text, first.length)) return {};
        return {Termination::draw, {1, 1}, first.length, false, false};
    };
    std::size_t at = first.length;
    const std::size_t before = blanks_at(text.substr(at));
    at += before;
    const auto unclear = [&](ResultText result, bool is_unclear = true) {
        result.is_unclear = is_unclear;
        return result;
    };
    const bool is_colon = text.substr(at).starts_with(':');
    const std::size_t sign = is_colon ? 1 : dash_length(text.substr(at));
    if (sign == 0) {
        return unclear(alone(), is_cut_at(text, at));
    }
    const bool is_hyphen = text[at] == '-';
    at += sign;
    const std::size_t after = blanks_at(text.substr(at));
    at += after;
    const Side second = side_at(text.substr(at));
    const std::size_t length = at + second.length;
    const auto is_letter_o = [&](std::size_t where) {
        return where < text.size() && (text[where] == 'O' || text[where] == 'o');
    };
    const bool is_spaced = before != 0 || after != 0;
    const bool runs_out = is_cut_at(text, length) || (length + 1 == text.size() &&
                                                      !scan::is_space(text[length]));
    if (second.length == 0 || !ends_at(text, length)) return unclear(alone(), runs_out);
    if ((is_letter_o(0) && second.halves != 2) || (is_letter_o(at) && first.halves != 2)) return {};
    if (is_spaced && (first.halves > 2 || second.halves > 2)) return {};
    if (first.halves > 2 && second.halves > 2) return {};
    const Score score{first.halves, second.halves};
    ResultText result{termination_of(score), score, length};
    result.is_canonical = result.termination != Termination::other && is_hyphen && !is_spaced &&
                          first.is_plain && second.is_plain;
    result.is_forfeit = first.is_forfeit || second.is_forfeit;
    result.may_castle =
        score == Score{0, 0} && !is_colon && first.length == 1 && second.length == 1;
    result.is_unclear = runs_out;
    return result;
}

std::optional<ResultText> parse_result(std::string_view text) noexcept {
    text = trimmed_spaces(text);
    const ResultText result = result_at(text);
    if (result.termination == Termination::missing || result.length != text.size())
        return std::nullopt;
    return result;
}

ResultText result_at_end(std::string_view text) noexcept {
    // The longest of the results that reach to the end: "1 - 0" before the "0" of it.
    const std::size_t from = text.size() > longest_result ? text.size() - longest_result : 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        if (at != 0 && !ends_with_space(text.substr(0, at))) continue;
        if (space_length(text.substr(at)) != 0) continue;
        ResultText result = result_at(text.substr(at));
        if (result.termination != Termination::missing &&
            trimmed_spaces(text.substr(at + result.length)).empty()) {
            result.length = text.size() - at;
            return result;
        }
    }
    return {};
}

}  // namespace hakam::pgn

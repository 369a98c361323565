#include "game_start.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hakam/pgn/result_text.hpp"
#include "words.hpp"

namespace hakam::pgn {
namespace {

/// Goes over the words of a paragraph, up to a blank line, a tag pair or a marker.
struct Paragraph {
    unsigned numbers = 0;
    unsigned moves = 0;
    unsigned prose = 0;
    bool begins_well = false;  // with a move, or a number and a move
    bool begins_at_one = false;
    bool has_marker = false;  // at its end
    bool has_marker_line = false;
    std::size_t end = 0;
    bool is_over = false;  // it ended before the text did: more text changes nothing

    void read(std::string_view text) noexcept;

private:
    void word(std::string_view text) noexcept;
    bool is_first_ = true;       // nothing but comments came
    bool follows_number_ = false;  // the first number
};

bool is_descriptive(std::string_view word) noexcept {
    // P-K4, N-KB3, PxP, O-O: letters of men around a dash or an x.
    const std::size_t at = word.find_first_of("-x");
    if (at == 0 || at > 3 || at + 1 >= word.size() || word.size() > 8) return false;
    return std::all_of(word.begin(), word.end(), [](char c) {
        return std::string_view{"KQRBNP12345678-x/+()"}.find(c) != std::string_view::npos;
    });
}

bool is_moveish(std::string_view word) noexcept {
    word.remove_suffix(suffix_length(word));
    if (word.empty() || word.size() > 16) return false;
    return is_move_like(word) || is_broken_move(word) || is_descriptive(word);
}

void Paragraph::word(std::string_view text) noexcept {
    const bool was_first = std::exchange(is_first_, false);
    const bool was_after_number = std::exchange(follows_number_, false);
    if (begins_with_number(text)) {
        std::size_t at = 0;
        while (at < text.size() && scan::is_digit(text[at])) ++at;
        const std::string_view number = text.substr(0, at);
        while (at < text.size() && text[at] == '.') ++at;
        if (text.substr(at).starts_with("\xE2\x80\xA6")) at += 3;
        ++numbers;
        if (was_first) {
            begins_at_one = number == "1";
            follows_number_ = true;
        }
        if (at < text.size()) word(text.substr(at));
        return;
    }
    if (is_moveish(text)) {
        ++moves;
        if (was_first || was_after_number) begins_well = true;
        return;
    }
    const bool is_number = std::all_of(text.begin(), text.end(), scan::is_digit);
    const bool is_sign = std::none_of(text.begin(), text.end(), [](char c) {
        return scan::is_letter(c) || scan::is_digit(c) || static_cast<unsigned char>(c) >= 0xC3;
    });
    if (is_sign || text == "e.p." || text == "ep") {
        is_first_ = was_first;
        follows_number_ = was_after_number;
        return;
    }
    if (is_number) {
        if (was_first) follows_number_ = begins_at_one = text == "1";  // 1 e4 e5 2 Nf3
        return;
    }
    ++prose;
}

void Paragraph::read(std::string_view text) noexcept {
    std::size_t at = 0;
    unsigned feeds = 0;
    bool starts_line = true;
    const auto rest = [&] { return text.substr(at); };
    while (at < text.size()) {
        if (const std::size_t n = space_length(rest())) {
            if (text[at] == '\n') {
                starts_line = true;
                if (++feeds == 2 && !is_first_) {
                    is_over = true;
                    break;
                }
            }
            at += n;
            continue;
        }
        feeds = 0;
        const bool is_line_start = std::exchange(starts_line, false);
        const char c = text[at];
        if (c == '{') {
            const std::size_t close = std::min(text.find('}', at), text.size() - 1);
            const std::size_t tag = text.find("\n[", at);
            if (tag < close) {
                at = tag;  // a game may begin there whatever is open
                is_over = true;
                break;
            }
            at = close + 1;
        } else if (c == ';' || (c == '%' && is_line_start)) {
            at = std::min(text.find('\n', at), text.size());
        } else if (c == '[' && is_line_start) {
            is_over = true;
            break;
        } else if (c == '$') {
            for (++at; at < text.size() && scan::is_digit(text[at]);) ++at;
        } else if (!is_word(c) && c != '*') {
            ++at;
        } else {
            const ResultText result = result_at(rest());
            const char* const begin = text.data() + at;
            const auto size =
                static_cast<std::size_t>(word_end(begin, text.data() + text.size()) - begin);
            const std::string_view one = text.substr(at, size);
            const bool is_result = result.termination != Termination::missing && !result.may_castle;
            if (!is_result) {
                word(one);
                at += size;
                continue;
            }
            at += result.length;
            const std::size_t line_end = std::min(text.find('\n', at), text.size());
            if (is_line_start && trimmed_spaces(text.substr(at, line_end - at)).empty())
                has_marker_line = true;
            if (moves != 0) {
                has_marker = true;
                is_over = !result.is_unclear;
                break;
            }
            is_first_ = false;
            ++prose;
        }
    }
    end = at;
}

bool is_short(std::string_view text, bool is_whole_text) noexcept {
    return text.size() < look_ahead && !is_whole_text;
}

/// Tags that everybody knows, for which a value without quotation marks is believed.
bool is_known_tag(std::string_view name) noexcept {
    constexpr std::array<std::string_view, 24> names = {
        "Event",    "Site",      "Date",        "Round",     "White",     "Black",
        "Result",   "ECO",       "WhiteElo",    "BlackElo",  "FEN",       "SetUp",
        "Variant",  "TimeControl", "Termination", "Annotator", "PlyCount",  "EventDate",
        "Source",   "WhiteTeam", "BlackTeam",   "UTCDate",   "UTCTime",   "Opening"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::size_t other_quote_length(std::string_view text) noexcept {
    if (text.empty()) return 0;
    switch (static_cast<unsigned char>(text[0])) {
        case '\'':
            return text.starts_with("''") ? 2 : 1;
        case '`':
            return 1;
        case 0x84:  // of Windows-1252
        case 0x91:
        case 0x92:
        case 0x93:
        case 0x94:
        case 0xAB:
        case 0xBB:
            return 1;
        case 0xC2:
            return text.size() > 1 && (text[1] == '\xAB' || text[1] == '\xBB') ? 2 : 0;
        case 0xE2: {
            if (text.size() < 3 || text[1] != '\x80') return 0;
            const auto last = static_cast<unsigned char>(text[2]);
            const bool is_quote = (last >= 0x98 && last <= 0x9F) || last == 0xB9 || last == 0xBA ||
                                  last == 0xB2 || last == 0xB3;
            return is_quote ? 3 : 0;
        }
        case 0xE3: {
            if (text.size() < 3 || text[1] != '\x80') return 0;
            const auto last = static_cast<unsigned char>(text[2]);
            return last >= 0x8C && last <= 0x8F ? 3 : 0;
        }
        case 0xEF:
            return text.starts_with("\xEF\xBC\x82") || text.starts_with("\xEF\xBC\x87") ? 3 : 0;
        default:
            return 0;
    }
}

namespace {
// One word that is none may stand in a short game, a quarter in a long one.
bool is_mostly_moves(const Paragraph& seen) noexcept {
    const unsigned good = seen.moves + seen.numbers + (seen.has_marker ? 2 : 0);
    return (seen.prose == 1 && good >= 3) || 4 * seen.prose <= good;
}
}  // namespace

Seen begins_moves(std::string_view text, Standing standing, bool is_whole_text) noexcept {
    Paragraph seen;
    seen.read(text.substr(0, look_ahead));
    if (!seen.is_over && is_short(text, is_whole_text)) return Seen::unclear;
    if (!seen.begins_well) return Seen::no;
    switch (standing) {
        case Standing::paragraph:
            return is_mostly_moves(seen) ? Seen::yes : Seen::no;
        case Standing::line:
            return seen.begins_at_one && seen.prose == 0 && seen.moves >= 2 ? Seen::yes : Seen::no;
        case Standing::inside:
            break;
    }
    return seen.begins_at_one && seen.prose == 0 && seen.moves >= 2 && seen.has_marker ? Seen::yes
                                                                                       : Seen::no;
}

Seen is_prose(std::string_view text, bool is_whole_text) noexcept {
    if (is_short(text, is_whole_text)) return Seen::unclear;
    text = text.substr(0, look_ahead);
    Paragraph first;
    first.read(text);
    if (first.prose < 2 || first.prose <= first.moves + first.numbers) return Seen::no;
    // The game goes on, or ends with its marker, after the remark.
    for (std::size_t at = first.end; at < text.size();) {
        Paragraph next;
        next.read(text.substr(at));
        if (next.has_marker || next.has_marker_line) return Seen::no;
        if (at + next.end >= text.size() || next.end == 0) break;
        at += next.end;
    }
    return first.has_marker_line ? Seen::no : Seen::yes;
}

Seen ends_game(std::string_view text, bool is_whole_text) noexcept {
    std::size_t at = 0;
    while (at < std::min(text.size(), look_ahead)) {
        if (const std::size_t n = space_length(text.substr(at))) {
            at += n;
        } else if (text[at] == '{') {
            const std::size_t close = text.substr(0, look_ahead).find('}', at);
            if (close == std::string_view::npos) break;
            at = close + 1;
        } else if (text[at] == ';') {
            at = std::min(text.find('\n', at), text.size());
        } else {
            if (text[at] != '[') return Seen::no;
            return begins_tags(text.substr(at), is_whole_text);
        }
    }
    if (is_whole_text) return Seen::yes;
    return text.size() >= look_ahead ? Seen::no : Seen::unclear;
}

Seen begins_tags(std::string_view text, bool is_whole_text) noexcept {
    const bool is_cut_off = text.size() < look_ahead && !is_whole_text;
    text = text.substr(0, look_ahead);
    const auto run_out = [&] {
        return is_cut_off ? Seen::unclear : Seen::no;
    };
    std::size_t at = 1;
    while (at < text.size() && text[at] == ' ' && at < 8) ++at;
    const std::size_t begin = at;
    if (at < text.size() && !is_tag_name(text[at])) return Seen::no;
    const auto is_name = [&](std::size_t i) {
        const std::string_view rest = text.substr(i);
        return space_length(rest) == 0 && text[i] != '"' && text[i] != '[' && text[i] != ']' &&
               other_quote_length(rest) == 0;
    };
    while (at < text.size() && at - begin < 256 && is_name(at)) ++at;
    const std::string_view name = text.substr(begin, at - begin);
    while (at < text.size() && at < look_ahead && space_length(text.substr(at)) != 0)
        at += space_length(text.substr(at));
    if (at + 3 > text.size() && is_cut_off) return run_out();
    if (at >= text.size()) return run_out();
    if (text[at] == '"' || other_quote_length(text.substr(at)) != 0) return Seen::yes;
    if (!is_known_tag(name)) return Seen::no;
    if (name == "FEN") return text[at] != ']' ? Seen::yes : Seen::no;
    const std::size_t line_end = text.find('\n', at);
    if (line_end == std::string_view::npos || line_end + 1 >= text.size()) return run_out();
    return text[line_end + 1] == '[' ? Seen::yes : Seen::no;
}

}  // namespace hakam::pgn

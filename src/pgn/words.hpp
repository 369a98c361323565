#pragma once

// The shapes of words in PGN, without any board.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hakam/pgn/visitor.hpp"
#include "scan.hpp"
#include "spaces.hpp"

namespace hakam::pgn {

/// Letters, digits and the underscore (PGN standard 7: symbol tokens).
constexpr bool is_tag_name(char c) noexcept {
    return scan::is_letter(c) || scan::is_digit(c) || c == '_';
}
/// Bytes that a word may hold; brackets, stars, dollars and white space end it.
constexpr bool is_word(char c) noexcept {
    switch (c) {
        case '{':
        case '}':
        case '(':
        case ')':
        case '[':
        case ']':
        case '<':
        case '>':
        case ';':
        case '*':
        case '$':
            return false;
        default:
            return !scan::is_space(c);
    }
}
/// Where the word at p ends. White space of Unicode ends it if all its bytes are there: a word at
/// the end of the buffer is not over.
inline const char* word_end(const char* p, const char* end) noexcept {
    for (const char* const begin = p; p != end && is_word(*p); ++p) {
        if (static_cast<unsigned char>(*p) < 0x80) continue;
        // A lone A0 is a space, but not as the rest of a character.
        const bool is_rest = p != begin && (*p & 0xC0) == 0x80 && (p[-1] & 0x80) != 0;
        if (!is_rest && unicode_space_length({p, static_cast<std::size_t>(end - p)}) != 0) break;
    }
    return p;
}

/// Bytes of a dash at the beginning of `text`: ASCII, or one of U+2010..2015 and U+2212; 0 if none.
constexpr std::size_t dash_length(std::string_view text) noexcept {
    if (text.starts_with('-')) return 1;
    if (text.size() < 3 || text[0] != '\xE2') return 0;
    if (text[1] == '\x80' && text[2] >= '\x90' && text[2] <= '\x95') return 3;
    return text[1] == '\x88' && text[2] == '\x92' ? 3 : 0;
}

/// What the line before a place is.
enum class LineBefore : std::uint8_t {
    other,
    blank,   ///< and the one before it does not end with a termination marker
    marker,  ///< ends with one in its usual form
    blank_after_marker,
};
/// How many bytes before a place line_before() may ask for.
inline constexpr int lookback = 16;
/// `before(n)` is the byte n places before, for n <= lookback.
template <typename Before>
constexpr LineBefore line_before(Before before) noexcept {
    if (before(1) != '\n') return LineBefore::other;
    int n = before(2) == '\r' ? 3 : 2;
    const bool is_blank = before(n) == '\n';
    if (is_blank) n += before(n + 1) == '\r' ? 2 : 1;
    if (before(n) == ' ') ++n;
    const auto is_word = [&](std::string_view word) {
        int at = n;
        for (std::size_t i = word.size(); i-- > 0; ++at)
            if (before(at) != word[i]) return false;
        return scan::is_space(before(at));
    };
    const bool is_marker = is_word("1-0") || is_word("0-1") || is_word("1/2-1/2") || is_word("*");
    if (is_marker) return is_blank ? LineBefore::blank_after_marker : LineBefore::marker;
    return is_blank ? LineBefore::blank : LineBefore::other;
}

/// Whether a game begins at the beginning of `text` whatever stands before it: a line that begins
/// with [Event " after a blank line or a termination marker, or with any other tag name so after
/// both. (A line among the tags may end with a marker in a comment.)
template <typename Before>
constexpr bool is_cut(std::string_view text, Before before) noexcept {
    constexpr std::size_t longest_name = 31;
    if (!text.starts_with('[')) return false;
    if (text.starts_with("[Event \"")) return line_before(before) != LineBefore::other;
    std::size_t i = 1;
    while (i < text.size() && i <= longest_name && is_tag_name(text[i])) ++i;
    return i > 1 && text.substr(i).starts_with(" \"") &&
           line_before(before) == LineBefore::blank_after_marker;
}
/// So many bytes of the text show whether it is one.
inline constexpr std::size_t cut_size = 34;

/// Digits and then a period.
constexpr bool begins_with_number(std::string_view word) noexcept {
    std::size_t i = 0;
    while (i < word.size() && scan::is_digit(word[i])) ++i;
    return i > 0 && i < word.size() &&
           (word[i] == '.' || word.substr(i).starts_with("\xE2\x80\xA6"));
}

constexpr bool is_castling_like(std::string_view word) noexcept {
    if (word.empty() || (word[0] != 'O' && word[0] != '0' && word[0] != 'o')) return false;
    const std::size_t dash = dash_length(word.substr(1));
    return dash != 0 && word.size() > 1 + dash && word[1 + dash] == word[0];
}
constexpr bool is_null_move(std::string_view word) noexcept {
    return word == "--" || word == "Z0" || word == "0000" || word == "@@@@" || word == "null";
}
/// Whether a word was meant as a move: it names a square, castles or passes.
constexpr bool is_move_like(std::string_view word) noexcept {
    for (std::size_t i = 0; i + 1 < word.size(); ++i)
        if (word[i] >= 'a' && word[i] <= 'h' && word[i + 1] >= '1' && word[i + 1] <= '8')
            return true;
    return is_castling_like(word) || is_null_move(word);
}

/// Castling without its dashes.
constexpr bool is_bare_castling(std::string_view word) noexcept {
    while (!word.empty() && (word.back() == '+' || word.back() == '#')) word.remove_suffix(1);
    if (word.size() != 2 && word.size() != 3) return false;
    if (word[0] != 'O' && word[0] != '0' && word[0] != 'o') return false;
    return word.find_first_not_of(word[0]) == std::string_view::npos;
}
/// Whether a word that names no square was meant as a move: the square is not on the board (e9),
/// the rank of a capture is missing (exd, Nxe), or castling has no dashes.
constexpr bool is_broken_move(std::string_view word) noexcept {
    if (is_bare_castling(word)) return true;
    while (!word.empty() && (word.back() == '+' || word.back() == '#')) word.remove_suffix(1);
    if (word.size() < 2 || word.size() > 6 || !scan::is_letter(word[0])) return false;
    std::size_t digits = 0;
    std::size_t capture = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (scan::is_digit(word[i]))
            ++digits;
        else if (i != 0 && (word[i] == 'x' || word[i] == ':'))
            capture = i;
        else if (!scan::is_letter(word[i]) && word[i] != '-')
            return false;
    }
    const auto is_file = [](char c) { return c >= 'a' && c <= 'h'; };
    if (scan::is_digit(word.back())) return digits <= 2 && scan::is_letter(word[word.size() - 2]);
    const bool is_man = std::string_view{"KQRBNP"}.find(word[0]) != std::string_view::npos;
    return capture != 0 && capture + 2 >= word.size() && (is_man || is_file(word[0])) &&
           (capture + 1 == word.size() || is_file(word.back()));
}

/// Whether the moves of a game may begin with that word.
constexpr bool may_begin_moves(std::string_view word) noexcept {
    const auto is_file = [](char c) { return c >= 'a' && c <= 'h'; };
    return word.empty() || scan::is_digit(word[0]) || word[0] == '.' || word[0] == '\xC2' ||
           word[0] == '\xE2' || is_move_like(word) || is_broken_move(word) ||
           (word.size() == 2 && is_file(word[0]) && is_file(word[1]));
}

/// An evaluation at the end of a word, written as a sign.
struct EvaluationSign {
    std::string_view sign;
    unsigned glyph = 0;  // 0 if there is none
};
constexpr EvaluationSign evaluation_at_end(std::string_view word) noexcept {
    constexpr EvaluationSign signs[] = {{"+/-", 16},
                                    {"-/+", 17},
                                    {"+/=", 14},
                                    {"=/+", 15},
                                    {"+\xE2\x88\x92", 18},
                                    {"\xE2\x88\x92+", 19},
                                    {"\xE2\xA9\xB2", 14},
                                    {"\xE2\xA9\xB1", 15},
                                    {"\xE2\x88\x9E", 13},
                                    {"\xE2\x88\x93", 17},
                                    {"\xE2\x96\xA1", 7},
                                    {"\xC2\xB1", 16},
                                    {"+=", 14},
                                    {"=+", 15},
                                    {"+-", 18},
                                    {"-+", 19},
                                    {"TN", 146},
                                    {"=", 10},
                                    {"N", 146}};
    for (const EvaluationSign& e : signs)
        if (word.ends_with(e.sign)) return e;
    return {};
}

/// A pawn move to the first or last rank that does not say what the pawn becomes.
constexpr bool is_promotion_stub(std::string_view word) noexcept {
    if (word.size() < 2 || word[0] < 'a' || word[0] > 'h') return false;
    const char rank = word.back();
    const char file = word[word.size() - 2];
    return (rank == '8' || rank == '1') && file >= 'a' && file <= 'h';
}

/// The glyph of a suffix: "!" 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6; 0 for anything else.
constexpr unsigned suffix_glyph(std::string_view suffix) noexcept {
    if (suffix == "!") return 1;
    if (suffix == "?") return 2;
    if (suffix == "!!") return 3;
    if (suffix == "??") return 4;
    if (suffix == "!?") return 5;
    if (suffix == "?!") return 6;
    return 0;
}
/// How many bytes of ! and ? end the word.
constexpr std::size_t suffix_length(std::string_view word) noexcept {
    std::size_t n = 0;
    while (n < word.size() &&
           (word[word.size() - 1 - n] == '!' || word[word.size() - 1 - n] == '?'))
        ++n;
    return n;
}

}  // namespace hakam::pgn

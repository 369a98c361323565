#include <algorithm>
#include <array>

#include "hakam/notation/san.hpp"
#include "parser.hpp"
#include "words.hpp"

namespace hakam::pgn {
namespace {

constexpr std::uint64_t castles_short = 0x4F2D4F;        // "O-O"
constexpr std::uint64_t castles_long = 0x4F2D4F2D4FULL;  // "O-O-O"
constexpr std::uint64_t low_bytes(unsigned n) noexcept { return (std::uint64_t{1} << 8 * n) - 1; }

// The move whose SAN, without check sign, is the lowest `length` bytes of `word`.
[[gnu::noinline]] Move plain_move(const LineState& state, std::uint64_t word,
                                  unsigned length) noexcept {
    if ((word & 0xFF) == 'O') [[unlikely]] {
        if (length == 3 && (word & low_bytes(3)) == castles_short)
            return state.castling_move(Wing::king);
        if (length == 5 && (word & low_bytes(5)) == castles_long)
            return state.castling_move(Wing::queen);
        return {};
    }
    return state.san_move(word, length);
}

// The same, and plays it.
[[gnu::always_inline]] inline Move play_plain(LineState& state, std::uint64_t word, unsigned length,
                                              Undo& undo) noexcept {
    if ((word & 0xFF) == 'O') [[unlikely]] {
        const Move move = plain_move(state, word, length);
        if (move.code() != 0) state.play(move, undo);
        return move;
    }
    return state.play_san(word, length, undo);
}

/// A word among the moves that is looked at before its turn.
struct Glance {
    const char* text = nullptr;  // null if no letter comes soon, or the number before it is odd
    std::uint64_t word = 0;      // its first eight bytes
    unsigned size = 0;           // up to white space, if that is below eight
};

/// The usual move numbers as they stand in a word from its lowest byte: "12." and "12...".
struct NumberText {
    std::uint64_t text = ~std::uint64_t{0};
    std::uint64_t mask = ~std::uint64_t{0};  // without what a blank at the end adds
};
constexpr unsigned number_texts = 256;
constexpr auto make_number_texts() noexcept {
    std::array<NumberText, number_texts> table{};
    for (unsigned i = 0; i + 1 < number_texts; ++i) {  // the last one fits nothing
        const unsigned number = i / 2;
        std::uint64_t text = 0;
        unsigned size = 0;
        const auto add = [&](unsigned byte) { text |= std::uint64_t{byte} << 8 * size++; };
        if (number >= 100) add('0' + number / 100);
        if (number >= 10) add('0' + number / 10 % 10);
        add('0' + number % 10);
        for (unsigned dots = i % 2 == 0 ? 1 : 3; dots != 0; --dots) add('.');
        table[i] = {text, ~(std::uint64_t{' '} << 8 * size)};
    }
    return table;
}
constexpr std::array<NumberText, number_texts> usual_numbers = make_number_texts();

/// What stands before a move, if its number is `index` / 2 and it is Black's for an odd one: no
/// number, or the right one with no more periods than it should have, in the first `size` bytes.
[[gnu::noinline]] bool number_fits(std::uint64_t bytes, unsigned size, unsigned index) noexcept {
    const auto at = [&](unsigned i) { return static_cast<char>(bytes >> 8 * i); };
    unsigned i = 0;
    while (i != size && scan::is_space(at(i))) ++i;
    if (i == size) return true;
    const unsigned digits = i;
    if (at(digits) == '0') return false;  // may be castling: 00
    unsigned number = 0;
    for (; i != size && scan::is_digit(at(i)); ++i)
        number = 10 * number + static_cast<unsigned>(at(i) - '0');
    const unsigned dots = i;
    while (i != size && at(i) == '.') ++i;
    const bool is_right =
        i != digits && dots != digits && number == index / 2 && (index % 2 != 0 || i - dots < 2);
    while (i != size && scan::is_space(at(i))) ++i;
    return is_right && i == size;
}

enum class After : std::uint8_t { move, other };
/// What comes at p, where move number `index` / 2 is due, Black's if it is odd.
/// Pre: 24 bytes at p may be read; after a move white space stands there.
template <After after>
[[gnu::always_inline]] inline Glance glance(const char* p, unsigned index) noexcept {
    const std::uint64_t before = scan::load(p);
    const std::uint64_t letters = before & scan::each(0xC0);
    if (letters == 0) [[unlikely]]
        return {};
    const auto bits = static_cast<unsigned>(std::countr_zero(letters)) & 56;
    // White space follows a move. Behind it: nothing, or the number as it is mostly written.
    const std::uint64_t number = (before & ((std::uint64_t{1} << bits) - 1)) >> 8;
    const NumberText& usual = usual_numbers[std::min(index, number_texts - 1)];
    const bool is_usual =
        static_cast<int>(number == 0) | static_cast<int>(((number ^ usual.text) & usual.mask) == 0);
    const bool is_space = after == After::move || scan::is_space(*p) || bits == 0;
    if (!is_usual || !is_space) [[unlikely]]
        if (scan::has_other_than_number(before, bits / 8) || !number_fits(before, bits / 8, index))
            return {};
    const std::uint64_t word = scan::load(p + bits / 8);
    return {p + bits / 8, word, scan::first_space(word)};
}

bool is_check_note(NoteCode code) noexcept {
    switch (code) {
        case NoteCode::check_missing:
        case NoteCode::check_false:
        case NoteCode::mate_missing:
        case NoteCode::mate_false:
        case NoteCode::check_form:
        case NoteCode::annotation:
            return true;
        default:
            return false;
    }
}

}  // namespace

[[gnu::always_inline]] inline void Reader::Parser::tell_move(Move move, const char* text,
                                                             std::size_t length) {
    line_.has_last = true;
    ++line_.ply;
    men_seen_ |= 1U << static_cast<unsigned>(move.mover());
    visitor_.move({move, {text, length}, offset(text), line_.ply});
}

// A comment in braces that ends on its line and holds no other brace. Returns: what follows it,
// or null if it is not that plain.
[[gnu::always_inline]] inline const char* Reader::Parser::plain_comment(const char* brace) {
    const char* const stop = scan::find_brace_or_control(brace + 1, end_);
    const auto length = static_cast<std::size_t>(stop - brace - 1);
    if (stop == end_ || *stop != '}' || length > options_.limits.comment_bytes) return nullptr;
    if (has_high_bytes_) [[unlikely]]
        check_encoding({brace + 1, length}, brace);
    visitor_.comment({{brace + 1, length}, CommentStyle::braces, offset(brace)});
    return stop + 1;
}

// The common case in one loop: an optional move number, a move in plain SAN, a comment in braces
// on one line. Whatever else comes, or fails here, is left to move_token().
Reader::Parser::Step Reader::Parser::moves() {
    constexpr std::ptrdiff_t margin = 48;  // what the loop reads ahead without asking
    const char* p = cur_;
    if (end_ - p < margin) return slow_token(p);
    const auto index = [&] { return 2 * number_shift_ + line_.state.move_index(); };
    Glance now = glance<After::other>(p, index());
    while (fast_ && now.text != nullptr) {
        if ((now.word & 0xFF) == '{') {
            const char* const next = plain_comment(now.text);
            if (next == nullptr) break;
            p = next;
            if (end_ - p < margin) break;
            now = glance<After::other>(p, index());
            continue;
        }
        const unsigned size = now.size;
        if (size - 2 > 5) [[unlikely]]
            break;
        // Looked at before the board is, so that neither waits for the other.
        const char* const text = now.text;
        const std::uint64_t word = now.word;
        const char* after = text + size;
        now = glance<After::move>(after, index() + 1);
        auto last = static_cast<char>(word >> 8 * (size - 1));
        unsigned length = size;
        unsigned glyph = 0;
        if (last == '!' || last == '?') [[unlikely]] {
            const std::size_t n = suffix_length({text, size});
            glyph = suffix_glyph({text + size - n, n});
            length -= static_cast<unsigned>(n);
            if (glyph == 0 || length < 2) break;
            last = text[length - 1];
        }
        const unsigned shown = length;
        length -= static_cast<unsigned>(last == '+' || last == '#');
        const Move move = play_plain(line_.state, word, length, line_.undo);
        if (move.code() == 0) [[unlikely]]
            break;
        tell_move(move, text, shown);
        if (glyph != 0) visitor_.nag(glyph);
        p = after;
        if (end_ - p < margin) break;
    }
    return slow_token(p);
}

// Whatever stands at p, the tokens before it being taken.
Reader::Parser::Step Reader::Parser::slow_token(const char* p) {
    if (p != cur_) take_token(p);
    skip_space();
    if (cur_ == end_) return Step::done;
    return move_token();
}

// A word among the moves that is neither a number nor a marker.
Reader::Parser::Step Reader::Parser::word() {
    const char* stop = word_end(cur_, end_);
    if (static_cast<std::size_t>(stop - cur_) > options_.limits.word_bytes) {
        report(FindingCode::too_long, Severity::warning, cur_, options_.limits.word_bytes,
               "a word longer than the limit; it is not read", due_ply());
        take_token(cur_ + options_.limits.word_bytes);
        in_long_word_ = true;
        return Step::done;
    }
    if (stop == end_ && !is_final_) return Step::more;
    if (stop != end_ && *stop == '(' &&
        is_promotion_stub({cur_, static_cast<std::size_t>(stop - cur_)})) {
        // e8(Q): the bracket belongs to the move.
        if (left(stop) < 3 && !is_final_) return Step::more;
        if (left(stop) >= 3 && stop[2] == ')' && scan::is_letter(stop[1])) {
            stop += 3;
            while (stop != end_ && (*stop == '+' || *stop == '#' || *stop == '!' || *stop == '?'))
                ++stop;
            if (stop == end_ && !is_final_) return Step::more;
        }
    }
    const char* const at = cur_;
    const std::string_view text{at, static_cast<std::size_t>(stop - at)};
    if (line_feeds_ >= 2 && depth() == 0 && line_.ply + unplayed_ + unasked_ != 0 &&
        !is_move_like(text) && !is_broken_move(text)) {
        // Prose after a game that lacks its marker belongs to no game.
        const Seen seen = is_prose(rest(cur_), is_final_);
        if (seen == Seen::unclear) return Step::more;
        if (seen == Seen::yes) {
            abandon_unclosed();
            close_game(token_end_);
            return Step::done;
        }
    }
    if (!is_skipping())
        move_word(text, at);
    else if (depth() == 0 && may_begin_moves(text))
        ++unasked_;
    take_token(stop);
    return Step::done;
}

void Reader::Parser::move_word(std::string_view text, const char* at) {
    const std::size_t suffix = suffix_length(text);
    const std::string_view body = text.substr(0, text.size() - suffix);
    const bool is_move = is_move_like(body) || is_broken_move(body);
    if (!playable_ || line_.is_dead) {
        if (is_move) unplayed(body, at);
        return;
    }
    if (is_null_move(body)) {
        null_move(body, at);
        return;
    }
    Move move{};
    if (body.size() >= 2 && body.size() <= 7 && options_.letters == &english && !is_strict() &&
        !is_foreign_) {
        std::uint64_t word = 0;
        std::memcpy(&word, body.data(), body.size());
        const bool has_sign = body.back() == '+' || body.back() == '#';
        const auto length = static_cast<unsigned>(body.size() - (has_sign ? 1 : 0));
        if (length >= 2) move = plain_move(line_.state, word & low_bytes(length), length);
    }
    if (move.code() == 0) {
        if (body == "e.p." || body == "ep" || body == "e.p" || body == "+" || body == "++" ||
            body == "#") {
            note(at, body.size(), "a mark that stands apart from its move");
            return;
        }
        if (body.find_first_not_of(".,:!?") == std::string_view::npos) return;
        const EvaluationSign evaluation = evaluation_at_end(body);
        if (evaluation.glyph != 0 && evaluation.sign == body &&
            body.find_first_of("NT") == std::string_view::npos) {
            note(at, body.size(), "an evaluation that is not written as a glyph");
            visitor_.nag(evaluation.glyph);
            return;
        }
        move = resolve(body, at);
        if (move.code() == 0) return;
    }
    line_.state.play(move, line_.undo);
    const EvaluationSign glued = std::exchange(glued_, {});
    const char* const end = glued.glyph != 0 ? glued.sign.data() : at + body.size();
    tell_move(move, at, static_cast<std::size_t>(end - at));
    if (glued.glyph != 0) visitor_.nag(glued.glyph);
    if (suffix != 0) {
        const unsigned glyph = suffix_glyph(text.substr(body.size()));
        if (glyph != 0)
            visitor_.nag(glyph);
        else
            report(FindingCode::syntax, Severity::warning, at + body.size(), suffix,
                   "a move suffix that is none of ! ? !! ?? !? ?!", line_.ply);
    }
}

// The full reading: any form that the notation room understands, with notes.
Move Reader::Parser::resolve(std::string_view text, const char* at) {
    const Position position = line_.state.position();
    if (is_foreign_)
        if (const Move move = in_other_letters(text, position, at); move.code() != 0) return move;
    if (is_strict()) {
        const Expected<Move> strict = san::parse(text, position);
        if (strict) return *strict;
    }
    Expected<LenientMove> read = san::parse_lenient(text, position, *options_.letters);
    if (!read && options_.letters != &english) {
        Expected<LenientMove> other = san::parse_lenient(text, position, english);
        if (other) read = std::move(other);
    }
    if (read) {
        if (is_strict())
            note_move(
                at, text.size(),
                "a move that is not in the canonical form " + san::format(read->move, position));
        else
            note_reading(read->notes, text, at);
        return read->move;
    }
    if (const Move move = in_figurines(text, position, at); move.code() != 0) return move;
    if (!is_foreign_)
        if (const Move move = in_other_letters(text, position, at); move.code() != 0) return move;
    if (text.ends_with('.') || text.ends_with(',') || text.ends_with(':')) {
        note_move(at + text.size() - 1, 1, "punctuation after a move");
        return resolve(text.substr(0, text.find_last_not_of(".,:") + 1), at);
    }
    const EvaluationSign evaluation = evaluation_at_end(text);
    if (evaluation.glyph != 0 && evaluation.sign.size() < text.size() && glued_.glyph == 0) {
        const std::string_view before = text.substr(0, text.size() - evaluation.sign.size());
        if (san::parse_lenient(before, position, *options_.letters)) {
            note_move(at + before.size(), evaluation.sign.size(),
                      "an evaluation that is not written as a glyph");
            glued_ = {text.substr(before.size()), evaluation.glyph};
            return resolve(before, at);
        }
    }
    if (!is_move_like(text) && !is_broken_move(text)) {
        report(FindingCode::syntax, Severity::warning, at, text.size(),
               "a word that is no move, marker or comment", due_ply());
        skipped_word_.assign(text.substr(0, 40));
        skipped_at_ = {line_.ply, depth()};
        return {};
    }
    refuse_move(text, at, read.error());
    return {};
}

// A move whose man is drawn. The colour of the drawing does not matter, nor does a mark behind it
// that asks for a plain sign.
Move Reader::Parser::in_figurines(std::string_view text, const Position& position,
                                  const char* at) {
    if (is_strict() || text.find("\xE2\x99") == std::string_view::npos) return {};
    std::string plain{text};
    for (const std::string_view mark : {"\xEF\xB8\x8E", "\xEF\xB8\x8F"})
        for (std::size_t i = 0; (i = plain.find(mark, i)) != std::string::npos;)
            plain.erase(i, mark.size());
    const auto read = san::parse_lenient(plain, position, *letters_for("figurine"));
    if (!read) return {};
    if (!std::exchange(told_figurines_, true)) note_move(at, text.size(), "men written as figurines");
    note_reading(read->notes, text, at);
    return read->move;
}

// A move with the letters of another language. Its first word must have a letter that English does
// not use, before any man has moved by an English one: R is the king of others. What then fits
// several languages as different moves is not read.
Move Reader::Parser::in_other_letters(std::string_view text, const Position& position,
                                      const char* at) {
    using enum PieceType;
    if (options_.other_letters != OtherLetters::detect || is_strict() || text.size() > 24) return {};
    constexpr std::uint32_t lettered = 1U << static_cast<unsigned>(knight) |
                                       1U << static_cast<unsigned>(bishop) |
                                       1U << static_cast<unsigned>(rook) |
                                       1U << static_cast<unsigned>(queen);
    constexpr std::string_view english_men = "KQRBNP";
    const bool is_english_letter = english_men.find(text[0]) != std::string_view::npos;
    if (!is_foreign_ && (is_english_letter || (men_seen_ & lettered) != 0)) return {};
    Move found{};
    std::uint32_t fitting = 0;
    std::string names;
    for (std::size_t i = 0; i < all_letters().size(); ++i) {
        const Letters& letters = all_letters()[i];
        if ((languages_ >> i & 1) == 0 || letters.language == "en" || letters.language == "figurine")
            continue;
        const auto read = san::parse_lenient(text, position, letters);
        if (!read) continue;
        if (found.code() != 0 && read->move != found) return {};
        found = read->move;
        fitting |= 1U << i;
        names.append(names.empty() ? "" : " or ").append(letters.language);
    }
    if (found.code() == 0) {
        if (is_foreign_ && is_english_letter && !std::exchange(told_mixture_, true))
            report(FindingCode::syntax, Severity::warning, at, text.size(),
                   "letters of two languages for the men of one game", due_ply());
        return {};
    }
    if (!std::exchange(told_letters_, true))
        note_move(at, text.size(), "letters of another language for the men: " + names);
    languages_ = fitting;
    if (!std::exchange(is_foreign_, true)) choose_path();
    return found;
}

void Reader::Parser::note_reading(const std::vector<Note>& notes, std::string_view text,
                                  const char* at) {
    for (const Note& n : notes)
        if (!is_check_note(n.code)) note_move(at, text.size(), n.text);
}

void Reader::Parser::refuse_move(std::string_view text, const char* at, const Error& error) {
    const bool is_ambiguous = error.code == ErrorCode::ambiguous_move;
    std::string words = is_ambiguous ? "several legal moves fit" : "not a legal move here";
    if (!error.expected.empty()) words += "; expected " + error.expected;
    if (!skipped_word_.empty() && skipped_at_ == std::pair{line_.ply, depth()})
        words += "; '" + excerpt(skipped_word_) + "' before it was not read";
    if (!is_ambiguous) {
        const Position position = line_.state.position();
        if (const auto why = why_illegal(text, position, *options_.letters))
            refusal_ = std::make_shared<const Refusal>(Refusal{*why, position});
    }
    report(is_ambiguous ? FindingCode::ambiguous_move : FindingCode::illegal_move, Severity::error,
           at, text.size(), std::move(words), due_ply());
    line_.is_dead = true;
    choose_path();
    unplayed(text, at);
}

void Reader::Parser::unplayed(std::string_view text, const char* at) {
    if (frames_.empty()) ++unplayed_;
    visitor_.unplayed({Move{}, text, offset(at), due_ply()});
}

void Reader::Parser::null_move(std::string_view text, const char* at) {
    if (frames_.empty() || line_.state.is_check()) {
        report(FindingCode::illegal_move, Severity::error, at, text.size(),
               frames_.empty() ? "passing the turn is no legal move"
                               : "passing the turn while in check",
               due_ply());
        line_.is_dead = true;
        choose_path();
        unplayed(text, at);
        return;
    }
    if (text != "--") note_move(at, text.size(), "a null move that is not written --");
    line_.state.play_null(line_.undo);
    line_.has_last = true;
    ++line_.ply;
    visitor_.null_move({Move{}, text, offset(at), line_.ply});
}

}  // namespace hakam::pgn

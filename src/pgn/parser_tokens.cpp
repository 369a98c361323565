#include <algorithm>
#include <utility>

#include "hakam/pgn/tag.hpp"
#include "parser.hpp"
#include "words.hpp"

namespace hakam::pgn {

// One token among the moves. Pre: cur_ stands on it.
Reader::Parser::Step Reader::Parser::move_token() {
    const char c = *cur_;
    switch (c) {
        case '{':
            return comment();
        case ';':
            return line_comment();
        case '(':
            return open_variation();
        case ')':
            return close_variation();
        case '[':
            return bracket();
        case '$':
            return nag_token();
        case '!':
        case '?':
            return suffix_token();
        case '*':
            return marker({Termination::unknown, {}, 1, true, false});
        case '<':
            return reserved_token();
        case '.': {
            if (left(cur_) < 2 && !is_final_) return Step::more;
            if (left(cur_) >= 2 && cur_[1] == '5') return number_or_marker();  // .5-.5
            const char* p = cur_;
            while (p != end_ && *p == '.') ++p;
            if (p == end_ && !is_final_ && p - cur_ < 2) return Step::more;
            check_periods(cur_, std::min<std::size_t>(static_cast<std::size_t>(p - cur_), 2));
            take_token(p);
            return Step::done;
        }
        case '}':
        case ']':
        case '>':
            if (!is_skipping())
                report(FindingCode::syntax, Severity::warning, cur_, 1,
                       "a bracket that closes nothing", line_.ply);
            take_token(cur_ + 1);
            return Step::done;
        default:
            break;
    }
    if (scan::is_digit(c) || c == '\xC2' || c == '\xBD' || c == ',' || c == '+' || c == '-' ||
        c == 'O' || c == 'o')
        return number_or_marker();
    if (c == '\xE2') {
        constexpr std::string_view ellipsis = "\xE2\x80\xA6";
        if (left(cur_) < 3 && !is_final_) return Step::more;
        if (std::string_view{cur_, left(cur_)}.starts_with(ellipsis)) {
            check_periods(cur_, ellipsis.size());
            take_token(cur_ + 3);
            return Step::done;
        }
    }
    return word();
}

// Whether move number 1 after a blank line begins another game, without tags: the one before has
// neither marker nor end.
bool Reader::Parser::begins_anew(std::string_view number) const {
    const bool is_next = playable_ && !line_.is_dead && !is_skipping() &&
                         line_.state.fullmove_number() + number_shift_ == 1;
    return number == "1." && !is_next && line_feeds_ >= 2 && depth() == 0 &&
           line_.ply + unplayed_ + unasked_ >= 2;
}

// A move of correspondence players: 5254, 57681. Nobody plays a thousand moves.
bool is_numeric_move(std::string_view word) noexcept {
    return (word.size() == 4 || word.size() == 5) &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '1' && c <= '8'; });
}

// 0-0 as a result: neither side scored. It is castling where somebody can castle, unless the Result
// tag says the same and nothing follows.
Seen Reader::Parser::is_double_loss(std::size_t length) const {
    if (depth() != 0) return Seen::no;
    const auto stated = parse_result(result_tag_);
    const bool is_stated =
        stated && stated->termination == Termination::other && stated->score == Score{0, 0};
    if (!is_stated && has_result_) return Seen::no;
    const bool can_castle = playable_ && !line_.is_dead &&
                            line_.state.castling_move(Wing::king).code() != 0;
    if (is_stated && !can_castle) return Seen::yes;
    if (!is_stated && can_castle) return Seen::no;
    return ends_game(rest(cur_ + length), is_final_);
}

// A move number, a termination marker, or castling written with zeros.
Reader::Parser::Step Reader::Parser::number_or_marker() {
    const char* stop = word_end(cur_, end_);
    const auto length = static_cast<std::size_t>(stop - cur_);
    if (length > options_.limits.word_bytes) return word();
    if (stop == end_ && !is_final_) return Step::more;
    const std::string_view text{cur_, length};
    const ResultText result = result_at(rest(cur_));
    if (result.is_unclear && !is_final_) return Step::more;
    if (result.may_castle) {
        const Seen seen = is_double_loss(result.length);
        if (seen == Seen::unclear) return Step::more;
        if (seen == Seen::yes) return marker(result);
    } else if (result.termination != Termination::missing) {
        return marker(result);
    }
    if (is_castling_like(text) || is_null_move(text) || is_bare_castling(text)) return word();
    const char* p = cur_;
    while (p != stop && scan::is_digit(*p)) ++p;
    if (p == cur_) return word();
    while (p != stop && *p == '.') ++p;
    if (begins_anew({cur_, static_cast<std::size_t>(p - cur_)})) {
        abandon_unclosed();
        close_game(token_end_);
        return Step::done;
    }
    const std::string_view number{cur_, static_cast<std::size_t>(p - cur_)};
    if (p == stop && is_numeric_move(number)) {
        if (!is_skipping() && !line_.is_dead && playable_) {
            report(FindingCode::syntax, Severity::warning, cur_, number.size(),
                   "a word that is no move, marker or comment", due_ply());
            skipped_word_.assign(number.substr(0, 40));
            skipped_at_ = {line_.ply, depth()};
        }
        take_token(p);
        return Step::done;
    }
    check_number(number);
    take_token(p);
    return Step::done;
}

// A termination marker in any form.
Reader::Parser::Step Reader::Parser::marker(const ResultText& result) {
    if (!is_skipping()) {
        if (result.termination == Termination::other)
            note(cur_, result.length,
                 result.score == Score{0, 0}
                     ? "neither side scored: no termination marker of the standard"
                     : "an unusual result, " + to_string(result.score) +
                           ": no termination marker of the standard");
        else if (!result.is_canonical)
            note(cur_, result.length,
                 result.is_forfeit ? "a termination marker in another form, of a forfeit"
                                   : "a termination marker in another form");
    }
    return finish_with(result);
}

// The number should be that of the move that follows. Lenient reading tells only where numbers
// begin to be wrong, not each that follows from it.
void Reader::Parser::check_number(std::string_view text) {
    if (is_skipping() || line_.is_dead || !playable_) return;
    std::uint32_t number = 0;
    std::size_t digits = 0;
    for (; digits != text.size() && scan::is_digit(text[digits]); ++digits)
        if (number < 100'000'000) number = number * 10 + static_cast<unsigned>(text[digits] - '0');
    const std::uint32_t due = line_.state.fullmove_number();
    const std::uint32_t old_shift = std::exchange(number_shift_, number - due);
    if (line_.state.turn() == 0) {
        wrong_periods_ = wrong_periods_ && text.size() - digits >= 2;
        choose_path();
    }
    if (number == due)
        check_periods(cur_ + digits, text.size() - digits);
    else if (old_shift == 0 || is_strict())
        note_move(cur_, text.size(), "move number " + std::to_string(due) + " would be right here");
}

// Several periods say that Black moves.
void Reader::Parser::check_periods(const char* at, std::size_t count) {
    if (is_skipping() || line_.is_dead || !playable_) return;
    if (count < 2 || line_.state.turn() != 0) return;
    if (!std::exchange(wrong_periods_, true) || is_strict())
        note_move(at, count, "periods as before a move of Black where White moves");
    choose_path();
}

Reader::Parser::Step Reader::Parser::finish_with(const ResultText& result) {
    const std::size_t length = result.length;
    const char* const next = cur_ + length;
    if (depth() != 0) {
        if (!is_skipping()) note(cur_, length, "a termination marker inside a variation");
        inner_result_ = result;
        take_token(next);
        inner_result_end_ = token_end_;
        return Step::done;
    }
    result_ = result;
    check_result(cur_, length);
    take_token(next);
    phase_ = Phase::ended;
    return Step::done;
}

void Reader::Parser::check_result(const char* at, std::size_t length) {
    if (result_.termination == Termination::missing) return;
    // A score that the standard has no marker for stands in another tag.
    if (const auto outcome = parse_result(outcome_tag_);
        outcome && outcome->termination == Termination::other &&
        result_.termination == Termination::unknown && depth() == 0)
        result_ = *outcome;
    if (!has_result_ || result_tag_ == to_string(result_.termination)) return;
    const auto stated = parse_result(result_tag_);
    if (!stated) {
        note(at, length,
             "the Result tag \"" + excerpt(result_tag_) + "\" is no termination marker");
        return;
    }
    if (stated->termination == result_.termination &&
        (result_.termination != Termination::other || stated->score == result_.score)) {
        if (result_.is_canonical)
            note(at, length, "the Result tag \"" + excerpt(result_tag_) + "\" in another form");
        return;
    }
    const bool is_decided = stated->termination != Termination::unknown &&
                            result_.termination != Termination::unknown;
    report(FindingCode::result_mismatch, is_decided ? Severity::error : Severity::warning, at,
           length, "the Result tag says " + excerpt(result_tag_), line_.ply);
}

// The moves end without a marker.
void Reader::Parser::abandon_unclosed() {
    const char* at = cur_;
    if (depth() != 0) {
        report(FindingCode::truncated, Severity::error, at, 0,
               std::to_string(depth()) + " variation(s) not closed where the game ends", line_.ply);
        if (inner_result_end_ == token_end_) result_ = inner_result_;
        line_ = frames_.empty() ? line_ : frames_.front();
        frames_.clear();
        skip_depth_ = 0;
    }
    if (result_.termination == Termination::missing)
        report(FindingCode::result_missing, Severity::warning, at, 0,
               "no termination marker at the end of the moves", main_plies());
    else
        check_result(at, 0);
}

// What is no UTF-8 is read as Windows-1252, and that is told once a game. The standard prescribes
// Latin-1, which has control signs where Windows has quotation marks and dashes.
void Reader::Parser::check_encoding(std::string_view text, const char* at) {
    if (told_encoding_ || phase_ == Phase::idle || is_utf8(text)) return;
    const bool is_latin = std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x80 && static_cast<unsigned char>(c) < 0xA0;
    });
    if (is_strict() && is_latin) return;
    told_encoding_ = true;
    note(at, std::min(text.size() + 1, left(at)), "text that is not UTF-8, read as Windows-1252");
}

void Reader::Parser::take_comment(const char* begin, const char* end, CommentStyle style) {
    if (has_high_bytes_) check_encoding({begin, static_cast<std::size_t>(end - begin)}, cur_);
    add_comment({{begin, static_cast<std::size_t>(end - begin)}, style, offset(cur_)}, cur_);
}

// Whether the line feed ends the last line of a game although a comment is open: the next line is
// a tag pair.
Reader::Parser::Start Reader::Parser::game_start_at(const char* line_feed) const {
    const char* p = line_feed + 1;
    if (p == end_) return is_final_ ? Start::no : Start::unclear;
    if (*p != '[') return Start::no;
    if (left(p) < cut_size && !is_final_) return Start::unclear;
    if (is_cut(p)) return Start::yes;
    const std::string_view rest{p, left(p)};
    std::size_t i = 1;
    while (i < rest.size() && i < 64 && is_tag_name(rest[i])) ++i;
    if (i == rest.size() || i == 64) return i == 64 || is_final_ ? Start::no : Start::unclear;
    if (i == 1 || rest[i] != ' ') return Start::no;
    constexpr std::size_t longest = 512;
    const std::size_t line_end = rest.substr(0, longest).find_first_of("\r\n");
    if (line_end == std::string_view::npos && rest.size() < longest && !is_final_)
        return Start::unclear;
    std::string_view line = rest.substr(0, std::min(line_end, rest.size()));
    while (line.ends_with(' ')) line.remove_suffix(1);
    if (!line.ends_with("\"]") || line[std::min(i + 1, line.size() - 1)] != '"') return Start::no;
    const bool after_blank = before(p, 2) == '\n' || (before(p, 2) == '\r' && before(p, 3) == '\n');
    return after_blank || rest.starts_with("[Event ") ? Start::yes : Start::no;
}

Reader::Parser::Step Reader::Parser::comment() {
    const char* const first = cur_ + 1;
    const std::size_t most = options_.limits.comment_bytes;
    const char* const limit =
        left(first) > most ? first + beginning({first, left(first)}, most).size() : end_;
    const char* nested_end = nullptr;  // told at the end only: the comment may be read again
    const auto close = [&](const char* stop, const char* next) {
        if (nested_end != nullptr)
            note(cur_, static_cast<std::size_t>(nested_end - cur_), "a comment inside a comment");
        take_comment(first, stop, CommentStyle::braces);
        if (phase_ == Phase::idle) {
            cur_ = next;
            line_feeds_ = 0;
        } else {
            take_token(next);
        }
        return Step::done;
    };
    const auto break_off = [&](const char* stop) {
        while (stop != first && scan::is_space(stop[-1])) --stop;
        report(FindingCode::truncated, Severity::error, cur_, static_cast<std::size_t>(stop - cur_),
               "a comment that is not closed", line_.ply);
        return close(stop, stop);
    };
    unsigned inner = 0;
    for (const char* p = first;; ++p) {
        p = scan::find_any<'}', '{', '\n'>(p, limit);
        if (p == limit) {
            if (limit != end_) {
                report(FindingCode::too_long, Severity::warning, cur_, most,
                       "a comment longer than the limit; the rest of it is not kept", line_.ply);
                in_long_comment_ = true;
                return close(limit, limit);
            }
            if (!is_final_) return Step::more;
            return break_off(end_);
        }
        if (*p == '\n') {
            const Start start = game_start_at(p);
            if (start == Start::unclear) return Step::more;
            if (start == Start::no) continue;
            return break_off(p);
        }
        if (*p == '{') {
            ++inner;
            continue;
        }
        if (inner == 0) return close(p, p + 1);
        // A brace was opened inside. It is nested if a closing brace comes next, before an opening
        // one; otherwise it was only a character (PGN standard 5: comments do not nest).
        const char* next = p + 1;
        for (;; ++next) {
            next = scan::find_any<'}', '{', '\n'>(next, limit);
            if (next == limit || *next != '\n') break;
            const Start start = game_start_at(next);
            if (start == Start::unclear) return Step::more;
            if (start == Start::yes) break;
        }
        if (next == limit && limit == end_ && !is_final_) return Step::more;
        if (next == limit || *next != '}') {
            note(cur_, static_cast<std::size_t>(p - cur_), "an opening brace inside a comment");
            return close(p, p + 1);
        }
        if (--inner == 0) nested_end = next;
        p = next - 1;
    }
}

// Passes over what is beyond the limit, to the closing brace or the next game.
Reader::Parser::Step Reader::Parser::skip_long_comment() {
    const char* p = cur_;
    const auto consume = [&](const char* next) {
        cur_ = next;
        if (phase_ != Phase::idle) token_end_ = offset(next);
    };
    for (;; ++p) {
        p = scan::find_any<'}', '\n'>(p, end_);
        if (p == end_) {
            if (is_final_)
                report(FindingCode::truncated, Severity::error, p, 0,
                       "a comment that is not closed", line_.ply);
            consume(p);
            if (is_final_) in_long_comment_ = false;
            return Step::done;
        }
        if (*p == '}') {
            in_long_comment_ = false;
            consume(p + 1);
            return Step::done;
        }
        const Start start = game_start_at(p);
        if (start == Start::unclear) {
            if (p == cur_) return Step::more;
            consume(p);
            return Step::done;
        }
        if (start == Start::yes) {
            ++p;
            report(FindingCode::truncated, Severity::error, p, 0, "a comment that is not closed",
                   line_.ply);
            in_long_comment_ = false;
            consume(p);
            line_feeds_ = 2;
            return Step::done;
        }
    }
}

Reader::Parser::Step Reader::Parser::line_comment() {
    const char* const first = cur_ + 1;
    const std::size_t most = options_.limits.comment_bytes;
    const char* const limit =
        left(first) > most ? first + beginning({first, left(first)}, most).size() : end_;
    const char* p = scan::find_any<'\n', '\r'>(first, limit);
    if (p == limit) {
        if (limit == end_ && !is_final_) return Step::more;
        if (limit != end_) {
            report(FindingCode::too_long, Severity::warning, cur_, most,
                   "a comment longer than the limit; the rest of it is not kept", line_.ply);
            in_skipped_line_ = true;
        }
    }
    take_comment(first, p, CommentStyle::to_line_end);
    if (phase_ == Phase::idle) {
        cur_ = p;
        line_feeds_ = 0;
    } else {
        take_token(p);
    }
    return Step::done;
}

Reader::Parser::Step Reader::Parser::open_variation() {
    const char* const at = cur_;
    constexpr std::string_view draw_offer = "(=)";  // Laws C.12
    if (left(at) < draw_offer.size() && !is_final_) return Step::more;
    if (std::string_view{at, left(at)}.starts_with(draw_offer)) {
        if (!is_skipping()) {
            note(at, draw_offer.size(), "the sign of a draw offer, kept as a comment");
            visitor_.comment({draw_offer, CommentStyle::braces, offset(at)});
        }
        take_token(at + draw_offer.size());
        return Step::done;
    }
    if (is_skipping() || line_.is_dead || !playable_) {
        ++skip_depth_;
    } else if (!line_.has_last) {
        report(FindingCode::syntax, Severity::error, at, 1,
               "a variation where there is no move to replace; it is not read", line_.ply);
        skip_depth_ = 1;
    } else if (frames_.size() >= options_.limits.depth) {
        report(FindingCode::too_long, Severity::warning, at, 1,
               "variations nested deeper than the limit are not read", line_.ply);
        skip_depth_ = 1;
    } else if (visitor_.variation_begin() == Descend::no) {
        skip_depth_ = 1;
    } else {
        // Beyond what people write memory is set aside at once: copying would hold it twice.
        if (frames_.size() == 1024) frames_.reserve(std::min(options_.limits.depth, 131'072U));
        frames_.push_back(line_);
        line_.state.take_back(line_.undo);
        --line_.ply;
        line_.has_last = false;
    }
    choose_path();
    take_token(at + 1);
    return Step::done;
}

Reader::Parser::Step Reader::Parser::close_variation() {
    if (skip_depth_ != 0) {
        --skip_depth_;
    } else if (!frames_.empty()) {
        if (!line_.has_last && !line_.is_dead) note(cur_, 1, "a variation without moves");
        line_ = frames_.back();
        frames_.pop_back();
        visitor_.variation_end();
    } else if (!skip_all_) {
        report(FindingCode::syntax, Severity::error, cur_, 1, "a bracket that closes nothing",
               line_.ply);
    }
    choose_path();
    take_token(cur_ + 1);
    return Step::done;
}

Reader::Parser::Step Reader::Parser::nag_token() {
    const char* p = cur_ + 1;
    unsigned glyph = 0;
    while (p != end_ && scan::is_digit(*p) && p - cur_ <= 8) {
        glyph = glyph * 10 + static_cast<unsigned>(*p - '0');
        ++p;
    }
    if (p == end_ && !is_final_) return Step::more;
    const auto length = static_cast<std::size_t>(p - cur_);
    if (!is_skipping() && !line_.is_dead && playable_) {
        if (length == 1 || glyph > 255)
            report(FindingCode::syntax, Severity::warning, cur_, length,
                   "a glyph must be a number from 0 to 255", line_.ply);
        else
            visitor_.nag(glyph);
    }
    take_token(p);
    return Step::done;
}

Reader::Parser::Step Reader::Parser::suffix_token() {
    const char* p = cur_;
    while (p != end_ && (*p == '!' || *p == '?') && p - cur_ < 8) ++p;
    if (p == end_ && !is_final_) return Step::more;
    const auto length = static_cast<std::size_t>(p - cur_);
    if (!is_skipping() && !line_.is_dead && playable_) {
        const unsigned glyph = suffix_glyph({cur_, length});
        if (glyph != 0) {
            note(cur_, length, "a move suffix that stands apart from its move");
            visitor_.nag(glyph);
        } else {
            report(FindingCode::syntax, Severity::warning, cur_, length,
                   "a move suffix that is none of ! ? !! ?? !? ?!", line_.ply);
        }
    }
    take_token(p);
    return Step::done;
}

// <...>: reserved for the future (PGN standard 7).
Reader::Parser::Step Reader::Parser::reserved_token() {
    const std::size_t most = options_.limits.word_bytes;
    const char* const limit = left(cur_) > most ? cur_ + most : end_;
    const char* p = scan::find_any<'>', '\n', '\r'>(cur_, limit);
    if (p == end_ && !is_final_) return Step::more;
    // Without its partner on the line it is a stray byte, and hides nothing.
    p = p != limit && *p == '>' ? p + 1 : cur_ + 1;
    if (!is_skipping())
        report(FindingCode::syntax, Severity::warning, cur_, static_cast<std::size_t>(p - cur_),
               "angle brackets are reserved; what they hold is not read", line_.ply);
    take_token(p);
    return Step::done;
}

// A bracket among the moves: the next game's tags, or text that has no place here.
Reader::Parser::Step Reader::Parser::bracket() {
    if (left(cur_) < 2 && !is_final_) return Step::more;
    if ((line_feeds_ != 0 || starts_line(cur_)) && left(cur_) > 1 && is_tag_name(cur_[1])) {
        const Seen seen = begins_tags(rest(cur_), is_final_);
        if (seen == Seen::unclear) return Step::more;
        if (seen == Seen::yes) {
            abandon_unclosed();
            close_game(token_end_);
            return Step::done;
        }
    }
    const std::size_t most = options_.limits.word_bytes;
    const char* const limit = left(cur_) > most ? cur_ + most : end_;
    const char* p = scan::find_any<']', '\n', '\r'>(cur_, limit);
    if (p == end_ && !is_final_) return Step::more;
    p = p != limit && *p == ']' ? p + 1 : cur_ + 1;
    if (!is_skipping())
        report(FindingCode::syntax, Severity::warning, cur_, static_cast<std::size_t>(p - cur_),
               "a bracket among the moves; what it holds is not read", line_.ply);
    take_token(p);
    return Step::done;
}

}  // namespace hakam::pgn

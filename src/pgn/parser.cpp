#include "parser.hpp"

#include <algorithm>

#include "words.hpp"

namespace hakam::pgn {

const Position Reader::Parser::standard_start_{};

Reader::Parser::Parser(Visitor& visitor, const ReaderOptions& options)
    : visitor_{visitor},
      options_{options},
      can_be_fast_{options.reading == Reading::lenient && options.letters == &english},
      base_{options.first_offset},
      counted_{options.first_offset},
      line_begin_{options.first_offset},
      buffer_line_begin_{options.first_offset},
      line_number_{options.first_line} {
    std::fill(std::begin(previous_), std::end(previous_), '\n');
}

void Reader::Parser::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        if (carry_.empty()) {
            const std::size_t taken = run(bytes, false);
            carry_.assign(bytes.substr(taken));
            next_try_ = 0;
            return;
        }
        const std::size_t old = carry_.size();
        const std::size_t part = std::min(bytes.size(), std::max<std::size_t>(old, 4096));
        carry_.append(bytes.substr(0, part));
        bytes.remove_prefix(part);
        if (carry_.size() < next_try_) continue;
        const std::size_t taken = run(carry_, false);
        if (taken >= old) {
            // What is left stands in the caller's bytes; go on there.
            const std::size_t back = carry_.size() - taken;
            bytes = {bytes.data() - back, bytes.size() + back};
            carry_.clear();
        } else {
            carry_.erase(0, taken);
            next_try_ = taken == 0 ? carry_.size() + carry_.size() / 8 : 0;
        }
    }
}

void Reader::Parser::finish() {
    run(carry_, true);
    carry_.clear();
    if (phase_ == Phase::tags) begin_moves();
    if (phase_ == Phase::moves) abandon_unclosed();
    if (phase_ != Phase::idle) close_game(token_end_);
    flush_pending_as_stray();
    flush_stray_text();
    in_long_comment_ = in_long_word_ = in_skipped_line_ = after_game_ = false;
    line_feeds_ = 2;
    std::fill(std::begin(previous_), std::end(previous_), '\n');
}

std::size_t Reader::Parser::run(std::string_view text, bool is_final) {
    begin_ = cur_ = text.data();
    end_ = begin_ + text.size();
    is_final_ = is_final;
    has_high_bytes_ = scan::has_high_byte(begin_, end_);
    while (cur_ != end_)
        if (step() == Step::more) break;
    HAKAM_ASSERT(!is_final || cur_ == end_);
    (void)span(cur_, 0);  // counts the lines up to here
    const auto taken = static_cast<std::size_t>(cur_ - begin_);
    char previous[lookback];
    for (int i = 0; i < lookback; ++i) previous[i] = before(cur_, i + 1);
    std::copy(std::begin(previous), std::end(previous), std::begin(previous_));
    base_ += taken;
    begin_ = cur_;
    buffer_line_begin_ = line_begin_;
    return taken;
}

Reader::Parser::Step Reader::Parser::step() {
    if (in_skipped_line_) {
        skip_line();
        return Step::done;
    }
    if (in_long_comment_) return skip_long_comment();
    if (in_long_word_) {
        const char* begin = cur_;
        while (cur_ != end_ && !scan::is_space(*cur_)) ++cur_;
        in_long_word_ = cur_ == end_;
        if (phase_ == Phase::idle)
            add_stray_text(begin, cur_);
        else
            token_end_ = offset(cur_);
        return Step::done;
    }
    switch (phase_) {
        case Phase::idle:
            return idle();
        case Phase::tags:
            return tags();
        case Phase::moves:
            return moves();
        case Phase::ended:
            break;
    }
    return ended();
}

void Reader::Parser::take_token(const char* next) noexcept {
    cur_ = next;
    line_feeds_ = 0;
    token_end_ = offset(next);
}

void Reader::Parser::skip_line() {
    cur_ = scan::find_any<'\n', '\r'>(cur_, end_);
    in_skipped_line_ = cur_ == end_;
}

void Reader::Parser::skip_space() {
    while (cur_ != end_) {
        if (scan::is_space(*cur_)) {
            line_feeds_ += *cur_ == '\n' ? 1 : 0;
            ++cur_;
        } else if (*cur_ == '%' && starts_line(cur_)) {
            skip_line();  // an escape (PGN standard 6)
        } else {
            if (static_cast<unsigned char>(*cur_) < 0x80) return;
            const std::size_t length = unicode_space_length(rest(cur_));
            if (length == 0) return;
            note_space(cur_, length);
            cur_ += length;
        }
    }
}

// White space that the standard does not know, told once a game.
void Reader::Parser::note_space(const char* at, std::size_t length) {
    if (phase_ == Phase::idle || phase_ == Phase::ended || is_skipping()) return;
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (offset(at) == 0 && rest(at).starts_with(mark)) return;  // of the byte order
    if (std::exchange(told_spaces_, true)) return;
    note(at, length, "white space that is none of ASCII, such as a no-break space");
}

Reader::Parser::Step Reader::Parser::idle() {
    skip_space();
    if (cur_ == end_) return Step::done;
    // What stands on the line of prose belongs to it.
    const bool is_inside = standing() == Standing::inside;
    switch (*cur_) {
        case '{':
            if (is_inside) return stray_byte();
            flush_stray_text();
            return comment();
        case ';':
            if (is_inside) return stray_byte();
            flush_stray_text();
            return line_comment();
        case '[': {
            if (left(cur_) < cut_size && !is_final_) return Step::more;
            const Seen seen = begins_tags(rest(cur_), is_final_);
            if (seen == Seen::unclear) return Step::more;
            if (seen == Seen::no) return stray_byte();
            if (is_cut(cur_)) flush_pending_as_stray();
            begin_game(offset(cur_));
            phase_ = Phase::tags;
            return Step::done;
        }
        case '*':
            return marker_between_games({Termination::unknown, {}, 1, true, false});
        default:
            break;
    }
    if (is_word(*cur_)) return stray_word();
    return stray_byte();
}

// Pre: nothing but white space came since the last token.
Standing Reader::Parser::standing() const noexcept {
    if (stray_.length == 0) return Standing::paragraph;
    if (line_feeds_ == 0 && !starts_line(cur_)) return Standing::inside;
    return line_feeds_ < 2 ? Standing::line : Standing::paragraph;
}

Reader::Parser::Step Reader::Parser::stray_byte() {
    add_stray_text(cur_, cur_ + 1);
    ++cur_;
    line_feeds_ = 0;
    return Step::done;
}

// A word between games: a marker, the beginning of a game without tags, or nothing.
Reader::Parser::Step Reader::Parser::stray_word() {
    const char* stop = word_end(cur_, end_);
    const auto length = static_cast<std::size_t>(stop - cur_);
    if (length > options_.limits.word_bytes) {
        add_stray_text(cur_, cur_ + options_.limits.word_bytes);
        cur_ += options_.limits.word_bytes;
        line_feeds_ = 0;
        in_long_word_ = true;
        return Step::done;
    }
    if (stop == end_ && !is_final_) return Step::more;
    const std::string_view word{cur_, length};
    const ResultText result = result_at(rest(cur_));
    if (result.is_unclear && !is_final_) return Step::more;
    if (result.termination != Termination::missing && !result.may_castle)
        return marker_between_games(result);
    if (begins_with_number(word) || is_move_like(word) || word == "1") {
        const Seen seen = begins_moves(rest(cur_), standing(), is_final_);
        if (seen == Seen::unclear) return Step::more;
        if (seen == Seen::yes) {
            begin_game(offset(cur_));
            begin_moves();
            return Step::done;
        }
    }
    add_stray_text(cur_, stop);
    cur_ = stop;
    line_feeds_ = 0;
    return Step::done;
}

// A marker alone on its line is a game without moves; in prose it is a word like others.
Reader::Parser::Step Reader::Parser::marker_between_games(const ResultText& result) {
    const char* const next = cur_ + result.length;
    const bool is_first = stray_.length == 0 && (line_feeds_ != 0 || starts_line(cur_));
    const char* p = next;
    while (p != end_ && *p != '\n' && space_length(rest(p)) != 0) p += space_length(rest(p));
    if ((p == end_ || may_be_part_of_space(p)) && !is_final_) return Step::more;
    bool is_alone = is_first && (p == end_ || *p == '\n' || *p == '{' || *p == ';');
    if (is_first && !is_alone) {
        // Or the next game follows on its line.
        const Seen seen = begins_moves(rest(p), Standing::paragraph, is_final_);
        if (seen == Seen::unclear) return Step::more;
        is_alone = seen == Seen::yes;
    }
    if (after_game_ && pending_.empty()) {
        flush_stray_text();
        report(FindingCode::syntax, Severity::warning, cur_, result.length,
               "a second termination marker after the game", 0);
        cur_ = next;
        line_feeds_ = 0;
        return Step::done;
    }
    if (!is_alone) {
        add_stray_text(cur_, next);
        cur_ = next;
        line_feeds_ = 0;
        return Step::done;
    }
    begin_game(offset(cur_));
    begin_moves();
    return marker(result);
}

Reader::Parser::Step Reader::Parser::ended() {
    while (cur_ != end_ && *cur_ != '\n' && space_length(rest(cur_)) != 0)
        cur_ += space_length(rest(cur_));
    if (cur_ == end_) return Step::done;
    if (may_be_part_of_space(cur_)) return Step::more;
    if (*cur_ == '{') return comment();
    if (*cur_ == ';') return line_comment();
    close_game(token_end_);
    return Step::done;
}

void Reader::Parser::begin_game(std::uint64_t offset) {
    flush_stray_text();
    game_begin_ = pending_.empty() ? offset : pending_.front().where.offset;
    phase_ = Phase::tags;
    tags_ = unplayed_ = unasked_ = findings_ = suppressed_ = 0;
    first_tag_.clear();
    seen_event_ = has_fen_ = has_result_ = text_among_tags_ = skip_all_ = false;
    playable_ = true;
    result_ = inner_result_ = {};
    told_spaces_ = told_encoding_ = told_figurines_ = told_letters_ = told_mixture_ = false;
    setup_.clear();
    variant_.clear();
    fen_.clear();
    result_tag_.clear();
    outcome_tag_.clear();
    token_end_ = offset;
    line_.ply = 0;
    line_.has_last = line_.is_dead = false;
    skip_depth_ = 0;
    after_game_ = false;
    languages_ = ~0U;
    is_foreign_ = false;
    men_seen_ = 0;
    ++games_;
    visitor_.game_begin(game_begin_);
    for (const PendingComment& c : pending_) visitor_.comment({c.text, c.style, c.where.offset});
    pending_.clear();
    pending_bytes_ = 0;
}

void Reader::Parser::close_game(std::uint64_t end) {
    visitor_.game_end({game_begin_, end, main_plies(), unplayed_, result_.termination,
                       result_.score, suppressed_});
    phase_ = Phase::idle;
    frames_.clear();
    skip_depth_ = 0;
    after_game_ = true;
    line_.ply = 0;
}

void Reader::Parser::add_comment(const CommentToken& comment, const char* at) {
    if (phase_ != Phase::idle) {
        if (!is_skipping() && !line_.is_dead && playable_) visitor_.comment(comment);
        return;
    }
    if (pending_bytes_ + comment.text.size() > options_.limits.comment_bytes)
        flush_pending_as_stray();
    if (pending_.empty()) flush_stray_text();
    pending_bytes_ += comment.text.size() + sizeof(PendingComment);
    const std::size_t marks = comment.style == CommentStyle::braces ? 2 : 1;
    pending_.push_back({std::string{comment.text}, comment.style,
                        span(at, std::min(comment.text.size() + marks, left(at)))});
}

void Reader::Parser::flush_pending_as_stray() {
    for (const PendingComment& c : pending_)
        report_at(FindingCode::lenient, Severity::note, c.where, excerpt(c.text),
                  "a comment that belongs to no game", 0);
    pending_.clear();
    pending_bytes_ = 0;
}

void Reader::Parser::add_stray_text(const char* begin, const char* end) {
    after_game_ = false;
    if (!pending_.empty()) flush_pending_as_stray();
    visitor_.stray_text({{begin, static_cast<std::size_t>(end - begin)},
                         span(begin, static_cast<std::size_t>(end - begin))});
    if (stray_.length == 0) {
        stray_ = span(begin, 0);
        stray_text_.clear();
    } else if (stray_text_.size() < 40) {
        stray_text_ += ' ';
    }
    if (stray_text_.size() < 40)
        stray_text_.append(begin, std::min<std::size_t>(static_cast<std::size_t>(end - begin), 40));
    const std::uint64_t length = offset(end) - stray_.offset;
    stray_.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(length, UINT32_MAX));
}

void Reader::Parser::flush_stray_text() {
    if (stray_.length == 0) return;
    const TextSpan where = stray_;
    stray_ = {};
    report_at(FindingCode::syntax, Severity::warning, where, excerpt(stray_text_),
              "text that belongs to no game", 0);
}

bool Reader::Parser::is_cut(const char* p) const noexcept {
    return pgn::is_cut({p, left(p)}, [&](int back) { return before(p, back); });
}

TextSpan Reader::Parser::span(const char* at, std::size_t length) {
    const std::uint64_t place = offset(at);
    TextSpan result{place, static_cast<std::uint32_t>(std::min<std::size_t>(length, UINT32_MAX)), 0,
                    0};
    const char* counted = begin_ + (counted_ - base_);
    if (at >= counted) {
        const auto feeds = std::count(counted, at, '\n');
        if (feeds != 0) {
            line_number_ += static_cast<std::uint32_t>(feeds);
            const char* p = at;
            while (p[-1] != '\n') --p;
            line_begin_ = offset(p);
        }
        counted_ = place;
        result.line = line_number_;
        result.column = static_cast<std::uint32_t>(place - line_begin_ + 1);
        return result;
    }
    const auto feeds = std::count(at, counted, '\n');
    const char* p = at;
    while (p != begin_ && p[-1] != '\n') --p;
    const std::uint64_t line_begin = p == begin_ ? buffer_line_begin_ : offset(p);
    result.line = line_number_ - static_cast<std::uint32_t>(feeds);
    result.column = static_cast<std::uint32_t>(place - line_begin + 1);
    return result;
}

void Reader::Parser::report(FindingCode code, Severity severity, const char* at, std::size_t length,
                            std::string text, std::uint32_t ply) {
    if (phase_ != Phase::idle && findings_ >= options_.limits.findings) {
        ++suppressed_;
        refusal_.reset();
        return;
    }
    const std::size_t shown = std::min(length, left(at));
    report_at(code, severity, span(at, length), excerpt({at, shown}), std::move(text), ply);
}

void Reader::Parser::report_at(FindingCode code, Severity severity, TextSpan where,
                               std::string found, std::string text, std::uint32_t ply) {
    if (phase_ != Phase::idle && findings_++ >= options_.limits.findings) {
        ++suppressed_;
        return;
    }
    if (is_strict()) severity = Severity::error;
    const std::uint32_t deep = phase_ == Phase::moves ? depth() : 0;
    visitor_.finding({code, severity, where, ply, deep, std::move(found), std::move(text),
                      std::exchange(refusal_, nullptr)});
}

void Reader::Parser::note(const char* at, std::size_t length, std::string text) {
    report(FindingCode::lenient, Severity::note, at, length, std::move(text), line_.ply);
}

void Reader::Parser::note_move(const char* at, std::size_t length, std::string text) {
    report(FindingCode::lenient, Severity::note, at, length, std::move(text), due_ply());
}

}  // namespace hakam::pgn

#include <algorithm>
#include <array>
#include <utility>

#include "hakam/notation/fen.hpp"
#include "parser.hpp"
#include "words.hpp"

namespace hakam::pgn {
namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same_word(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& names) noexcept {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return same_word(word, name); });
}

enum class Variant { standard, chess960, no_castling, torpedo, unknown };

// Names are compared without regard to case, blanks, hyphens and the like. docs/formats/pgn.md lists
// them.
bool same_variant(std::string_view a, std::string_view b) noexcept {
    const auto next = [](std::string_view& text) {
        while (!text.empty()) {
            const char c = text.front();
            text.remove_prefix(1);
            if (c == ' ' || c == '\t' || c == '-' || c == '_' || c == '.' || c == '(' || c == ')')
                continue;
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
        }
        return '\0';
    };
    while (true) {
        const char x = next(a), y = next(b);
        if (x != y) return false;
        if (x == '\0') return true;
    }
}
template <std::size_t N>
bool is_variant(std::string_view word, const std::array<std::string_view, N>& names) noexcept {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return same_variant(word, name); });
}

Variant variant_of(std::string_view name) noexcept {
    constexpr std::array<std::string_view, 17> standard = {"",
                                                           "standard rated",
                                                           "standard (chess)",
                                                           "international chess",

                                                           "-",
                                                           "?",
                                                           "standard",
                                                           "normal",
                                                           "chess",
                                                           "regular",
                                                           "classic",
                                                           "classical",
                                                           "orthodox",
                                                           "from position",
                                                           "fromposition",
                                                           "standard chess",
                                                           "none"};
    constexpr std::array<std::string_view, 29> chess960 = {"dfrc",
                                                           "double fischer random",
                                                           "double fischerandom",
                                                           "double frc",
                                                           "double chess960",
                                                           "chess 9lx (chess960)",
                                                           "frc960",
                                                           "chess960",
                                                           "chess 960",
                                                           "chess-960",
                                                           "960",
                                                           "fischerandom",
                                                           "fischerrandom",
                                                           "fischer random",
                                                           "fischer-random",
                                                           "fischerandom chess",
                                                           "fischer random chess",
                                                           "fischerrandom chess",
                                                           "frc",
                                                           "freestyle",
                                                           "freestyle chess",
                                                           "chess9lx",
                                                           "chess 9lx",
                                                           "chess960 (frc)",
                                                           "fischerandom/chess960",
                                                           "fischerrandom/chess960",
                                                           "fisher random",
                                                           "fischer random (chess960)",
                                                           "wild/fr"};
    constexpr std::array<std::string_view, 6> no_castling = {
        "nocastle", "no castling", "no-castling", "nocastling", "no castling chess", "no-castling chess"};
    constexpr std::array<std::string_view, 2> torpedo = {"torpedo", "torpedo chess"};
    if (is_variant(name, standard)) return Variant::standard;
    if (is_variant(name, chess960)) return Variant::chess960;
    if (is_variant(name, no_castling)) return Variant::no_castling;
    if (is_variant(name, torpedo)) return Variant::torpedo;
    // "Chess960 (Fischer)": what stands in brackets explains a name that says enough, unless the
    // name is chess alone: "Chess (Crazyhouse)".
    const std::size_t bracket = name.find('(');
    if (bracket == 0 || bracket == name.npos) return Variant::unknown;
    const Variant outside = variant_of(name.substr(0, bracket));
    if (outside != Variant::standard) return outside;
    return variant_of(name.substr(bracket + 1));
}

RulesetId rules_of(Variant variant) noexcept {
    switch (variant) {
        case Variant::no_castling: return RulesetId::no_castling;
        case Variant::torpedo: return RulesetId::torpedo;
        default: return RulesetId::standard;
    }
}

// Whether a Variant tag says that the men stand and castle as usual.
bool is_named_standard(std::string_view name) noexcept {
    return !name.empty() && name != "-" && name != "?" && !same_word(name, "none") &&
           variant_of(name) == Variant::standard;
}

// Whether [p, end) holds only blanks up to the end of its line; unclear if the buffer ends first.
enum class Tail { blank, text, unclear };
Tail tail_of_line(const char* p, const char* end) noexcept {
    while (p != end && (*p == ' ' || *p == '\t')) ++p;
    if (p == end) return Tail::unclear;
    return *p == '\n' || *p == '\r' ? Tail::blank : Tail::text;
}

constexpr std::size_t max_kept_value = 512;  // of the tags that matter here

}  // namespace

// The common case in one loop: tag pairs of plain names and of values without quotes and
// backslashes, one a line. Whatever else comes is left to tags().
void Reader::Parser::plain_tags() {
    constexpr std::ptrdiff_t margin = 160;
    if (offset(cur_) != game_begin_ && is_cut(cur_)) return;
    while (end_ - cur_ >= margin && *cur_ == '[') {
        const char* const name = cur_ + 1;
        const unsigned length = scan::name_length(name);
        if (length == 0 || length > 15 || name[length] != ' ' || name[length + 1] != '"') return;
        const char* const value = name + length + 2;
        const char* const stop = scan::find_any<'"', '\\', '\n', '\r'>(value, value + 128);
        if (*stop != '"' || stop[1] != ']' || stop[2] != '\n') return;
        const std::string_view name_text{name, length};
        if (offset(cur_) != game_begin_ && (name_text == "Event" || name_text == first_tag_))
            return;
        take_tag(name_text, {value, static_cast<std::size_t>(stop - value)}, stop + 2);
        ++cur_;
        line_feeds_ = 1;
    }
}

Reader::Parser::Step Reader::Parser::tags() {
    skip_space();
    if (cur_ != end_ && *cur_ == '[' && std::exchange(text_among_tags_, false) &&
        line_feeds_ >= 2) {
        leave_tags();
        return Step::done;
    }
    plain_tags();
    skip_space();
    if (cur_ == end_) return Step::done;
    switch (*cur_) {
        case '{':
            return comment();
        case ';':
            return line_comment();
        case '[':
            if (left(cur_) < cut_size && !is_final_) return Step::more;
            if (left(cur_) > 1 && (is_tag_name(cur_[1]) || cur_[1] == ' ')) return tag_pair();
            report(FindingCode::syntax, Severity::warning, cur_, 1,
                   "a bracket that begins no tag pair", 0);
            take_token(cur_ + 1);
            return Step::done;
        case ']':
            report(FindingCode::syntax, Severity::warning, cur_, 1, "a bracket that closes nothing",
                   0);
            take_token(cur_ + 1);
            return Step::done;
        default:
            return word_among_tags();
    }
}

// The game ends with its tags.
void Reader::Parser::leave_tags() {
    begin_moves();
    abandon_unclosed();
    close_game(token_end_);
}

// The first word of the moves; or text that is none, such as the second line of a broken tag pair:
// the tags go on after it, but not after a blank line, too.
Reader::Parser::Step Reader::Parser::word_among_tags() {
    const char* const stop = word_end(cur_, end_);
    const std::string_view word{cur_, static_cast<std::size_t>(stop - cur_)};
    if (stop == end_ && !is_final_ && word.size() <= options_.limits.word_bytes) return Step::more;
    if (word.empty() || word.size() > options_.limits.word_bytes || options_.letters != &english ||
        may_begin_moves(word)) {
        begin_moves();
        return Step::done;
    }
    report(FindingCode::syntax, Severity::warning, cur_, word.size(), "text among the tags", 0);
    text_among_tags_ = true;
    take_token(stop);
    return Step::done;
}

Reader::Parser::Step Reader::Parser::tag_pair() {
    const bool is_cut_short = left(cur_) > options_.limits.tag_bytes;
    const char* limit = is_cut_short ? cur_ + options_.limits.tag_bytes : end_;
    const char* p = cur_ + 1;
    while (p != limit && *p == ' ') ++p;
    const char* name = p;
    const auto is_name = [&] {
        if (*p == '"' || *p == ']' || *p == '[') return false;
        return space_length(rest(p)) == 0 && other_quote_length(rest(p)) == 0;
    };
    while (p != limit && is_name()) ++p;
    const std::string_view name_text{name, static_cast<std::size_t>(p - name)};
    while (p < limit && space_length(rest(p)) != 0) p += space_length(rest(p));
    p = std::min(p, limit);
    if (left(p) < 3 && limit == end_ && !is_final_) return Step::more;
    if (starts_next_game(name_text)) {
        leave_tags();
        return Step::done;
    }
    if (p == limit) return tag_ran_out(name_text, p);
    if (*p == '[') {
        if (left(p) < cut_size && !is_final_) return Step::more;
        if (is_cut(p)) return end_inside_tag(p);
    }
    const Step step = tag_after_name(name_text, p);
    const bool is_plain =
        !name_text.empty() && std::all_of(name_text.begin(), name_text.end(), is_tag_name);
    if (step == Step::done && !is_plain)
        note(name, name_text.size(), "a tag name of other characters than letters and digits");
    return step;
}

Reader::Parser::Step Reader::Parser::tag_after_name(std::string_view name, const char* p) {
    if (*p == '"') return tag_value(name, p);
    if (other_quote_length(rest(p)) != 0) return other_quotes(name, p);
    if (*p == ']') {
        report(FindingCode::syntax, Severity::warning, cur_, static_cast<std::size_t>(p - cur_ + 1),
               "a tag pair without a value", 0);
        take_token(p + 1);
        return Step::done;
    }
    if (*p == '[') {
        report(FindingCode::syntax, Severity::warning, cur_, static_cast<std::size_t>(p - cur_),
               "a tag pair that is not finished", 0);
        const char* end = p;
        while (scan::is_space(end[-1])) --end;
        line_feeds_ = static_cast<std::uint32_t>(std::count(end, p, '\n'));
        token_end_ = offset(end);
        cur_ = p;
        return Step::done;
    }
    return unquoted_value(name, p);
}

// Nothing but a name and white space comes before the end of the text or the next game.
Reader::Parser::Step Reader::Parser::end_inside_tag(const char* end) {
    report(FindingCode::truncated, Severity::error, cur_, static_cast<std::size_t>(end - cur_),
           "the text ends inside a tag pair", 0);
    take_token(end);
    line_feeds_ = 2;
    return Step::done;
}

// The buffer or the limit ends inside a tag pair.
Reader::Parser::Step Reader::Parser::tag_ran_out(std::string_view name, const char* limit) {
    if (limit == end_ && !is_final_) return Step::more;
    const bool is_long = limit != end_;
    if (!is_long && std::find(cur_, limit, '"') == limit) return end_inside_tag(limit);
    report(is_long ? FindingCode::too_long : FindingCode::truncated, Severity::error, cur_,
           static_cast<std::size_t>(limit - cur_),
           is_long ? "a tag pair longer than the limit; the rest of its line is not read"
                   : "the text ends inside a tag pair",
           0);
    const char* quote = std::find(cur_, limit, '"');
    if (quote != limit)
        take_tag(name, {quote + 1, static_cast<std::size_t>(limit - quote - 1)}, limit);
    else
        take_token(limit);
    in_skipped_line_ = is_long;
    return Step::done;
}

Reader::Parser::Step Reader::Parser::unquoted_value(std::string_view name, const char* begin) {
    const bool is_cut_short = left(cur_) > options_.limits.tag_bytes;
    const char* limit = is_cut_short ? cur_ + options_.limits.tag_bytes : end_;
    const char* p = scan::find_any<']', '\n', '\r'>(begin, limit);
    if (p == limit) return tag_ran_out(name, limit);
    report(FindingCode::syntax, Severity::warning, cur_, static_cast<std::size_t>(p - cur_),
           "a tag value without quotes", 0);
    const char* end = p;
    while (end != begin && (scan::is_space(end[-1]) || end[-1] == '"')) --end;
    take_tag(name, {begin, static_cast<std::size_t>(end - begin)}, *p == ']' ? p + 1 : p);
    return Step::done;
}

// A value in typographic or single quotation marks: up to one before a bracket, or before the last
// bracket of the line, or to the end of the line.
Reader::Parser::Step Reader::Parser::other_quotes(std::string_view name, const char* quote) {
    const bool is_cut_short = left(cur_) > options_.limits.tag_bytes;
    const char* const limit = is_cut_short ? cur_ + options_.limits.tag_bytes : end_;
    const char* const line_end = scan::find_any<'\n', '\r'>(quote, limit);
    if (line_end == limit && !(limit == end_ && is_final_)) return tag_ran_out(name, limit);
    const char* const first = quote + other_quote_length(rest(quote));
    const auto without_quote = [&](const char* to) {
        while (to > first && scan::is_space(to[-1])) --to;
        for (const int n : {3, 2, 1})
            if (to - n >= first) {
                const std::string_view last{to - n, static_cast<std::size_t>(n)};
                if (last == "\"" || other_quote_length(last) == last.size()) return to - n;
            }
        return to;
    };
    const char* stop = nullptr;
    for (const char* p = first; (p = std::find(p, line_end, ']')) != line_end; ++p) {
        stop = p;
        const char* before = p;
        while (before > first && scan::is_space(before[-1])) --before;
        if (without_quote(p) != before) break;
    }
    note(quote, static_cast<std::size_t>(first - quote),
         "a tag value in other quotation marks than the standard's");
    const char* const to = stop != nullptr ? stop : line_end;
    const char* const end = without_quote(to);
    take_tag(name, {first, static_cast<std::size_t>(end - first)}, stop != nullptr ? to + 1 : to);
    return Step::done;
}

Reader::Parser::Step Reader::Parser::tag_value(std::string_view name, const char* quote) {
    const bool is_cut_short = left(cur_) > options_.limits.tag_bytes;
    const char* limit = is_cut_short ? cur_ + options_.limits.tag_bytes : end_;
    const char* const first = quote + 1;
    const char* segment = first;  // what is not in scratch_ yet
    const char* odd = nullptr;    // an unescaped quote or an odd escape
    bool has_scratch = false;
    const auto flush = [&](const char* to) {
        if (!has_scratch) scratch_.clear();
        has_scratch = true;
        scratch_.append(segment, to);
    };
    const auto value = [&](const char* to) -> std::string_view {
        if (!has_scratch) return {first, static_cast<std::size_t>(to - first)};
        scratch_.append(segment, to);
        return scratch_;
    };
    const auto finish = [&](const char* to, const char* next) {
        if (odd != nullptr) note(odd, 1, "a quote or backslash that is not escaped");
        take_tag(name, value(to), next);
        return Step::done;
    };
    for (const char* p = first;;) {
        p = scan::find_any<'"', '\\', '\n', '\r'>(p, limit);
        if (p == limit) return tag_ran_out(name, limit);
        if (*p == '\n' || *p == '\r') {
            // Closed by a typographic quotation mark?
            const char* mark = p;
            while (mark != first && scan::is_space(mark[-1])) --mark;
            if (mark - first >= 4 && mark[-1] == ']' && mark - 4 >= segment &&
                other_quote_length({mark - 4, 3}) == 3) {
                note(mark - 4, 3, "a tag value in other quotation marks than the standard's");
                return finish(mark - 4, p);
            }
            report(FindingCode::syntax, Severity::error, cur_, static_cast<std::size_t>(p - cur_),
                   "a tag value whose quote is not closed on its line", 0);
            const char* end = p;
            while (end != first && scan::is_space(end[-1])) --end;
            if (end != first && end[-1] == ']' && end - 1 >= segment) --end;
            return finish(end, p);
        }
        if (*p == '\\') {
            if (limit - p < 2) return tag_ran_out(name, limit);
            if (p[1] == '"') {
                if (limit - p > 2 && p[2] == ']') {
                    const Tail tail = tail_of_line(p + 3, limit);
                    if (tail == Tail::unclear && !(limit == end_ && is_final_))
                        return tag_ran_out(name, limit);
                    if (tail != Tail::text) {
                        odd = p;  // C:\"] at the end of a line: the backslash is meant
                        return finish(p + 1, p + 3);
                    }
                } else if (limit - p == 2) {
                    return tag_ran_out(name, limit);
                }
            }
            if (p[1] == '"' || p[1] == '\\') {
                flush(p);
                segment = p + 1;
                p += 2;
            } else {
                odd = p;
                ++p;
            }
            continue;
        }
        const char* q = p + 1;
        while (q != limit && (*q == ' ' || *q == '\t')) ++q;
        if (q == limit) {
            if (limit != end_ || !is_final_) return tag_ran_out(name, limit);
            report(FindingCode::truncated, Severity::error, p, 1, "the text ends inside a tag pair",
                   0);
            return finish(p, q);
        }
        if (*q == ']') return finish(p, q + 1);
        const char* line_end = scan::find_any<'\n', '\r'>(q, limit);
        if (line_end == limit && !(limit == end_ && is_final_)) return tag_ran_out(name, limit);
        if (*q != '[' && std::find(q, line_end, '"') != line_end) {
            odd = p;  // a quote inside the value: another one follows on the line
            p = q;
            continue;
        }
        const char* next = *q == '[' ? q : std::find(q, line_end, ']');
        report(FindingCode::syntax, Severity::warning, p, static_cast<std::size_t>(next - p),
               "a tag pair whose bracket is not closed after the value", 0);
        return finish(p, next != line_end && *next == ']' ? next + 1 : next);
    }
}

void Reader::Parser::take_tag(std::string_view name, std::string_view value, const char* next) {
    ++tags_;
    if (tags_ == 1) first_tag_.assign(name.substr(0, 64));
    remember_tag(name, value);
    if (has_high_bytes_) check_encoding(value, cur_);
    visitor_.tag({name, value, offset(cur_)});
    take_token(next);
}

bool Reader::Parser::starts_next_game(std::string_view name) const {
    if (is_cut(cur_) && offset(cur_) != game_begin_) return true;
    if (name == "Event") return seen_event_;
    if (tags_ == 0) return false;
    return line_feeds_ >= 2 && name == first_tag_;
}

void Reader::Parser::remember_tag(std::string_view name, std::string_view value) {
    const auto keep = [&](std::string& where, std::string_view what) {
        if (name.size() != what.size() || !same_word(name, what)) return false;
        where.assign(value.substr(0, max_kept_value));
        return true;
    };
    switch (name.size()) {
        case 3:
            if (!has_fen_ && keep(fen_, "FEN")) {
                has_fen_ = true;
                fen_span_ = span(cur_, 1);
            }
            break;
        case 5:
            if (name == "Event")
                seen_event_ = true;
            else if (setup_.empty())
                keep(setup_, "SetUp");
            break;
        case 6:
            if (!has_result_ && keep(result_tag_, "Result")) has_result_ = true;
            break;
        case 7:
            if (variant_.empty() && keep(variant_, "Variant"))
                variant_span_ = span(cur_, 1);
            else if (outcome_tag_.empty())
                keep(outcome_tag_, "Outcome");
            break;
        default:
            break;
    }
}

void Reader::Parser::begin_moves() {
    phase_ = Phase::moves;
    if (!has_fen_ && variant_.empty()) {
        line_.state = start_state_;
        playable_ = true;
        skip_all_ = visitor_.moves_begin({standard_start_, {}, true}) == Descend::no;
    } else {
        Position start = standard_start_;
        playable_ = set_up_start(start);
        line_.state = LineState{start};
        skip_all_ = visitor_.moves_begin({start, fen_, playable_}) == Descend::no;
    }
    line_.ply = 0;
    line_.has_last = line_.is_dead = false;
    number_shift_ = 0;
    wrong_periods_ = false;
    skipped_word_.clear();
    choose_path();
}

// Returns: false if the moves cannot be played.
bool Reader::Parser::set_up_start(Position& start) {
    const Variant variant = variant_of(variant_);
    if (variant == Variant::unknown) {
        report_at(FindingCode::unknown_variant, Severity::error, variant_span_, excerpt(variant_),
                  "the variant '" + excerpt(variant_) + "' is not known here; the moves are not read",
                  0);
        return false;
    }
    using enum SetupFaultCode;
    fen::Options options;
    options.reading = options_.reading;
    options.rules = rules_of(variant);
    // A tag that says so is believed; without one X-FEN and Shredder-FEN are understood.
    options.castling = variant == Variant::chess960 ? fen::Castling::chess960
                       : is_named_standard(variant_) ? fen::Castling::standard
                                                     : fen::Castling::automatic;
    if (!is_strict())
        options.tolerated = {too_many_men,       too_many_pawns,          too_many_promoted,
                             too_many_checkers,  impossible_double_check, check_against_en_passant,
                             bad_halfmove_clock, bad_fullmove_number,     false_castling_right,
                             false_en_passant};
    const bool says_nothing = fen_.find_first_not_of(" ?-") == std::string::npos;
    if (has_fen_ && says_nothing && setup_ != "1")
        report_at(FindingCode::lenient, Severity::note, fen_span_, excerpt(fen_),
                  "a FEN tag without a position; the game starts as usual", 0);
    if (!has_fen_ || (says_nothing && setup_ != "1")) {
        if (options.rules != RulesetId::standard)
            start = *fen::position(
                variant == Variant::no_castling
                    ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
                    : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                options);
        return true;
    }
    const fen::Report report = fen::read(fen_, options);
    if (!report.position) {
        const std::string why = report.faults.empty() ? "no position" : report.faults.front().text;
        report_at(FindingCode::bad_fen, Severity::error, fen_span_, excerpt(fen_),
                  why + "; the moves are not read", 0);
        return false;
    }
    for (const Note& n : report.notes)
        report_at(FindingCode::lenient, Severity::note, fen_span_, excerpt(fen_), "FEN: " + n.text,
                  0);
    start = *report.position;
    if (variant == Variant::standard && options.castling == fen::Castling::automatic) {
        options.castling = fen::Castling::standard;
        if (fen::read(fen_, options).position != report.position)
            report_at(FindingCode::lenient, Severity::note, fen_span_, excerpt(fen_),
                      "castling rights as in Chess960, though no Variant tag says so", 0);
    }
    if (setup_ != "1" && start != standard_start_)
        report_at(FindingCode::lenient, Severity::note, fen_span_, excerpt(setup_),
                  "a FEN tag without the tag SetUp \"1\"", 0);
    return true;
}

}  // namespace hakam::pgn

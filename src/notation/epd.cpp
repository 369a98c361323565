#include "hakam/notation/epd.hpp"

#include <algorithm>

#include "hakam/notation/san.hpp"
#include "text.hpp"

namespace hakam::epd {

namespace {

using text::error_at;

enum class Kind : std::uint8_t { any, alternatives, one_move, line, number, count, string };

/// What the operands of an opcode must be.
Kind kind_of(std::string_view opcode) noexcept {
    constexpr std::string_view counts[] = {"acd", "acn", "acs", "dm", "fmvn", "hmvc", "rc"};
    constexpr std::string_view strings[] = {"id", "eco", "nic"};
    if (opcode == "bm" || opcode == "am") return Kind::alternatives;
    if (opcode == "pm" || opcode == "sm") return Kind::one_move;
    if (opcode == "pv") return Kind::line;
    if (opcode == "ce") return Kind::number;
    if (std::find(std::begin(counts), std::end(counts), opcode) != std::end(counts))
        return Kind::count;
    if (std::find(std::begin(strings), std::end(strings), opcode) != std::end(strings))
        return Kind::string;
    if (opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && text::is_digit(opcode[1]))
        return Kind::string;
    if (opcode.size() >= 2 && opcode[0] == 'D' &&
        std::all_of(opcode.begin() + 1, opcode.end(), text::is_digit))
        return Kind::count;
    return Kind::any;
}

bool is_number(std::string_view s, bool may_be_negative) noexcept {
    if (may_be_negative && s.starts_with('-')) s.remove_prefix(1);
    return !s.empty() && s.size() <= 18 && std::all_of(s.begin(), s.end(), text::is_digit);
}

constexpr bool is_opcode_character(char c) noexcept {
    return text::is_letter(c) || text::is_digit(c) || c == '_';
}

/// The number of an hmvc or fmvn that has been checked.
std::uint32_t small_number(const Operation& operation) noexcept {
    std::uint64_t value = 0;
    for (const char c : operation.operands.front().text)
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, UINT32_MAX));
}

class Reader {
public:
    Reader(std::string_view text, const fen::Options& options) : text_{text}, options_{options} {}

    Expected<Lenient> read() {
        if (text_.size() > max_length) return text::too_long(text_, max_length);
        const auto [inner, offset] = text::trimmed(text_);
        end_ = text_.size();
        if (lenient() && inner.size() != text_.size()) {
            note(NoteCode::spacing, 0, text_.size(), "spaces around");
            at_ = offset;
            end_ = offset + inner.size();
        }
        if (auto error = four_fields()) return Unexpected{std::move(*error)};
        while (at_ < end_) {
            if (auto error = gap()) return Unexpected{std::move(*error)};
            if (at_ == end_) break;
            if (auto error = operation()) return Unexpected{std::move(*error)};
        }
        if (auto error = counters()) return Unexpected{std::move(*error)};
        return std::move(result_);
    }

private:
    using Problem = std::optional<Error>;

    bool lenient() const { return options_.reading == Reading::lenient; }
    Position& position() { return result_.epd.position; }

    Error error(ErrorCode code, std::size_t offset, std::size_t length,
                std::string expected) const {
        return error_at(code, text_, offset, length, std::move(expected));
    }
    Error expected_here(std::string expected) const {
        const std::size_t length = at_ < end_ ? text::character_length(text_, at_) : 0;
        return error(length == 0 ? ErrorCode::missing_text : ErrorCode::unexpected_text, at_,
                     length, std::move(expected));
    }
    void note(NoteCode code, std::size_t offset, std::size_t length, std::string words) {
        result_.notes.push_back({code, span_in(text_, offset, length), std::move(words)});
    }
    Problem departure(NoteCode code, std::size_t offset, std::size_t length, std::string expected,
                      std::string words) {
        if (!lenient()) return error(ErrorCode::not_canonical, offset, length, std::move(expected));
        note(code, offset, length, std::move(words));
        return std::nullopt;
    }
    bool is_gap(char c) const { return lenient() ? text::is_space(c) : c == ' '; }
    void skip_gap() {
        while (at_ < end_ && is_gap(text_[at_])) ++at_;
    }

    Problem four_fields() {
        const std::size_t begin = at_;
        for (int field = 0; field < 4; ++field) {
            skip_gap();
            while (at_ < end_ && !is_gap(text_[at_])) ++at_;
        }
        // Reading them as a FEN keeps every place.
        auto report = fen::read(std::string{text_.substr(0, at_)}.substr(begin) + " 0 1", options_);
        for (const fen::Fault& fault : report.faults) {
            Error e = fault.error;
            if (e.where.offset + begin > at_) e.where.offset = at_ - begin;
            return error(e.code, begin + e.where.offset, e.where.length, e.expected);
        }
        if (!report.position) return expected_here("a position");
        for (const Note& n : report.notes)
            note(n.code, begin + n.where.offset, n.where.length, n.text);
        position() = *report.position;
        return stray_dashes();
    }

    /// Published suites have dashes where a FEN has its counters.
    Problem stray_dashes() {
        if (!lenient()) return std::nullopt;
        for (int field = 0; field < 2; ++field) {
            std::size_t at = at_;
            while (at < end_ && is_gap(text_[at])) ++at;
            if (at == at_ || at == end_ || text_[at] != '-') break;
            if (at + 1 < end_ && !is_gap(text_[at + 1])) break;
            note(NoteCode::field_form, at, 1, "a dash where a counter would stand in a FEN");
            at_ = at + 1;
        }
        return std::nullopt;
    }

    /// One space before an operation.
    Problem gap() {
        const std::size_t begin = at_;
        skip_gap();
        if (at_ == end_ && at_ != begin)
            return departure(NoteCode::spacing, begin, at_ - begin, "the end of the EPD",
                             "spaces at the end");
        if (at_ - begin == 1 && text_[begin] == ' ') return std::nullopt;
        if (at_ == begin && !lenient()) return expected_here("a space");
        return departure(NoteCode::spacing, begin, at_ - begin, "one space", "other spacing");
    }

    Problem operation() {
        Operation op;
        const std::size_t begin = at_;
        if (!text::is_letter(text_[at_]))
            return expected_here("an opcode, which begins with a letter");
        while (at_ < end_ && is_opcode_character(text_[at_])) ++at_;
        op.opcode = text_.substr(begin, at_ - begin);
        if (op.opcode.size() > max_opcode_length)
            return error(ErrorCode::too_long, begin, op.opcode.size(),
                         "an opcode of at most " + std::to_string(max_opcode_length) + " letters");
        if (result_.epd.find(op.opcode))
            if (auto e = departure(NoteCode::field_form, begin, op.opcode.size(),
                                   "each opcode once", "an opcode given twice"))
                return e;
        places_.clear();
        for (;;) {
            const std::size_t gap_begin = at_;
            skip_gap();
            if (at_ == end_) {
                if (auto e = departure(NoteCode::field_form, at_, 0, "';'", "no ';' at the end"))
                    return e;
                break;
            }
            if (text_[at_] == ';') {
                if (at_ != gap_begin)
                    if (auto e = departure(NoteCode::spacing, gap_begin, at_ - gap_begin, "';'",
                                           "a space before ';'"))
                        return e;
                ++at_;
                break;
            }
            if (at_ == gap_begin) return expected_here("a space or ';'");
            if (at_ - gap_begin != 1 || text_[gap_begin] != ' ')
                if (auto e = departure(NoteCode::spacing, gap_begin, at_ - gap_begin, "one space",
                                       "other spacing"))
                    return e;
            if (auto e = operand(op)) return e;
        }
        if (auto e = check(op)) return e;
        result_.epd.operations.push_back(std::move(op));
        return std::nullopt;
    }

    Problem operand(Operation& op) {
        Operand word;
        const std::size_t begin = at_;
        if (text_[at_] == '"') {
            word.is_string = true;
            ++at_;
            for (;;) {
                if (at_ == end_) return expected_here("'\"' at the end of the string");
                char c = text_[at_++];
                if (c == '"') break;
                if (c == '\\' && at_ < end_ && (text_[at_] == '"' || text_[at_] == '\\'))
                    c = text_[at_++];
                else if (c == '\\' && !lenient())
                    return error(ErrorCode::unexpected_text, at_ - 1, 1, "\\\\ or \\\"");
                word.text += c;
            }
        } else {
            while (at_ < end_ && !is_gap(text_[at_]) && text_[at_] != ';' && text_[at_] != '"')
                ++at_;
            word.text = text_.substr(begin, at_ - begin);
        }
        const auto is_control = [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        };
        const auto bad = std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                                      text_.begin() + static_cast<std::ptrdiff_t>(at_), is_control);
        if (bad != text_.begin() + static_cast<std::ptrdiff_t>(at_))
            return error(ErrorCode::unexpected_text, static_cast<std::size_t>(bad - text_.begin()),
                         1, "printable characters");
        places_.push_back(begin);
        op.operands.push_back(std::move(word));
        return std::nullopt;
    }

    Problem check(Operation& op) {
        switch (kind_of(op.opcode)) {
            case Kind::any:
                return std::nullopt;
            case Kind::alternatives:
                return check_moves(op, 1, 512, false);
            case Kind::one_move:
                return check_moves(op, 1, 1, false);
            case Kind::line:
                return check_moves(op, 0, 4096, true);
            case Kind::number:
                return check_numbers(op, true);
            case Kind::count:
                return check_numbers(op, false);
            case Kind::string:
                return check_string(op);
        }
        return std::nullopt;
    }

    Problem check_count(const Operation& op, std::size_t least, std::size_t most,
                        std::string_view what) const {
        const std::size_t n = op.operands.size();
        if (n < least)
            return error(ErrorCode::missing_text, at_, 0,
                         std::string{what} + " after " + op.opcode);
        if (n > most)
            return error(ErrorCode::trailing_text, places_[most], op.operands[most].text.size(),
                         "';'");
        return std::nullopt;
    }

    /// In lenient reading the operands become canonical SAN, alternatives in their order.
    Problem check_moves(Operation& op, std::size_t least, std::size_t most, bool is_line) {
        if (auto e = check_count(op, least, most, "a move")) return e;
        Position at = position();
        std::string before;  // the operand before, as written
        for (std::size_t i = 0; i < op.operands.size(); ++i) {
            std::string& word = op.operands[i].text;
            const std::string written = word;
            const std::size_t place = places_[i];
            if (!lenient()) {
                const auto move = san::parse(word, at);
                if (!move) return moved(move.error(), place);
                if (is_line) at = at.after(*move);
            } else {
                const auto read = san::parse_lenient(word, at);
                if (!read) return moved(read.error(), place);
                for (const Note& n : read->notes)
                    note(n.code, place + n.where.offset, n.where.length, n.text);
                word = san::format(read->move, at);
                if (is_line) at = at.after(read->move);
            }
            if (!is_line && i > 0 && written < before)
                if (auto e = departure(NoteCode::field_form, place, written.size(),
                                       "moves in ASCII order", "moves in another order"))
                    return e;
            before = written;
        }
        if (lenient() && !is_line)
            std::sort(op.operands.begin(), op.operands.end(),
                      [](const Operand& a, const Operand& b) { return a.text < b.text; });
        return std::nullopt;
    }

    /// The same error in this text.
    Error moved(const Error& e, std::size_t place) const {
        return error(e.code, place + static_cast<std::size_t>(e.where.offset), e.where.length,
                     e.expected);
    }

    Problem check_numbers(const Operation& op, bool may_be_negative) const {
        if (auto e = check_count(op, 1, 1, "a number")) return e;
        const Operand& word = op.operands.front();
        if (!word.is_string && is_number(word.text, may_be_negative)) return std::nullopt;
        return error(ErrorCode::unexpected_text, places_.front(), word.text.size(),
                     "a whole number");
    }

    Problem check_string(Operation& op) {
        if (lenient() && op.operands.size() > 1 &&
            std::none_of(op.operands.begin(), op.operands.end(),
                         [](const Operand& o) { return o.is_string; })) {
            std::string all;
            for (const Operand& o : op.operands) all += (all.empty() ? "" : " ") + o.text;
            op.operands.assign(1, {std::move(all), false});
        }
        if (auto e = check_count(op, 1, 1, "a string")) return e;
        Operand& word = op.operands.front();
        if (word.is_string) return std::nullopt;
        word.is_string = true;
        return departure(NoteCode::field_form, places_.front(), word.text.size(),
                         "a string in double quotes", "a string without quotes");
    }

    /// Takes hmvc and fmvn over into the position.
    Problem counters() {
        const Operation* halfmove = result_.epd.find("hmvc");
        const Operation* fullmove = result_.epd.find("fmvn");
        if (!halfmove && !fullmove) return std::nullopt;
        Setup setup = position().setup();
        if (halfmove) setup.halfmove_clock = HalfmoveClock{small_number(*halfmove)};
        if (fullmove) setup.fullmove_number = FullmoveNumber{small_number(*fullmove)};
        const bool too_large = setup.halfmove_clock.value > fen::max_counter ||
                               setup.fullmove_number.value > fen::max_counter;
        const auto counted = Position::from(setup, options_.rules, options_.tolerated);
        if (too_large || !counted)
            return error(ErrorCode::out_of_range, at_, 0, "a possible hmvc and fmvn");
        position() = *counted;
        return std::nullopt;
    }

    std::string_view text_;
    const fen::Options& options_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::vector<std::size_t> places_;  ///< of the operands of the current operation
    Lenient result_;
};

}  // namespace

const Operation* Epd::find(std::string_view opcode) const noexcept {
    for (const Operation& operation : operations)
        if (operation.opcode == opcode) return &operation;
    return nullptr;
}

Expected<Epd> parse(std::string_view text, const fen::Options& options) {
    fen::Options strict = options;
    strict.reading = Reading::strict;
    auto read = Reader{text, strict}.read();
    if (!read) return Unexpected{std::move(read).error()};
    return std::move(read->epd);
}

Expected<Lenient> parse_lenient(std::string_view text, const fen::Options& options) {
    fen::Options lenient = options;
    lenient.reading = Reading::lenient;
    return Reader{text, lenient}.read();
}

std::string format(const Operation& operation) {
    std::string text = operation.opcode;
    for (const Operand& operand : operation.operands) {
        text += ' ';
        if (!operand.is_string) {
            text += operand.text;
            continue;
        }
        text += '"';
        for (const char c : operand.text) {
            if (c == '"' || c == '\\') text += '\\';
            text += c;
        }
        text += '"';
    }
    return text + ';';
}

std::string format(const Epd& epd, const fen::FormatOptions& options) {
    std::string text = fen::format_four_fields(epd.position, options);
    for (const Operation& operation : epd.operations) text += ' ' + format(operation);
    return text;
}

Operation alternatives(std::string opcode, const std::vector<Move>& moves,
                       const Position& position) {
    std::vector<std::string> texts;
    for (const Move move : moves) texts.push_back(san::format(move, position));
    std::sort(texts.begin(), texts.end());
    Operation operation{std::move(opcode), {}};
    for (std::string& text : texts) operation.operands.push_back({std::move(text), false});
    return operation;
}

Operation line(std::string opcode, const std::vector<Move>& moves, const Position& position) {
    Operation operation{std::move(opcode), {}};
    Position at = position;
    for (const Move move : moves) {
        operation.operands.push_back({san::format(move, at), false});
        at = at.after(move);
    }
    return operation;
}

Expected<std::vector<Move>> moves(const Operation& operation, const Position& position) {
    std::vector<Move> result;
    Position at = position;
    for (const Operand& operand : operation.operands) {
        const auto read = san::parse_lenient(operand.text, at);
        if (!read) return Unexpected{read.error()};
        result.push_back(read->move);
        if (operation.opcode == "pv") at = at.after(read->move);
    }
    return result;
}

}  // namespace hakam::epd

#include "hakam/notation/uci_protocol.hpp"

#include <algorithm>
#include <utility>

#include "hakam/notation/fen.hpp"
#include "text.hpp"

namespace hakam::uci {

namespace {

using text::error_at;

constexpr std::pair<std::string_view, Command> commands[] = {
    {"uci", Command::uci},
    {"debug", Command::debug},
    {"isready", Command::isready},
    {"setoption", Command::setoption},
    {"register", Command::registration},
    {"ucinewgame", Command::ucinewgame},
    {"position", Command::position},
    {"go", Command::go},
    {"stop", Command::stop},
    {"ponderhit", Command::ponderhit},
    {"quit", Command::quit},
    {"id", Command::id},
    {"uciok", Command::uciok},
    {"readyok", Command::readyok},
    {"bestmove", Command::bestmove},
    {"copyprotection", Command::copyprotection},
    {"registration", Command::registered},
    {"info", Command::info},
    {"option", Command::option},
};

/// The words of a line, one after the other.
class Words {
public:
    explicit Words(std::string_view text) : text_{text} {}

    /// The next word, empty at the end.
    std::string_view next() noexcept {
        while (at_ < text_.size() && text::is_space(text_[at_])) ++at_;
        begin_ = at_;
        while (at_ < text_.size() && !text::is_space(text_[at_])) ++at_;
        return word();
    }
    std::string_view word() const noexcept { return text_.substr(begin_, at_ - begin_); }
    std::size_t begin() const noexcept { return begin_; }
    std::string_view rest() const noexcept { return text::trimmed(text_.substr(at_)).inner; }
    /// The words up to the next one of `ends`, which is then word(), joined by one space each.
    template <class... Ends>
    std::string until(Ends... ends) {
        std::string joined;
        while (!next().empty() && ((word() != ends) && ...)) {
            if (!joined.empty()) joined += ' ';
            joined += word();
        }
        return joined;
    }

    Unexpected<Error> refuse(std::string expected, ErrorCode code = ErrorCode::unexpected_text) {
        const std::size_t length = at_ - begin_;
        return Unexpected{error_at(length == 0 ? ErrorCode::missing_text : code, text_, begin_,
                                   length, std::move(expected))};
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0;
};

std::optional<Command> command_from(std::string_view word) noexcept {
    for (const auto& [name, command] : commands)
        if (word == name) return command;
    return std::nullopt;
}

/// Words after the command; an error if the line is another one.
Expected<Words> words_of(std::string_view line, std::string_view command) {
    if (line.size() > max_line_length) return text::too_long(line, max_line_length);
    Words words{line};
    while (!words.next().empty() && !command_from(words.word())) {
    }
    if (words.word() != command) return words.refuse("'" + std::string{command} + "'");
    return words;
}

std::optional<std::int64_t> number(std::string_view word) noexcept {
    const bool negative = word.starts_with('-');
    if (negative) word.remove_prefix(1);
    if (word.empty() || word.size() > 18) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : word) {
        if (!text::is_digit(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return negative ? -value : value;
}

std::optional<std::int32_t> number32(std::string_view word) noexcept {
    const auto value = number(word);
    if (!value || *value > INT32_MAX || *value < INT32_MIN) return std::nullopt;
    return static_cast<std::int32_t>(*value);
}

std::optional<OptionType> type_from(std::string_view word) noexcept {
    if (word == "check") return OptionType::check;
    if (word == "spin") return OptionType::spin;
    if (word == "combo") return OptionType::combo;
    if (word == "button") return OptionType::button;
    if (word == "string") return OptionType::string;
    return std::nullopt;
}

/// What the option would take as this value, spelled its own way.
std::optional<std::string> accepted(const Option& option, std::string_view value) {
    const auto same = [](std::string_view a, std::string_view b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](char x, char y) { return text::to_lower(x) == text::to_lower(y); });
    };
    switch (option.type) {
        case OptionType::button:
            return std::nullopt;
        case OptionType::check:
            if (value != "true" && value != "false") return std::nullopt;
            return std::string{value};
        case OptionType::spin: {
            const auto n = number(value);
            if (!n || (option.least && *n < *option.least) || (option.most && *n > *option.most))
                return std::nullopt;
            return std::to_string(*n);
        }
        case OptionType::combo:
            for (const std::string& choice : option.choices)
                if (same(choice, value)) return choice;
            return std::nullopt;
        case OptionType::string:
            if (value.find_first_of("\r\n") != std::string_view::npos) return std::nullopt;
            return std::string{value.empty() ? "<empty>" : value};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Line> line_from(std::string_view text) noexcept {
    if (text.size() > max_line_length) return std::nullopt;
    Words words{text};
    while (!words.next().empty())
        if (const auto command = command_from(words.word())) return Line{*command, words.rest()};
    return std::nullopt;
}

Expected<SetOption> parse_set_option(std::string_view line) {
    auto words = words_of(line, "setoption");
    if (!words) return Unexpected{std::move(words).error()};
    if (words->next() != "name") return words->refuse("'name'");
    SetOption option;
    option.name = words->until("value");
    if (option.name.empty()) return words->refuse("the name of an option");
    if (words->word() == "value") option.value = std::string{words->rest()};
    return option;
}

std::string format(const SetOption& option) {
    std::string line = "setoption name " + option.name;
    if (option.value) line += " value " + *option.value;
    return line;
}

Expected<Option> parse_option(std::string_view line) {
    auto words = words_of(line, "option");
    if (!words) return Unexpected{std::move(words).error()};
    if (words->next() != "name") return words->refuse("'name'");
    Option option;
    option.name = words->until("type");
    if (option.name.empty()) return words->refuse("the name of an option");
    if (words->word() != "type") return words->refuse("'type'");
    const auto type = type_from(words->next());
    if (!type) return words->refuse("check, spin, combo, button or string");
    option.type = *type;
    words->next();
    while (!words->word().empty()) {
        if (words->word() == "default") {
            option.initial = words->until("min", "max", "var");
            if (option.initial == "<empty>") option.initial.clear();
        } else if (words->word() == "var") {
            option.choices.push_back(words->until("var", "default", "min", "max"));
        } else if (words->word() == "min" || words->word() == "max") {
            auto& limit = words->word() == "min" ? option.least : option.most;
            limit = number(words->next());
            if (!limit) return words->refuse("a whole number");
            words->next();
        } else {
            words->next();
        }
    }
    return option;
}

Expected<std::optional<SetOption>> choose(const Option& option, std::string_view value) {
    const auto taken = accepted(option, value);
    if (!taken)
        return Unexpected{error_at(ErrorCode::out_of_range, value, 0, value.size(),
                                   "a value that the option '" + option.name + "' offers")};
    const bool initial =
        *taken == option.initial || (*taken == "<empty>" && option.initial.empty());
    if (initial) return std::optional<SetOption>{};
    return std::optional<SetOption>{SetOption{option.name, *taken}};
}

Expected<PositionLine> parse_position(std::string_view line, Castling castling) {
    auto words = words_of(line, "position");
    if (!words) return Unexpected{std::move(words).error()};
    PositionLine result;
    words->next();
    if (words->word() == "fen") {
        const std::size_t begin = words->begin();
        const std::string fen = words->until("moves");
        fen::Options options;
        options.reading = Reading::lenient;
        options.tolerated = Tolerance::unreachable();
        const auto start = fen::position(fen, options);
        if (!start) {
            // The words were joined anew: the place is that of the whole FEN.
            Error error = start.error();
            error.where = span_in(line, begin, 3);
            return Unexpected{std::move(error)};
        }
        result.start = *start;
    } else if (words->word() == "startpos") {
        words->next();
    } else {
        return words->refuse("'startpos' or 'fen'");
    }
    result.current = result.start;
    if (words->word().empty()) return result;
    if (words->word() != "moves") return words->refuse("'moves'");
    while (!words->next().empty()) {
        const auto move = parse(words->word(), result.current, castling);
        if (!move) return words->refuse(move.error().expected, move.error().code);
        result.moves.push_back(*move);
        result.current = result.current.after(*move);
    }
    return result;
}

Expected<Info> parse_info(std::string_view line) {
    auto words = words_of(line, "info");
    if (!words) return Unexpected{std::move(words).error()};
    Info info;
    words->next();
    while (!words->word().empty()) {
        const std::string_view word = words->word();
        if (word == "string") {
            info.text = words->rest();
            break;
        }
        if (word == "depth" || word == "multipv") {
            const auto n = number32(words->next());
            if (!n || *n < 0) return words->refuse("a whole number");
            (word == "depth" ? info.depth : info.multipv) = static_cast<std::uint32_t>(*n);
            words->next();
        } else if (word == "score") {
            Score score;
            words->next();
            if (words->word() != "cp" && words->word() != "mate")
                return words->refuse("'cp' or 'mate'");
            score.is_mate = words->word() == "mate";
            const auto n = number32(words->next());
            if (!n) return words->refuse("a whole number");
            score.value = *n;
            words->next();
            if (words->word() == "lowerbound" || words->word() == "upperbound") {
                score.bound = words->word() == "lowerbound" ? Bound::lower : Bound::upper;
                words->next();
            }
            info.score = score;
        } else if (word == "pv") {
            while (!words->next().empty() && words->word() != "string")
                info.pv.emplace_back(words->word());
        } else {
            words->next();
        }
    }
    return info;
}

Expected<BestMove> parse_best_move(std::string_view line) {
    auto words = words_of(line, "bestmove");
    if (!words) return Unexpected{std::move(words).error()};
    BestMove best;
    best.move = words->next();
    if (best.move.empty()) return words->refuse("a move");
    if (words->next() == "ponder" && !words->next().empty()) best.ponder = words->word();
    return best;
}

}  // namespace hakam::uci

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rule_key.hpp"

/// Books and their parameters by name: the one reader of "NAME[@DATE][:key=value,...]" for every
/// command, the server and event scripts. The keys are those of data/laws/keys.tsv.
namespace hakam::laws {

/// Who reads a key.
enum class KeyKind : std::uint8_t {
    law,        ///< room laws: it changes verdicts
    procedure,  ///< room match: touch, clocks, people. A verdict on a position does not ask it
    book,       ///< data/laws/books.tsv only; refused in a text
};

/// What the table says of a key.
struct KeyInfo {
    std::string_view name;
    KeyKind kind{};
    std::string_view values;  ///< for people: "yes or no", "arbiter, claim or automatic"
};
KeyInfo key_info(RuleKey key);

/// One parameter with its value. Units: flag 0 or 1; durations ms; counts; for words their place in
/// the key's list (that of the enumeration in rules.hpp); agreement: -1 only with the arbiter,
/// else the moves that each must have made (1: the Laws of today); score: half points for win, draw and loss in bits 0, 8 and 16.
struct Setting {
    RuleKey key{};
    std::int64_t value = 0;

    friend bool operator==(const Setting&, const Setting&) = default;
};

/// A day of the calendar; month and day are 0 where they are not known.
struct Day {
    int year = 0;
    int month = 0;
    int day = 0;

    friend auto operator<=>(const Day&, const Day&) = default;
};
/// Reads "1985", "1985-03", "1985-03-27", and with points as PGN has it; "??" for what is unknown.
std::optional<Day> day_from(std::string_view text) noexcept;
std::string to_text(Day day);

/// One line of data/laws/books.tsv.
struct BookInfo {
    std::string_view name;     ///< "fide-1984"
    std::string_view family;   ///< "fide"
    std::string_view edition;  ///< "1984"
    std::string_view title;
    Day from;      ///< in force for events that start on this day or later
    Day earliest;  ///< where the day is not proved it lies between these; else all are the same
    Day latest;
};
/// All books, fide-standard first.
std::span<const BookInfo> books() noexcept;
/// The book of a line. Pre: index < books().size().
LawBook book(std::size_t index);

/// What a text of rules says.
struct RulesText {
    LawBook book;
    std::string name;                ///< before the colon: "fide-960"
    std::vector<Setting> procedure;  ///< of the book, then of the name, then of the text
};

/// Reads "NAME", "NAME@DATE" or "NAME:key=value,key=value"; a key alone means "yes".
/// Errors: an unknown name, key or value, located in `text`. Limits: 512 bytes.
Expected<RulesText> read_rules(std::string_view text);

/// The book of a family in force for an event that starts on a day: a line of books().
struct BookAt {
    std::size_t index = 0;
    /// Where the day is not proved, or only the year is known and the book changed in it.
    std::optional<std::size_t> other;
};
/// Nothing if the family has no book of that day. A day without month or day means any day of the
/// year or month. Families: "fide", "fide-rapid", "fide-blitz", ..., "uscf", "italian".
/// Cost: some hundred nanoseconds; `book` makes the book itself in some microseconds.
std::optional<BookAt> book_at(std::string_view family, Day start) noexcept;

/// The family of a text that names no book but the day: "fide" for "by-date" and
/// "by-date:dead=no", "uscf" for "uscf@by-date"; else nothing.
std::string_view by_date_family(std::string_view text) noexcept;
/// Such a text with the book of a day in its place: "fide-2018:dead=no". Any other text as it is.
/// For a game that is made today: what it is ruled by must not change with the calendar.
/// Errors: a family that has no book of that day.
Expected<std::string> settled_by_date(std::string_view text, Day day);

}  // namespace hakam::laws

#include "hakam/laws/rules_text.hpp"

#include <algorithm>
#include <array>

#include "rule_tables.hpp"
#include "settings.hpp"

namespace hakam::laws {

namespace {

constexpr std::string_view spaces = " \t";

std::string_view trimmed(std::string_view s) noexcept {
    const std::size_t first = s.find_first_not_of(spaces);
    if (first == s.npos) return s.substr(s.size());
    return s.substr(first, s.find_last_not_of(spaces) + 1 - first);
}

/// Calls `act` with each part of a list; stops where it returns false.
template <class Act>
bool for_each_part(std::string_view list, std::string_view separators, Act act) {
    while (true) {
        const std::size_t end = list.find_first_of(separators);
        if (!act(list.substr(0, end))) return false;
        if (end == list.npos) return true;
        list.remove_prefix(end + 1);
    }
}

std::optional<std::int64_t> number(std::string_view s) noexcept {
    if (s.empty() || s.size() > 12) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : s) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

/// "2.5" in units.
std::optional<std::int64_t> scaled(std::string_view s, std::int64_t unit) noexcept {
    const std::size_t dot = s.find('.');
    const auto whole = number(s.substr(0, dot));
    if (!whole || *whole > INT64_C(100'000'000)) return std::nullopt;
    if (dot == s.npos) return *whole * unit;
    const std::string_view decimals = s.substr(dot + 1);
    const auto part = number(decimals);
    if (!part || decimals.size() > 6) return std::nullopt;
    std::int64_t scale = 1;
    for (std::size_t i = 0; i < decimals.size(); ++i) scale *= 10;
    return *whole * unit + *part * unit / scale;
}

/// "5" in the key's unit, "2:00", "1:30:00", "90s", "5min", "5m", "500ms".
std::optional<std::int64_t> duration(std::string_view s, std::int64_t unit) noexcept {
    constexpr std::int64_t second = 1000;
    struct Suffix {
        std::string_view text;
        std::int64_t unit;
    };
    constexpr Suffix suffixes[] = {
        {"min", 60 * second}, {"ms", 1}, {"s", second}, {"m", 60 * second}};
    for (const Suffix& suffix : suffixes)
        if (s.ends_with(suffix.text))
            return scaled(s.substr(0, s.size() - suffix.text.size()), suffix.unit);
    if (s.find(':') == s.npos) return scaled(s, unit);
    std::int64_t total = 0;
    int fields = 0;
    const bool read = for_each_part(s, ":", [&](std::string_view field) {
        const auto value = scaled(field, second);
        if (!value || ++fields > 3 || (fields > 1 && field.size() < 2)) return false;
        total = total * 60 + *value;
        return true;
    });
    return read ? std::optional{total} : std::nullopt;
}

std::optional<std::int64_t> yes_or_no(std::string_view s) noexcept {
    if (s == "yes" || s == "on" || s == "true" || s == "1") return 1;
    if (s == "no" || s == "off" || s == "false" || s == "0") return 0;
    return std::nullopt;
}

std::optional<std::int64_t> word_index(const KeyRow& row, std::string_view word) noexcept {
    for_each_part(row.other, ",", [&](std::string_view pair) {
        const std::size_t equals = pair.find('=');
        if (equals == pair.npos || pair.substr(0, equals) != word) return true;
        word = pair.substr(equals + 1);
        return false;
    });
    std::int64_t index = 0;
    const bool none = for_each_part(row.words, "|", [&](std::string_view known) {
        if (known == word) return false;
        ++index;
        return true;
    });
    return none ? std::nullopt : std::optional{index};
}

std::optional<std::int64_t> agreement(std::string_view s) noexcept {
    if (s == "yes" || s == "allowed") return 1;
    if (s == "no" || s == "arbiter") return -1;
    const auto moves = number(s);
    return moves && *moves <= 10'000 ? moves : std::nullopt;
}

/// "3-1-0", "1-0.5-0" in half points.
std::optional<std::int64_t> score(std::string_view s) noexcept {
    std::int64_t packed = 0;
    int shift = 0;
    const bool read = for_each_part(s, "-", [&](std::string_view part) {
        if (part == "½" || part == "1/2") part = "0.5";
        const auto half_points = scaled(part, 2);
        if (!half_points || *half_points > 200 || shift > 16) return false;
        if (part.find('.') != part.npos && part.substr(part.find('.')) != ".5" &&
            part.substr(part.find('.')) != ".0")
            return false;
        packed |= *half_points << shift;
        shift += 8;
        return true;
    });
    return read && shift == 24 ? std::optional{packed} : std::nullopt;
}

std::optional<std::int64_t> value_of(const KeyRow& row, std::string_view text) noexcept {
    switch (row.type) {
        case ValueType::flag:
            return yes_or_no(text);
        case ValueType::count: {
            const auto count = number(text);
            return count && *count <= row.number ? count : std::nullopt;
        }
        case ValueType::duration_or_none:
            if (text == "none") return -1;
            [[fallthrough]];
        case ValueType::duration:
            return duration(text, row.number);
        case ValueType::choice:
            return word_index(row, text);
        case ValueType::agreement:
            return agreement(text);
        case ValueType::score:
            return score(text);
        case ValueType::basis:
            break;
    }
    return std::nullopt;
}

std::string values_of(const KeyRow& row) {
    switch (row.type) {
        case ValueType::flag:
            return "yes or no";
        case ValueType::count:
            return "a number up to " + std::to_string(row.number);
        case ValueType::duration_or_none:
            return "minutes, a time such as 2:00, or none";
        case ValueType::duration:
            return row.number == 1000 ? "a time such as 60s" : "minutes, or a time such as 2:00";
        case ValueType::choice: {
            std::string text;
            for_each_part(row.words, "|", [&](std::string_view word) {
                if (!text.empty()) text += ", ";
                text += word;
                return true;
            });
            const std::size_t comma = text.rfind(", ");
            return comma == text.npos ? text : text.replace(comma, 2, " or ");
        }
        case ValueType::agreement:
            return "yes, arbiter or a number of moves";
        case ValueType::score:
            return "points such as 3-1-0";
        case ValueType::basis:
            break;
    }
    return {};
}

}  // namespace

std::optional<RuleKey> key_from(std::string_view name) noexcept {
    for (std::size_t i = 0; i < key_table.size(); ++i) {
        bool found = key_table[i].key == name;
        for_each_part(key_table[i].other, ",", [&](std::string_view other) {
            found = found || (!other.empty() && other == name);
            return !found;
        });
        if (found) return static_cast<RuleKey>(i);
    }
    return std::nullopt;
}

KeyInfo key_info(RuleKey key) {
    const KeyRow& row = key_table[static_cast<std::size_t>(key)];
    return {row.key, row.kind, row.words};
}

std::optional<Setting> read_setting(std::string_view text) noexcept {
    const std::size_t equals = text.find('=');
    const auto key = key_from(trimmed(text.substr(0, equals)));
    if (!key) return std::nullopt;
    const auto value =
        value_of(key_table[static_cast<std::size_t>(*key)],
                 equals == text.npos ? std::string_view{"yes"} : trimmed(text.substr(equals + 1)));
    if (!value) return std::nullopt;
    return Setting{*key, *value};
}

void apply(Rules& rules, Setting setting) noexcept {
    const auto number = static_cast<int>(setting.value);
    const bool yes = setting.value != 0;
    const std::chrono::milliseconds time{setting.value};
    switch (setting.key) {
        case RuleKey::automatic_occurrences:
            rules.automatic_occurrences = number;
            return;
        case RuleKey::automatic_alternate:
            rules.automatic_alternate = yes;
            return;
        case RuleKey::automatic_halfmoves:
            rules.automatic_halfmoves = number;
            return;
        case RuleKey::claim_occurrences:
            rules.claim_occurrences = number;
            return;
        case RuleKey::claim_halfmoves:
            rules.claim_halfmoves = number;
            return;
        case RuleKey::position_rights:
            rules.identity = static_cast<Identity>(number);
            return;
        case RuleKey::claim_intended:
            rules.claim_intended = yes;
            return;
        case RuleKey::fifty_intended:
            rules.fifty_intended = yes;
            return;
        case RuleKey::fifty_exceptions:
            rules.fifty_exceptions = static_cast<EndingList>(number);
            return;
        case RuleKey::fifty_demand:
            rules.fifty_demand = static_cast<Demand>(number);
            return;
        case RuleKey::claim_lapses:
            rules.claim_lapses = yes;
            return;
        case RuleKey::final_move_claim:
            rules.claim_with_final_move = yes;
            return;
        case RuleKey::claim_after_touch:
            rules.claim_after_touch = yes;
            return;
        case RuleKey::claim_penalty:
            rules.claim_penalty = time;
            return;
        case RuleKey::claimant_penalty:
            rules.claimant_penalty = static_cast<ClaimantPenalty>(number);
            return;
        case RuleKey::dead:
            rules.dead = static_cast<DeadRule>(number);
            return;
        case RuleKey::flag_test:
            rules.flag_test = static_cast<MateTest>(number);
            return;
        case RuleKey::resign_test:
            rules.resign_test = static_cast<MateTest>(number);
            return;
        case RuleKey::illegal_test:
            rules.illegal_test = static_cast<MateTest>(number);
            return;
        case RuleKey::device_test:
            rules.device_test = static_cast<MateTest>(number);
            return;
        case RuleKey::limit:
            rules.illegal_acts_to_lose = number;
            return;
        case RuleKey::illegal_penalty:
            rules.illegal_act_penalty = time;
            return;
        case RuleKey::penalty:
            rules.illegal_act_penalty = time;
            rules.claim_penalty = time;
            return;
        case RuleKey::quickplay_limit:
            rules.quickplay_acts_to_lose = number;
            return;
        case RuleKey::quickplay_penalty:
            rules.quickplay_act_penalty = time;
            return;
        case RuleKey::illegal_window:
            rules.illegal_window = static_cast<Window>(number);
            return;
        case RuleKey::two_hands:
            rules.two_hands = yes;
            return;
        case RuleKey::empty_press:
            rules.empty_press = yes;
            return;
        case RuleKey::unfinished_promotion:
            rules.unfinished_promotion = static_cast<UnfinishedPromotion>(number);
            return;
        case RuleKey::fivefold:
            // Where the third occurrence ends the game by itself there is no fifth.
            if (rules.automatic_occurrences != 3) rules.automatic_occurrences = yes ? 5 : 0;
            return;
        case RuleKey::seventyfive:
            if (rules.automatic_halfmoves != 100) rules.automatic_halfmoves = yes ? 150 : 0;
            return;
        case RuleKey::repetition:
            if (rules.automatic_occurrences == 3) rules.automatic_occurrences = 5;
            if (yes) rules.automatic_occurrences = 3;
            rules.claim_occurrences = yes ? 0 : 3;
            return;
        case RuleKey::fifty:
            if (rules.automatic_halfmoves == 100) rules.automatic_halfmoves = 150;
            if (yes) rules.automatic_halfmoves = 100;
            rules.claim_halfmoves = yes ? 0 : 100;
            return;
        case RuleKey::agreement:
        case RuleKey::min_moves:
            rules.agreement = number < 0    ? AgreementRule::arbiter_only
                              : number <= 1 ? AgreementRule::allowed
                                            : AgreementRule::after_moves;
            rules.agreement_moves = std::max(number, 0);
            return;
        default:  // keys of procedure and of books.tsv
            return;
    }
}

namespace {

bool is_law(RuleKey key) noexcept {
    return key_table[static_cast<std::size_t>(key)].kind == KeyKind::law;
}

/// Reads settings separated by blanks, as the tables have them.
void take(RulesText& into, Rules& rules, std::string_view settings) {
    for_each_part(settings, " ", [&](std::string_view item) {
        const auto setting = read_setting(item);
        if (!setting) return true;
        if (is_law(setting->key))
            apply(rules, *setting);
        else
            into.procedure.push_back(*setting);
        return true;
    });
}

/// The book of a line of the table with what its bases say before it.
void take_book(RulesText& into, Rules& rules, std::size_t index) {
    const BookRow& row = book_rows()[index];
    if (row.base >= 0) take_book(into, rules, static_cast<std::size_t>(row.base));
    take(into, rules, row.settings);
    rules.name = row.name;
    rules.title = row.title;
    rules.family = row.family;
    rules.edition = row.edition;
    rules.doubts = row.doubts;
    for (const BasisRow& basis : bases())
        if (basis.name == row.basis) rules.basis = basis.basis;
}

struct Named {
    std::size_t book = 0;
    std::string_view settings;  ///< of the name
};
std::optional<Named> named(std::string_view name) noexcept {
    for (std::size_t i = 0; i < book_rows().size(); ++i)
        if (book_rows()[i].name == name) return Named{i, {}};
    for (const AliasRow& alias : aliases())
        if (alias.name == name) return Named{static_cast<std::size_t>(alias.book), alias.settings};
    return std::nullopt;
}

/// The last day that a day with unknown parts may be.
Day last_of(Day day) noexcept {
    return {day.year, day.month == 0 ? 12 : day.month, day.day == 0 ? 31 : day.day};
}
Day first_of(Day day) noexcept {
    return {day.year, std::max(day.month, 1), std::max(day.day, 1)};
}

/// The line of a family in force on a day, if each book came on `came`.
std::optional<std::size_t> in_force(std::string_view family, Day day, Day BookRow::*came) noexcept {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < book_rows().size(); ++i) {
        const BookRow& row = book_rows()[i];
        if (row.family != family || row.from == Day{} || row.*came > day ||
            (row.to != Day{} && row.to < day)) continue;
        if (!found || row.from > book_rows()[*found].from) found = i;
    }
    return found;
}

/// The family that a name belongs to: "fide-standard" and "fide" are one.
std::string_view family_of(std::string_view name) noexcept {
    for (const BookRow& row : book_rows())
        if (row.family == name) return name;
    const auto found = named(name);
    return found && found->settings.empty() ? book_rows()[found->book].family : std::string_view{};
}

/// "fide@1984": the edition of that name; else the book in force on that day, the first of a year
/// or month.
std::optional<std::size_t> dated(std::string_view family, std::string_view date) noexcept {
    for (std::size_t i = 0; i < book_rows().size(); ++i)
        if (book_rows()[i].family == family && book_rows()[i].edition == date) return i;
    const auto day = day_from(date);
    return day ? in_force(family, first_of(*day), &BookRow::from) : std::nullopt;
}

}  // namespace

std::optional<Day> day_from(std::string_view text) noexcept {
    std::array<int, 3> parts{};
    std::size_t count = 0;
    const bool read = for_each_part(text, "-.", [&](std::string_view part) {
        if (count == 3) return false;
        if (count > 0 && (part == "??" || part == "?")) {
            ++count;
            return true;
        }
        const auto value = number(part);
        if (!value || part.size() != (count == 0 ? 4U : 2U)) return false;
        // Unknown months have no known days.
        if (count == 2 && parts[1] == 0) return false;
        parts[count++] = static_cast<int>(*value);
        return true;
    });
    const Day day{parts[0], parts[1], parts[2]};
    if (!read || day.year == 0 || day.month > 12 || day.day > 31) return std::nullopt;
    return day;
}

std::string to_text(Day day) {
    const auto two = [](int n) { return (n < 10 ? "-0" : "-") + std::to_string(n); };
    std::string text = std::to_string(day.year);
    text.insert(0, text.size() < 4 ? 4 - text.size() : 0, '0');
    if (day.month > 0) text += two(day.month);
    if (day.month > 0 && day.day > 0) text += two(day.day);
    return text;
}

LawBook book(std::size_t index) {
    RulesText text{LawBook{Rules{}}, {}, {}};
    Rules rules;
    take_book(text, rules, index);
    return LawBook{rules};
}

Expected<RulesText> read_rules(std::string_view text) {
    const auto error = [&](ErrorCode code, std::string_view part, std::string expected) {
        const auto offset = static_cast<std::size_t>(part.data() - text.data());
        return Unexpected<Error>{
            Error{code, span_in(text, offset, part.size()), std::move(expected), excerpt(part)}};
    };
    constexpr std::size_t limit = 512;
    if (text.size() > limit)
        return error(ErrorCode::too_long, text.substr(limit), "at most 512 bytes");
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const std::size_t at = name.find('@');
    std::optional<Named> found;
    if (at == name.npos) {
        found = named(name);
        if (!found) return error(ErrorCode::out_of_range, name, "the name of a ruleset, e.g. fide-standard");
    } else {
        const std::string_view family = family_of(name.substr(0, at));
        if (family.empty())
            return error(ErrorCode::out_of_range, name.substr(0, at),
                         "a family of books, e.g. fide, fide-blitz, uscf or italian");
        const auto book = dated(family, name.substr(at + 1));
        if (!book)
            return error(ErrorCode::out_of_range, name.substr(at + 1),
                         "a year or day on which the family has a book, e.g. 1985 or 1985-03-27");
        found = Named{*book, {}};
    }
    RulesText result{LawBook{Rules{}}, std::string{name}, {}};
    Rules rules;
    take_book(result, rules, found->book);
    take(result, rules, found->settings);
    std::string_view wrong;
    std::string expected;
    const auto take_item = [&](std::string_view item) {
        const auto key = key_from(trimmed(item.substr(0, item.find('='))));
        const KeyRow* row = key ? &key_table[static_cast<std::size_t>(*key)] : nullptr;
        if (row == nullptr || row->kind == KeyKind::book) {
            wrong = item;
            expected = "an event parameter, e.g. default=30";
            return false;
        }
        const auto setting = read_setting(item);
        if (!setting) {
            wrong = item;
            expected = std::string{row->key} + "= and " + values_of(*row);
            return false;
        }
        if (is_law(setting->key))
            apply(rules, *setting);
        else
            result.procedure.push_back(*setting);
        return true;
    };
    if (colon != text.npos && !for_each_part(text.substr(colon + 1), ",;", take_item))
        return error(ErrorCode::out_of_range, wrong, std::move(expected));
    result.book = LawBook{rules};
    return result;
}

Expected<LawBook> law_book(std::string_view text) {
    auto read = read_rules(text);
    if (!read) return Unexpected{read.error()};
    return read->book;
}

std::optional<BookAt> book_at(std::string_view family, Day start) noexcept {
    const Day first = first_of(start);
    const Day last = last_of(start);
    const auto chosen = in_force(family, first, &BookRow::from);
    // Every book that may have been in force: if it came early, or late, or the year ran on.
    std::optional<std::size_t> other;
    for (const auto candidate :
         {in_force(family, first, &BookRow::latest), in_force(family, last, &BookRow::earliest),
          in_force(family, last, &BookRow::from)})
        if (candidate && candidate != chosen) other = candidate;
    if (!chosen && !other) return std::nullopt;
    if (!chosen) return BookAt{*other, std::nullopt};
    return BookAt{*chosen, other};
}

}  // namespace hakam::laws

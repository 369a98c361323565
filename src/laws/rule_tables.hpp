#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "hakam/laws/basis.hpp"
#include "hakam/laws/rules_text.hpp"

/// Generated from keys.tsv, bases.tsv, books.tsv, rulesets.tsv and endings.tsv of data/laws.
namespace hakam::laws {

enum class ValueType : std::uint8_t {
    flag, count, duration, duration_or_none, choice, agreement, score, basis
};

struct KeyRow {
    std::string_view key;
    KeyKind kind{};
    ValueType type{};
    std::int64_t number = 0;  ///< count: the highest; duration: ms of the unit
    std::string_view words;   ///< of a choice, separated by '|'
    std::string_view other;   ///< further spellings, separated by ','; of a word as "word=value"
};
struct BasisRow {
    std::string_view name;
    Basis basis;
};
struct BookRow {
    std::string_view name;
    std::string_view family;
    std::string_view edition;
    std::string_view pace;
    Day from;
    Day earliest;  ///< `from` lies between these two; the same where it is proved
    Day latest;
    Day to;  ///< the last day, where no book of the family follows
    int base = -1;
    std::string_view basis;
    std::string_view settings;
    std::string_view doubts;
    std::string_view title;
};
struct AliasRow {
    std::string_view name;
    int book = 0;
    std::string_view settings;
};
struct EndingRow {
    std::string_view list;
    std::string_view side;
    std::string_view against;
    int plies = 0;
    std::string_view where;
    std::string_view line;
};

extern const std::array<KeyRow, rule_keys> key_table;
std::span<const BasisRow> bases() noexcept;
std::span<const BookRow> book_rows() noexcept;
std::span<const AliasRow> aliases() noexcept;
std::span<const EndingRow> endings() noexcept;

}  // namespace hakam::laws

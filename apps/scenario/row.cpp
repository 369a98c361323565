// One row of tab-separated columns.
#include "scenario.hpp"
#include "text.hpp"

namespace hakam::scenario {

using match::detail::split;
using match::detail::starts_with;

bool is_row(std::string_view line) noexcept {
    return !line.empty() && line.front() != '#' && line.front() != '\r' &&
           !starts_with(line, "id\t");
}

Expected<Scenario> parse(std::string_view row) {
    if (row.size() > max_row_length)
        return Unexpected<Error>{
            Error{ErrorCode::too_long, span_in(row, 0, 0), "at most 16 KiB", excerpt(row)}};
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    const auto columns = split(row, "\t");
    if (columns.size() < 6)
        return Unexpected<Error>{Error{ErrorCode::missing_text,
                                       span_in(row, row.size(), 0),
                                       "at least six columns separated by tabs",
                                       {}}};
    Scenario s;
    std::string* const fields[] = {&s.id,          &s.topic,  &s.ruleset, &s.time_control,
                                   &s.fen,         &s.script, &s.verdict, &s.article,
                                   &s.consequence, &s.facts,  &s.note,    &s.status};
    for (std::size_t i = 0; i < columns.size() && i < 12; ++i) {
        *fields[i] = std::string{columns[i]};
        if (i >= 2 && i < 6)
            s.begins[i - 2] = static_cast<std::uint32_t>(columns[i].data() - row.data());
    }
    return s;
}

}  // namespace hakam::scenario

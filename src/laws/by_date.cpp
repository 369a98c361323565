// Rules named by the day alone, settled to the book in force on it.

#include "hakam/laws/rules_text.hpp"

namespace hakam::laws {

std::string_view by_date_family(std::string_view text) noexcept {
    const std::string_view name = text.substr(0, text.find(':'));
    if (name == "by-date") return "fide";
    constexpr std::string_view mark = "@by-date";
    return name.ends_with(mark) ? name.substr(0, name.size() - mark.size()) : std::string_view{};
}

Expected<std::string> settled_by_date(std::string_view text, Day day) {
    const std::string_view family = by_date_family(text);
    if (family.empty()) return std::string{text};
    const auto found = book_at(family, day);
    if (!found)
        return Unexpected<Error>{Error{ErrorCode::out_of_range, span_in(text, 0, family.size()),
                                       "a family of books with one of " + to_text(day),
                                       std::string{family}}};
    const std::size_t colon = text.find(':');
    std::string settled{books()[found->index].name};
    if (colon != text.npos) settled += text.substr(colon);
    return settled;
}

}  // namespace hakam::laws

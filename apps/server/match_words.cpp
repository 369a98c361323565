#include "server/match_words.hpp"

#include "hakam/wire/verdict.hpp"
#include "wire/value.hpp"

namespace hakam::server {
namespace json = boost::json;

json::array articles_json(std::string_view articles) {
    wire::Json list;
    wire::write_article_list(list, articles);
    return std::move(wire::value_of(list).get_array());
}

std::string day_text(std::int64_t wall) {
    std::int64_t days = wall / 86'400'000 + 719'468;
    const std::int64_t era = days / 146'097;
    const std::int64_t doe = days % 146'097;
    const std::int64_t yoe = (doe - doe / 1460 + doe / 36'524 - doe / 146'096) / 365;
    const std::int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    const std::int64_t mp = (5 * doy + 2) / 153;
    const std::int64_t day = doy - (153 * mp + 2) / 5 + 1;
    const std::int64_t month = mp < 10 ? mp + 3 : mp - 9;
    const std::int64_t year = yoe + era * 400 + (month <= 2 ? 1 : 0);
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(year) + '.' + two(month) + '.' + two(day);
}

}  // namespace hakam::server

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

}  // namespace hakam::server

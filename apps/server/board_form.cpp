#include "server/board_form.hpp"

namespace hakam::server {
namespace {

std::string text_of(const json::value& value) {
    if (value.is_string()) return std::string{value.get_string()};
    return value.is_null() ? std::string{} : json::serialize(value);
}

}  // namespace

Expected<Form, std::string> Form::of(const Asked& asked) {
    Form form;
    const std::string& body = asked.request.body();
    if (body.empty() || asked.path == "/api/token/test" || asked.path == "/api/users") return form;
    if (body.front() != '{') {
        // A form is written like a query.
        const Asked as_query{asked.request, asked.path, body, asked.client, asked.token};
        std::string_view rest = body;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('&'), rest.size());
            const std::string name{rest.substr(0, std::min(rest.find('='), end))};
            if (const auto value = as_query.parameter(name); value && is_plain_text(*value))
                form.fields_.emplace(name, *value);
            else
                return Unexpected{name + ": not plain UTF-8 text"};
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return form;
    }
    boost::system::error_code error;
    json::parse_options options;
    options.max_depth = 8;
    const json::value value = json::parse(body, error, {}, options);
    if (error || !value.is_object())
        return Unexpected{"the body is not JSON: " + error.message()};
    for (const auto& member : value.get_object()) {
        std::string text = text_of(member.value());
        if (!is_plain_text(text)) return Unexpected{std::string{member.key()} + ": not plain text"};
        form.fields_.emplace(member.key(), std::move(text));
    }
    return form;
}

std::string Form::text(std::string_view name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? std::string{} : found->second;
}

}  // namespace hakam::server

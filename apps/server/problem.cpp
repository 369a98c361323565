#include "server/problem.hpp"

#include <algorithm>

namespace hakam::server {

unsigned status_of(std::string_view code) noexcept {
    struct Row {
        std::string_view code;
        unsigned status;
    };
    static constexpr Row rows[] = {
        {"bad_request", 400},  {"bad_json", 400},      {"version", 400},
        {"unauthorized", 401}, {"forbidden", 403},     {"origin", 403},
        {"not_allowed", 403},  {"not_found", 404},     {"method", 405},
        {"conflict", 409},     {"client_seq", 409},    {"illegal_now", 409},
        {"illegal_move", 409}, {"game_over", 409},     {"not_your_turn", 409},
        {"too_large", 413},    {"rate_limited", 429},  {"slow_client", 429},
        {"engine", 503},       {"shutting_down", 503}, {"storage", 503},
        {"storage_full", 507},
    };
    const auto* row = std::find_if(std::begin(rows), std::end(rows),
                                   [&](const Row& r) { return r.code == code; });
    return row == std::end(rows) ? 500 : row->status;
}

json::object to_json(const Problem& problem) {
    json::object o{{"code", problem.code}, {"message", problem.message}};
    if (!problem.field.empty()) o["field"] = problem.field;
    if (!problem.reason.empty()) o["reason"] = problem.reason;
    if (!problem.articles.empty()) o["articles"] = problem.articles;
    if (problem.last_client_seq >= 0) o["last_client_seq"] = problem.last_client_seq;
    if (problem.retry_after_ms >= 0) o["retry_after_ms"] = problem.retry_after_ms;
    return o;
}

std::string to_message(const Problem& problem, std::int64_t client_seq) {
    json::object o = to_json(problem);
    o["type"] = "error";
    if (client_seq > 0) o["client_seq"] = client_seq;
    return json::serialize(o);
}

bool is_plain_text(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x20 || lead == 0x7f) return false;
        const std::size_t more = lead < 0x80                   ? 0
                                 : lead >= 0xc2 && lead < 0xe0 ? 1
                                 : lead >= 0xe0 && lead < 0xf0 ? 2
                                 : lead >= 0xf0 && lead < 0xf5 ? 3
                                                               : 9;
        if (more == 9 || text.size() - i <= more) return false;
        for (std::size_t k = 1; k <= more; ++k)
            if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
        i += more + 1;
    }
    return true;
}

const json::value* Fields::find(std::string_view name) {
    seen_.push_back(name);
    const json::value* value = object_.if_contains(name);
    return value == nullptr || value->is_null() ? nullptr : value;
}

void Fields::fault(std::string_view name, std::string message) {
    if (!problem_)
        problem_ = Problem{"bad_request",
                           std::string{name} + ": " + std::move(message),
                           std::string{name},
                           {},
                           -1,
                           -1};
}

std::string Fields::text(std::string_view name, std::size_t longest, std::string otherwise) {
    const json::value* value = find(name);
    if (value == nullptr) return otherwise;
    if (!value->is_string()) {
        fault(name, "expected a text");
        return otherwise;
    }
    const json::string& text = value->get_string();
    if (text.size() > longest)
        fault(name, "longer than " + std::to_string(longest) + " bytes");
    else if (!is_plain_text({text.data(), text.size()}))
        fault(name, "not plain UTF-8 text");
    else
        return {text.data(), text.size()};
    return otherwise;
}

std::string Fields::required_text(std::string_view name, std::size_t longest) {
    std::string value = text(name, longest);
    if (value.empty()) fault(name, "missing or empty");
    return value;
}

std::optional<std::int64_t> Fields::integer(std::string_view name, std::int64_t least,
                                            std::int64_t most) {
    const json::value* value = find(name);
    if (value == nullptr) return std::nullopt;
    boost::system::error_code error;
    const auto number = value->is_number() ? value->to_number<std::int64_t>(error) : 0;
    if (!value->is_number() || error) {
        fault(name, "expected a whole number");
        return std::nullopt;
    }
    if (number < least || number > most) {
        fault(name,
              "expected a number from " + std::to_string(least) + " to " + std::to_string(most));
        return std::nullopt;
    }
    return number;
}

std::optional<bool> Fields::flag(std::string_view name) {
    const json::value* value = find(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_bool()) return value->get_bool();
    fault(name, "expected true or false");
    return std::nullopt;
}

const json::object* Fields::object(std::string_view name) {
    const json::value* value = find(name);
    if (value == nullptr) return nullptr;
    if (!value->is_object()) fault(name, "expected an object");
    return value->if_object();
}

const json::array* Fields::array(std::string_view name, std::size_t longest) {
    const json::value* value = find(name);
    if (value == nullptr) return nullptr;
    if (!value->is_array())
        fault(name, "expected an array");
    else if (value->get_array().size() > longest)
        fault(name, "more than " + std::to_string(longest) + " items");
    else
        return &value->get_array();
    return nullptr;
}

std::string Fields::choice(std::string_view name, std::string_view allowed) {
    const std::string value = text(name, 64);
    if (value.empty()) {
        if (has(name) && find(name) != nullptr) fault(name, "expected " + std::string{allowed});
        return value;
    }
    for (std::size_t at = 0; at <= allowed.size();) {
        const std::size_t end = std::min(allowed.find('|', at), allowed.size());
        if (allowed.substr(at, end - at) == value) return value;
        at = end + 1;
    }
    fault(name, "expected one of " + std::string{allowed});
    return {};
}

std::optional<Problem> Fields::finish() {
    if (problem_) return problem_;
    for (const auto& member : object_) {
        const std::string_view key{member.key().data(), member.key().size()};
        if (std::find(seen_.begin(), seen_.end(), key) == seen_.end()) {
            fault(key.substr(0, 40), "unknown member");
            break;
        }
    }
    return problem_;
}

}  // namespace hakam::server

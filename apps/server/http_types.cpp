#include "server/http_types.hpp"

#include <algorithm>

#include "server/static_files.hpp"

namespace hakam::server {
namespace {

int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+') {
            out += ' ';
        } else if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 &&
                   hex(text[i + 2]) >= 0) {
            out += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::optional<std::string> Asked::parameter(std::string_view name) const {
    std::string_view rest = query;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view pair = rest.substr(0, end);
        const std::size_t equals = std::min(pair.find('='), pair.size());
        if (pair.substr(0, equals) == name)
            return decoded(equals < pair.size() ? pair.substr(equals + 1) : std::string_view{});
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

Asked take_apart(const HttpRequest& request, std::string client) {
    std::string_view target = view(request.target());
    if (target.starts_with("http://") || target.starts_with("https://")) {  // RFC 9112, 3.2.2
        const std::size_t path = target.find('/', target.find("://") + 3);
        target = path < target.size() ? target.substr(path) : std::string_view{"/"};
    }
    const std::size_t mark = std::min(target.find('?'), target.size());
    Asked asked{request,
                std::string{target.substr(0, mark)},
                std::string{mark < target.size() ? target.substr(mark + 1) : std::string_view{}},
                std::move(client),
                {}};
    std::string_view bearer = view(request[http::field::authorization]);
    constexpr std::string_view scheme = "Bearer ";
    if (bearer.size() > scheme.size() && beast::iequals(bearer.substr(0, scheme.size()), scheme)) {
        bearer.remove_prefix(scheme.size());
        if (is_token_shaped(bearer)) asked.token = bearer;
    }
    return asked;
}

void add_security_headers(HttpResponse& r) {
    r.set(http::field::server, "hakam");
    r.set("Content-Security-Policy",
          "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
          "'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' data: blob:; "
          "worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
          "form-action 'self'; frame-ancestors 'none'");
    r.set("X-Content-Type-Options", "nosniff");
    r.set("X-Frame-Options", "DENY");
    r.set("Referrer-Policy", "no-referrer");
    r.set("Cross-Origin-Opener-Policy", "same-origin");
    r.set("Cross-Origin-Resource-Policy", "same-origin");
    r.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
}

HttpResponse answer_text(const Asked& asked, http::status status, std::string_view type,
                         std::string text) {
    HttpResponse response{status, asked.request.version()};
    add_security_headers(response);
    response.set(http::field::content_type, beast::string_view{type.data(), type.size()});
    response.set(http::field::cache_control, "no-store");
    response.keep_alive(asked.request.keep_alive());
    response.body() = std::move(text);
    response.prepare_payload();
    if (asked.request.method() == http::verb::head) response.body().clear();
    return response;
}

HttpResponse answer(const Asked& asked, http::status status, const json::value& body) {
    return answer_text(asked, status, "application/json", json::serialize(body));
}

HttpResponse refuse(const Asked& asked, const Problem& problem) {
    HttpResponse response = answer(asked, static_cast<http::status>(status_of(problem.code)),
                                   json::object{{"error", to_json(problem)}});
    if (problem.retry_after_ms >= 0)
        response.set(http::field::retry_after, std::to_string(problem.retry_after_ms / 1000 + 1));
    if (problem.code == "unauthorized") response.set(http::field::www_authenticate, "Bearer");
    return response;
}

Problem make_problem(std::string code, std::string message) {
    return {std::move(code), std::move(message), {}, {}, -1, -1};
}

bool is_foreign(const Shared& shared, const HttpRequest& request) {
    const auto origin = request.find(http::field::origin);
    if (origin == request.end()) return false;
    const std::string_view from = view(origin->value());
    for (const std::string& allowed : shared.options.origins)
        if (from == allowed) return false;
    const std::size_t scheme = from.find("://");
    return scheme == std::string_view::npos ||
           from.substr(scheme + 3) != view(request[http::field::host]);
}

HttpResponse handle_static(Shared& shared, const Asked& asked) {
    const http::verb method = asked.request.method();
    if (method != http::verb::get && method != http::verb::head)
        return refuse(asked, make_problem("method", "only GET here"));
    if (!shared.files->is_there())
        return answer_text(asked, http::status::ok, "text/html; charset=utf-8",
                           std::string{page_without_app()});
    const std::string_view accepts = view(asked.request[http::field::accept_encoding]);
    const auto file = shared.files->find(asked.path, accepts);
    if (!file) return refuse(asked, make_problem("not_found", "there is no such page"));
    const bool same = view(asked.request[http::field::if_none_match]) == file->etag;
    HttpResponse response{same ? http::status::not_modified : http::status::ok,
                          asked.request.version()};
    add_security_headers(response);
    response.set(http::field::etag, file->etag);
    response.set(http::field::vary, "Accept-Encoding");
    response.set(http::field::cache_control,
                 file->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    response.keep_alive(asked.request.keep_alive());
    if (!same) {
        response.set(http::field::content_type, file->type);
        if (!file->encoding.empty()) response.set(http::field::content_encoding, file->encoding);
        response.body() = *file->content;
        response.prepare_payload();
        if (method == http::verb::head) response.body().clear();
    }
    return response;
}

}  // namespace hakam::server

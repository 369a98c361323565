#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/problem.hpp"
#include "server/shared.hpp"

namespace hakam::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

/// A request, taken apart.
struct Asked {
    const HttpRequest& request;
    std::string path;  ///< without the query
    std::string query;
    std::string client;  ///< address for limits: IPv4, or the /64 of an IPv6
    std::string token;   ///< bearer, if it has the shape of one

    /// The value of a query parameter, decoded; nothing if absent.
    std::optional<std::string> parameter(std::string_view name) const;
};
Asked take_apart(const HttpRequest& request, std::string client);

HttpResponse answer(const Asked& asked, http::status status, const json::value& body);
HttpResponse answer_text(const Asked& asked, http::status status, std::string_view type,
                         std::string text);
HttpResponse refuse(const Asked& asked, const Problem& problem);
Problem make_problem(std::string code, std::string message);

/// Headers that every answer carries.
void add_security_headers(HttpResponse& response);

/// Whether a browser page of another site sent this. No Origin header: not a browser's page.
bool is_foreign(const Shared& shared, const HttpRequest& request);

/// /api, /healthz and /metrics.
asio::awaitable<HttpResponse> handle_api(Shared& shared, Asked asked);
/// Everything else.
HttpResponse handle_static(Shared& shared, const Asked& asked);

/// Runs a queued write to its end.
asio::awaitable<Durable> durable(Shared& shared, Write write);

}  // namespace hakam::server

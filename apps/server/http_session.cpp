#include "server/http_session.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/board_api.hpp"
#include "server/board_words.hpp"
#include "server/hub.hpp"
#include "server/live_session.hpp"

namespace hakam::server {
using boost::system::error_code;

namespace {

constexpr auto first_request_time = std::chrono::seconds{10};
constexpr auto idle_time = std::chrono::seconds{30};
constexpr auto answer_time = std::chrono::seconds{30};

/// Counts a connection as long as it lives.
struct Counted {
    explicit Counted(Shared& s) : shared{s} { ++shared.metrics.connections; }
    ~Counted() { --shared.metrics.connections; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    Shared& shared;
};

/// The address for limits: all of a /64 is one household.
std::string household(const asio::ip::address& address) {
    if (address.is_v4()) return address.to_string();
    const asio::ip::address_v6 v6 = address.to_v6();
    if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
    auto bytes = v6.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return asio::ip::address_v6{bytes}.to_string();
}

std::string client_of(const Shared& shared, const HttpRequest& request,
                      const asio::ip::address& peer) {
    if (shared.options.behind_proxy && peer.is_loopback()) {
        const auto list = request["X-Forwarded-For"];
        std::string_view last{list.data(), list.size()};
        last = last.substr(last.rfind(',') == std::string_view::npos ? 0 : last.rfind(',') + 1);
        while (!last.empty() && last.front() == ' ') last.remove_prefix(1);
        error_code error;
        const auto address = asio::ip::make_address(std::string{last}, error);
        if (!error) return household(address);
    }
    return household(peer);
}

bool is_live_path(std::string_view path) {
    return live_game_in(path).has_value();
}

bool is_api(std::string_view path) {
    return path.starts_with("/api/") || path == "/healthz" || path == "/readyz" ||
           path == "/metrics" || path == "/oauth";
}

HttpResponse unreachable(const Asked& asked) {
    Problem problem = make_problem("storage", "the database does not answer; try again");
    problem.retry_after_ms = 1000;
    return refuse(asked, problem);
}

/// Of a game that another server has: where to ask.
std::optional<HttpResponse> elsewhere(Shared& shared, const Asked& asked) {
    constexpr std::string_view games = "/api/games/";
    if (!shared.storage->is_shared()) return std::nullopt;
    std::string_view id = board_game_in(asked.path);
    if (asked.path.starts_with(games)) {
        id = std::string_view{asked.path}.substr(games.size());
        id = id.substr(0, id.find('/'));
    }
    if (id.empty()) return std::nullopt;
    try {
        const auto owner = shared.hub->elsewhere(id);
        if (!owner) return std::nullopt;
        Problem problem = make_problem("shutting_down", "another server has this game");
        problem.retry_after_ms = 200;
        HttpResponse response = refuse(asked, problem);
        if (owner->empty()) return response;
        response.result(http::status::temporary_redirect);
        response.set(http::field::location, *owner + std::string{asked.request.target()});
        return response;
    } catch (const Unreachable&) {
        return unreachable(asked);
    }
}

asio::awaitable<HttpResponse> respond(Shared& shared, Asked asked) {
    if (!is_api(asked.path)) co_return handle_static(shared, asked);
    if (asked.request.method() != http::verb::get && is_foreign(shared, asked.request))
        co_return refuse(asked, make_problem("origin", "another site may not ask for that"));
    if (shared.options.rate_limits) {
        if (const std::int64_t wait = shared.asking.take(asked.client); wait > 0) {
            ++shared.metrics.rate_limited;
            Problem problem = make_problem("rate_limited", "too many requests");
            problem.retry_after_ms = wait;
            co_return refuse(asked, problem);
        }
    }
    std::optional<HttpResponse> response;
    try {
        response = co_await handle_api(shared, asked);
    } catch (const Unreachable&) {
        response = unreachable(asked);
    } catch (const std::exception& fault) {
        spdlog::error("{} {}: {}", std::string{asked.request.method_string()}, asked.path,
                      fault.what());
    }
    if (!response)
        response = refuse(asked, make_problem("internal", "a fault of the server; it is logged"));
    co_return *std::move(response);
}

/// The same for the Board API, whose answers may be streams, whose refusals have a shape of their own
/// and whose tokens pages of other sites may use.
asio::awaitable<BoardReply> respond_board(Shared& shared, Asked asked) {
    if (shared.options.rate_limits) {
        if (const std::int64_t wait = shared.asking.take(asked.client); wait > 0) {
            ++shared.metrics.rate_limited;
            Problem problem = make_problem("rate_limited", {});
            problem.retry_after_ms = wait;
            co_return board_refusal(asked, problem);
        }
    }
    std::optional<Problem> problem;
    try {
        co_return co_await handle_board_api(shared, asked);
    } catch (const Unreachable&) {
        problem = make_problem("storage", "the database does not answer; try again");
        problem->retry_after_ms = 1000;
    } catch (const std::exception& fault) {
        spdlog::error("{} {}: {}", std::string{asked.request.method_string()}, asked.path,
                      fault.what());
        problem = make_problem("internal", "a fault of the server; it is logged");
    }
    co_return board_refusal(asked, *problem);
}

}  // namespace

asio::awaitable<void> serve_connection(Shared& shared, asio::ip::tcp::socket socket) {
    const Counted counted{shared};
    error_code error;
    const auto peer = socket.remote_endpoint(error).address();
    if (error) co_return;
    beast::tcp_stream stream{std::move(socket)};
    std::shared_ptr<LiveSession> live;
    HttpRequest upgrade;
    std::string client;
    {
        beast::flat_buffer buffer;
        for (bool first = true;; first = false) {
            http::request_parser<http::string_body> parser;
            parser.header_limit(max_header);
            parser.body_limit(max_body);
            // One deadline for all of the request: dribbling bytes do not move it.
            stream.expires_after(first ? first_request_time : idle_time);
            co_await http::async_read(stream, buffer, parser,
                                      asio::redirect_error(asio::use_awaitable, error));
            const bool too_large =
                error == http::error::body_limit || error == http::error::header_limit;
            if (error && !too_large && error != http::error::bad_method &&
                error != http::error::bad_target && error != http::error::bad_version)
                co_return;
            ++shared.metrics.requests;
            HttpRequest request = parser.release();
            Asked asked = take_apart(request, client_of(shared, request, peer));
            stream.expires_after(answer_time);
            std::optional<HttpResponse> response;
            if (too_large) {
                response = refuse(asked, make_problem("too_large", "the request is too large"));
                response->keep_alive(false);
            } else if (error) {
                co_return;
            } else if (auto away = elsewhere(shared, asked)) {
                response = std::move(away);
            } else if (is_live_path(asked.path)) {
                if (!beast::websocket::is_upgrade(request)) {
                    response = refuse(asked, make_problem("bad_request", "this is a WebSocket"));
                } else if (is_foreign(shared, request)) {
                    response =
                        refuse(asked, make_problem("origin", "another site may not connect here"));
                } else if (shared.stopping) {
                    response =
                        refuse(asked, make_problem("shutting_down", "the server is stopping"));
                } else {
                    client = asked.client;
                    upgrade = std::move(request);
                    break;
                }
            } else if (is_board_api(asked)) {
                BoardReply reply = co_await respond_board(shared, asked);
                if (const auto* lines = std::get_if<std::shared_ptr<LineStream>>(&reply)) {
                    co_await (*lines)->run(stream.release_socket());
                    co_return;
                }
                response = std::get<HttpResponse>(std::move(reply));
            } else {
                response = co_await respond(shared, asked);
            }
            const bool keep = response->keep_alive() && !shared.stopping;
            response->keep_alive(keep);
            co_await http::async_write(stream, *response,
                                       asio::redirect_error(asio::use_awaitable, error));
            if (error) co_return;
            if (!keep) {
                // Take what is still on its way for a moment, so that the answer is not reset.
                stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
                stream.expires_after(std::chrono::seconds{1});
                std::size_t seen = 0;
                while (!error && seen < (std::size_t{4} << 20U)) {
                    buffer.clear();
                    const std::size_t size = co_await stream.async_read_some(
                        buffer.prepare(16 * 1024),
                        asio::redirect_error(asio::use_awaitable, error));
                    seen += size;
                }
                co_return;
            }
        }
    }
    live = std::make_shared<LiveSession>(shared, std::move(stream));
    co_await live->run(std::move(upgrade), std::move(client));
}

}  // namespace hakam::server

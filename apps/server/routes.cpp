// The HTTP interface of protocol/openapi.json.

#include <boost/asio/async_result.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/access_token.hpp"
#include "server/accounts.hpp"
#include "server/board_api.hpp"
#include "server/create_game.hpp"
#include "server/engine_pool.hpp"
#include "server/http_types.hpp"
#include "server/hub.hpp"
#include "server/listing.hpp"
#include "server/oauth.hpp"
#include "server/older_host.hpp"

namespace hakam::server {

asio::awaitable<Durable> durable(Shared& shared, Write write) {
    auto outcome = co_await asio::async_initiate<const asio::use_awaitable_t<>&, void(Durable)>(
        [&shared](auto handler, Write unit) {
            auto shared_handler = std::make_shared<decltype(handler)>(std::move(handler));
            unit.done = [shared_handler](Durable result) { std::move (*shared_handler)(result); };
            shared.storage->write(std::move(unit));
        },
        asio::use_awaitable, std::move(write));
    co_return outcome;
}

namespace {

using json_or_problem = Expected<json::object, Problem>;

/// The body as an object, or what is wrong with it.
json_or_problem body_of(const Asked& asked) {
    boost::system::error_code error;
    json::parse_options options;
    options.max_depth = 8;
    const json::value value = json::parse(asked.request.body(), error, {}, options);
    if (error)
        return Unexpected{make_problem("bad_json", "the body is not JSON: " + error.message())};
    if (!value.is_object()) return Unexpected{make_problem("bad_json", "expected a JSON object")};
    return value.get_object();
}

struct Seated {
    std::shared_ptr<Game> game;
    Seat seat = Seat::spectator;
};

/// The game of the path, and what the token may do there.
Expected<Seated, Problem> seated(Shared& shared, const Asked& asked, std::string_view id) {
    Seated found;
    found.game = shared.hub->find(id);
    if (!found.game)
        return Unexpected{asked.token.empty()
                              ? make_problem("not_found", "no such game")
                              : make_problem("unauthorized", "no such seat in this game")};
    if (!asked.token.empty()) {
        const auto wanted = seat_named(asked.parameter("seat").value_or(""));
        if (const auto seat = seat_in(shared, *found.game, asked.token, wanted)) {
            found.seat = *seat;
            return found;
        }
        return Unexpected{make_problem("unauthorized", "no such seat in this game")};
    }
    if (!found.game->is_listed())
        return Unexpected{make_problem("unauthorized", "this game is for holders of its links")};
    return found;
}

asio::awaitable<void> until_durable(Game& game) {
    co_await asio::async_initiate<const asio::use_awaitable_t<>&, void()>(
        [&game](auto handler) {
            auto shared_handler = std::make_shared<decltype(handler)>(std::move(handler));
            game.when_durable([shared_handler] { std::move (*shared_handler)(); });
        },
        asio::use_awaitable);
}

asio::awaitable<Outcome> do_command(Game& game, Seat seat, std::string token,
                                    json::object command) {
    co_return co_await asio::async_initiate<const asio::use_awaitable_t<>&, void(Outcome)>(
        [&](auto handler) {
            auto shared_handler = std::make_shared<decltype(handler)>(std::move(handler));
            game.command(seat, token, command, 0, [shared_handler](const Outcome& outcome) {
                std::move (*shared_handler)(outcome);
            });
        },
        asio::use_awaitable);
}

asio::awaitable<HttpResponse> game_route(Shared& shared, Asked asked, std::string id,
                                         std::string what) {
    const http::verb method = asked.request.method();
    const bool get = method == http::verb::get || method == http::verb::head;
    const bool post = method == http::verb::post;
    if (what == "join") {
        if (!post) co_return refuse(asked, make_problem("method", "POST to join"));
        const auto body = body_of(asked);
        if (!body) co_return refuse(asked, body.error());
        co_return co_await join_game(shared, asked, id, *body);
    }
    if (what != "" && what != "pgn" && what != "log" && what != "commands")
        co_return refuse(asked, make_problem("not_found", "no such thing of a game"));
    if (what == "commands" ? !post : !get)
        co_return refuse(asked, make_problem("method", "the wrong method"));
    const auto at = seated(shared, asked, id);
    if (!at) co_return refuse(asked, at.error());
    const std::shared_ptr<Game> game = at->game;
    if (what == "commands") {
        const auto body = body_of(asked);
        if (!body) co_return refuse(asked, body.error());
        const Outcome outcome = co_await do_command(*game, at->seat, asked.token, *body);
        if (outcome.problem) co_return refuse(asked, *outcome.problem);
        JsonText result;
        result.open('{').member("client_seq", outcome.client_seq).member("seq", outcome.seq);
        if (outcome.duplicate) result.key("duplicate").flag(true);
        result.key("state").raw(game->state_text(at->seat)).close('}');
        co_return answer_text(asked, http::status::ok, "application/json", result.take());
    }
    // Only what is on disk is told.
    std::string text;
    std::string_view type = "application/json";
    if (what == "pgn") {
        type = "application/x-chess-pgn; charset=utf-8";
        co_await until_durable(*game);
        text = game->pgn(at->seat);
    } else if (what == "log") {
        co_await until_durable(*game);
        text = game->log(at->seat);
    } else {
        text = game->snapshot(at->seat, asked.parameter("events") == "1");
        co_await until_durable(*game);
    }
    co_return answer_text(asked, http::status::ok, type, std::move(text));
}

json::object config(Shared& shared) {
    json::array engines;
    for (const std::string& path : shared.engines->paths()) {
        const std::string base = path.substr(path.rfind('/') + 1);
        engines.push_back(json::object{{"path", base}, {"name", base}});
    }
    return {
        {"version", HAKAM_VERSION},
        {"protocol", "hakam.v1"},
        {"rulesets", ruleset_list()},
        {"older_games", older_game_list()},
        {"time_controls", time_control_list()},
        {"engines", std::move(engines)},
        {"limits",
         {{"message_bytes", max_message}, {"body_bytes", max_body}, {"messages_per_second", 20}}}};
}

HttpResponse health(Shared& shared, const Asked& asked) {
    const bool well = shared.storage->is_well() && !shared.stopping;
    return answer(asked, well ? http::status::ok : http::status::service_unavailable,
                  json::object{{"status", well ? "ok" : "degraded"},
                               {"version", HAKAM_VERSION},
                               {"live_games", shared.metrics.games_live.load()},
                               {"sockets", shared.metrics.sockets.load()},
                               {"storage", shared.storage->is_well() ? "ok" : "failing"},
                               {"uptime_ms", shared.clock.uptime()}});
}

/// Whether a proxy should send clients here.
HttpResponse readiness(Shared& shared, const Asked& asked) {
    const bool ready =
        shared.storage->is_well() && !shared.stopping && shared.hub->shards() > 0;
    return answer(asked, ready ? http::status::ok : http::status::service_unavailable,
                  json::object{{"ready", ready},
                               {"node", shared.options.node},
                               {"shards", shared.hub->shards()}});
}

}  // namespace

asio::awaitable<HttpResponse> handle_api(Shared& shared, Asked asked) {
    const http::verb method = asked.request.method();
    const bool get = method == http::verb::get || method == http::verb::head;
    const bool post = method == http::verb::post;
    const std::string& path = asked.path;
    const auto wrong_method = [&] {
        return refuse(asked, make_problem("method", "the wrong method"));
    };

    if (path == "/readyz") co_return get ? readiness(shared, asked) : wrong_method();
    if (path == "/healthz") co_return get ? health(shared, asked) : wrong_method();
    if (path == "/metrics")
        co_return get ? answer_text(asked, http::status::ok, "text/plain; version=0.0.4",
                                    shared.metrics.text())
                      : wrong_method();
    if (path == "/oauth") co_return co_await handle_consent(shared, asked);
    if (path == "/api/config")
        co_return get ? answer(asked, http::status::ok, config(shared)) : wrong_method();
    if (path == "/api/games" && get) co_return co_await list_public(shared, asked);
    if (path == "/api/games" || path == "/api/games/query") {
        if (!post) co_return wrong_method();
        const auto body = body_of(asked);
        if (!body) co_return refuse(asked, body.error());
        if (path == "/api/games") co_return co_await create_game(shared, asked, *body);
        co_return co_await query_games(shared, asked, *body);
    }
    constexpr std::string_view games = "/api/games/";
    if (path.starts_with(games)) {
        const std::string_view rest = std::string_view{path}.substr(games.size());
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        const std::string id{rest.substr(0, slash)};
        const std::string what{slash < rest.size() ? rest.substr(slash + 1) : std::string_view{}};
        co_return co_await game_route(shared, asked, id, what);
    }
    if (path == "/api/account" && get)
        if (auto board = board_account(shared, asked)) co_return *std::move(board);
    if (path == "/api/tokens" || path.starts_with("/api/tokens/")) {
        json::object body;
        if (post) {
            auto parsed = body_of(asked);
            if (!parsed) co_return refuse(asked, parsed.error());
            body = *std::move(parsed);
        }
        co_return co_await handle_tokens(shared, asked, std::move(body));
    }
    if (path == "/api/account" || path == "/api/accounts" || path == "/api/sessions" ||
        path == "/api/account/games" || path == "/api/account/passphrase") {
        json::object body;
        if (post) {
            auto parsed = body_of(asked);
            if (!parsed) co_return refuse(asked, parsed.error());
            body = *std::move(parsed);
        }
        co_return co_await handle_accounts(shared, asked, std::move(body));
    }
    co_return refuse(asked, make_problem("not_found", "no such address"));
}

}  // namespace hakam::server

#pragma once

#include "server/http_types.hpp"

namespace hakam::server {

/// GET /api/games: public games.
asio::awaitable<HttpResponse> list_public(Shared& shared, Asked asked);
/// POST /api/games/query: one's own games.
asio::awaitable<HttpResponse> query_games(Shared& shared, Asked asked, json::object body);

}  // namespace hakam::server

#pragma once

#include "server/game.hpp"
#include "server/http_types.hpp"

namespace hakam::server {

/// A game of two accounts (0: nobody's, an engine's seat) that begins at once. Errors: settings that
/// cannot be played, a storage that cannot take it.
asio::awaitable<Expected<std::shared_ptr<Game>, Problem>> open_game(
    Shared& shared, GameInfo info, std::array<AccountKey, 2> accounts);

/// POST /api/games.
asio::awaitable<HttpResponse> create_game(Shared& shared, Asked asked, json::object body);
/// POST /api/games/{id}/join.
asio::awaitable<HttpResponse> join_game(Shared& shared, Asked asked, std::string id,
                                        json::object body);

/// What a token may do in a game: the seat it is, or the seat that the account of a session has
/// collected (`wanted` says which, if it has several).
std::optional<Seat> seat_in(Shared& shared, const Game& game, const std::string& token,
                            std::optional<Seat> wanted = std::nullopt);

}  // namespace hakam::server

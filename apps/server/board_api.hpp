#pragma once

#include <memory>
#include <variant>

#include "server/http_types.hpp"
#include "server/line_stream.hpp"

namespace hakam::server {

/// Whether a request is one of the Board and Bot API (docs/guide/board-api.md).
bool is_board_api(const Asked& asked);
/// GET /api/account asked with an access token; nothing for any other token: with a session it is
/// this server's own.
std::optional<HttpResponse> board_account(Shared& shared, const Asked& asked);
/// The id of a game in such a path; empty if it names none.
std::string_view board_game_in(std::string_view path);

using BoardReply = std::variant<HttpResponse, std::shared_ptr<LineStream>>;
asio::awaitable<BoardReply> handle_board_api(Shared& shared, Asked asked);

}  // namespace hakam::server

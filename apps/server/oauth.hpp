#pragma once

#include "server/board_form.hpp"
#include "server/http_types.hpp"

/// OAuth 2 for clients of others: an authorization code with PKCE (RFC 6749, RFC 7636), without
/// registration of clients and without secrets of theirs.
namespace hakam::server {

/// /oauth: the page on which the account's owner says what a client may do, and his answer.
asio::awaitable<HttpResponse> handle_consent(Shared& shared, Asked asked);
/// POST /api/token: the code for a token.
asio::awaitable<HttpResponse> exchange_code(Shared& shared, Asked asked, Form form);

}  // namespace hakam::server

#pragma once

#include "server/http_types.hpp"

namespace hakam::server {

/// The account of a session token; nothing for any other token.
std::optional<AccountRow> account_of(Shared& shared, const std::string& token);

/// The account of a name, if the passphrase is its own. Tries are limited by address and name.
asio::awaitable<Expected<AccountRow, Problem>> owner_of(Shared& shared, Asked asked,
                                                       std::string name, std::string passphrase);

/// /api/accounts, /api/sessions and /api/account...
asio::awaitable<HttpResponse> handle_accounts(Shared& shared, Asked asked, json::object body);

}  // namespace hakam::server

#pragma once

#include "server/http_types.hpp"

namespace hakam::server {

/// Who asks over the Board API, and what he may do.
struct Granted {
    AccountRow account;
    std::vector<std::string> scopes;
    bool all = false;  ///< the account's own session: everything
    bool is_bot = false;

    bool may(std::string_view scope) const;
};

/// The holder of an access token or of a session; nothing for any other token.
std::optional<Granted> granted_to(Shared& shared, const std::string& token);
/// Whether an account plays as a program.
bool is_bot(Shared& shared, AccountKey account);
/// The change that makes an account a program's.
Op bot_title(AccountKey account);

/// A new access token: {"token", "id", "scopes", "description", "created", "expires"} and the change
/// that stores it.
struct NewAccess {
    json::object answer;
    Op op;
};
NewAccess new_access(AccountKey account, const std::vector<std::string>& scopes,
                     const std::string& description, std::optional<Millis> lives);
/// The scopes of a list of words apart by spaces or commas. Errors: an unknown one.
Expected<std::vector<std::string>, std::string> scopes_in(std::string_view text);

/// Whether a scope opens something here.
bool opens_something(std::string_view scope) noexcept;

/// /api/tokens: the access tokens of the account that is logged in.
asio::awaitable<HttpResponse> handle_tokens(Shared& shared, Asked asked, json::object body);
/// POST /api/token/test: what tokens are good for.
HttpResponse test_tokens(Shared& shared, const Asked& asked);
/// DELETE /api/token: ends the token that it is asked with.
asio::awaitable<HttpResponse> revoke_token(Shared& shared, Asked asked);

}  // namespace hakam::server

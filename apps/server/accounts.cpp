#include "server/accounts.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace hakam::server {
namespace {

constexpr Millis session_lives = Millis{180} * 24 * 3600 * 1000;

/// Runs a slow function away from the network thread.
template <class Result, class Work>
asio::awaitable<Result> slowly(Shared& shared, Work work) {
    co_return co_await asio::co_spawn(
        shared.slow, [work = std::move(work)]() -> asio::awaitable<Result> { co_return work(); },
        asio::use_awaitable);
}

Problem storage_refused(Durable durable) {
    return durable == Durable::full ? make_problem("storage_full", "the server's disk is full")
                                    : make_problem("storage", "the server cannot store that now");
}

op::InsertToken session_token(const std::string& token, AccountKey account) {
    return {{hash_of(token), TokenKind::session, 0, Seat::spectator, account, PlayClock::wall()}};
}

struct Credentials {
    std::string name;
    std::string passphrase;
};

std::optional<Problem> limited(Limiter& limiter, Shared& shared, const std::string& who) {
    if (!shared.options.rate_limits) return std::nullopt;
    const std::int64_t wait = limiter.take(who);
    if (wait == 0) return std::nullopt;
    ++shared.metrics.rate_limited;
    Problem problem = make_problem("rate_limited", "too many tries; wait a moment");
    problem.retry_after_ms = wait;
    return problem;
}

Expected<Credentials, Problem> credentials(const json::object& body) {
    Fields fields{body};
    Credentials found{fields.required_text("name", 32), fields.required_text("passphrase", 256)};
    if (found.passphrase.size() < 8) fields.fault("passphrase", "at least 8 characters");
    if (auto fault = fields.finish()) return Unexpected{*fault};
    return found;
}

HttpResponse session_answer(const Asked& asked, const std::string& name, const std::string& token) {
    return answer(asked, http::status::created, json::object{{"name", name}, {"token", token}});
}

asio::awaitable<HttpResponse> create_account(Shared& shared, Asked asked, json::object body) {
    if (auto wait = limited(shared.creating, shared, asked.client)) co_return refuse(asked, *wait);
    auto given = credentials(body);
    if (!given) co_return refuse(asked, given.error());
    const auto hash = co_await slowly<std::optional<std::string>>(
        shared, [pass = given->passphrase] { return hash_passphrase(pass); });
    if (!hash) co_return refuse(asked, make_problem("internal", "not enough memory just now"));
    const AccountKey key = shared.next_account++;
    const std::string token = new_token();
    Write write;
    write.ops = {op::InsertAccount{{key, given->name, *hash, PlayClock::wall()}},
                 session_token(token, key)};
    const Durable stored = co_await durable(shared, std::move(write));
    if (stored == Durable::conflict)
        co_return refuse(asked, make_problem("conflict", "that name is taken"));
    if (stored != Durable::yes) co_return refuse(asked, storage_refused(stored));
    co_return session_answer(asked, given->name, token);
}

asio::awaitable<HttpResponse> log_in(Shared& shared, Asked asked, json::object body) {
    auto given = credentials(body);
    if (!given) co_return refuse(asked, given.error());
    const auto account = co_await owner_of(shared, asked, given->name, given->passphrase);
    if (!account) co_return refuse(asked, account.error());
    const std::string token = new_token();
    Write write;
    write.ops = {session_token(token, account->key)};
    const Durable stored = co_await durable(shared, std::move(write));
    if (stored != Durable::yes) co_return refuse(asked, storage_refused(stored));
    co_return session_answer(asked, account->name, token);
}

asio::awaitable<HttpResponse> change_passphrase(Shared& shared, Asked asked, AccountRow account,
                                                json::object body) {
    Fields fields{body};
    const std::string old = fields.required_text("passphrase", 256);
    const std::string next = fields.required_text("new_passphrase", 256);
    if (next.size() < 8) fields.fault("new_passphrase", "at least 8 characters");
    if (auto fault = fields.finish()) co_return refuse(asked, *fault);
    if (auto wait = limited(shared.logging_in, shared, "name " + account.name))
        co_return refuse(asked, *wait);
    const auto hash = co_await slowly<std::optional<std::string>>(
        shared, [stored = account.passphrase, old, next]() -> std::optional<std::string> {
            if (!is_passphrase(stored, old)) return std::string{};
            return hash_passphrase(next);
        });
    if (!hash) co_return refuse(asked, make_problem("internal", "not enough memory just now"));
    if (hash->empty()) co_return refuse(asked, make_problem("unauthorized", "wrong passphrase"));
    const std::string token = new_token();
    Write write;
    write.ops = {op::ChangePassphrase{account.key, *hash}, session_token(token, account.key),
                 op::EndSessions{account.key, hash_of(token)}};
    const Durable stored = co_await durable(shared, std::move(write));
    if (stored != Durable::yes) co_return refuse(asked, storage_refused(stored));
    co_return session_answer(asked, account.name, token);
}

asio::awaitable<HttpResponse> attach(Shared& shared, Asked asked, AccountKey account,
                                     json::object body) {
    Fields fields{body};
    const json::array* tokens = fields.array("tokens", 500);
    if (tokens == nullptr) fields.fault("tokens", "missing");
    if (auto fault = fields.finish()) co_return refuse(asked, *fault);
    Write write;
    std::int64_t attached = 0;
    for (const json::value& value : *tokens) {
        if (!value.is_string()) continue;
        const TokenHash hash = hash_of({value.get_string().data(), value.get_string().size()});
        const auto row = shared.storage->token(hash);
        if (!row || row->kind != TokenKind::seat || row->account == account ||
            row->seat == Seat::spectator)
            continue;
        write.ops.emplace_back(op::AttachToken{hash, account});
        ++attached;
    }
    if (attached > 0) {
        const Durable stored = co_await durable(shared, std::move(write));
        if (stored != Durable::yes) co_return refuse(asked, storage_refused(stored));
    }
    co_return answer(asked, http::status::ok, json::object{{"attached", attached}});
}

HttpResponse no_content(const Asked& asked) {
    HttpResponse response = answer_text(asked, http::status::no_content, "text/plain", {});
    response.erase(http::field::content_type);
    response.erase(http::field::content_length);
    return response;
}

}  // namespace

std::optional<AccountRow> account_of(Shared& shared, const std::string& token) {
    if (token.empty()) return std::nullopt;
    const auto row = shared.storage->token(hash_of(token));
    if (!row || row->kind != TokenKind::session || PlayClock::wall() - row->created > session_lives)
        return std::nullopt;
    return shared.storage->account(row->account);
}

asio::awaitable<Expected<AccountRow, Problem>> owner_of(Shared& shared, Asked asked,
                                                       std::string name, std::string passphrase) {
    if (auto wait = limited(shared.logging_in, shared, asked.client)) co_return Unexpected{*wait};
    if (auto wait = limited(shared.logging_in, shared, "name " + name)) co_return Unexpected{*wait};
    auto account = shared.storage->account(name);
    // An unknown name costs the same time as a wrong passphrase.
    const std::string hash = account ? account->passphrase
                                     : "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                       "5R5pBAkhbkM8Kz7n8LYRrwYZcJbRR8F1vnQKc0Xn1yY";
    const bool right = co_await slowly<bool>(
        shared, [hash, passphrase] { return is_passphrase(hash, passphrase); });
    if (!account || !right)
        co_return Unexpected{make_problem("unauthorized", "wrong name or passphrase")};
    co_return *std::move(account);
}

asio::awaitable<HttpResponse> handle_accounts(Shared& shared, Asked asked, json::object body) {
    const http::verb method = asked.request.method();
    const bool post = method == http::verb::post;
    const auto wrong_method = [&] {
        return refuse(asked, make_problem("method", "the wrong method"));
    };
    if (asked.path == "/api/accounts") {
        if (!post) co_return wrong_method();
        co_return co_await create_account(shared, asked, std::move(body));
    }
    if (asked.path == "/api/sessions" && post)
        co_return co_await log_in(shared, asked, std::move(body));

    const auto account = account_of(shared, asked.token);
    if (!account) co_return refuse(asked, make_problem("unauthorized", "log in first"));
    Write write;
    if (asked.path == "/api/sessions") {
        if (method != http::verb::delete_) co_return wrong_method();
        write.ops = {op::TakeToken{hash_of(asked.token)}};
    } else if (asked.path == "/api/account") {
        if (method == http::verb::get)
            co_return answer(asked, http::status::ok,
                             json::object{{"name", account->name},
                                          {"created", account->created},
                                          {"games", shared.storage->games_of(account->key)}});
        if (method != http::verb::delete_) co_return wrong_method();
        write.ops = {op::DeleteAccount{account->key}};
    } else {
        if (!post) co_return wrong_method();
        if (asked.path == "/api/account/games")
            co_return co_await attach(shared, asked, account->key, std::move(body));
        co_return co_await change_passphrase(shared, asked, *account, std::move(body));
    }
    const Durable stored = co_await durable(shared, std::move(write));
    if (stored != Durable::yes) co_return refuse(asked, storage_refused(stored));
    co_return no_content(asked);
}

}  // namespace hakam::server

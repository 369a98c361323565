#include "server/access_token.hpp"

#include <algorithm>
#include <boost/asio/use_awaitable.hpp>

#include "server/accounts.hpp"
#include "server/board_words.hpp"

namespace hakam::server {
namespace {

constexpr std::size_t most_tokens = 100;  ///< of one account

/// Those that open something here.
constexpr std::string_view known_scopes[] = {"board:play", "bot:play", "challenge:read",
                                             "challenge:write"};
/// Scopes of the same API for things that this server has not: granted for nothing, so that
/// clients which ask for them all can be used.
constexpr std::string_view empty_scopes[] = {
    "preference:read", "preference:write", "email:read",    "challenge:bulk", "study:read",
    "study:write",     "tournament:write", "racer:write",   "puzzle:read",    "puzzle:write",
    "team:read",       "team:write",       "team:lead",     "follow:read",    "follow:write",
    "msg:write",       "engine:read",      "engine:write"};

bool is_scope(std::string_view text) {
    return std::find(std::begin(known_scopes), std::end(known_scopes), text) !=
               std::end(known_scopes) ||
           std::find(std::begin(empty_scopes), std::end(empty_scopes), text) !=
               std::end(empty_scopes);
}

json::object parsed(const std::string& body) {
    boost::system::error_code error;
    const json::value value = json::parse(body, error);
    return !error && value.is_object() ? value.get_object() : json::object{};
}

std::vector<std::string> scopes_of(const json::object& body) {
    std::vector<std::string> scopes;
    if (const json::value* list = body.if_contains("scopes"); list && list->is_array())
        for (const json::value& scope : list->get_array())
            if (scope.is_string()) scopes.emplace_back(scope.get_string());
    return scopes;
}

std::optional<Millis> expiry_of(const json::object& body) {
    const json::value* expires = body.if_contains("expires");
    return expires != nullptr && expires->is_int64() ? std::optional{expires->get_int64()}
                                                     : std::nullopt;
}

/// The stored token, if it is still good.
std::optional<RecordRow> stored(Shared& shared, std::string_view token) {
    if (!is_token_shaped(token)) return std::nullopt;
    auto row = shared.storage->record(RecordKind::access_token, hex_of(hash_of(token)));
    if (!row) return std::nullopt;
    const auto expires = expiry_of(parsed(row->body));
    if (expires && *expires <= PlayClock::wall()) return std::nullopt;
    return row;
}

Problem storage_refused(Durable stored) {
    return stored == Durable::full ? make_problem("storage_full", "the server's disk is full")
                                   : make_problem("storage", "the server cannot store that now");
}

json::object told(const RecordRow& row) {
    json::object body = parsed(row.body);
    json::object o{{"id", row.key.substr(0, 16)}, {"created", row.created}};
    for (const char* member : {"scopes", "description", "expires"})
        o[member] = body.contains(member) ? body.at(member) : json::value{};
    return o;
}

}  // namespace

bool opens_something(std::string_view scope) noexcept {
    return std::find(std::begin(known_scopes), std::end(known_scopes), scope) !=
           std::end(known_scopes);
}

bool Granted::may(std::string_view scope) const {
    return all || std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
}

bool is_bot(Shared& shared, AccountKey account) {
    const auto row = shared.storage->record(RecordKind::profile, std::to_string(account));
    if (!row) return false;
    const json::object body = parsed(row->body);
    const json::value* title = body.if_contains("title");
    return title != nullptr && title->is_string() && title->get_string() == "BOT";
}

Op bot_title(AccountKey account) {
    return op::PutRecord{{RecordKind::profile, std::to_string(account), account, PlayClock::wall(),
                          R"({"title":"BOT"})"}};
}

std::optional<Granted> granted_to(Shared& shared, const std::string& token) {
    if (auto own = account_of(shared, token))
        return Granted{*own, {}, true, is_bot(shared, own->key)};
    const auto row = stored(shared, token);
    if (!row) return std::nullopt;
    auto account = shared.storage->account(row->account);
    if (!account) return std::nullopt;
    return Granted{*account, scopes_of(parsed(row->body)), false, is_bot(shared, account->key)};
}

Expected<std::vector<std::string>, std::string> scopes_in(std::string_view text) {
    std::vector<std::string> scopes;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" ,"), text.size());
        const std::string_view word = text.substr(0, end);
        if (!word.empty()) {
            if (!is_scope(word)) return Unexpected{"'" + std::string{word} + "' is not a scope"};
            if (std::find(scopes.begin(), scopes.end(), word) == scopes.end())
                scopes.emplace_back(word);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return scopes;
}

NewAccess new_access(AccountKey account, const std::vector<std::string>& scopes,
                     const std::string& description, std::optional<Millis> lives) {
    const std::string token = new_token();
    const Millis now = PlayClock::wall();
    json::array list;
    for (const std::string& scope : scopes) list.emplace_back(scope);
    json::object body{{"scopes", list}, {"description", description}, {"expires", nullptr}};
    if (lives) body["expires"] = now + *lives;
    const RecordRow row{RecordKind::access_token, hex_of(hash_of(token)), account, now,
                        json::serialize(body)};
    json::object answer = told(row);
    answer["token"] = token;
    return {std::move(answer), op::PutRecord{row}};
}

asio::awaitable<HttpResponse> handle_tokens(Shared& shared, Asked asked, json::object body) {
    const auto account = account_of(shared, asked.token);
    if (!account) co_return refuse(asked, make_problem("unauthorized", "log in first"));
    const http::verb method = asked.request.method();
    auto rows = shared.storage->records(RecordKind::access_token, account->key,
                                        static_cast<std::int64_t>(most_tokens));
    constexpr std::string_view one = "/api/tokens/";
    if (asked.path.starts_with(one)) {
        if (method != http::verb::delete_)
            co_return refuse(asked, make_problem("method", "the wrong method"));
        const std::string_view id = std::string_view{asked.path}.substr(one.size());
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const RecordRow& r) {
            return id.size() == 16 && r.key.starts_with(id);
        });
        if (row == rows.end()) co_return refuse(asked, make_problem("not_found", "no such token"));
        Write write;
        write.ops = {op::TakeRecord{RecordKind::access_token, row->key}};
        const Durable done = co_await durable(shared, std::move(write));
        if (done == Durable::conflict)
            co_return refuse(asked, make_problem("not_found", "no such token"));
        if (done != Durable::yes) co_return refuse(asked, storage_refused(done));
        HttpResponse response = answer_text(asked, http::status::no_content, "text/plain", {});
        response.erase(http::field::content_type);
        response.erase(http::field::content_length);
        co_return response;
    }
    if (method == http::verb::get) {
        json::array tokens;
        for (const RecordRow& row : rows) tokens.push_back(told(row));
        co_return answer(asked, http::status::ok, json::object{{"tokens", std::move(tokens)}});
    }
    if (method != http::verb::post)
        co_return refuse(asked, make_problem("method", "the wrong method"));
    Fields fields{body};
    std::string words;
    if (const json::array* list = fields.array("scopes", 32))
        for (const json::value& scope : *list) {
            if (scope.is_string())
                words += std::string{scope.get_string()} + ' ';
            else
                fields.fault("scopes", "expected words");
        }
    const auto scopes = scopes_in(words);
    if (!scopes) fields.fault("scopes", scopes.error());
    const std::string description = fields.text("description", 128);
    const auto days = fields.integer("days", 1, 3650);
    if (auto fault = fields.finish()) co_return refuse(asked, *fault);
    if (rows.size() >= most_tokens)
        co_return refuse(asked, make_problem("conflict", "too many tokens: end some of them"));
    NewAccess made = new_access(
        account->key, *scopes, description,
        days ? std::optional{*days * 24 * 3600 * 1000} : std::nullopt);
    Write write;
    write.ops = {std::move(made.op)};
    const Durable done = co_await durable(shared, std::move(write));
    if (done != Durable::yes) co_return refuse(asked, storage_refused(done));
    co_return answer(asked, http::status::created, made.answer);
}

HttpResponse test_tokens(Shared& shared, const Asked& asked) {
    json::object result;
    std::string_view rest = asked.request.body();
    for (std::size_t count = 0; !rest.empty() && count < 1000; ++count) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const std::string token{rest.substr(0, end)};
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (token.empty()) continue;
        result[token] = nullptr;
        const auto row = stored(shared, token);
        if (!row) continue;
        const auto account = shared.storage->account(row->account);
        if (!account) continue;
        const json::object body = parsed(row->body);
        std::string scopes;
        for (const std::string& scope : scopes_of(body))
            scopes += (scopes.empty() ? "" : ",") + scope;
        json::object o{{"userId", id_of(account->name)}, {"scopes", scopes}, {"expires", nullptr}};
        if (const auto expires = expiry_of(body)) o["expires"] = *expires;
        result[token] = std::move(o);
    }
    return board_answer(asked, http::status::ok, result);
}

asio::awaitable<HttpResponse> revoke_token(Shared& shared, Asked asked) {
    const auto row = stored(shared, asked.token);
    if (!row) co_return board_refusal(asked, http::status::unauthorized, "No such token");
    Write write;
    write.ops = {op::TakeRecord{RecordKind::access_token, row->key}};
    const Durable done = co_await durable(shared, std::move(write));
    if (done != Durable::yes && done != Durable::conflict)
        co_return board_refusal(asked, http::status::service_unavailable,
                                storage_refused(done).message);
    co_return board_nothing(asked);
}

}  // namespace hakam::server

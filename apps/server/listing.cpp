#include "server/listing.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <unordered_map>

#include "server/accounts.hpp"
#include "server/game_info.hpp"

namespace hakam::server {
namespace {

struct HashOf {
    std::size_t operator()(const TokenHash& hash) const noexcept {
        std::size_t value = 0;
        for (std::size_t i = 0; i < sizeof value; ++i) value = value << 8U | hash[i];
        return value;
    }
};
using PlainTokens = std::unordered_map<TokenHash, std::string, HashOf>;

/// "CREATED.KEY" of the last game of a page.
bool read_cursor(const std::string& text, GameQuery& query) {
    if (text.empty()) return true;
    const std::size_t dot = text.find('.');
    if (dot == std::string::npos) return false;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), text.data() + dot, query.before_created);
    const auto second = std::from_chars(text.data() + dot + 1, end, query.before_key);
    return first.ec == std::errc{} && first.ptr == text.data() + dot && second.ec == std::errc{} &&
           second.ptr == end;
}

json::object summary(const FoundGame& found, const PlainTokens& plain) {
    const GameRow& row = found.row;
    const GameInfo info = parse_info(row.info).value_or(GameInfo{});
    json::array seats;
    for (const auto& [seat, hash] : found.seats) {
        json::object grant{{"seat", name(seat)}};
        if (hash)
            if (const auto token = plain.find(*hash); token != plain.end())
                grant["token"] = token->second;
        seats.push_back(std::move(grant));
    }
    json::object o{{"id", row.id},        {"created", row.created},   {"updated", row.updated},
                   {"rules", info.rules}, {"mode", info.mode},        {"time_control", nullptr},
                   {"white", row.white},  {"black", row.black},       {"ply", row.ply},
                   {"result", nullptr},   {"seats", std::move(seats)}};
    if (!info.game.empty()) o["game"] = info.game;
    if (!info.time_control.empty()) o["time_control"] = info.time_control;
    if (info.mode == "otb" && !row.ended) o["ply"] = 0;  // nobody's business (12.6)
    if (row.ended) {
        o["result"] = row.result;
        o["reason"] = row.reason;
    }
    return o;
}

asio::awaitable<HttpResponse> find_games(Shared& shared, Asked asked, GameQuery query,
                                         PlainTokens plain) {
    const std::int64_t limit = query.limit;
    query.limit = limit + 1;
    auto found = co_await asio::co_spawn(
        shared.slow,
        [&shared, query = std::move(query)]() -> asio::awaitable<std::vector<FoundGame>> {
            co_return shared.storage->find(query);
        },
        asio::use_awaitable);
    json::value next = nullptr;
    if (static_cast<std::int64_t>(found.size()) > limit) {
        found.pop_back();
        next = json::value_from(std::to_string(found.back().row.created) + '.' +
                                std::to_string(found.back().row.key));
    }
    json::array games;
    for (const FoundGame& game : found) games.push_back(summary(game, plain));
    co_return answer(asked, http::status::ok,
                     json::object{{"games", std::move(games)}, {"next", std::move(next)}});
}

std::optional<bool> ended(const std::string& status) {
    if (status == "live") return false;
    if (status == "ended") return true;
    return std::nullopt;
}

}  // namespace

asio::awaitable<HttpResponse> list_public(Shared& shared, Asked asked) {
    json::object parameters;
    for (const char* name : {"status", "q", "cursor"})
        if (const auto value = asked.parameter(name)) parameters[name] = *value;
    if (const auto value = asked.parameter("limit")) {
        std::int64_t limit = 0;
        std::from_chars(value->data(), value->data() + value->size(), limit);
        parameters["limit"] = limit;
    }
    Fields fields{parameters};
    GameQuery query;
    query.listed_only = true;
    const std::string status = fields.choice("status", "live|ended|all");
    query.ended = ended(status.empty() ? "live" : status);
    query.text = fields.text("q", 64);
    query.limit = fields.integer("limit", 1, 100).value_or(50);
    if (!read_cursor(fields.text("cursor", 64), query)) fields.fault("cursor", "not from here");
    if (auto fault = fields.finish()) co_return refuse(asked, *fault);
    co_return co_await find_games(shared, asked, std::move(query), {});
}

asio::awaitable<HttpResponse> query_games(Shared& shared, Asked asked, json::object body) {
    Fields fields{body};
    GameQuery query;
    PlainTokens plain;
    query.ended = ended(fields.choice("status", "live|ended|all"));
    query.text = fields.text("q", 64);
    query.limit = fields.integer("limit", 1, 100).value_or(50);
    if (!read_cursor(fields.text("cursor", 64), query)) fields.fault("cursor", "not from here");
    if (const json::array* tokens = fields.array("tokens", 500)) {
        for (const json::value& value : *tokens) {
            if (!value.is_string()) continue;
            const std::string token{value.get_string()};
            query.tokens.push_back(hash_of(token));
            plain.emplace(query.tokens.back(), token);
        }
    }
    if (auto fault = fields.finish()) co_return refuse(asked, *fault);
    if (const auto account = account_of(shared, asked.token)) {
        query.account = account->key;
    } else if (!asked.token.empty()) {
        co_return refuse(asked, make_problem("unauthorized", "that session has ended: log in"));
    }
    co_return co_await find_games(shared, asked, std::move(query), std::move(plain));
}

}  // namespace hakam::server

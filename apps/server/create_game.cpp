#include "server/create_game.hpp"

#include <boost/asio/use_awaitable.hpp>

#include "server/accounts.hpp"
#include "server/engine_pool.hpp"
#include "server/hub.hpp"

namespace hakam::server {
namespace {

bool is_player(Seat seat) { return seat == Seat::white || seat == Seat::black; }

Problem storage_refused(Durable durable) {
    return durable == Durable::full ? make_problem("storage_full", "the server's disk is full")
                                    : make_problem("storage", "the server cannot store that now");
}

/// What the body of POST /api/games asks for, beside the settings of the game.
struct Wanted {
    std::string colour;
    bool arbiter = false;
};

void read_engine(Fields& fields, const EnginePool& engines, std::optional<EngineChoice>& engine) {
    const json::object* object = fields.object("engine");
    if (object == nullptr) return;
    Fields inner{*object};
    EngineChoice choice;
    const std::string path = inner.text("path", 256);
    choice.level = static_cast<int>(inner.integer("level", 1, 20).value_or(20));
    choice.move_ms = static_cast<int>(inner.integer("move_ms", 10, 60'000).value_or(0));
    if (const auto fault = inner.finish()) return fields.fault("engine", fault->message);
    const auto resolved = engines.resolve(path);
    if (!resolved)
        return fields.fault("engine", engines.paths().empty()
                                          ? "this server has no computer opponent"
                                          : "not one of this server's engines");
    choice.path = *resolved;
    engine = choice;
}

void read_start(Fields& fields, GameInfo& info, std::string& pgn) {
    const json::object* object = fields.object("start");
    if (object == nullptr) return;
    if (object->size() > 1) return fields.fault("start", "one of chess960, fen and pgn");
    Fields inner{*object};
    if (const auto number = inner.integer("chess960", 0, 959)) {
        info.chess960 = true;
        info.start_fen = "chess960:" + std::to_string(*number);
    }
    if (std::string fen = inner.text("fen", 256); !fen.empty()) info.start_fen = std::move(fen);
    if (const json::value* text = object->if_contains("pgn"); text != nullptr) {
        inner.ignore("pgn");
        if (!text->is_string() || text->get_string().size() > 262'144)
            inner.fault("pgn", "expected the text of a PGN");
        else
            pgn = text->get_string().c_str();
    }
    if (const auto fault = inner.finish()) fields.fault("start", fault->message);
}

Expected<Wanted, Problem> read_body(Shared& shared, const json::object& body, GameInfo& info,
                                    std::string& pgn) {
    Fields fields{body};
    Wanted wanted;
    const std::string mode = fields.choice("mode", "online|otb|casual");
    info.mode = mode.empty() ? "online" : mode;
    info.game = fields.text("game", 32);
    info.rules = fields.text("rules", 64,
                             !info.game.empty()      ? info.game.c_str()
                             : info.mode == "online" ? "fide-online"
                             : info.mode == "otb"  ? "fide-standard"
                                                   : "casual");
    info.time_control = fields.text("time_control", 80);
    read_start(fields, info, pgn);
    wanted.colour = fields.choice("colour", "white|black|random|both");
    if (wanted.colour.empty()) wanted.colour = "white";
    if (wanted.colour == "random") wanted.colour = new_token() < new_token() ? "white" : "black";
    const std::string name = fields.text("name", 64);
    const std::string opponent = fields.text("opponent_name", 64);
    const bool white = wanted.colour != "black";
    PlayerInfo& creator = white ? info.white : info.black;
    PlayerInfo& other = white ? info.black : info.white;
    read_engine(fields, *shared.engines, other.engine);
    creator.name = name;
    creator.joined = true;
    other.name = opponent;
    if (other.engine) {
        if (wanted.colour == "both") fields.fault("colour", "an engine takes one side");
        if (info.mode == "otb") fields.fault("engine", "engines do not play over the board");
        other.joined = true;
        if (other.name.empty()) {
            const std::string& path = other.engine->path;
            other.name = path.substr(path.rfind('/') + 1);
        }
    }
    if (wanted.colour == "both") other.joined = true;
    wanted.arbiter = fields.flag("arbiter").value_or(false);
    info.has_arbiter = wanted.arbiter;
    info.listed = fields.choice("visibility", "public|link") == "public";
    info.chat = fields.flag("chat").value_or(false);
    const auto takeback = fields.flag("takeback");
    info.takeback = takeback.value_or(info.mode == "casual");
    if (info.takeback && info.mode != "casual")
        fields.fault("takeback", "moves are taken back in casual games only");
    info.touch_move = fields.flag("touch_move").value_or(info.mode == "otb");
    info.event = fields.text("event", 128);
    info.site = fields.text("site", 128);
    info.round = fields.text("round", 32);
    if (const json::object* parameters = fields.object("parameters")) {
        if (parameters->size() > 32) fields.fault("parameters", "more than 32");
        for (const auto& member : *parameters)
            if (!member.value().is_string() || member.value().get_string().size() > 64 ||
                member.key().size() > 32)
                fields.fault("parameters", "expected short texts");
        info.parameters = *parameters;
    }
    if (auto fault = fields.finish()) return Unexpected{*fault};
    return wanted;
}

json::object grant(Seat seat, const std::string& token) {
    return {{"seat", name(seat)}, {"token", token}};
}

}  // namespace

std::optional<Seat> seat_in(Shared& shared, const Game& game, const std::string& token,
                            std::optional<Seat> wanted) {
    if (!is_token_shaped(token)) return std::nullopt;
    const auto row = shared.storage->token(hash_of(token));
    if (!row) return std::nullopt;
    if (row->kind == TokenKind::seat && row->game == game.key()) return row->seat;
    const auto account = account_of(shared, token);
    if (!account) return std::nullopt;
    std::optional<Seat> found;
    for (const TokenRow& seat : shared.storage->seats(game.key())) {
        if (seat.kind != TokenKind::seat || seat.account != account->key) continue;
        if (wanted == seat.seat) return wanted;
        if (!wanted && (!found || seat.seat < *found)) found = seat.seat;
    }
    return found;
}

namespace {

/// Stores a new game with what goes with it.
asio::awaitable<Durable> store(std::shared_ptr<Game> game, std::vector<StoredEvent> events,
                               std::vector<Op> ops) {
    co_return co_await asio::async_initiate<const asio::use_awaitable_t<>&, void(Durable)>(
        [&](auto handler) {
            auto shared_handler = std::make_shared<decltype(handler)>(std::move(handler));
            game->begin(std::move(events), std::move(ops),
                        [shared_handler](Durable d) { std::move (*shared_handler)(d); });
        },
        asio::use_awaitable);
}

GameRow row_of(GameKey key, const GameInfo& info) {
    GameRow row;
    row.key = key;
    row.id = info.id;
    row.created = info.created;
    row.listed = info.listed;
    row.white = info.white.name;
    row.black = info.black.name;
    return row;
}

}  // namespace

asio::awaitable<Expected<std::shared_ptr<Game>, Problem>> open_game(
    Shared& shared, GameInfo info, std::array<AccountKey, 2> accounts) {
    const auto key = shared.hub->new_key();
    if (shared.stopping || !key)
        co_return Unexpected{make_problem("shutting_down", "this server takes no new games now")};
    info.created = PlayClock::wall();
    const Millis now = shared.clock.now() + shared.hub->term(*key)->base;
    auto made = new_host(info, {}, now);
    if (!made) co_return Unexpected{made.error()};
    if (auto started = made->host->start(now))
        std::move(started->begin(), started->end(), std::back_inserter(made->events));
    std::vector<Op> ops;
    for (const Seat seat : {Seat::white, Seat::black})
        if (const AccountKey account = accounts[static_cast<std::size_t>(seat)]; account != 0)
            ops.emplace_back(op::InsertToken{{hash_of(new_token()), TokenKind::seat, *key, seat,
                                              account, info.created}});
    GameRow row = row_of(*key, info);
    auto game =
        std::make_shared<Game>(shared, std::move(row), std::move(info), std::move(made->host));
    shared.hub->add(game);
    const Durable stored = co_await store(game, std::move(made->events), std::move(ops));
    if (stored != Durable::yes) {
        shared.hub->forget(game->id());
        co_return Unexpected{storage_refused(stored)};
    }
    ++shared.metrics.games_created;
    game->after_change();
    co_return game;
}

asio::awaitable<HttpResponse> create_game(Shared& shared, Asked asked, json::object body) {
    if (shared.options.rate_limits) {
        if (const std::int64_t wait = shared.creating.take(asked.client); wait > 0) {
            ++shared.metrics.rate_limited;
            Problem problem = make_problem("rate_limited", "too many games; wait a moment");
            problem.retry_after_ms = wait;
            co_return refuse(asked, problem);
        }
    }
    if (shared.stopping)
        co_return refuse(asked, make_problem("shutting_down", "the server is stopping"));
    AccountKey account = 0;
    if (!asked.token.empty()) {
        const auto found = account_of(shared, asked.token);
        if (!found)
            co_return refuse(asked, make_problem("unauthorized", "that session has ended: log in"));
        account = found->key;
    }
    GameInfo info;
    std::string pgn;
    const auto wanted = read_body(shared, body, info, pgn);
    if (!wanted) co_return refuse(asked, wanted.error());
    info.id = new_game_id();
    info.created = PlayClock::wall();
    const auto key = shared.hub->new_key();
    if (!key)
        co_return refuse(asked, make_problem("shutting_down", "this server takes no new games now"));
    const Millis now = shared.clock.now() + shared.hub->term(*key)->base;
    auto made = new_host(info, pgn, now);
    if (!made) co_return refuse(asked, made.error());

    GameRow row = row_of(*key, info);
    std::vector<Op> ops;
    const auto issue = [&](TokenKind kind, Seat seat, AccountKey owner) {
        std::string token = new_token();
        ops.emplace_back(
            op::InsertToken{{hash_of(token), kind, row.key, seat, owner, info.created}});
        return token;
    };
    json::array seats;
    const auto give = [&](Seat seat) {
        seats.push_back(grant(seat, issue(TokenKind::seat, seat, account)));
    };
    if (wanted->colour != "black") give(Seat::white);
    if (wanted->colour != "white") give(Seat::black);
    if (wanted->arbiter) give(Seat::arbiter);
    json::value invite = nullptr;
    for (const Seat seat : {Seat::white, Seat::black})
        if (!info.player(seat).joined) invite = grant(seat, issue(TokenKind::invitation, seat, 0));
    const std::string watch = issue(TokenKind::seat, Seat::spectator, 0);

    if (info.white.joined && info.black.joined && !info.has_arbiter) {
        if (auto started = made->host->start(now))
            std::move(started->begin(), started->end(), std::back_inserter(made->events));
    }
    json::object result{{"id", info.id},
                        {"seats", std::move(seats)},
                        {"invite", std::move(invite)},
                        {"spectator", watch},
                        {"game", to_public_json(info)}};
    auto game =
        std::make_shared<Game>(shared, std::move(row), std::move(info), std::move(made->host));
    shared.hub->add(game);
    const Durable stored = co_await store(game, std::move(made->events), std::move(ops));
    if (stored != Durable::yes) {
        shared.hub->forget(game->id());
        co_return refuse(asked, storage_refused(stored));
    }
    ++shared.metrics.games_created;
    game->after_change();
    co_return answer(asked, http::status::created, result);
}

asio::awaitable<HttpResponse> join_game(Shared& shared, Asked asked, std::string id,
                                        json::object body) {
    Fields fields{body};
    const std::string invitation = fields.required_text("invite", 64);
    const std::string name = fields.text("name", 64);
    if (auto fault = fields.finish()) co_return refuse(asked, *fault);
    if (shared.options.rate_limits) {
        if (const std::int64_t wait = shared.creating.take(asked.client); wait > 0) {
            ++shared.metrics.rate_limited;
            Problem problem = make_problem("rate_limited", "too many; wait a moment");
            problem.retry_after_ms = wait;
            co_return refuse(asked, problem);
        }
    }
    const std::shared_ptr<Game> game = shared.hub->find(id);
    const auto row = shared.storage->token(hash_of(invitation));
    if (!game || !row || row->kind != TokenKind::invitation || row->game != game->key())
        co_return refuse(asked, make_problem("conflict",
                                             "that invitation has been used, or is "
                                             "not one of this game"));
    if (!is_player(row->seat) || game->info().player(row->seat).joined)
        co_return refuse(asked, make_problem("conflict", "the seat is taken"));
    AccountKey account = 0;
    if (!asked.token.empty()) {
        const auto found = account_of(shared, asked.token);
        if (!found)
            co_return refuse(asked, make_problem("unauthorized", "that session has ended: log in"));
        account = found->key;
    }
    const Millis wall = PlayClock::wall();
    const std::string token = new_token();
    const std::string watch = new_token();
    std::vector<Op> ops{
        op::TakeToken{row->hash},
        op::InsertToken{{hash_of(token), TokenKind::seat, game->key(), row->seat, account, wall}},
        op::InsertToken{{hash_of(watch), TokenKind::seat, game->key(), Seat::spectator, 0, wall}}};
    const Durable stored =
        co_await asio::async_initiate<const asio::use_awaitable_t<>&, void(Durable)>(
            [&](auto handler) {
                auto shared_handler = std::make_shared<decltype(handler)>(std::move(handler));
                game->join(row->seat, name, std::move(ops),
                           [shared_handler](Durable d) { std::move (*shared_handler)(d); });
            },
            asio::use_awaitable);
    if (stored == Durable::conflict)
        co_return refuse(asked, make_problem("conflict", "the seat is taken"));
    if (stored != Durable::yes) co_return refuse(asked, storage_refused(stored));
    co_return answer(asked, http::status::ok,
                     json::object{{"id", game->id()},
                                  {"seats", json::array{grant(row->seat, token)}},
                                  {"spectator", watch},
                                  {"game", to_public_json(game->info())}});
}

}  // namespace hakam::server

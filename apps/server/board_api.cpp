// The Board and Bot API: games, challenges and seeks for the clients that speak it.

#include "server/board_api.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>

#include "hakam/match/match_rules.hpp"
#include "hakam/match/time_control.hpp"
#include "server/access_token.hpp"
#include "server/accounts.hpp"
#include "server/board_form.hpp"
#include "server/create_game.hpp"
#include "server/engine_pool.hpp"
#include "server/hub.hpp"
#include "server/lobby.hpp"
#include "server/oauth.hpp"

namespace hakam::server {
namespace {

constexpr std::string_view board_games = "/api/board/game/";
constexpr std::string_view bot_games = "/api/bot/game/";

bool is_under(std::string_view path, std::string_view folder) {
    return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

struct Path {
    std::vector<std::string> parts;
    explicit Path(std::string_view path) {
        while (!path.empty()) {
            path.remove_prefix(path.front() == '/' ? 1 : 0);
            const std::size_t end = std::min(path.find('/'), path.size());
            if (end > 0) parts.emplace_back(path.substr(0, end));
            path.remove_prefix(end);
        }
    }
    std::size_t size() const { return parts.size(); }
    std::string_view at(std::size_t i) const {
        return i < parts.size() ? std::string_view{parts[i]} : std::string_view{};
    }
};

HttpResponse ok(const Asked& asked) {
    return board_answer(asked, http::status::ok, json::object{{"ok", true}});
}
HttpResponse not_found(const Asked& asked, const char* what = "Not found.") {
    return board_refusal(asked, http::status::not_found, what);
}
HttpResponse bad(const Asked& asked, const std::string& why) {
    return board_refusal(asked, http::status::bad_request, why);
}
HttpResponse wrong_method(const Asked& asked) {
    return board_refusal(asked, http::status::method_not_allowed, "the wrong method");
}

/// Who asks, if he may: else what to answer.
Expected<Granted, HttpResponse> allowed(Shared& shared, const Asked& asked,
                                        std::initializer_list<std::string_view> scopes) {
    auto granted = granted_to(shared, asked.token);
    if (!granted)
        return Unexpected{board_refusal(asked, http::status::unauthorized,
                                        asked.token.empty() ? "Missing token" : "No such token")};
    const bool may = scopes.size() == 0 ||
                     std::any_of(scopes.begin(), scopes.end(),
                                 [&](std::string_view scope) { return granted->may(scope); });
    if (!may)
        return Unexpected{board_refusal(asked, http::status::forbidden,
                                        "Missing scope: " + std::string{*scopes.begin()})};
    return *std::move(granted);
}

std::optional<Seat> seat_of(Shared& shared, const Game& game, AccountKey account) {
    for (const TokenRow& row : shared.storage->seats(game.key()))
        if (row.kind == TokenKind::seat && row.account == account && row.seat <= Seat::black)
            return row.seat;
    return std::nullopt;
}

asio::awaitable<std::optional<Problem>> play(Game& game, Seat seat, json::object command) {
    command["client_seq"] = game.next_client_seq(seat);
    Outcome outcome = co_await asio::async_initiate<const asio::use_awaitable_t<>&, void(Outcome)>(
        [&](auto handler) {
            auto shared_handler = std::make_shared<decltype(handler)>(std::move(handler));
            game.command(seat, {}, command, 0, [shared_handler](const Outcome& done) {
                std::move (*shared_handler)(done);
            });
        },
        asio::use_awaitable);
    co_return std::move(outcome.problem);
}

/// A stream of one game: its watcher as long as somebody reads.
class GameReader final : public Watcher {
public:
    GameReader(Seat seat, std::shared_ptr<LineStream> stream)
        : seat_{seat}, stream_{std::move(stream)} {}
    Seat seat() const override { return seat_; }
    void deliver(std::shared_ptr<const std::string> message) override {
        stream_->say(std::move(message));
    }
    Millis round_trip() const override { return 0; }
    const std::string& token() const override { return token_; }
    void finish() override { stream_->finish(); }
    bool wants_lines() const override { return true; }

private:
    Seat seat_;
    std::shared_ptr<LineStream> stream_;
    std::string token_;
};

std::shared_ptr<LineStream> follow(Shared& shared, const std::shared_ptr<Game>& game, Seat seat) {
    auto stream = std::make_shared<LineStream>(shared);
    auto reader = std::make_shared<GameReader>(seat, stream);
    stream->on_end = [game, reader] { game->leave(reader.get()); };
    game->watch(reader, std::nullopt);
    return stream;
}

/// The claim of a draw that is open on the board, asked of the law book by the game itself.
std::string open_draw_claim(Game& game, Seat seat) {
    boost::system::error_code error;
    const json::value state = json::parse(game.state_text(seat), error);
    if (error) return {};
    for (const json::value& claim : state.at("claims").as_array()) {
        const json::object& c = claim.as_object();
        if (c.at("claim") != "flag" && c.at("on_board").as_bool())
            return std::string{c.at("claim").as_string()};
    }
    return {};
}

asio::awaitable<BoardReply> act(Shared& shared, const Asked& asked, const Form& form,
                                std::shared_ptr<Game> game, Seat seat, std::string what,
                                std::string more) {
    json::object command;
    const bool yes = more != "no" && more != "false";
    const BoardView view = game->board_view();
    if (what == "move") {
        command = {{"type", "move"}, {"move", more}};
        if (asked.parameter("offeringDraw") == "true") command["offer_draw"] = true;
    } else if (what == "abort" || what == "resign") {
        command = {{"type", what}};
    } else if (what == "draw") {
        if (!yes && view.draw_by != other(seat)) co_return ok(asked);
        if (yes && view.draw_by == seat) co_return ok(asked);
        command = {{"type", !yes                        ? "decline_draw"
                            : view.draw_by == other(seat) ? "accept_draw"
                                                          : "offer_draw"}};
    } else if (what == "takeback") {
        if (!yes && view.takeback_by != other(seat)) co_return ok(asked);
        command = {{"type", !yes                            ? "decline_takeback"
                            : view.takeback_by == other(seat) ? "accept_takeback"
                                                              : "offer_takeback"}};
    } else if (what == "claim-draw") {
        const std::string claim = open_draw_claim(*game, seat);
        if (view.over) co_return bad(asked, "The game is over.");
        if (claim.empty()) co_return bad(asked, "No draw can be claimed now.");
        command = {{"type", "claim"}, {"claim", claim}};
    } else if (what == "claim-victory") {
        // The Laws end the game by themselves when the time to come back is over.
        if (view.over) co_return bad(asked, "The game is over.");
        const auto left = game->absence_left(other(seat));
        if (!left) co_return bad(asked, "The opponent has not left the game.");
        co_return bad(asked, "The opponent may come back for " +
                                 std::to_string((*left + 999) / 1000) + " seconds more.");
    } else if (what == "chat") {
        const std::string text = form.text("text");
        if (text.empty()) co_return bad(asked, "text: missing");
        if (form.text("room") == "spectator")
            co_return bad(asked, "room: there is one for the players only");
        command = {{"type", "chat"}, {"text", text}};
    } else {
        co_return not_found(asked);
    }
    if (auto problem = co_await play(*game, seat, std::move(command)))
        co_return board_refusal(asked, *problem);
    co_return ok(asked);
}

asio::awaitable<BoardReply> game_route(Shared& shared, const Asked& asked, const Form& form,
                                       const Path& path, bool bot) {
    auto granted = allowed(shared, asked, {bot ? "bot:play" : "board:play"});
    if (!granted) co_return granted.error();
    if (bot && !granted->is_bot)
        co_return board_refusal(asked, http::status::forbidden,
                                "This endpoint can only be used by bot accounts.");
    const bool streams = path.at(3) == "stream";
    const auto game = shared.hub->find(path.at(streams ? 4 : 3));
    // Boards know the men of chess: an older game is none to them.
    if (!game || !game->info().game.empty()) co_return not_found(asked, "No such game");
    const auto seat = seat_of(shared, *game, granted->account.key);
    if (!seat) co_return not_found(asked, "No such game of yours");
    const bool get = asked.request.method() == http::verb::get;
    if (streams) {
        if (!get) co_return wrong_method(asked);
        co_return follow(shared, game, *seat);
    }
    const std::string what{path.at(4)};
    if (get) {
        if (what != "chat") co_return wrong_method(asked);
        json::array lines;
        for (const StoredEvent& event : game->chat()) {
            boost::system::error_code error;
            const json::value line = json::parse(chat_line(*game, event), error);
            lines.push_back(json::object{{"text", line.at("text")}, {"user", line.at("username")}});
        }
        co_return board_answer(asked, http::status::ok, lines);
    }
    if (asked.request.method() != http::verb::post) co_return wrong_method(asked);
    co_return co_await act(shared, asked, form, game, *seat, what, std::string{path.at(5)});
}

// ---- challenges, seeks

/// The offer of a form. Errors: what is wrong with it.
Expected<Offer, std::string> offer_in(const Form& form, bool seek) {
    Offer offer;
    const std::string variant = form.text("variant");
    if (!variant.empty() && variant != "standard" && variant != "chess960" &&
        variant != "fromPosition")
        return Unexpected{"variant: " + variant + " is not played here"};
    offer.chess960 = variant == "chess960";
    offer.fen = form.text("fen");
    if (variant == "fromPosition" && offer.fen.empty()) return Unexpected{std::string{"fen: missing"}};
    offer.rated = form.text("rated") == "true";
    offer.laws = form.text("laws");
    if (offer.laws.empty()) offer.laws = "fide-online";
    if (!form.text("days").empty())
        return Unexpected{std::string{"days: correspondence is not played here"}};
    const std::string limit = form.text(seek ? "time" : "clock.limit");
    const std::string increment = form.text(seek ? "increment" : "clock.increment");
    if (limit.empty() && increment.empty()) {
        if (seek) return Unexpected{std::string{"time: missing"}};
        return offer;
    }
    double first = 0;
    double second = 0;
    const auto read = [](const std::string& text, double& value) {
        const char* end = text.data() + text.size();
        const auto done = std::from_chars(text.data(), end, value);
        return done.ec == std::errc{} && done.ptr == end;
    };
    constexpr double longest = 10'800;  // seconds
    if (!read(limit, first) || first < 0 || first * (seek ? 60 : 1) > longest)
        return Unexpected{std::string{seek ? "time: 0 to 180 minutes"
                                           : "clock.limit: 0 to 10800 seconds"}};
    if (!read(increment.empty() ? "0" : increment, second) || second < 0 || second > 180)
        return Unexpected{std::string{"increment: 0 to 180 seconds"}};
    offer.pace = {true, static_cast<Millis>(first * (seek ? 60'000 : 1000) + 0.5),
                  static_cast<Millis>(second * 1000 + 0.5)};
    if (offer.pace.initial + offer.pace.increment <= 0)
        return Unexpected{std::string{"clock: no time at all"}};
    return offer;
}

Expected<std::string, std::string> color_in(const Form& form) {
    const std::string color = form.text("color");
    if (color.empty()) return std::string{"random"};
    if (color != "white" && color != "black" && color != "random")
        return Unexpected{std::string{"color: white, black or random"}};
    return color;
}

bool creates_too_much(Shared& shared, const Asked& asked, std::optional<HttpResponse>& response) {
    if (!shared.options.rate_limits) return false;
    const std::int64_t wait = shared.creating.take(asked.client);
    if (wait == 0) return false;
    ++shared.metrics.rate_limited;
    Problem problem = make_problem("rate_limited", {});
    problem.retry_after_ms = wait;
    response = board_refusal(asked, problem);
    return true;
}

struct Party {
    AccountKey account = 0;
    std::string name;
    std::optional<EngineChoice> engine;
};

Party party(const AccountRow& account) { return {account.key, account.name, std::nullopt}; }

/// The rules of the game as the server reads them. Online, who leaves may come back for a tenth of
/// the game's expected length (ONL-11.4.2: the time is the organiser's to set).
std::string laws_of(const Offer& offer) {
    if (offer.laws != "fide-online" || !offer.pace.timed) return offer.laws;
    const Millis length = offer.pace.initial + 40 * offer.pace.increment;
    return offer.laws + ":reconnect=" + std::to_string(std::clamp<Millis>(length / 10'000, 30, 300));
}

GameInfo info_for(const Offer& offer, std::string id, const Party& white, const Party& black) {
    GameInfo info;
    info.id = std::move(id);
    info.rules = laws_of(offer);
    if (const auto rules = match::match_rules(offer.laws))
        info.mode = rules->mode == match::Mode::casual ? "casual" : "online";
    if (offer.pace.timed)
        info.time_control = match::format(match::TimeControl{
            match::both_sides({{0, offer.pace.initial, offer.pace.increment}})});
    info.chess960 = offer.chess960;
    info.start_fen = offer.fen;
    if (offer.chess960 && offer.fen.empty())
        info.start_fen = "chess960:" + std::to_string(fingerprint(new_token()) % 960);
    info.chat = true;
    info.takeback = info.mode == "casual";
    info.white = {white.name, white.engine, true};
    info.black = {black.name, black.engine, true};
    return info;
}

asio::awaitable<Expected<std::shared_ptr<Game>, Problem>> begin_game(Shared& shared, Offer offer,
                                                                     std::string id, Party white,
                                                                     Party black) {
    GameInfo info = info_for(offer, std::move(id), white, black);
    co_return co_await open_game(shared, std::move(info), {white.account, black.account});
}

bool takes_white(const std::string& color) {
    return color == "white" || (color == "random" && (fingerprint(new_token()) & 1U) == 0);
}

asio::awaitable<BoardReply> seek_route(Shared& shared, const Asked& asked, const Form& form) {
    auto granted = allowed(shared, asked, {"board:play", "bot:play"});
    if (!granted) co_return granted.error();
    if (asked.request.method() != http::verb::post) co_return wrong_method(asked);
    auto offer = offer_in(form, true);
    if (!offer) co_return bad(asked, offer.error());
    const auto color = color_in(form);
    if (!color) co_return bad(asked, color.error());
    std::optional<HttpResponse> wait;
    if (creates_too_much(shared, asked, wait)) co_return *std::move(wait);
    auto stream = std::make_shared<LineStream>(shared);
    Seek seek{granted->account, *offer, *color, stream};
    const auto found = shared.lobby->pair(seek);
    if (!found) co_return stream;
    const bool white = *color == "random" && found->color != "random"
                           ? found->color == "black"
                           : takes_white(*color);
    const Party me = party(granted->account);
    const Party they = party(found->account);
    auto game = co_await begin_game(shared, *offer, new_game_id(8), white ? me : they,
                                    white ? they : me);
    found->stream->finish();
    if (!game) co_return board_refusal(asked, game.error());
    stream->finish();
    co_return stream;
}

json::object started_json(Game& game, Seat seat) {
    const BoardView view = game.board_view();
    const std::string_view speed = speed_of(pace_of(game.info().time_control));
    return {{"id", game.id()},
            {"fullId", game.id()},
            {"rated", false},
            {"variant", variant_json(game.info().chess960, !is_array_start(view))},
            {"speed", speed},
            {"perf", speed},
            {"createdAt", game.info().created},
            {"status", {{"id", 20}, {"name", "started"}}},
            {"player", name(view.turn.value_or(seat))},
            {"turns", static_cast<std::int64_t>(view.plies)},
            {"startedAtTurn", 0},
            {"source", "ai"}};
}

asio::awaitable<BoardReply> challenge_engine(Shared& shared, const Asked& asked, const Form& form,
                                             const Granted& granted) {
    auto offer = offer_in(form, false);
    if (!offer) co_return bad(asked, offer.error());
    const auto color = color_in(form);
    if (!color) co_return bad(asked, color.error());
    const std::string text = form.text("level");
    int level = text.empty() ? 1 : 0;
    if (!text.empty()) std::from_chars(text.data(), text.data() + text.size(), level);
    if (level < 1 || level > 8) co_return bad(asked, "level: 1 to 8");
    const auto engine = shared.engines->resolve("");
    if (!engine) co_return bad(asked, "this server has no computer opponent");
    std::optional<HttpResponse> wait;
    if (creates_too_much(shared, asked, wait)) co_return *std::move(wait);
    EngineChoice choice;
    choice.path = *engine;
    choice.level = level * 20 / 8;
    const Party me = party(granted.account);
    const Party they{0, choice.path.substr(choice.path.rfind('/') + 1), choice};
    const bool white = takes_white(*color);
    auto game = co_await begin_game(shared, *offer, new_game_id(8), white ? me : they,
                                    white ? they : me);
    if (!game) co_return board_refusal(asked, game.error());
    co_return board_answer(asked, http::status::created,
                           started_json(**game, white ? Seat::white : Seat::black));
}

asio::awaitable<Expected<std::shared_ptr<Game>, Problem>> accept(Shared& shared, Challenge& c) {
    const bool white = c.final_color == "white";
    const Party challenger = party(c.challenger);
    const Party dest = party(c.dest);
    const std::string id = c.id;
    auto game = co_await begin_game(shared, c.offer, id, white ? challenger : dest,
                                    white ? dest : challenger);
    if (game)
        if (Challenge* still = shared.lobby->challenge(id))
            shared.lobby->settle(*still, ChallengeStatus::accepted, {});
    co_return game;
}

asio::awaitable<BoardReply> challenge_account(Shared& shared, const Asked& asked, const Form& form,
                                              const Granted& granted, std::string name) {
    const auto dest = shared.storage->account(name);
    if (!dest) co_return not_found(asked, "No such user");
    if (dest->key == granted.account.key) co_return bad(asked, "You cannot challenge yourself");
    auto offer = offer_in(form, false);
    if (!offer) co_return bad(asked, offer.error());
    const auto color = color_in(form);
    if (!color) co_return bad(asked, color.error());
    std::optional<HttpResponse> wait;
    if (creates_too_much(shared, asked, wait)) co_return *std::move(wait);
    Challenge c;
    c.id = new_game_id(8);
    c.challenger = granted.account;
    c.dest = *dest;
    c.offer = *std::move(offer);
    c.color = *color;
    c.final_color = takes_white(*color) ? "white" : "black";
    c.created = PlayClock::wall();
    // What cannot be played is refused now, not when it is accepted.
    GameInfo trial = info_for(c.offer, c.id, party(c.challenger), party(c.dest));
    if (const auto made = new_host(trial, {}, 0); !made) co_return board_refusal(asked, made.error());
    if (const std::string token = form.text("acceptByToken"); !token.empty()) {
        const auto other = granted_to(shared, token);
        if (!other || other->account.key != dest->key || !other->may("challenge:write"))
            co_return bad(asked, "acceptByToken: not a token of " + dest->name);
        auto game = co_await accept(shared, c);
        if (!game) co_return board_refusal(asked, game.error());
        co_return board_answer(
            asked, http::status::ok,
            json::object{{"game", game_json(shared, **game, c.final_color == "white" ? Seat::white
                                                                                     : Seat::black)}});
    }
    if (form.text("keepAliveStream") == "true") {
        auto stream = std::make_shared<LineStream>(shared);
        c.keep_alive = stream;
        const std::string id = c.id;
        stream->on_end = [&shared, id] {
            if (Challenge* mine = shared.lobby->challenge(id))
                shared.lobby->settle(*mine, ChallengeStatus::canceled, {});
        };
        Challenge& added = shared.lobby->add(std::move(c));
        stream->say(json::serialize(challenge_json(shared, added, "out")));
        co_return stream;
    }
    const Challenge& added = shared.lobby->add(std::move(c));
    co_return board_answer(asked, http::status::ok, challenge_json(shared, added, "out"));
}

asio::awaitable<BoardReply> challenge_route(Shared& shared, const Asked& asked, const Form& form,
                                            const Path& path) {
    const bool get = asked.request.method() == http::verb::get;
    const bool post = asked.request.method() == http::verb::post;
    if (!get && !post) co_return wrong_method(asked);
    const bool answers = path.size() == 4 && (path.at(3) == "accept" || path.at(3) == "decline");
    auto granted = get ? allowed(shared, asked, {"challenge:read", "challenge:write"})
                   : answers
                       ? allowed(shared, asked, {"challenge:write", "bot:play", "board:play"})
                       : allowed(shared, asked, {"challenge:write"});
    if (!granted) co_return granted.error();
    const AccountKey me = granted->account.key;
    if (get && path.size() == 2) {
        json::array in;
        json::array out;
        for (const Challenge* c : shared.lobby->challenges(me, true))
            in.push_back(challenge_json(shared, *c, "in"));
        for (const Challenge* c : shared.lobby->challenges(me, false))
            out.push_back(challenge_json(shared, *c, "out"));
        co_return board_answer(asked, http::status::ok,
                               json::object{{"in", std::move(in)}, {"out", std::move(out)}});
    }
    if (get && path.size() == 4 && path.at(3) == "show") {
        const Challenge* c = shared.lobby->challenge(path.at(2));
        if (c == nullptr || (c->dest.key != me && c->challenger.key != me))
            co_return not_found(asked, "No such challenge");
        co_return board_answer(asked, http::status::ok,
                               challenge_json(shared, *c, c->dest.key == me ? "in" : "out"));
    }
    if (get) co_return not_found(asked);
    if (path.size() == 3 && path.at(2) == "ai")
        co_return co_await challenge_engine(shared, asked, form, *granted);
    if (path.size() == 3)
        co_return co_await challenge_account(shared, asked, form, *granted,
                                             std::string{path.at(2)});
    Challenge* c = shared.lobby->challenge(path.at(2));
    if (c == nullptr) co_return not_found(asked, "No such challenge");
    if (path.at(3) == "cancel") {
        if (c->challenger.key != me) co_return not_found(asked, "No such challenge of yours");
        shared.lobby->settle(*c, ChallengeStatus::canceled, {});
        co_return ok(asked);
    }
    if (c->dest.key != me) co_return not_found(asked, "No such challenge to you");
    if (path.at(3) == "decline") {
        const std::string reason = form.text("reason");
        shared.lobby->settle(*c, ChallengeStatus::declined, reason.empty() ? "generic" : reason);
        co_return ok(asked);
    }
    if (path.at(3) != "accept") co_return not_found(asked);
    Challenge taken = *c;
    auto game = co_await accept(shared, taken);
    if (!game) co_return board_refusal(asked, game.error());
    co_return ok(asked);
}

// ---- accounts

/// Games that go on with a seat of the account, newest first.
asio::awaitable<std::vector<std::shared_ptr<Game>>> current_games(Shared& shared,
                                                                  AccountKey account) {
    GameQuery query;
    query.account = account;
    query.ended = false;
    query.limit = 50;
    const auto rows = co_await asio::co_spawn(
        shared.slow,
        [&shared, query]() -> asio::awaitable<std::vector<FoundGame>> {
            co_return shared.storage->find(query);
        },
        asio::use_awaitable);
    std::vector<std::shared_ptr<Game>> games;
    for (const FoundGame& row : rows) {
        auto game = shared.hub->find(row.row.id);
        if (game && !game->is_over() && game->info().white.joined && game->info().black.joined &&
            game->info().mode != "otb" && game->info().game.empty())
            games.push_back(std::move(game));
    }
    co_return games;
}

json::object account_json(Shared& shared, const AccountRow& account) {
    json::object o = user_json(shared, account);
    o["username"] = o.at("name");
    o.erase("name");
    o["perfs"] = json::object{};
    o["createdAt"] = account.created;
    o["seenAt"] = PlayClock::wall();
    o["playTime"] = json::object{{"total", 0}, {"tv", 0}};
    o["url"] = shared.options.advertise + "/@/" + account.name;
    o["count"] = json::object{{"all", shared.storage->games_of(account.key)}};
    return o;
}

asio::awaitable<BoardReply> account_route(Shared& shared, const Asked& asked, const Path& path) {
    auto granted = allowed(shared, asked, {});
    if (!granted) co_return granted.error();
    if (asked.request.method() != http::verb::get) co_return wrong_method(asked);
    if (path.at(2) == "kid")
        co_return board_answer(asked, http::status::ok, json::object{{"kid", false}});
    if (path.at(2) == "playing") {
        std::size_t most = 9;
        if (const auto wanted = asked.parameter("nb"))
            std::from_chars(wanted->data(), wanted->data() + wanted->size(), most);
        json::array list;
        for (const auto& game : co_await current_games(shared, granted->account.key)) {
            if (list.size() >= std::clamp<std::size_t>(most, 1, 50)) break;
            if (const auto seat = seat_of(shared, *game, granted->account.key))
                list.push_back(game_json(shared, *game, *seat));
        }
        co_return board_answer(asked, http::status::ok, json::object{{"nowPlaying", std::move(list)}});
    }
    co_return not_found(asked);
}

asio::awaitable<BoardReply> upgrade_to_bot(Shared& shared, const Asked& asked) {
    auto granted = allowed(shared, asked, {"bot:play"});
    if (!granted) co_return granted.error();
    if (asked.request.method() != http::verb::post) co_return wrong_method(asked);
    if (granted->is_bot) co_return ok(asked);
    if (shared.storage->games_of(granted->account.key) > 0)
        co_return bad(asked, "The account has played games already");
    Write write;
    write.ops = {bot_title(granted->account.key)};
    if (co_await durable(shared, std::move(write)) != Durable::yes)
        co_return board_refusal(asked, make_problem("storage", "that cannot be stored now"));
    co_return ok(asked);
}

BoardReply users_route(Shared& shared, const Asked& asked, const Path& path) {
    const auto each_name = [](std::string_view list, auto use) {
        for (int count = 0; !list.empty() && count < 300; ++count) {
            const std::size_t end = std::min(list.find(','), list.size());
            if (end > 0) use(std::string{list.substr(0, end)});
            list.remove_prefix(std::min(end + 1, list.size()));
        }
    };
    json::array list;
    if (path.at(1) == "user") {
        const auto account = shared.storage->account(path.at(2));
        if (!account || path.size() != 3) return not_found(asked, "No such user");
        return board_answer(asked, http::status::ok, account_json(shared, *account));
    }
    if (path.at(2) == "status") {
        each_name(asked.parameter("ids").value_or(""), [&](const std::string& name) {
            if (const auto account = shared.storage->account(name)) {
                json::object o = user_json(shared, *account);
                if (shared.lobby->is_online(account->key)) o["online"] = true;
                list.push_back(std::move(o));
            }
        });
        return board_answer(asked, http::status::ok, list);
    }
    if (path.size() != 2 || asked.request.method() != http::verb::post) return not_found(asked);
    each_name(asked.request.body(), [&](const std::string& name) {
        if (const auto account = shared.storage->account(name))
            list.push_back(account_json(shared, *account));
    });
    return board_answer(asked, http::status::ok, list);
}

BoardReply online_bots(Shared& shared, const Asked& asked) {
    auto stream = std::make_shared<LineStream>(shared);
    std::size_t most = 100;
    if (const auto wanted = asked.parameter("nb"))
        std::from_chars(wanted->data(), wanted->data() + wanted->size(), most);
    for (const AccountKey key : shared.lobby->online()) {
        const auto account = shared.storage->account(key);
        if (most == 0) break;
        if (!account || !is_bot(shared, key)) continue;
        stream->say(json::serialize(account_json(shared, *account)));
        --most;
    }
    stream->finish();
    return stream;
}

asio::awaitable<BoardReply> listen(Shared& shared, const Asked& asked) {
    auto granted = allowed(shared, asked, {"board:play", "bot:play", "challenge:read"});
    if (!granted) co_return granted.error();
    if (asked.request.method() != http::verb::get) co_return wrong_method(asked);
    auto stream = std::make_shared<LineStream>(shared);
    shared.lobby->listen(granted->account, stream,
                         co_await current_games(shared, granted->account.key));
    co_return stream;
}

BoardReply exported(Shared& shared, const Asked& asked, const Path& path) {
    const auto game = shared.hub->find(path.at(2));
    if (!game || !game->info().game.empty()) return not_found(asked, "No such game");
    // As on the board itself: for its players, or for everybody if it is public or over.
    const auto granted = granted_to(shared, asked.token);
    const bool own = granted && seat_of(shared, *game, granted->account.key);
    if (!own && !game->is_listed()) return not_found(asked, "No such game");
    const auto accept = asked.request[http::field::accept];
    const std::string_view wants{accept.data(), accept.size()};
    if (wants.find("json") != std::string_view::npos)
        return board_answer(asked, http::status::ok, export_json(shared, *game));
    HttpResponse response = answer_text(asked, http::status::ok,
                                        "application/x-chess-pgn; charset=utf-8",
                                        game->pgn(Seat::spectator));
    response.set(http::field::access_control_allow_origin, "*");
    return response;
}

HttpResponse preflight(const Asked& asked) {
    HttpResponse response = board_nothing(asked);
    response.set(http::field::access_control_allow_methods, "GET, POST, DELETE");
    response.set(http::field::access_control_allow_headers, "Authorization, Content-Type, Accept");
    response.set(http::field::access_control_max_age, "86400");
    return response;
}

}  // namespace

bool is_board_api(const Asked& asked) {
    const std::string_view path = asked.path;
    constexpr std::string_view folders[] = {"/api/board",     "/api/bot",   "/api/stream",
                                            "/api/challenge", "/api/token", "/api/user",
                                            "/api/users",     "/api/account/playing",
                                            "/api/account/kid", "/game/export"};
    return std::any_of(std::begin(folders), std::end(folders),
                       [path](std::string_view folder) { return is_under(path, folder); });
}

std::optional<HttpResponse> board_account(Shared& shared, const Asked& asked) {
    if (account_of(shared, asked.token)) return std::nullopt;
    const auto granted = granted_to(shared, asked.token);
    if (!granted) return std::nullopt;
    return board_answer(asked, http::status::ok, account_json(shared, granted->account));
}

std::string_view board_game_in(std::string_view path) {
    for (const std::string_view before :
         {std::string_view{"/api/board/game/stream/"}, std::string_view{"/api/bot/game/stream/"},
          board_games, bot_games, std::string_view{"/game/export/"}})
        if (path.starts_with(before)) {
            path.remove_prefix(before.size());
            return path.substr(0, path.find('/'));
        }
    return {};
}

asio::awaitable<BoardReply> handle_board_api(Shared& shared, Asked asked) {
    if (asked.request.method() == http::verb::options) co_return preflight(asked);
    const Path path{asked.path};
    const auto form = Form::of(asked);
    if (!form) co_return bad(asked, form.error());
    if (shared.stopping)
        co_return board_refusal(asked, make_problem("shutting_down", "the server is stopping"));
    const std::string_view first = path.at(1);
    if (asked.path.starts_with(board_games))
        co_return co_await game_route(shared, asked, *form, path, false);
    if (asked.path.starts_with(bot_games))
        co_return co_await game_route(shared, asked, *form, path, true);
    if (asked.path == "/api/board/seek") co_return co_await seek_route(shared, asked, *form);
    if (asked.path == "/api/bot/account/upgrade") co_return co_await upgrade_to_bot(shared, asked);
    if (asked.path == "/api/bot/online") co_return online_bots(shared, asked);
    if (asked.path == "/api/stream/event") co_return co_await listen(shared, asked);
    if (asked.path == "/api/token/test" && asked.request.method() == http::verb::post)
        co_return test_tokens(shared, asked);
    if (asked.path == "/api/token" && asked.request.method() == http::verb::post)
        co_return co_await exchange_code(shared, asked, *form);
    if (asked.path == "/api/token" && asked.request.method() == http::verb::delete_)
        co_return co_await revoke_token(shared, asked);
    if (first == "challenge") co_return co_await challenge_route(shared, asked, *form, path);
    if (first == "user" || first == "users") co_return users_route(shared, asked, path);
    if (first == "account") co_return co_await account_route(shared, asked, path);
    if (path.at(0) == "game" && path.size() == 3) co_return exported(shared, asked, path);
    co_return not_found(asked);
}

}  // namespace hakam::server

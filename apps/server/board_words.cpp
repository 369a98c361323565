#include "server/board_words.hpp"

#include <algorithm>
#include <array>

#include "hakam/match/time_control.hpp"
#include "hakam/notation/fen.hpp"
#include "server/access_token.hpp"
#include "server/hub.hpp"

namespace hakam::server {
namespace {

constexpr Millis no_clock = 2147483647;  ///< what the Board API tells where no time runs

json::object parsed(const std::string& text) {
    boost::system::error_code error;
    const json::value value = json::parse(text, error);
    return !error && value.is_object() ? value.get_object() : json::object{};
}

std::string text_of(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_string() ? std::string{value->get_string()}
                                                  : std::string{};
}

json::object player_json(Shared& shared, const GameInfo& info, const Players& players, Seat seat) {
    const PlayerInfo& player = info.player(seat);
    if (player.engine) return {{"aiLevel", (player.engine->level * 8 + 19) / 20}};
    if (const auto& account = players.of(seat)) return user_json(shared, *account);
    return {{"id", nullptr}, {"name", player.name.empty() ? "Anonymous" : player.name}};
}

json::object state_json(const BoardView& view) {
    const EngineTask& task = view.task;
    const BoardStatus status = status_of(view);
    json::object o{{"type", "gameState"},
                   {"moves", task.moves},
                   {"wtime", task.timed ? task.white_ms : no_clock},
                   {"btime", task.timed ? task.black_ms : no_clock},
                   {"winc", task.increment_ms},
                   {"binc", task.increment_ms},
                   {"status", status.name}};
    if (!status.winner.empty()) o["winner"] = status.winner;
    if (view.draw_by && !view.over) o[*view.draw_by == Seat::white ? "wdraw" : "bdraw"] = true;
    if (view.takeback_by && !view.over)
        o[*view.takeback_by == Seat::white ? "wtakeback" : "btakeback"] = true;
    return o;
}

struct Speed {
    Millis below;  ///< estimated length of the game for a player
    std::string_view key;
    std::string_view title;
};
constexpr Speed speeds[] = {{29'000, "ultraBullet", "UltraBullet"},
                            {179'000, "bullet", "Bullet"},
                            {479'000, "blitz", "Blitz"},
                            {1'499'000, "rapid", "Rapid"},
                            {INT64_MAX, "classical", "Classical"}};

struct Ending {
    std::string_view reason;  ///< of the Laws
    int id;
    std::string_view status;
};
/// Reasons of the Laws that have a word of their own; other wins are "unknownFinish", other draws
/// "draw".
constexpr Ending endings[] = {{"checkmate", 30, "mate"},
                              {"stalemate", 32, "stalemate"},
                              {"resignation", 31, "resign"},
                              {"flag-fall", 35, "outoftime"},
                              {"flag-fall-cannot-mate", 35, "outoftime"},
                              {"flag-fall-insufficient-material", 35, "outoftime"},
                              {"both-flags", 35, "outoftime"},
                              {"disconnection", 33, "timeout"},
                              {"default-time", 37, "noStart"},
                              {"aborted", 25, "aborted"}};

}  // namespace

bool is_array_start(const BoardView& view) {
    return view.task.start_fen == fen::format(Position{});
}

Pace pace_of(const std::string& time_control) {
    if (time_control.empty()) return {};
    const auto control = match::parse_time_control(time_control);
    if (!control || !control->timed()) return {};
    const match::Period& first = control->of(Color::white).periods.front();
    return {true, first.base, first.kind == match::Extra::increment ? first.extra : 0};
}

std::string_view speed_of(const Pace& pace) {
    if (!pace.timed) return "correspondence";
    const Millis length = pace.initial + 40 * pace.increment;
    for (const Speed& speed : speeds)
        if (length <= speed.below) return speed.key;
    return "classical";
}

std::string id_of(std::string_view name) {
    std::string id{name};
    for (char& c : id)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return id;
}

Players players_of(Shared& shared, GameKey game) {
    Players players;
    for (const TokenRow& row : shared.storage->seats(game)) {
        if (row.kind != TokenKind::seat || row.account == 0) continue;
        if (row.seat == Seat::white) players.white = shared.storage->account(row.account);
        if (row.seat == Seat::black) players.black = shared.storage->account(row.account);
    }
    return players;
}

json::object user_json(Shared& shared, const AccountRow& account) {
    json::object o{{"id", id_of(account.name)}, {"name", account.name}};
    if (is_bot(shared, account.key)) o["title"] = "BOT";
    return o;
}

json::object variant_json(bool chess960, bool from_position) {
    if (chess960) return {{"key", "chess960"}, {"name", "Chess960"}, {"short", "960"}};
    if (from_position)
        return {{"key", "fromPosition"}, {"name", "From Position"}, {"short", "FEN"}};
    return {{"key", "standard"}, {"name", "Standard"}, {"short", "Std"}};
}

json::object perf_json(std::string_view speed) {
    for (const Speed& known : speeds)
        if (known.key == speed) return {{"name", known.title}};
    return {{"name", "Correspondence"}};
}

BoardStatus status_of(const BoardView& view) {
    if (!view.over) return {};
    BoardStatus status{34, "draw", {}};
    if (view.result == "1-0") status.winner = "white";
    if (view.result == "0-1") status.winner = "black";
    if (!status.winner.empty()) status = {38, "unknownFinish", status.winner};
    for (const Ending& ending : endings)
        if (ending.reason == view.reason) status = {ending.id, ending.status, status.winner};
    return status;
}

std::string full_line(Shared& shared, const Game& game) {
    const GameInfo& info = game.info();
    const BoardView view = game.board_view();
    const Players players = players_of(shared, game.key());
    const Pace pace = pace_of(info.time_control);
    const std::string_view speed = speed_of(pace);
    const bool from_array = is_array_start(view);
    json::object o{{"type", "gameFull"},
                   {"id", game.id()},
                   {"variant", variant_json(info.chess960, !from_array)},
                   {"speed", speed},
                   {"perf", perf_json(speed)},
                   {"rated", false},
                   {"createdAt", info.created},
                   {"white", player_json(shared, info, players, Seat::white)},
                   {"black", player_json(shared, info, players, Seat::black)},
                   {"initialFen", from_array ? std::string{"startpos"} : view.task.start_fen}};
    if (pace.timed)
        o["clock"] = json::object{{"initial", pace.initial}, {"increment", pace.increment}};
    else
        o["clock"] = nullptr;
    o["state"] = state_json(view);
    return json::serialize(o);
}

std::string state_line(const Game& game) { return json::serialize(state_json(game.board_view())); }

std::string chat_line(const Game& game, const StoredEvent& event) {
    const auto seat = seat_named(event.actor);
    std::string name{event.actor};
    if (seat == Seat::white || seat == Seat::black)
        if (const std::string& known = game.info().player(*seat).name; !known.empty()) name = known;
    return json::serialize(json::object{{"type", "chatLine"},
                                        {"room", "player"},
                                        {"username", name},
                                        {"text", text_of(parsed(event.body), "text")}});
}

std::string gone_line(bool gone, std::optional<Millis> left) {
    json::object o{{"type", "opponentGone"}, {"gone", gone}};
    if (gone && left) o["claimWinInSeconds"] = (*left + 999) / 1000;
    return json::serialize(o);
}

json::object game_json(Shared& shared, Game& game, Seat seat) {
    const GameInfo& info = game.info();
    const BoardView view = game.board_view();
    const BoardStatus status = status_of(view);
    const Players players = players_of(shared, game.key());
    const std::string_view speed = speed_of(pace_of(info.time_control));
    const json::object state = parsed(game.state_text(seat));
    json::object opponent = player_json(shared, info, players, other(seat));
    if (const json::value* level = opponent.if_contains("aiLevel")) {
        opponent = {{"id", nullptr}, {"username", info.player(other(seat)).name}, {"ai", *level}};
    } else {
        const json::value name = opponent.at("name");
        opponent.erase("name");
        opponent["username"] = name;
    }
    json::object o{{"fullId", game.id()},
                   {"gameId", game.id()},
                   {"id", game.id()},
                   {"fen", text_of(state, "fen")},
                   {"color", name(seat)},
                   {"lastMove", text_of(state, "last_move")},
                   {"source", info.player(other(seat)).engine ? "ai" : "friend"},
                   {"status", {{"id", status.id}, {"name", status.name}}},
                   {"variant", variant_json(info.chess960, !is_array_start(view))},
                   {"speed", speed},
                   {"perf", speed},
                   {"rated", false},
                   {"hasMoved", view.plies > (seat == Seat::white ? 0U : 1U)},
                   {"opponent", std::move(opponent)},
                   {"isMyTurn", !view.over && view.turn == seat},
                   {"compat", {{"bot", true}, {"board", true}}}};
    if (view.task.timed)
        o["secondsLeft"] =
            (seat == Seat::white ? view.task.white_ms : view.task.black_ms) / 1000;
    if (!status.winner.empty()) o["winner"] = status.winner;
    return o;
}

json::object export_json(Shared& shared, Game& game) {
    const GameInfo& info = game.info();
    const BoardView view = game.board_view();
    const BoardStatus status = status_of(view);
    const Players players = players_of(shared, game.key());
    const Pace pace = pace_of(info.time_control);
    const std::string_view speed = speed_of(pace);
    const json::object snapshot = parsed(game.snapshot(Seat::spectator, false));
    std::string moves;
    json::array clocks;
    if (const json::value* list = snapshot.if_contains("moves"); list && list->is_array())
        for (const json::value& move : list->get_array()) {
            moves += (moves.empty() ? "" : " ") + text_of(move.get_object(), "san");
            if (const json::value* clock = move.get_object().if_contains("clock_ms"))
                clocks.push_back(clock->to_number<std::int64_t>() / 10);
        }
    const auto player = [&](Seat seat) -> json::object {
        json::object known = player_json(shared, info, players, seat);
        if (known.contains("aiLevel")) return known;
        if (!players.of(seat)) return {{"name", known.at("name")}};
        return {{"user", std::move(known)}};
    };
    const auto row = shared.storage->game(game.key());
    json::object o{{"id", game.id()},
                   {"rated", false},
                   {"variant", variant_json(info.chess960, !is_array_start(view)).at("key")},
                   {"speed", speed},
                   {"perf", speed},
                   {"createdAt", info.created},
                   {"lastMoveAt", row ? row->updated : info.created},
                   {"status", status.name},
                   {"source", "friend"},
                   {"players", {{"white", player(Seat::white)}, {"black", player(Seat::black)}}},
                   {"moves", moves}};
    if (!is_array_start(view)) o["initialFen"] = view.task.start_fen;
    if (!status.winner.empty()) o["winner"] = status.winner;
    if (!clocks.empty()) o["clocks"] = std::move(clocks);
    if (pace.timed)
        o["clock"] = json::object{{"initial", pace.initial / 1000},
                                  {"increment", pace.increment / 1000},
                                  {"totalTime", (pace.initial + 40 * pace.increment) / 1000}};
    return o;
}

HttpResponse board_answer(const Asked& asked, http::status status, const json::value& body) {
    HttpResponse response = answer(asked, status, body);
    response.set(http::field::access_control_allow_origin, "*");
    return response;
}

HttpResponse board_refusal(const Asked& asked, http::status status, const std::string& why) {
    HttpResponse response = board_answer(asked, status, json::object{{"error", why}});
    if (status == http::status::unauthorized) response.set(http::field::www_authenticate, "Bearer");
    return response;
}

HttpResponse board_nothing(const Asked& asked) {
    HttpResponse response = answer_text(asked, http::status::no_content, "text/plain", {});
    response.erase(http::field::content_type);
    response.erase(http::field::content_length);
    response.set(http::field::access_control_allow_origin, "*");
    return response;
}

HttpResponse board_refusal(const Asked& asked, const Problem& problem) {
    // Its clients know 400 for whatever cannot be done now.
    unsigned status = status_of(problem.code);
    if (status == 409 || problem.code == "not_allowed") status = 400;
    HttpResponse response = board_refusal(asked, static_cast<http::status>(status),
                                          problem.code == "rate_limited"
                                              ? "Too many requests. Try again later."
                                              : problem.message);
    if (problem.retry_after_ms >= 0)
        response.set(http::field::retry_after, std::to_string(problem.retry_after_ms / 1000 + 1));
    return response;
}

}  // namespace hakam::server

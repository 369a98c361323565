#pragma once

#include "server/game.hpp"
#include "server/http_types.hpp"

/// Games, players and refusals in the words of the Board API (docs/guide/board-api.md).
namespace hakam::server {

/// Minutes and seconds of a game as the Board API asks for them.
struct Pace {
    bool timed = false;
    Millis initial = 0;
    Millis increment = 0;
};
/// Of a time control of this server; only its first period is told.
Pace pace_of(const std::string& time_control);
/// Names of the classes by `initial + 40 increments`: bullet, blitz, rapid, ...
std::string_view speed_of(const Pace& pace);

/// The name in small letters, by which the Board API knows an account.
std::string id_of(std::string_view name);
/// Who holds the seats of the players, as far as they have accounts.
struct Players {
    std::optional<AccountRow> white;
    std::optional<AccountRow> black;
    const std::optional<AccountRow>& of(Seat seat) const {
        return seat == Seat::black ? black : white;
    }
};
Players players_of(Shared& shared, GameKey game);

json::object user_json(Shared& shared, const AccountRow& account);
json::object variant_json(bool chess960, bool from_position);
json::object perf_json(std::string_view speed);
/// The word and number for how a game stands; `winner` is white, black or empty.
struct BoardStatus {
    int id = 20;
    std::string_view name = "started";
    std::string_view winner;
};
BoardStatus status_of(const BoardView& view);

/// Whether the game began from the array.
bool is_array_start(const BoardView& view);

/// Lines of the game stream, without their ends.
std::string full_line(Shared& shared, const Game& game);
std::string state_line(const Game& game);
std::string chat_line(const Game& game, const StoredEvent& event);
std::string gone_line(bool gone, std::optional<Millis> left);

/// A game as the event stream and the list of current games show it to a player.
json::object game_json(Shared& shared, Game& game, Seat seat);
/// A game as GET /game/export/{id} gives it as JSON.
json::object export_json(Shared& shared, Game& game);

/// Answers of the Board API: any page may read them, for they show only what the token opens.
HttpResponse board_answer(const Asked& asked, http::status status, const json::value& body);
HttpResponse board_refusal(const Asked& asked, http::status status, const std::string& why);
/// Done, and nothing to say.
HttpResponse board_nothing(const Asked& asked);
/// The same of what the server says itself.
HttpResponse board_refusal(const Asked& asked, const Problem& problem);

}  // namespace hakam::server

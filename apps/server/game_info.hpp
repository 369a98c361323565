#pragma once

#include <optional>
#include <string>

#include "server/problem.hpp"

namespace hakam::server {

/// A computer opponent: one of the engines that the server offers.
struct EngineChoice {
    std::string path;  ///< its name in the configuration
    int level = 20;    ///< 1 to 20
    int move_ms = 0;   ///< per move; 0: by the clock
};

struct PlayerInfo {
    std::string name;
    std::optional<EngineChoice> engine;
    bool joined = false;
};

/// What was agreed when the game was made, and who has come since.
struct GameInfo {
    std::string id;
    Millis created = 0;  ///< wall
    std::string game;  ///< "shatranj": an older game; empty: chess
    std::string rules;
    std::string mode = "online";
    std::string time_control;  ///< empty: no clocks
    std::string start_fen;
    bool chess960 = false;
    PlayerInfo white;
    PlayerInfo black;
    bool listed = false;
    bool chat = false;
    bool takeback = false;
    bool touch_move = false;
    bool has_arbiter = false;
    std::string event;
    std::string site;
    std::string round;
    std::string rematch_of;
    std::string rematch;
    json::object parameters;  ///< of the ruleset, as asked for
    bool lag_allowance = true;

    PlayerInfo& player(Seat seat) { return seat == Seat::black ? black : white; }
    const PlayerInfo& player(Seat seat) const { return seat == Seat::black ? black : white; }
};

/// The schema's GameInfo: for anybody who may see the game.
json::object to_public_json(const GameInfo& info);
/// Everything, for the storage; parse(to_stored_text(x)) = x.
std::string to_stored_text(const GameInfo& info);
std::optional<GameInfo> parse_info(std::string_view text);

}  // namespace hakam::server

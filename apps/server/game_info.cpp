#include "server/game_info.hpp"

namespace hakam::server {
namespace {

std::string engine_name(const EngineChoice& engine) {
    const std::size_t slash = engine.path.rfind('/');
    const std::string base =
        slash == std::string::npos ? engine.path : engine.path.substr(slash + 1);
    return base + ", level " + std::to_string(engine.level);
}

json::object player_json(const PlayerInfo& player) {
    json::object o{{"name", player.name},
                   {"kind", player.engine ? "engine" : "human"},
                   {"joined", player.joined}};
    if (player.engine) o["engine"] = engine_name(*player.engine);
    return o;
}

json::object stored_player(const PlayerInfo& player) {
    json::object o{{"name", player.name}, {"joined", player.joined}};
    if (player.engine)
        o["engine"] = json::object{{"path", player.engine->path},
                                   {"level", player.engine->level},
                                   {"move_ms", player.engine->move_ms}};
    return o;
}

std::string text_of(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_string() ? std::string{value->get_string()}
                                                  : std::string{};
}
bool flag_of(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_bool() && value->get_bool();
}
std::int64_t number_of(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

PlayerInfo parse_player(const json::object& o, std::string_view name) {
    PlayerInfo player;
    const json::value* value = o.if_contains(name);
    if (value == nullptr || !value->is_object()) return player;
    const json::object& stored = value->get_object();
    player.name = text_of(stored, "name");
    player.joined = flag_of(stored, "joined");
    if (const json::value* engine = stored.if_contains("engine"); engine && engine->is_object()) {
        const json::object& e = engine->get_object();
        player.engine = EngineChoice{text_of(e, "path"), static_cast<int>(number_of(e, "level")),
                                     static_cast<int>(number_of(e, "move_ms"))};
    }
    return player;
}

}  // namespace

json::object to_public_json(const GameInfo& info) {
    json::object o{{"id", info.id},
                   {"created", info.created},
                   {"rules", info.rules},
                   {"mode", info.mode},
                   {"time_control", nullptr},
                   {"start_fen", info.start_fen},
                   {"chess960", info.chess960},
                   {"white", player_json(info.white)},
                   {"black", player_json(info.black)},
                   {"visibility", info.listed ? "public" : "link"},
                   {"chat", info.chat},
                   {"takeback", info.takeback},
                   {"touch_move", info.touch_move},
                   {"has_arbiter", info.has_arbiter}};
    if (!info.time_control.empty()) o["time_control"] = info.time_control;
    if (!info.game.empty()) o["game"] = info.game;
    if (!info.event.empty()) o["event"] = info.event;
    if (!info.site.empty()) o["site"] = info.site;
    if (!info.round.empty()) o["round"] = info.round;
    if (!info.rematch_of.empty()) o["rematch_of"] = info.rematch_of;
    if (!info.rematch.empty()) o["rematch"] = info.rematch;
    return o;
}

std::string to_stored_text(const GameInfo& info) {
    const json::object o{{"id", info.id},
                         {"created", info.created},
                         {"game", info.game},
                         {"rules", info.rules},
                         {"mode", info.mode},
                         {"time_control", info.time_control},
                         {"start_fen", info.start_fen},
                         {"chess960", info.chess960},
                         {"white", stored_player(info.white)},
                         {"black", stored_player(info.black)},
                         {"listed", info.listed},
                         {"chat", info.chat},
                         {"takeback", info.takeback},
                         {"touch_move", info.touch_move},
                         {"has_arbiter", info.has_arbiter},
                         {"event", info.event},
                         {"site", info.site},
                         {"round", info.round},
                         {"rematch_of", info.rematch_of},
                         {"rematch", info.rematch},
                         {"parameters", info.parameters},
                         {"lag_allowance", info.lag_allowance}};
    return json::serialize(o);
}

std::optional<GameInfo> parse_info(std::string_view text) {
    boost::system::error_code error;
    const json::value value = json::parse(text, error);
    if (error || !value.is_object()) return std::nullopt;
    const json::object& o = value.get_object();
    GameInfo info;
    info.id = text_of(o, "id");
    info.created = number_of(o, "created");
    info.game = text_of(o, "game");
    info.rules = text_of(o, "rules");
    info.mode = text_of(o, "mode");
    info.time_control = text_of(o, "time_control");
    info.start_fen = text_of(o, "start_fen");
    info.chess960 = flag_of(o, "chess960");
    info.white = parse_player(o, "white");
    info.black = parse_player(o, "black");
    info.listed = flag_of(o, "listed");
    info.chat = flag_of(o, "chat");
    info.takeback = flag_of(o, "takeback");
    info.touch_move = flag_of(o, "touch_move");
    info.has_arbiter = flag_of(o, "has_arbiter");
    info.event = text_of(o, "event");
    info.site = text_of(o, "site");
    info.round = text_of(o, "round");
    info.rematch_of = text_of(o, "rematch_of");
    info.rematch = text_of(o, "rematch");
    if (const json::value* p = o.if_contains("parameters"); p && p->is_object())
        info.parameters = p->get_object();
    info.lag_allowance = flag_of(o, "lag_allowance");
    return info;
}

}  // namespace hakam::server

#include "server/older_host.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"
#include "hakam/variant/move_text.hpp"
#include "server/match_words.hpp"

namespace hakam::server {
using match::Actor;
using match::Command;
using match::EventType;
using match::OlderEvent;
using match::OlderGame;

namespace {

Color color_of(Seat seat) { return seat == Seat::black ? Color::black : Color::white; }
Seat seat_of(Color color) { return color == Color::white ? Seat::white : Seat::black; }
Actor actor_of(Seat seat) { return match::actor_of(color_of(seat)); }
std::string_view side_name(Color color) { return color == Color::white ? "white" : "black"; }

Problem bad(std::string field, std::string message) {
    return {"bad_request", field + ": " + std::move(message), std::move(field), {}, -1, -1};
}

std::string_view text_of(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_string()
               ? std::string_view{value->get_string().data(), value->get_string().size()}
               : std::string_view{};
}

Problem refused(const match::Refusal& refusal) {
    using match::RefusalCode;
    std::string code = "illegal_now";
    if (refusal.code == RefusalCode::game_over) code = "game_over";
    if (refusal.code == RefusalCode::not_your_move) code = "not_your_turn";
    if (refusal.code == RefusalCode::illegal_move) code = "illegal_move";
    if (refusal.code == RefusalCode::not_allowed) code = "not_allowed";
    if (refusal.code == RefusalCode::bad_arguments) code = "bad_request";
    return {std::move(code), refusal.why, {}, {}, -1, -1};
}

/// The tables of a game, made once and shared by all games by these rules.
std::shared_ptr<const variant::Variant> tables_of(const std::string& id) {
    static std::mutex guard;
    static std::map<std::string, std::shared_ptr<const variant::Variant>> made;
    const std::lock_guard lock{guard};
    auto& tables = made[id];
    if (tables) return tables;
    const auto rules = variant::game_named(id);
    if (!rules) return nullptr;
    auto built = variant::Variant::from(*rules);
    if (!built) return nullptr;
    return tables = std::make_shared<const variant::Variant>(*std::move(built));
}

/// Chess has rules of its own here, with an arbiter and all the Laws.
bool is_older(std::string_view id) { return id != "chess"; }

Expected<OlderGame, Problem> game_of(const GameInfo& info) {
    const auto tables = is_older(info.game) ? tables_of(info.game) : nullptr;
    if (!tables) return Unexpected{bad("game", "no such game; see older_games of /api/config")};
    const auto setup = match::older_setup(tables, info.start_fen, info.time_control);
    if (!setup) return Unexpected{bad("start", describe(setup.error()))};
    return OlderGame{*setup};
}

}  // namespace

GameHost::Acted OlderHost::play(const Command& command, Millis now) {
    const auto events = match::decide(game_, command, now);
    if (!events) return Unexpected{refused(events.error())};
    std::vector<StoredEvent> out;
    for (const OlderEvent& event : *events) {
        const std::size_t before = played_.size();
        take(event);
        out.push_back(stored(event));
        if (played_.size() > before) out.back().elapsed_ms = played_.back().elapsed;
        out.back().ply = static_cast<std::int64_t>(game_.moves.size());
    }
    return out;
}

GameHost::Acted OlderHost::act(Seat seat, const json::object& command, Millis now) {
    if (seat != Seat::white && seat != Seat::black)
        return Unexpected{Problem{"forbidden", "only the players act", {}, {}, -1, -1}};
    const std::string_view type = text_of(command, "type");
    Command out;
    out.actor = actor_of(seat);
    if (type == "move") {
        out.type = EventType::make_move;
        out.args.text = text_of(command, "move");
    } else if (type == "claim") {
        const std::string_view claim = text_of(command, "claim");
        if (claim != "threefold" && claim != "fifty")
            return Unexpected{bad("claim", "threefold or fifty")};
        if (!text_of(command, "move").empty())
            return Unexpected{bad("move", "older games know no claim with a written move")};
        out.type = claim == "fifty" ? EventType::claim_fifty : EventType::claim_repetition;
    } else if (type == "offer_draw") {
        out.type = EventType::offer_draw;
    } else if (type == "accept_draw") {
        out.type = EventType::accept_draw;
    } else if (type == "decline_draw") {
        out.type = EventType::decline_draw;
    } else if (type == "resign") {
        out.type = EventType::resign;
    } else {
        return Unexpected{Problem{"not_allowed", "older games have no such act", {}, {}, -1, -1}};
    }
    auto done = play(out, now);
    // "And I offer a draw" with a move: a wish; the move stands without it.
    if (const json::value* offer = command.if_contains("offer_draw");
        done && type == "move" && offer != nullptr && offer->is_bool() && offer->get_bool()) {
        out.type = EventType::offer_draw;
        if (auto offered = play(out, now))
            std::move(offered->begin(), offered->end(), std::back_inserter(*done));
    }
    return done;
}

GameHost::Acted OlderHost::start(Millis now) {
    Command command;
    command.type = EventType::round_start;
    return play(command, now);
}

GameHost::Acted OlderHost::tick(Millis now) { return play(Command{}, now); }

GameHost::Acted OlderHost::presence(Seat, bool, Millis) { return std::vector<StoredEvent>{}; }

GameHost::Acted OlderHost::forfeit(Seat loser, const std::string& why, Millis now) {
    Command command;
    command.type = EventType::declare;
    command.args.result = match::win_of(~color_of(loser));
    command.args.text = why;
    return play(command, now);
}

GameHost::Acted OlderHost::credit(Seat side, Millis amount, Millis now) {
    Command command;
    command.type = EventType::time_adjust;
    command.args.side = color_of(side);
    command.args.amount = amount;
    return play(command, now);
}

GameHost::Acted OlderHost::take_back(std::size_t ply, Millis now) {
    Command command;
    command.type = EventType::restore_position;
    command.args.amount = static_cast<std::int64_t>(ply);
    return play(command, now);
}

GameHost::Acted OlderHost::abort(Seat, Millis now) {
    Command command;
    command.type = EventType::declare;
    command.args.result = match::Result::cancelled;
    return play(command, now);
}

GameHost::Acted OlderHost::settle(Answer, Millis) { return std::vector<StoredEvent>{}; }

bool OlderHost::take(const OlderEvent& event) {
    std::string san;
    Millis used = 0;
    const Color mover = game_.turn();
    if (event.type == EventType::move_made) {
        if (const auto move =
                variant::parse_move(game_.variant(), game_.position(), event.text))
            san = variant::format_san(game_.variant(), game_.position(), *move);
        used = match::advanced(game_.control(), game_.clock, event.at)
                   .used[mover == Color::white ? 0 : 1];
    }
    if (!match::apply(game_, event)) return false;
    if (event.type == EventType::move_made) {
        PlayedMove one;
        one.san = std::move(san);
        one.elapsed = used;
        if (game_.control().timed()) one.clock = game_.time_left(mover, event.at);
        changed_from_ = std::min(changed_from_, played_.size());
        played_.push_back(std::move(one));
    }
    if (event.type == EventType::restore_position) {
        played_.resize(game_.moves.size());
        changed_from_ = std::min(changed_from_, played_.size());
    }
    if (event.type == EventType::offer_draw && !played_.empty()) {
        played_.back().offer = true;
        changed_from_ = std::min(changed_from_, played_.size() - 1);
    }
    return true;
}

StoredEvent OlderHost::stored(const OlderEvent& event) const {
    StoredEvent out;
    out.kind = name(event.type);
    out.actor = event.actor == Actor::white   ? "white"
                : event.actor == Actor::black ? "black"
                                              : "system";
    out.at = event.at;
    json::object body;
    switch (event.type) {
        case EventType::move_made:
            body["move"] = event.text;
            if (!played_.empty()) body["san"] = played_.back().san;
            break;
        case EventType::time_adjust:
            body["side"] = side_name(event.side.value_or(Color::white));
            body["amount"] = event.amount;
            break;
        case EventType::restore_position:
            body["amount"] = event.amount;
            break;
        case EventType::game_ended:
            body["result"] = match::name(event.result);
            body["reason"] = match::name(event.reason);
            if (!event.text.empty()) body["text"] = event.text;
            break;
        default:
            break;
    }
    out.body = json::serialize(body);
    return out;
}

StoredEvent OlderHost::created(const GameInfo& info, Millis now) {
    StoredEvent event;
    event.kind = name(EventType::game_created);
    event.actor = "system";
    event.at = now;
    event.body = json::serialize(json::object{{"game", info.game},
                                              {"fen", info.start_fen},
                                              {"time_control", info.time_control},
                                              {"white", info.white.name},
                                              {"black", info.black.name}});
    return event;
}

bool OlderHost::replay(const StoredEvent& event) {
    const auto type = match::event_type_from(event.kind);
    if (!type) return true;  // the server's own: not of the game
    boost::system::error_code error;
    const json::value value = json::parse(event.body.empty() ? "{}" : event.body, error);
    if (error || !value.is_object()) return false;
    const json::object& body = value.get_object();
    const auto number = [&body](std::string_view name) {
        const json::value* found = body.if_contains(name);
        return found != nullptr && found->is_int64() ? found->get_int64() : std::int64_t{0};
    };
    OlderEvent one;
    one.type = *type;
    one.actor = event.actor == "white"   ? Actor::white
                : event.actor == "black" ? Actor::black
                                         : Actor::system;
    one.at = event.at;
    one.text = text_of(body, one.type == EventType::move_made ? "move" : "text");
    one.amount = number("amount");
    if (const std::string_view side = text_of(body, "side"); !side.empty())
        one.side = side == "black" ? Color::black : Color::white;
    if (one.type == EventType::game_ended) {
        const auto result = match::result_from(text_of(body, "result"));
        const auto reason = match::older_reason_from(text_of(body, "reason"));
        if (!result || !reason) return false;
        one.result = *result;
        one.reason = *reason;
        end_seq_ = event.seq;
    }
    return take(one);
}

void OlderHost::stored_until(std::int64_t last) {
    // The end of a game is the last of the events of its act.
    if (game_.over() && end_seq_ == 0) end_seq_ = last;
}

std::size_t OlderHost::take_changed_from() {
    return std::min(std::exchange(changed_from_, SIZE_MAX), played_.size());
}

std::optional<Seat> OlderHost::turn() const {
    if (!game_.live()) return std::nullopt;
    return seat_of(game_.turn());
}

std::optional<Seat> OlderHost::draw_offered_by() const {
    if (game_.over() || !game_.offer_by) return std::nullopt;
    return seat_of(*game_.offer_by);
}

std::string OlderHost::result() const {
    return game_.over() ? std::string{outcome_text(game_.result)} : std::string{};
}
std::string OlderHost::reason() const {
    return game_.over() ? std::string{name(game_.reason)} : std::string{};
}

EngineTask OlderHost::engine_task(Millis) const { return {}; }  // no engine plays these

std::optional<std::string> OlderHost::body(const StoredEvent& event, Seat) const {
    return event.body;
}

namespace {

/// A game that is new or goes on: what an older game has no use for is refused, not left out.
std::optional<Problem> misfit(const GameInfo& info) {
    if (info.mode == "otb")
        return bad("mode", "older games are played online or casual");
    if (!info.rules.empty() && info.rules != info.game)
        return bad("rules", "a game of its own has its own rules: leave them out");
    if (info.white.engine || info.black.engine)
        return bad("engine", "no engine plays older games here");
    if (info.has_arbiter) return bad("arbiter", "older games have no arbiter here");
    if (info.touch_move) return bad("touch_move", "there is nothing to touch in these games");
    if (!info.parameters.empty()) return bad("parameters", "older games have none");
    if (info.start_fen.starts_with("chess960:"))
        return bad("start", "a number of Chess960 is no start of this game");
    return std::nullopt;
}

}  // namespace

Expected<NewHost, Problem> new_older_host(GameInfo& info, Millis now) {
    const auto rules = is_older(info.game) ? variant::game_named(info.game) : std::nullopt;
    if (!rules) return Unexpected{bad("game", "no such game; see older_games of /api/config")};
    // Names are read as the commands read them, and kept as they are listed.
    const bool same = info.rules.empty() || info.rules == info.game;
    info.game = rules->id;
    if (same) info.rules = rules->id;
    if (auto fault = misfit(info)) return Unexpected{std::move(*fault)};
    if (info.time_control == "none" || info.time_control == "-") info.time_control.clear();
    if (!info.time_control.empty()) {
        const auto control = match::parse_time_control(info.time_control);
        if (!control) return Unexpected{bad("time_control", describe(control.error()))};
        if (!control->timed()) info.time_control.clear();
    }
    auto game = game_of(info);
    if (!game) return Unexpected{game.error()};
    info.start_fen = variant::fen::format(game->variant(), game->position());
    NewHost made{std::make_unique<OlderHost>(*std::move(game)), {}};
    made.events.push_back(OlderHost::created(info, now));
    made.host->replay(made.events.front());
    return made;
}

Expected<std::unique_ptr<GameHost>, Problem> older_host_to_replay(const GameInfo& info) {
    auto game = game_of(info);
    if (!game) return Unexpected{game.error()};
    return std::unique_ptr<GameHost>{std::make_unique<OlderHost>(*std::move(game))};
}

json::array older_game_list() {
    json::array list;
    for (const variant::GameName& game : variant::game_names())
        if (is_older(game.id))
            list.push_back(json::object{
                {"id", game.id}, {"name", game.name}, {"period", game.period}});
    return list;
}

}  // namespace hakam::server

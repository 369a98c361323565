// What watchers of a game are told: snapshots, news, presence; and the computer's turn.

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/engine_pool.hpp"
#include "server/game.hpp"
#include "server/hub.hpp"
#include "server/shared.hpp"

namespace hakam::server {
namespace {

constexpr std::int64_t longest_catch_up = 500;  ///< events; beyond it a snapshot is sent

bool is_player(Seat seat) { return seat == Seat::white || seat == Seat::black; }

}  // namespace

json::object Game::presence() const {
    std::array<int, 4> count{};
    for (const Place& place : watchers_) ++count[static_cast<std::size_t>(place.watcher->seat())];
    return {{"white", count[0] > 0 || info_.white.engine.has_value()},
            {"black", count[1] > 0 || info_.black.engine.has_value()},
            {"arbiter", count[2] > 0},
            {"spectators", count[3]}};
}

void Game::tell_presence() {
    if (watchers_.size() > 50) return;  // the next state carries it
    const auto message = std::make_shared<const std::string>(
        json::serialize(json::object{{"type", "presence"}, {"presence", presence()}}));
    for (const Place& place : watchers_) place.watcher->deliver(message);
}

json::object Game::state(Seat view) {
    json::object state = host_->state(view, std::max(last_at_, shared_.clock.now()));
    json::array& offers = state["offers"].as_array();
    if (takeback_by_)
        offers.push_back(json::object{{"kind", "takeback"}, {"by", name(*takeback_by_)}});
    if (rematch_by_)
        offers.push_back(json::object{{"kind", "rematch"}, {"by", name(*rematch_by_)}});
    if (json::value* can = state.if_contains("can"); can != nullptr && can->is_array()) {
        json::array& list = can->get_array();
        if (info_.chat && view != Seat::spectator) list.emplace_back("chat");
        if (is_player(view) && host_->is_over() && info_.rematch.empty()) {
            list.emplace_back("offer_rematch");
            if (rematch_by_ && *rematch_by_ != view) {
                list.emplace_back("accept_rematch");
                list.emplace_back("decline_rematch");
            }
        }
        if (is_player(view) && !host_->is_over()) {
            if (info_.takeback && host_->plies() > 0) {
                if (!takeback_by_) {
                    list.emplace_back("offer_takeback");
                } else if (*takeback_by_ != view) {
                    list.emplace_back("accept_takeback");
                    list.emplace_back("decline_takeback");
                }
            }
            if (host_->plies() < 2) list.emplace_back("abort");
        }
    }
    if (json::value* clocks = state.if_contains("clocks"); clocks && clocks->is_object()) {
        json::object& c = clocks->get_object();
        c["lag_allowance"] = info_.lag_allowance && info_.mode != "otb";
        c["white_lag_ms"] = lag_[0];
        c["black_lag_ms"] = lag_[1];
    }
    state["presence"] = presence();
    return state;
}

json::object Game::event_json(const StoredEvent& event, const json::object& body) const {
    json::object o{{"seq", event.seq},
                   {"kind", event.kind},
                   {"at", event.at},
                   {"wall", event.wall},
                   {"actor", event.actor}};
    if (event.elapsed_ms != 0) o["elapsed_ms"] = event.elapsed_ms;
    if (!body.empty()) o["body"] = body;
    return o;
}

std::string Game::events_message(const std::vector<StoredEvent>& events, Seat view,
                                 std::optional<std::size_t> moves_from, bool with_game) {
    json::array list;
    for (const StoredEvent& event : events)
        if (auto body = host_->body(event, view)) list.push_back(event_json(event, *body));
    json::object message{{"type", "events"},
                         {"seq", events.back().seq},
                         {"server_time", shared_.clock.now()},
                         {"events", std::move(list)}};
    // At the end all is told, also what was held back.
    if (moves_from && host_->tells_moves(view)) {
        const std::size_t from = host_->is_over() && info_.mode == "otb" ? 0 : *moves_from;
        message["moves_from"] = from;
        message["moves"] = host_->moves(from, view);
    }
    if (json::array rulings = host_->rulings(events.front().seq - 1, view); !rulings.empty())
        message["rulings"] = std::move(rulings);
    if (with_game) message["game"] = to_public_json(info_);
    message["state"] = state(view);
    return json::serialize(message);
}

json::object Game::snapshot(Seat view, bool with_events) {
    json::object o{{"type", "snapshot"},
                   {"game", to_public_json(info_)},
                   {"seat", name(view)},
                   {"seq", seq_},
                   {"server_time", shared_.clock.now()},
                   {"last_client_seq", log_of(view).last_client_seq},
                   {"moves", host_->moves(0, view)},
                   {"rulings", host_->rulings(0, view)},
                   {"state", state(view)}};
    if (info_.mode != "otb" || view == Seat::arbiter || host_->is_over())
        o["penalties"] = host_->penalties();
    if (info_.chat || !chat_.empty()) {
        json::array chat;
        for (const StoredEvent& line : chat_) {
            boost::system::error_code error;
            const json::value body = json::parse(line.body, error);
            if (error || !body.is_object()) continue;
            chat.push_back(json::object{{"seq", line.seq},
                                        {"by", line.actor},
                                        {"text", body.get_object().at("text")},
                                        {"at", line.at}});
        }
        o["chat"] = std::move(chat);
    }
    if (with_events) o["events"] = log(view)["events"];
    return o;
}

json::object Game::log(Seat view) {
    json::array list;
    for (const StoredEvent& event : shared_.storage->events(row_.key))
        if (auto body = host_->body(event, view)) list.push_back(event_json(event, *body));
    return {
        {"format", "hakam-log-1"}, {"game", to_public_json(info_)}, {"events", std::move(list)}};
}

void Game::watch(const std::shared_ptr<Watcher>& watcher, std::optional<std::int64_t> since) {
    used_ = shared_.clock.now();
    const Seat view = watcher->seat();
    std::shared_ptr<const std::string> first;
    if (since && *since >= 0 && *since <= durable_seq_ && seq_ - *since <= longest_catch_up &&
        pending_.empty()) {
        std::vector<StoredEvent> missed;
        if (*since < seq_)
            for (StoredEvent& event : shared_.storage->events(row_.key))
                if (event.seq > *since) missed.push_back(std::move(event));
        json::array list;
        for (const StoredEvent& event : missed)
            if (auto body = host_->body(event, view)) list.push_back(event_json(event, *body));
        json::object message{{"type", "events"},
                             {"seq", seq_},
                             {"server_time", shared_.clock.now()},
                             {"events", std::move(list)},
                             {"moves_from", 0},
                             {"moves", host_->moves(0, view)},
                             {"rulings", host_->rulings(*since, view)},
                             {"game", to_public_json(info_)},
                             {"last_client_seq", log_of(view).last_client_seq},
                             {"state", state(view)}};
        first = std::make_shared<const std::string>(json::serialize(message));
    } else {
        first = std::make_shared<const std::string>(json::serialize(snapshot(view, false)));
    }
    watchers_.push_back({watcher, seq_});
    when_durable([watcher, first] { watcher->deliver(first); });
    if (is_player(view) || view == Seat::arbiter) {
        auto acted = host_->presence(view, true, std::max(last_at_, shared_.clock.now()));
        if (acted && !acted->empty()) publish(std::move(*acted), {}, {}, {});
    }
    if (is_player(view) && !info_.rematch.empty() && !watcher->token().empty()) {
        const std::string token = derived_token(watcher->token(), info_.rematch);
        if (const auto row = shared_.storage->token(hash_of(token))) {
            const json::object grant{{"seat", name(row->seat)}, {"token", token}};
            watcher->deliver(std::make_shared<const std::string>(json::serialize(json::object{
                {"type", "rematch"}, {"id", info_.rematch}, {"seats", json::array{grant}}})));
        }
    }
    tell_presence();
    think();
}

void Game::leave(const Watcher* watcher) {
    const auto place = std::find_if(watchers_.begin(), watchers_.end(), [watcher](const Place& p) {
        return p.watcher.get() == watcher;
    });
    if (place == watchers_.end()) return;
    used_ = shared_.clock.now();
    const Seat seat = place->watcher->seat();
    watchers_.erase(place);
    const bool gone = std::none_of(watchers_.begin(), watchers_.end(),
                                   [seat](const Place& p) { return p.watcher->seat() == seat; });
    if (gone && seat != Seat::spectator && !shared_.stopping && !broken_) {
        auto acted = host_->presence(seat, false, std::max(last_at_, shared_.clock.now()));
        if (acted && !acted->empty()) {
            publish(std::move(*acted), {}, {}, {});
            after_change();
        }
    }
    tell_presence();
}

void Game::farewell(const std::string& reason, Millis retry_after) {
    const auto message = std::make_shared<const std::string>(json::serialize(
        json::object{{"type", "bye"}, {"reason", reason}, {"retry_after_ms", retry_after}}));
    for (const Place& place : watchers_) place.watcher->deliver(message);
}

std::optional<Problem> Game::rematch_command(Seat seat, const std::string& type,
                                             const std::string& token) {
    const auto refuse = [](std::string message) {
        return Problem{"illegal_now", std::move(message), {}, {}, -1, -1};
    };
    if (!host_->is_over()) return refuse("the game is not over");
    if (!info_.rematch.empty()) return refuse("the rematch has been made");
    const Seat opponent = seat == Seat::white ? Seat::black : Seat::white;
    if (type == "decline_rematch") {
        if (!rematch_by_) return refuse("nobody has asked for a rematch");
        rematch_by_.reset();
    } else if (info_.player(opponent).engine || (rematch_by_ && *rematch_by_ != seat)) {
        make_rematch(seat, token);
        return std::nullopt;
    } else if (type == "accept_rematch") {
        return refuse("the opponent has not asked for a rematch");
    } else {
        rematch_by_ = seat;
        rematch_token_ = token;
    }
    const auto tell = [this](Seat view) {
        return std::make_shared<const std::string>(
            json::serialize(json::object{{"type", "events"},
                                         {"seq", seq_},
                                         {"server_time", shared_.clock.now()},
                                         {"events", json::array{}},
                                         {"state", state(view)}}));
    };
    for (const Place& place : watchers_) place.watcher->deliver(tell(place.watcher->seat()));
    return std::nullopt;
}

void Game::make_rematch(Seat seat, const std::string& token) {
    const Millis now = shared_.clock.now();
    GameInfo next = info_;
    next.id = new_game_id();
    next.created = PlayClock::wall();
    std::swap(next.white, next.black);
    next.rematch_of = info_.id;
    next.rematch.clear();
    next.has_arbiter = false;
    auto made = new_host(next, {}, now);
    if (!made) return;
    GameRow row;
    row.key = shared_.hub->new_key();
    row.id = next.id;
    row.created = row.updated = next.created;
    row.listed = next.listed;
    row.white = next.white.name;
    row.black = next.black.name;

    const std::string watch_token = new_token();
    std::vector<Op> ops;
    const auto seat_row = [&](const std::string& plain, Seat at, AccountKey account) {
        ops.emplace_back(
            op::InsertToken{{hash_of(plain), TokenKind::seat, row.key, at, account, next.created}});
    };
    seat_row(watch_token, Seat::spectator, 0);
    for (const auto& [old_seat, old_token] :
         {std::pair{seat, token},
          std::pair{rematch_by_.value_or(seat), rematch_by_ ? rematch_token_ : std::string{}}}) {
        if (old_token.empty()) continue;
        const auto row_of_old = shared_.storage->token(hash_of(old_token));
        seat_row(derived_token(old_token, next.id),
                 old_seat == Seat::white ? Seat::black : Seat::white,
                 row_of_old ? row_of_old->account : 0);
    }
    auto started = made->host->start(now);
    if (started) std::move(started->begin(), started->end(), std::back_inserter(made->events));
    const std::string id = next.id;
    auto game =
        std::make_shared<Game>(shared_, std::move(row), std::move(next), std::move(made->host));
    shared_.hub->add(game);
    ++shared_.metrics.games_created;
    info_.rematch = id;
    rematch_by_.reset();
    rematch_token_.clear();
    game->begin(std::move(made->events), std::move(ops), [](Durable) {});
    game->after_change();
    std::vector<StoredEvent> events{
        own_event("RematchMade", json::object{{"id", id}}, Seat::spectator, now)};
    host_->replay(events.front());
    publish(std::move(events), {}, {}, [self = shared_from_this(), id, watch_token](Durable d) {
        if (d != Durable::yes) return;
        for (const Place& place : self->watchers_) {
            json::array seats;
            if (is_player(place.watcher->seat()) && !place.watcher->token().empty())
                seats.push_back(
                    json::object{{"seat", place.watcher->seat() == Seat::white ? "black" : "white"},
                                 {"token", derived_token(place.watcher->token(), id)}});
            place.watcher->deliver(std::make_shared<const std::string>(
                json::serialize(json::object{{"type", "rematch"},
                                             {"id", id},
                                             {"seats", std::move(seats)},
                                             {"spectator", watch_token}})));
        }
    });
}

void Game::think() {
    if (thinking_ || host_->is_over() || broken_ || shared_.stopping) return;
    const auto turn = host_->turn();
    if (!turn || !info_.player(*turn).engine) return;
    thinking_ = true;
    EngineTask task = host_->engine_task(std::max(last_at_, shared_.clock.now()));
    task.engine = *info_.player(*turn).engine;
    shared_.engines->think(std::move(task), [self = shared_from_this(), generation = ++generation_](
                                                const auto& move, const std::string& trouble) {
        self->engine_moved(generation, move, trouble);
    });
}

void Game::engine_moved(std::uint64_t generation, const std::optional<std::string>& move,
                        const std::string& trouble) {
    if (generation != generation_) return;  // it was taken back, or the game has ended
    thinking_ = false;
    const auto turn = host_->turn();
    if (!turn || host_->is_over() || broken_ || shared_.stopping) return;
    const Millis now = std::max(last_at_, shared_.clock.now());
    std::vector<StoredEvent> events;
    if (!trouble.empty()) {
        events.push_back(
            own_event("EngineTrouble", json::object{{"text", trouble}}, Seat::spectator, now));
        host_->replay(events.front());
    }
    GameHost::Acted acted = Unexpected{Problem{}};
    if (move) acted = host_->act(*turn, json::object{{"type", "move"}, {"move", *move}}, now);
    if (!acted) {
        const std::string why =
            !move ? trouble : "the engine wanted to play " + *move + ", which is not legal";
        spdlog::warn("game {}: the engine forfeits: {}", row_.id, why);
        acted = host_->forfeit(*turn, why, now);
    }
    if (acted) std::move(acted->begin(), acted->end(), std::back_inserter(events));
    if (!events.empty()) publish(std::move(events), {}, {}, {});
    after_change();
}

}  // namespace hakam::server

#include "server/game.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/board_words.hpp"
#include "server/commands.hpp"
#include "server/engine_pool.hpp"
#include "server/hub.hpp"
#include "server/lobby.hpp"
#include "server/shared.hpp"

namespace hakam::server {
namespace {

constexpr std::size_t remembered_commands = 64;
constexpr std::size_t remembered_chat = 200;
constexpr Millis most_lag = 500;  ///< credited per move
constexpr Millis least_lag = 15;  ///< what is less is not worth an event

bool is_player(Seat seat) { return seat == Seat::white || seat == Seat::black; }

Problem problem(std::string code, std::string message) {
    return {std::move(code), std::move(message), {}, {}, -1, -1};
}

Problem moved_problem() {
    Problem moved = problem("shutting_down", "the game has moved to another server: connect again");
    moved.retry_after_ms = 200;
    return moved;
}

Problem storage_problem(Durable durable) {
    if (durable == Durable::stale) return moved_problem();
    return durable == Durable::full
               ? problem("storage_full",
                         "the server's disk is full; nothing was changed, try again later")
               : problem("storage", "the server cannot store that now; nothing was changed");
}

std::string_view member(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_string()
               ? std::string_view{value->get_string().data(), value->get_string().size()}
               : std::string_view{};
}

}  // namespace

std::string to_message(const Outcome& outcome) {
    if (outcome.problem) return to_message(*outcome.problem, outcome.client_seq);
    std::string text = R"({"type":"ack","client_seq":)" + std::to_string(outcome.client_seq) +
                       R"(,"seq":)" + std::to_string(outcome.seq);
    if (outcome.duplicate) text += R"(,"duplicate":true)";
    return text + '}';
}

Game::Game(Shared& shared, GameRow row, GameInfo info, std::unique_ptr<GameHost> host)
    : shared_{shared},
      row_{std::move(row)},
      info_{std::move(info)},
      host_{std::move(host)},
      used_{shared.clock.now()} {
    if (const Term* term = shared.hub->term(row_.key)) term_ = *term;
}

Millis Game::play_now() const { return shared_.clock.now() + term_.base; }

bool Game::replay(const std::vector<StoredEvent>& events) {
    for (const StoredEvent& event : events) {
        if (event.seq != seq_ + 1) {
            spdlog::error("game {}: event {} is missing", row_.id, seq_ + 1);
            return false;
        }
        seq_ = event.seq;
        last_at_ = std::max(last_at_, event.at);
        if (!host_->replay(event)) {
            spdlog::error("game {}: event {} cannot be read", row_.id, event.seq);
            return false;
        }
        if (event.lag_ms > 0 && event.actor == "white") lag_[0] += event.lag_ms;
        if (event.lag_ms > 0 && event.actor == "black") lag_[1] += event.lag_ms;
        note(event);
        if (const auto seat = seat_named(event.actor); seat && event.client_seq > 0) {
            SeatLog& log = log_of(*seat);
            log.last_client_seq = std::max(log.last_client_seq, event.client_seq);
            log.recent.push_back({event.client_seq, event.command, event.seq});
            if (log.recent.size() > remembered_commands) log.recent.pop_front();
        }
    }
    durable_seq_ = seq_;
    (void)host_->take_changed_from();
    if (events.empty()) return true;

    // No server ran for a while and a clock was going: say so in the log. Play time stood still, so
    // nothing has to be given back; the event shows why the times do not add up to the calendar's.
    if (events.back().epoch < term_.epoch && host_->is_clock_running()) {
        const Millis length = shared_.storage->outage_since(row_.key, events.back().epoch);
        const auto turn = host_->turn();
        json::object body{{"length_ms", length}, {"credited_ms", length}};
        if (turn) body["side"] = name(*turn);
        StoredEvent event = own_event("ServerOutage", std::move(body), Seat::spectator,
                                      std::max(last_at_, play_now()));
        event.actor = "system";
        host_->replay(event);
        publish({std::move(event)}, {}, {}, {});
    }
    after_change();
    return true;
}

void Game::note(const StoredEvent& event) {
    if (event.kind == "Chat") {
        chat_.push_back(event);
        if (chat_.size() > remembered_chat) chat_.erase(chat_.begin());
    } else if (event.kind == "OfferTakeback") {
        takeback_by_ = seat_named(event.actor);
    } else if (event.kind == "DeclineTakeback" || event.kind == "AcceptTakeback" ||
               event.kind == "MoveMade" || event.kind == "GameEnded") {
        takeback_by_.reset();
    } else if (event.kind == "OfferRematch") {
        rematch_by_ = seat_named(event.actor);
    } else if (event.kind == "DeclineRematch" || event.kind == "RematchMade") {
        rematch_by_.reset();
    }
}

void Game::begin(std::vector<StoredEvent> events, std::vector<Op> ops,
                 std::function<void(Durable)> done) {
    std::vector<Op> all;
    row_.info = to_stored_text(info_);
    row_.updated = row_.created;
    all.emplace_back(op::InsertGame{row_});
    std::move(ops.begin(), ops.end(), std::back_inserter(all));
    publish(std::move(events), {}, std::move(all), std::move(done));
}

std::optional<Outcome> Game::seen_before(Seat seat, std::int64_t client_seq,
                                         std::uint64_t fingerprint, const Reply& reply) {
    SeatLog& log = log_of(seat);
    if (client_seq > log.last_client_seq) return std::nullopt;
    const auto seen = std::find_if(log.recent.begin(), log.recent.end(), [&](const auto& c) {
        return c.client_seq == client_seq && c.fingerprint == fingerprint;
    });
    if (seen != log.recent.end()) {
        ++shared_.metrics.duplicates;
        Outcome outcome{client_seq, seen->seq, true, {}};
        const auto pending = std::find_if(pending_.begin(), pending_.end(),
                                          [&](const auto& p) { return p.seq >= seen->seq; });
        if (pending == pending_.end()) {
            reply(outcome);
        } else {  // not on disk yet: its fate is this one's too
            pending->then.push_back([reply, outcome](Durable durable) mutable {
                if (durable != Durable::yes) outcome.problem = storage_problem(durable);
                reply(outcome);
            });
        }
        return outcome;
    }
    Problem used = problem("client_seq", "that client_seq was used for something else");
    used.last_client_seq = log.last_client_seq;
    Outcome outcome{client_seq, seq_, false, std::move(used)};
    reply(outcome);
    return outcome;
}

void Game::command(Seat seat, const std::string& token, const json::object& command,
                   Millis round_trip, Reply reply) {
    const auto arrived = std::chrono::steady_clock::now();
    const Millis now = std::max(last_at_, play_now());
    used_ = shared_.clock.now();
    ++shared_.metrics.commands;
    const json::value* number = command.if_contains("client_seq");
    const std::int64_t client_seq =
        number != nullptr && number->is_int64() ? number->get_int64() : 0;
    const auto refuse = [&](Problem why) {
        ++shared_.metrics.refused;
        reply({client_seq, seq_, false, std::move(why)});
    };
    if (auto fault = check_command(seat, command)) return refuse(std::move(*fault));
    if (shared_.stopping) return refuse(problem("shutting_down", "the server is stopping"));
    if (moved_) return refuse(moved_problem());
    const std::uint64_t print = fingerprint(json::serialize(command));
    if (seen_before(seat, client_seq, print, reply)) return;
    if (broken_) return refuse(storage_problem(Durable::failed));

    const std::string type{member(command, "type")};
    Beside beside;
    Millis lag =
        type == "move" && info_.lag_allowance && info_.mode != "otb" && !info_.time_control.empty()
            ? std::min({most_lag, round_trip, now - last_at_})
            : 0;
    if (lag < least_lag) lag = 0;
    auto acted = type.ends_with("_rematch") ? rematch_command(seat, type, token, now, beside)
                                            : own_command(seat, type, token, command, now);
    if (!acted) return refuse(std::move(acted).error());
    if (acted->empty()) acted = host_->act(seat, command, now - lag);
    if (!acted) return refuse(std::move(acted).error());
    if (lag > 0 && is_player(seat)) {
        lag_[seat == Seat::white ? 0 : 1] += lag;
        // The move counts from when it was made; the opponent's time only from now.
        if (!host_->is_over() && host_->is_clock_running()) {
            auto given = host_->credit(other(seat), lag, now - lag);
            std::move(given->begin(), given->end(), std::back_inserter(*acted));
        }
    }

    auto then = [&metrics = shared_.metrics, reply = std::move(reply), arrived,
                 outcome = Outcome{client_seq, 0, false, {}}, made = beside,
                 self = shared_from_this()](Durable durable) mutable {
        if (durable != Durable::yes) outcome.problem = storage_problem(durable);
        outcome.seq = self->durable_seq_;
        metrics.command.add(std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - arrived));
        reply(outcome);
        if (made.rematch) self->rematch_made(made, durable);
    };
    publish(std::move(*acted), {seat, client_seq, print, lag}, std::move(beside.ops),
            std::move(then));
    after_change();
}

GameHost::Acted Game::own_command(Seat seat, const std::string& type, const std::string&,
                                  const json::object& command, Millis now) {
    if (type == "chat") {
        if (!info_.chat) return Unexpected{problem("not_allowed", "chat is off in this game")};
        json::object body{{"text", member(command, "text")}};
        std::vector<StoredEvent> events{own_event("Chat", std::move(body), seat, now)};
        host_->replay(events.front());
        return events;
    }
    if (type.ends_with("_takeback")) return takeback_command(seat, type, now);
    if (type == "abort") {
        if (host_->plies() >= 2)
            return Unexpected{problem("illegal_now", "both sides have moved: resign or agree")};
        return host_->abort(seat, now);
    }
    if (type == "arbiter") {
        const std::string_view act = member(command, "act");
        if (act != "lag_allowance" && act != "chat") return std::vector<StoredEvent>{};
        const bool on = command.at("on").get_bool();
        (act == "chat" ? info_.chat : info_.lag_allowance) = on;
        json::object body{{"on", on}, {"reason", member(command, "reason")}};
        std::vector<StoredEvent> events{
            own_event(act == "chat" ? "ChatSwitch" : "LagAllowance", std::move(body), seat, now)};
        host_->replay(events.front());
        return events;
    }
    return std::vector<StoredEvent>{};
}

GameHost::Acted Game::takeback_command(Seat seat, const std::string& type, Millis now) {
    if (!info_.takeback)
        return Unexpected{problem("not_allowed", "moves are not taken back in this game")};
    if (host_->is_over()) return Unexpected{problem("game_over", "the game is over")};
    const auto simple = [&](std::string kind) {
        std::vector<StoredEvent> events{own_event(std::move(kind), {}, seat, now)};
        host_->replay(events.front());
        return events;
    };
    const auto back_to = [&](Seat asker) -> std::optional<std::size_t> {
        const std::size_t plies = host_->plies();
        const std::size_t count = host_->turn() == asker ? 2 : 1;
        return plies >= count ? std::optional{plies - count} : std::nullopt;
    };
    if (type == "offer_takeback") {
        if (takeback_by_ == seat) return Unexpected{problem("illegal_now", "asked already")};
        if (!takeback_by_) {
            const auto ply = back_to(seat);
            if (!ply) return Unexpected{problem("illegal_now", "you have not moved yet")};
            std::vector<StoredEvent> events = simple("OfferTakeback");
            if (!info_.player(other(seat)).engine) return events;
            auto back = host_->take_back(*ply, now);  // engines always agree
            if (!back) return back;
            ++generation_;
            thinking_ = false;
            std::move(back->begin(), back->end(), std::back_inserter(events));
            return events;
        }
    }
    if (!takeback_by_ || takeback_by_ == seat)
        return Unexpected{problem("illegal_now", "the opponent has not asked for it")};
    if (type == "decline_takeback") return simple("DeclineTakeback");
    const auto ply = back_to(*takeback_by_);
    if (!ply) return Unexpected{problem("illegal_now", "there is no move to take back")};
    std::vector<StoredEvent> events = simple("AcceptTakeback");
    auto back = host_->take_back(*ply, now);
    if (!back) return back;
    std::move(back->begin(), back->end(), std::back_inserter(events));
    return events;
}

StoredEvent Game::own_event(std::string kind, json::object body, Seat seat, Millis now) const {
    StoredEvent event;
    event.kind = std::move(kind);
    event.body = json::serialize(body);
    event.actor = seat == Seat::spectator ? "system" : std::string{name(seat)};
    event.at = now;
    event.ply = static_cast<std::int64_t>(host_->plies());
    return event;
}

std::int64_t Game::publish(std::vector<StoredEvent> events, const Cause& cause, std::vector<Op> ops,
                           std::function<void(Durable)> then) {
    prepare(std::move(events), cause, ops, std::move(then));
    shared_.storage->write({std::move(ops), row_.key, incarnation_,
                            [self = shared_from_this(), seq = seq_](Durable durable) {
                                self->settled(seq, durable);
                            }});
    return seq_;
}

void Game::prepare(std::vector<StoredEvent> events, const Cause& cause, std::vector<Op>& ops,
                   std::function<void(Durable)> then) {
    const Millis wall = PlayClock::wall();
    const std::int64_t first = seq_ + 1;
    for (StoredEvent& event : events) {
        event.seq = ++seq_;
        event.epoch = term_.epoch;
        event.wall = wall;
        event.at = last_at_ = std::max(last_at_, event.at);
        event.ply = std::max<std::int64_t>(event.ply, 0);
    }
    if (!events.empty()) {
        events.front().client_seq = cause.client_seq;
        events.front().command = cause.fingerprint;
        events.front().lag_ms = cause.lag_ms;
        if (cause.client_seq > 0) events.front().actor = std::string{name(cause.seat)};
        for (const StoredEvent& event : events) note(event);
        events.back().deadline = host_->deadline();
        events.back().ply = static_cast<std::int64_t>(host_->plies());
    }
    host_->stored_until(seq_);
    for (StoredEvent& event : events) {
        if (event.ref_back == 0 || event.body.size() < 2) continue;
        event.body.pop_back();
        if (event.body.size() > 1) event.body += ',';
        event.body += "\"ref\":" + std::to_string(event.seq - event.ref_back) + '}';
    }
    if (cause.client_seq > 0) {
        SeatLog& log = log_of(cause.seat);
        log.last_client_seq = cause.client_seq;
        log.recent.push_back({cause.client_seq, cause.fingerprint, seq_});
        if (log.recent.size() > remembered_commands) log.recent.pop_front();
    }

    const std::size_t changed = host_->take_changed_from();
    const bool moved = changed < host_->plies() || host_->is_over() != row_.ended ||
                       std::any_of(events.begin(), events.end(), [](const StoredEvent& e) {
                           return e.kind == "RestorePosition" || e.kind == "MoveRetracted";
                       });
    shared_.metrics.events += events.size();
    if (changed < host_->plies()) shared_.metrics.moves += host_->plies() - changed;
    bool info_changed = false;
    for (const StoredEvent& e : events)
        info_changed |= e.kind == "PlayerJoined" || e.kind == "LagAllowance" ||
                        e.kind == "ChatSwitch" || e.kind == "RematchMade";
    const bool creating = first == 1;
    const bool ends = host_->is_over() && !row_.ended;
    if (host_->is_over() != row_.ended) {
        row_.ended = host_->is_over();
        shared_.metrics.games_live += row_.ended ? -1 : 1;
        if (row_.ended) ++shared_.metrics.games_ended;
        info_changed = true;
    }
    if (creating) ++shared_.metrics.games_live;
    if (info_changed) {
        row_.updated = wall;
        row_.white = info_.white.name;
        row_.black = info_.black.name;
        row_.result = host_->result();
        row_.reason = host_->reason();
        row_.ply = static_cast<std::int64_t>(host_->plies());
        row_.info = to_stored_text(info_);
        ops.emplace_back(op::UpdateGame{row_});
    }

    Pending pending;
    pending.seq = seq_;
    const bool joined = std::any_of(events.begin(), events.end(), [](const StoredEvent& e) {
        return e.kind == "PlayerJoined";
    });
    pending.started = (creating || joined) && info_.white.joined && info_.black.joined;
    pending.ended = ends;
    for (const Seat view : {Seat::white, Seat::black, Seat::arbiter, Seat::spectator}) {
        const auto wanted = [&](bool lines) {
            return !events.empty() &&
                   std::any_of(watchers_.begin(), watchers_.end(), [&](const Place& place) {
                       return place.watcher->seat() == view &&
                              place.watcher->wants_lines() == lines;
                   });
        };
        if (wanted(true)) pending.lines.emplace_back(view, lines_of(events, view));
        if (wanted(false))
            pending.messages.emplace_back(
                view, events_message(events, view, moved ? std::optional{changed} : std::nullopt,
                                     info_changed));
    }
    if (then) pending.then.push_back(std::move(then));
    pending_.push_back(std::move(pending));

    ops.reserve(ops.size() + events.size());
    for (StoredEvent& event : events) ops.emplace_back(op::AppendEvent{row_.key, std::move(event)});
}

void Game::settled(std::int64_t seq, Durable durable) {
    const auto self = shared_from_this();
    while (!pending_.empty() && pending_.front().seq <= seq) {
        const Pending done = std::move(pending_.front());
        pending_.pop_front();
        if (durable == Durable::yes) {
            durable_seq_ = done.seq;
            for (const auto& [view, message] : done.messages)
                for (const Place& place : watchers_)
                    if (place.watcher->seat() == view && place.from_seq < done.seq &&
                        !place.watcher->wants_lines())
                        place.watcher->deliver(message);
            for (const auto& [view, lines] : done.lines)
                for (const Place& place : watchers_)
                    if (place.watcher->seat() == view && place.from_seq < done.seq &&
                        place.watcher->wants_lines() && !lines->empty())
                        place.watcher->deliver(lines);
            if (done.started) shared_.lobby->started(*this);
            if (done.ended) {
                shared_.lobby->ended(*this);
                for (const Place& place : watchers_)
                    if (place.watcher->wants_lines()) place.watcher->finish();
            }
        } else {
            ++shared_.metrics.storage_failures;
            broken_ = true;
        }
        for (const auto& then : done.then) then(durable);
    }
    if (moved_ || durable == Durable::stale) {
        if (!moved_) shared_.hub->moved(*this);
        return;
    }
    if (!broken_ || !pending_.empty()) return;
    try {
        reload();
    } catch (const Unreachable&) {  // whoever asks for the game next reads it again
        shared_.hub->moved(*this);
    }
}

void Game::reload() {
    // The memory is ahead of the disk by events that could not be stored: go back to the disk.
    auto row = shared_.storage->game(row_.key);
    auto info = row ? parse_info(row->info) : std::nullopt;
    if (!row || !info) {  // the game itself was not stored
        shared_.hub->schedule(*this, std::nullopt);
        farewell("the game could not be stored", 1000);
        shared_.hub->forget(row_.id);
        return;
    }
    auto host = host_to_replay(*info);
    if (!host) return;
    if (row->ended != row_.ended) shared_.metrics.games_live += row->ended ? -1 : 1;
    host_ = *std::move(host);
    row_ = std::move(*row);
    info_ = std::move(*info);
    seq_ = durable_seq_ = 0;
    seat_logs_ = {};
    lag_ = {};
    chat_.clear();
    takeback_by_.reset();
    rematch_by_.reset();
    ++incarnation_;
    ++generation_;
    thinking_ = false;
    broken_ = false;
    replay(shared_.storage->events(row_.key));
    for (Place& place : watchers_) {
        place.from_seq = seq_;
        place.watcher->deliver(std::make_shared<const std::string>(
            place.watcher->wants_lines() ? full_line(shared_, *this) + '\n'
                                         : snapshot(place.watcher->seat(), false)));
    }
}

void Game::when_durable(std::function<void()> then) {
    if (pending_.empty()) return then();
    pending_.back().then.push_back([then = std::move(then)](Durable) { then(); });
}

void Game::after_change() {
    const bool grace = info_.lag_allowance && info_.mode != "otb" && !info_.time_control.empty();
    auto deadline = host_->deadline();
    if (deadline) *deadline += grace ? most_lag : 0;
    shared_.hub->schedule(*this, deadline);
    search();
    answer_offer();
    think();
}

void Game::move_away() {
    moved_ = true;
    ++generation_;  // an engine's answer is not wanted any more
    farewell("the game has moved to another server", 200);
    for (const Place& place : std::vector<Place>{watchers_}) place.watcher->finish();
}

void Game::tick() {
    if (broken_ || moved_) return;
    const Millis now = std::max(last_at_, play_now());
    auto acted = host_->tick(now);
    if (acted && !acted->empty()) publish(std::move(*acted), {}, {}, {});
    after_change();
}

void Game::join(Seat seat, const std::string& name, std::vector<Op> ops,
                std::function<void(Durable)> done) {
    const Millis now = std::max(last_at_, play_now());
    used_ = shared_.clock.now();
    PlayerInfo& player = info_.player(seat);
    player.joined = true;
    if (!name.empty()) player.name = name;
    std::vector<StoredEvent> events{
        own_event("PlayerJoined", json::object{{"side", server::name(seat)}, {"name", player.name}},
                  seat, now)};
    host_->replay(events.front());
    if (info_.white.joined && info_.black.joined && !info_.has_arbiter) {
        auto started = host_->start(now);
        if (started) std::move(started->begin(), started->end(), std::back_inserter(events));
    }
    publish(std::move(events), {}, std::move(ops), std::move(done));
    after_change();
}

}  // namespace hakam::server

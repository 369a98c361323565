// What watchers of a game are told: snapshots, news, presence; and the computer's turn.

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "server/board_words.hpp"
#include "server/engine_pool.hpp"
#include "server/game.hpp"
#include "server/hub.hpp"
#include "server/shared.hpp"

namespace hakam::server {
namespace asio = boost::asio;

namespace {

constexpr std::int64_t longest_catch_up = 500;  ///< events; beyond it a snapshot is sent

bool is_player(Seat seat) { return seat == Seat::white || seat == Seat::black; }

}  // namespace

StateExtras Game::extras() const {
    StateExtras e;
    e.takeback_by = takeback_by_;
    e.rematch_by = rematch_by_;
    e.takeback = info_.takeback;
    e.chat = info_.chat;
    e.rematch_possible = info_.rematch.empty();
    e.lag_allowance = info_.lag_allowance && info_.mode != "otb";
    e.lag_ms = lag_;
    e.here = {info_.white.engine.has_value(), info_.black.engine.has_value(), false};
    for (const Place& place : watchers_) {
        const auto seat = static_cast<std::size_t>(place.watcher->seat());
        if (seat < e.here.size())
            e.here[seat] = true;
        else
            ++e.spectators;
    }
    return e;
}

void Game::tell_presence() {
    if (watchers_.size() > 50) return;  // the next state carries it
    const StateExtras e = extras();
    const auto message = std::make_shared<const std::string>(
        json::serialize(json::object{{"type", "presence"},
                                     {"presence", json::object{{"white", e.here[0]},
                                                               {"black", e.here[1]},
                                                               {"arbiter", e.here[2]},
                                                               {"spectators", e.spectators}}}}));
    for (const Place& place : watchers_)
        if (!place.watcher->wants_lines()) place.watcher->deliver(message);
}

BoardView Game::board_view() const {
    BoardView view;
    view.task = host_->engine_task(std::max(last_at_, play_now()));
    view.turn = host_->turn();
    view.draw_by = host_->draw_offered_by();
    view.takeback_by = takeback_by_;
    view.plies = host_->plies();
    view.over = host_->is_over();
    if (view.over) {
        view.result = host_->result();
        view.reason = host_->reason();
    }
    return view;
}

std::optional<Millis> Game::absence_left(Seat seat) const {
    const auto ends = host_->absence_ends(seat);
    return ends ? std::optional{std::max<Millis>(0, *ends - play_now())} : std::nullopt;
}

std::shared_ptr<const std::string> Game::lines_of(const std::vector<StoredEvent>& events,
                                                  Seat view) {
    std::string lines;
    bool state = false;
    for (const StoredEvent& event : events) {
        if (event.kind == "Chat") {
            lines += chat_line(*this, event) + '\n';
        } else if (event.kind == "Disconnect" || event.kind == "Reconnect") {
            const auto seat = seat_named(event.actor);
            if (seat && is_player(view) && *seat == other(view) && !host_->is_over())
                lines += gone_line(event.kind == "Disconnect", absence_left(*seat)) + '\n';
        } else {
            state = true;
        }
    }
    if (state) lines += state_line(*this) + '\n';
    return std::make_shared<const std::string>(std::move(lines));
}

std::string Game::state_text(Seat view) {
    JsonText out;
    host_->write_state(out, view, std::max(last_at_, play_now()), extras());
    return out.take();
}

void Game::write_event(JsonText& out, const StoredEvent& event, Seat view) const {
    const auto body = host_->body(event, view);
    if (!body) return;
    out.open('{').member("seq", event.seq).member("kind", event.kind).member("at", event.at);
    out.member("wall", event.wall).member("actor", event.actor);
    if (event.elapsed_ms != 0) out.member("elapsed_ms", event.elapsed_ms);
    if (body->size() > 2) out.key("body").raw(*body);
    out.close('}');
}

std::shared_ptr<const std::string> Game::events_message(const std::vector<StoredEvent>& events,
                                                        Seat view,
                                                        std::optional<std::size_t> moves_from,
                                                        bool with_game) {
    JsonText out{std::move(shared_.scratch)};
    const Millis now = std::max(last_at_, play_now());
    out.open('{').member("type", "events").member("seq", events.back().seq);
    out.member("server_time", now).key("events").open('[');
    for (const StoredEvent& event : events) write_event(out, event, view);
    out.close(']');
    // At the end all is told, also what was held back.
    if (moves_from && host_->tells_moves(view)) {
        const std::size_t from = host_->is_over() && info_.mode == "otb" ? 0 : *moves_from;
        out.member("moves_from", static_cast<std::int64_t>(from)).key("moves");
        host_->write_moves(out, from, view);
    }
    if (const json::array rulings = host_->rulings(events.front().seq - 1, view); !rulings.empty())
        out.key("rulings").raw(json::serialize(rulings));
    if (with_game) out.key("game").raw(json::serialize(to_public_json(info_)));
    out.key("state");
    host_->write_state(out, view, now, extras());
    out.close('}');
    auto message = std::make_shared<const std::string>(out.str());
    shared_.scratch = out.take();
    return message;
}

std::string Game::snapshot(Seat view, bool with_events) {
    JsonText out{8192};
    const Millis now = std::max(last_at_, play_now());
    out.open('{').member("type", "snapshot");
    out.key("game").raw(json::serialize(to_public_json(info_)));
    out.member("seat", name(view)).member("seq", seq_).member("server_time", now);
    out.member("last_client_seq", log_of(view).last_client_seq);
    out.key("moves");
    host_->write_moves(out, 0, view);
    out.key("rulings").raw(json::serialize(host_->rulings(0, view)));
    if (info_.mode != "otb" || view == Seat::arbiter || host_->is_over())
        out.key("penalties").raw(json::serialize(host_->penalties()));
    if (info_.chat || !chat_.empty()) {
        out.key("chat").open('[');
        for (const StoredEvent& line : chat_) {
            boost::system::error_code error;
            const json::value body = json::parse(line.body, error);
            if (error || !body.is_object()) continue;
            const json::string& text = body.get_object().at("text").as_string();
            out.open('{').member("seq", line.seq).member("by", line.actor);
            out.member("text", {text.data(), text.size()}).member("at", line.at).close('}');
        }
        out.close(']');
    }
    if (with_events) {
        out.key("events");
        write_log(out, view);
    }
    out.key("state");
    host_->write_state(out, view, now, extras());
    out.close('}');
    return out.take();
}

void Game::write_log(JsonText& out, Seat view) {
    out.open('[');
    for (const StoredEvent& event : shared_.storage->events(row_.key))
        write_event(out, event, view);
    out.close(']');
}

std::string Game::log(Seat view) {
    JsonText out{8192};
    out.open('{').member("format", "hakam-log-1");
    out.key("game").raw(json::serialize(to_public_json(info_))).key("events");
    write_log(out, view);
    out.close('}');
    return out.take();
}

std::string Game::pgn(Seat view) const {
    return host_->pgn(info_, shared_.storage->events(row_.key), view);
}

void Game::watch(const std::shared_ptr<Watcher>& watcher, std::optional<std::int64_t> since) {
    used_ = shared_.clock.now();
    const Seat view = watcher->seat();
    std::shared_ptr<const std::string> first;
    if (watcher->wants_lines()) {
        first = std::make_shared<const std::string>(full_line(shared_, *this) + '\n');
    } else if (since && *since >= 0 && *since <= durable_seq_ && seq_ - *since <= longest_catch_up &&
        pending_.empty()) {
        JsonText out{8192};
        out.open('{').member("type", "events").member("seq", seq_);
        out.member("server_time", std::max(last_at_, play_now())).key("events").open('[');
        if (*since < seq_)
            for (const StoredEvent& event : shared_.storage->events(row_.key))
                if (event.seq > *since) write_event(out, event, view);
        out.close(']').member("moves_from", 0).key("moves");
        host_->write_moves(out, 0, view);
        out.key("rulings").raw(json::serialize(host_->rulings(*since, view)));
        out.key("game").raw(json::serialize(to_public_json(info_)));
        out.member("last_client_seq", log_of(view).last_client_seq).key("state");
        host_->write_state(out, view, std::max(last_at_, play_now()), extras());
        out.close('}');
        first = std::make_shared<const std::string>(out.take());
    } else {
        first = std::make_shared<const std::string>(snapshot(view, false));
    }
    watchers_.push_back({watcher, seq_});
    when_durable([watcher, first, ends = watcher->wants_lines() && host_->is_over()] {
        watcher->deliver(first);
        if (ends) watcher->finish();
    });
    if (is_player(view) || view == Seat::arbiter) {
        auto acted = host_->presence(view, true, std::max(last_at_, play_now()));
        if (acted && !acted->empty()) publish(std::move(*acted), {}, {}, {});
    }
    offer_next_seat(watcher);
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
    if (gone && seat != Seat::spectator && !shared_.stopping && !broken_ && !moved_) {
        auto acted = host_->presence(seat, false, std::max(last_at_, play_now()));
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
    for (const Place& place : std::vector<Place>{watchers_}) {
        if (place.watcher->wants_lines())
            place.watcher->finish();
        else
            place.watcher->deliver(message);
    }
}

GameHost::Acted Game::rematch_command(Seat seat, const std::string& type, const std::string& token,
                                      Millis now, Beside& beside) {
    const auto refuse = [](std::string message) {
        return Unexpected{Problem{"illegal_now", std::move(message), {}, {}, -1, -1}};
    };
    if (!host_->is_over()) return refuse("the game is not over");
    if (!info_.rematch.empty()) return refuse("the rematch has been made");
    const Seat opponent = seat == Seat::white ? Seat::black : Seat::white;
    const bool asked = rematch_by_ == opponent;
    std::vector<StoredEvent> events;
    const auto add = [&](std::string kind, json::object body, Seat by) {
        events.push_back(own_event(std::move(kind), std::move(body), by, now));
        host_->replay(events.back());
    };
    if (type == "decline_rematch") {
        if (!rematch_by_) return refuse("nobody has asked for a rematch");
        add("DeclineRematch", {}, seat);
        return events;
    }
    if (!asked && type == "accept_rematch")
        return refuse("the opponent has not asked for a rematch");
    if (!asked && rematch_by_) return refuse("asked already");
    const bool engine = info_.player(opponent).engine.has_value();
    if (!asked) add("OfferRematch", {}, seat);
    if (!asked && !engine) return events;
    if (!make_rematch(seat, token, now, beside)) return refuse("a rematch cannot be made");
    if (asked) add("AcceptRematch", {}, seat);
    add("RematchMade", json::object{{"id", beside.rematch->id()}}, Seat::spectator);
    info_.rematch = beside.rematch->id();
    return events;
}

bool Game::make_rematch(Seat seat, const std::string& token, Millis now, Beside& beside) {
    const auto key = shared_.hub->new_key();
    if (!key) return false;
    GameInfo next = info_;
    next.id = new_game_id();
    next.created = PlayClock::wall();
    std::swap(next.white, next.black);
    next.rematch_of = info_.id;
    next.rematch.clear();
    next.has_arbiter = false;
    now += shared_.hub->term(*key)->base - term_.base;
    auto made = new_host(next, {}, now);
    if (!made) return false;
    GameRow row;
    row.key = *key;
    row.id = next.id;
    row.created = row.updated = next.created;
    row.listed = next.listed;
    row.white = next.white.name;
    row.black = next.black.name;
    row.info = to_stored_text(next);

    // Who is here gets his seat now, who is away when he comes back (offer_next_seat).
    beside.spectator = new_token();
    beside.ops.emplace_back(op::InsertGame{row});
    std::vector<TokenHash> given;
    const auto seat_row = [&](const std::string& plain, Seat at, AccountKey account) {
        const TokenHash hash = hash_of(plain);
        if (std::find(given.begin(), given.end(), hash) != given.end()) return;
        given.push_back(hash);
        beside.ops.emplace_back(
            op::InsertToken{{hash, TokenKind::seat, row.key, at, account, next.created}});
    };
    seat_row(beside.spectator, Seat::spectator, 0);
    const auto heir = [&](Seat old_seat, const std::string& old_token) {
        if (!is_player(old_seat) || old_token.empty()) return;
        const auto old = shared_.storage->token(hash_of(old_token));
        seat_row(derived_token(old_token, next.id),
                 old_seat == Seat::white ? Seat::black : Seat::white, old ? old->account : 0);
    };
    heir(seat, token);
    for (const Place& place : watchers_) heir(place.watcher->seat(), place.watcher->token());

    auto started = made->host->start(now);
    if (started) std::move(started->begin(), started->end(), std::back_inserter(made->events));
    beside.rematch =
        std::make_shared<Game>(shared_, std::move(row), std::move(next), std::move(made->host));
    shared_.hub->add(beside.rematch);
    beside.rematch->prepare(std::move(made->events), {}, beside.ops, {});
    return true;
}

void Game::rematch_made(const Beside& beside, Durable durable) {
    const std::shared_ptr<Game> next = beside.rematch;
    next->settled(next->seq_, durable);
    if (durable != Durable::yes) return;
    ++shared_.metrics.games_created;
    next->after_change();
    for (const Place& place : watchers_) {
        if (place.watcher->wants_lines()) continue;  // the event stream tells them
        json::array seats;
        if (is_player(place.watcher->seat()) && !place.watcher->token().empty()) {
            const std::string token = derived_token(place.watcher->token(), next->id());
            if (!shared_.storage->token(hash_of(token))) {  // he came while it was being made
                offer_next_seat(place.watcher);
                continue;
            }
            seats.push_back(
                json::object{{"seat", place.watcher->seat() == Seat::white ? "black" : "white"},
                             {"token", token}});
        }
        place.watcher->deliver(std::make_shared<const std::string>(
            json::serialize(json::object{{"type", "rematch"},
                                         {"id", next->id()},
                                         {"seats", std::move(seats)},
                                         {"spectator", beside.spectator}})));
    }
}

/// The seat of the rematch for a player who was not here when it was made, or who made it over
/// HTTP.
void Game::offer_next_seat(const std::shared_ptr<Watcher>& watcher) {
    if (!is_player(watcher->seat()) || info_.rematch.empty() || watcher->token().empty()) return;
    const Seat seat = watcher->seat() == Seat::white ? Seat::black : Seat::white;
    const std::string token = derived_token(watcher->token(), info_.rematch);
    const auto tell = [watcher, id = info_.rematch, seat, token] {
        const json::object grant{{"seat", name(seat)}, {"token", token}};
        watcher->deliver(std::make_shared<const std::string>(json::serialize(
            json::object{{"type", "rematch"}, {"id", id}, {"seats", json::array{grant}}})));
    };
    if (shared_.storage->token(hash_of(token))) return tell();
    const auto next = shared_.storage->game(info_.rematch);
    const auto old = shared_.storage->token(hash_of(watcher->token()));
    if (!next || !old) return;
    Write write;
    write.ops = {op::InsertToken{
        {hash_of(token), TokenKind::seat, next->key, seat, old->account, PlayClock::wall()}}};
    write.done = [tell, self = shared_from_this(), hash = hash_of(token)](Durable durable) {
        // A conflict is another socket of the same player, which was first.
        if (durable == Durable::yes || self->shared_.storage->token(hash)) tell();
    };
    shared_.storage->write(std::move(write));
}

void Game::search() {
    if (searching_ || broken_ || moved_ || shared_.stopping) return;
    auto question = host_->open_question();
    if (!question) return;
    searching_ = true;
    asio::post(shared_.slow, [self = shared_from_this(), question = std::move(question)] {
        GameHost::Answer answer = question();
        asio::post(self->shared_.io, [self, answer = std::move(answer)]() mutable {
            self->searching_ = false;
            if (self->broken_ || self->moved_ || self->shared_.stopping) return;
            auto acted = self->host_->settle(std::move(answer),
                                             std::max(self->last_at_, self->play_now()));
            if (!acted || acted->empty()) return;  // unknown still: the arbiter decides
            self->publish(std::move(*acted), {}, {}, {});
            self->after_change();
        });
    });
}

void Game::think() {
    if (thinking_ || host_->is_over() || broken_ || moved_ || shared_.stopping) return;
    const auto turn = host_->turn();
    if (!turn || !info_.player(*turn).engine) return;
    thinking_ = true;
    EngineTask task = host_->engine_task(std::max(last_at_, play_now()));
    task.engine = *info_.player(*turn).engine;
    shared_.engines->think(std::move(task), [self = shared_from_this(), generation = ++generation_](
                                                const EngineAnswer& answer) {
        self->engine_moved(generation, answer);
    });
}

bool Game::engine_takes_draw() const {
    constexpr std::size_t opening = 20;  // plies in which no engine agrees to a draw
    constexpr int no_better = 20;        // centipawns
    return host_->plies() >= opening && engine_score_ && *engine_score_ <= no_better;
}

void Game::answer_offer() {
    const auto by = host_->draw_offered_by();
    if (!by || host_->is_over() || broken_ || moved_ || shared_.stopping) return;
    const Seat engine = other(*by);
    if (!info_.player(engine).engine || host_->turn() == engine) return;
    const Millis now = std::max(last_at_, play_now());
    auto acted = host_->act(
        engine, json::object{{"type", engine_takes_draw() ? "accept_draw" : "decline_draw"}}, now);
    if (acted && !acted->empty()) publish(*std::move(acted), {}, {}, {});
}

void Game::engine_moved(std::uint64_t generation, const EngineAnswer& answer) {
    const auto& [move, score, trouble] = answer;
    if (generation != generation_) return;  // it was taken back, or the game has ended
    thinking_ = false;
    const auto turn = host_->turn();
    if (!turn || host_->is_over() || broken_ || moved_ || shared_.stopping) return;
    const Millis now = std::max(last_at_, play_now());
    std::vector<StoredEvent> events;
    if (!trouble.empty()) {
        spdlog::warn("game {}: engine {}", row_.id, trouble);
        events.push_back(
            own_event("EngineTrouble", json::object{{"text", trouble}}, Seat::spectator, now));
        host_->replay(events.front());
    }
    engine_score_ = score;
    GameHost::Acted acted = Unexpected{Problem{}};
    if (move && host_->draw_offered_by() == other(*turn) && engine_takes_draw())
        acted = host_->act(*turn, json::object{{"type", "accept_draw"}}, now);
    if (move && !acted) acted = host_->act(*turn, json::object{{"type", "move"}, {"move", *move}}, now);
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

#include "server/hub.hpp"

#include <spdlog/spdlog.h>

#include "server/shared.hpp"

namespace hakam::server {
namespace {
constexpr Millis forget_after = 60'000;
constexpr auto sweep_every = std::chrono::seconds{10};
}  // namespace

Hub::Hub(Shared& shared)
    : shared_{shared},
      next_key_{shared.storage->resumed().next_game},
      timer_{shared.io},
      sweeper_{shared.io} {}

void Hub::start() {
    for (Wake& wake : shared_.storage->wakes()) put(wake.key, std::move(wake.id), wake.deadline);
    shared_.metrics.games_live = shared_.storage->live_games();
    arm();
    sweep();
}

void Hub::stop() {
    timer_.cancel();
    sweeper_.cancel();
    due_.clear();
    when_.clear();
}

std::shared_ptr<Game> Hub::find(std::string_view id) {
    const std::string key{id};
    if (const auto found = games_.find(key); found != games_.end()) return found->second;
    auto row = shared_.storage->game(id);
    if (!row) return nullptr;
    auto info = parse_info(row->info);
    if (!info) {
        spdlog::error("game {}: its settings cannot be read", key);
        return nullptr;
    }
    auto host = host_to_replay(*info);
    if (!host) {
        spdlog::error("game {}: {}", key, host.error().message);
        return nullptr;
    }
    const auto events = shared_.storage->events(row->key);
    auto game =
        std::make_shared<Game>(shared_, std::move(*row), std::move(*info), *std::move(host));
    if (!game->replay(events)) return nullptr;
    games_.emplace(key, game);
    shared_.metrics.games_loaded = static_cast<std::int64_t>(games_.size());
    return game;
}

void Hub::add(const std::shared_ptr<Game>& game) {
    games_.emplace(game->id(), game);
    shared_.metrics.games_loaded = static_cast<std::int64_t>(games_.size());
}

void Hub::forget(const std::string& id) {
    games_.erase(id);
    shared_.metrics.games_loaded = static_cast<std::int64_t>(games_.size());
}

void Hub::put(GameKey key, std::string id, Millis deadline) {
    when_[key] = deadline;
    due_.emplace(std::pair{deadline, key}, std::move(id));
}

void Hub::schedule(const Game& game, std::optional<Millis> deadline) {
    const auto old = when_.find(game.key());
    if (old != when_.end()) {
        if (old->second == deadline) return;
        due_.erase({old->second, game.key()});
        when_.erase(old);
    }
    if (!deadline || shared_.stopping) return;
    put(game.key(), game.id(), *deadline);
    if (due_.begin()->first.second == game.key()) arm();
}

void Hub::arm() {
    if (due_.empty()) return;
    timer_.expires_at(shared_.clock.at(due_.begin()->first.first));
    timer_.async_wait([this](boost::system::error_code error) {
        if (!error && !shared_.stopping) wake_due();
    });
}

void Hub::wake_due() {
    // A bounded share at a time, so that a crowd of flags does not keep everybody else waiting.
    for (int i = 0; i < 64 && !due_.empty(); ++i) {
        const auto first = due_.begin();
        if (first->first.first > shared_.clock.now()) break;
        const std::string id = first->second;
        when_.erase(first->first.second);
        due_.erase(first);
        if (const auto game = find(id)) game->tick();
    }
    arm();
}

void Hub::sweep() {
    sweeper_.expires_after(sweep_every);
    sweeper_.async_wait([this](boost::system::error_code error) {
        if (error || shared_.stopping) return;
        const Millis now = shared_.clock.now();
        std::erase_if(games_, [now](const auto& entry) {
            return entry.second->is_idle() && now - entry.second->last_used() > forget_after;
        });
        shared_.metrics.games_loaded = static_cast<std::int64_t>(games_.size());
        sweep();
    });
}

}  // namespace hakam::server

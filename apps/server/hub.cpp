#include "server/hub.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/shared.hpp"

namespace hakam::server {
namespace {
constexpr Millis forget_after = 60'000;
constexpr auto sweep_every = std::chrono::seconds{2};
}  // namespace

Hub::Hub(Shared& shared)
    : shared_{shared},
      next_key_{shared.storage->resumed().next_game},
      timer_{shared.io},
      sweeper_{shared.io} {}

void Hub::start() {
    if (!shared_.storage->is_shared()) {
        for (int shard = 0; shard < shard_count; ++shard)
            terms_[static_cast<std::size_t>(shard)] =
                Term{shard, shared_.storage->resumed().epoch, 0};
        shards_ = shard_count;
        for (Wake& wake : shared_.storage->wakes())
            put(wake.key, std::move(wake.id), wake.deadline);
    }
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
    if (!row || term(row->key) == nullptr) return nullptr;
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
    if (deadline) *deadline -= game.base();  // on the server's own clock, as all of due_
    const auto old = when_.find(game.key());
    if (old != when_.end()) {
        if (old->second == deadline) return;
        due_.erase({old->second, game.key()});
        when_.erase(old);
    }
    if (!deadline || shared_.stopping || game.has_moved()) return;
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
        const GameKey key = first->first.second;
        when_.erase(key);
        due_.erase(first);
        try {
            if (const auto game = find(id)) game->tick();
        } catch (const Unreachable&) {
            put(key, id, shared_.clock.now() + 1000);
        }
    }
    arm();
}

void Hub::sweep() {
    sweeper_.expires_after(sweep_every);
    sweeper_.async_wait([this](boost::system::error_code error) {
        if (error || shared_.stopping) return;
        if (!unwatched_.empty()) wake_later(std::exchange(unwatched_, {}));
        const Millis now = shared_.clock.now();
        std::erase_if(games_, [now](const auto& entry) {
            return entry.second->is_idle() && now - entry.second->last_used() > forget_after;
        });
        shared_.metrics.games_loaded = static_cast<std::int64_t>(games_.size());
        sweep();
    });
}

std::optional<GameKey> Hub::new_key() {
    if (shards_ == 0) return std::nullopt;
    while (term(next_key_) == nullptr) ++next_key_;
    return next_key_++;
}

std::optional<std::string> Hub::elsewhere(std::string_view id) {
    if (!shared_.storage->is_shared() || games_.contains(std::string{id})) return std::nullopt;
    const auto row = shared_.storage->game(id);
    if (!row || term(row->key) != nullptr) return std::nullopt;
    const auto shard = static_cast<std::size_t>(shard_of(row->key));
    if (shard >= owners_.size()) return std::string{};
    const auto node = std::find_if(nodes_.begin(), nodes_.end(), [&](const NodeRow& n) {
        return n.run == owners_[shard] && n.alive;
    });
    // The own run: the news that it is given up is older than the news of who took it.
    if (node == nodes_.end() || node->name == shared_.options.node) return std::string{};
    return node->url;
}

void Hub::moved(Game& game) {
    const auto self = game.shared_from_this();  // forgetting may be the end of it
    schedule(game, std::nullopt);
    game.move_away();
    forget(game.id());
}

void Hub::leases(const LeaseNews& news) {
    owners_ = news.owners.empty() ? owners_ : news.owners;
    nodes_ = news.nodes.empty() ? nodes_ : news.nodes;
    const auto send_away = [this](const std::vector<int>& shards, bool at_once) {
        std::vector<bool> those(shard_count);
        for (const int shard : shards) {
            those[static_cast<std::size_t>(shard)] = true;
            auto& term = terms_[static_cast<std::size_t>(shard)];
            shards_ -= term ? 1 : 0;
            term.reset();
        }
        const auto is_there = [&](GameKey key) {
            return those[static_cast<std::size_t>(shard_of(key))];
        };
        std::vector<std::shared_ptr<Game>> games;
        for (const auto& [id, game] : games_)
            if (is_there(game->key())) games.push_back(game);
        for (const auto& game : games) {
            if (at_once)
                moved(*game);
            else  // what is on its way is told first
                game->when_durable([this, game] {
                    if (!game->has_moved()) moved(*game);
                });
        }
        std::erase_if(due_, [&](const auto& entry) { return is_there(entry.first.second); });
        std::erase_if(when_, [&](const auto& entry) { return is_there(entry.first); });
    };
    if (!news.lost.empty()) send_away(news.lost, true);
    if (!news.give_up.empty()) {
        send_away(news.give_up, false);
        // What was written before is done before; what comes after is refused.
        shared_.storage->release(news.give_up);
    }
    std::vector<int> gained;
    for (const Term& term : news.gained) {
        auto& mine = terms_[static_cast<std::size_t>(term.shard)];
        shards_ += mine ? 0 : 1;
        mine = term;
        gained.push_back(term.shard);
    }
    shared_.metrics.shards = static_cast<std::int64_t>(shards_);
    shared_.metrics.shards_gained += news.gained.size();
    shared_.metrics.shards_lost += news.lost.size();
    if (!gained.empty()) wake_later(gained);
}

void Hub::wake_later(const std::vector<int>& shards) {
    try {
        for (Wake& wake : shared_.storage->wakes(shards))
            if (const Term* mine = term(wake.key); mine != nullptr && !games_.contains(wake.id))
                put(wake.key, std::move(wake.id), wake.deadline - mine->base);
        arm();
    } catch (const Unreachable&) {
        unwatched_.insert(unwatched_.end(), shards.begin(), shards.end());
    }
}

}  // namespace hakam::server

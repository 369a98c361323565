#pragma once

#include <boost/asio/steady_timer.hpp>
#include <map>
#include <unordered_map>

#include "server/game.hpp"

namespace hakam::server {

/// All games: those in memory, and when each of the others has to be looked at.
class Hub {
public:
    explicit Hub(Shared& shared);

    /// Takes note of the deadlines of live games. Cost: one query.
    void start();
    void stop();

    /// The game, taken up from the storage if need be; null if there is none.
    std::shared_ptr<Game> find(std::string_view id);
    GameKey new_key() { return next_key_++; }
    void add(const std::shared_ptr<Game>& game);
    void forget(const std::string& id);
    /// Wakes the game at a play time; nothing: not by itself.
    void schedule(const Game& game, std::optional<Millis> deadline);

    template <class Function>
    void each(Function&& function) {
        for (auto& [id, game] : games_) function(*game);
    }
    std::size_t loaded() const noexcept { return games_.size(); }

private:
    void arm();
    void wake_due();
    void sweep();
    void put(GameKey key, std::string id, Millis deadline);

    Shared& shared_;
    std::unordered_map<std::string, std::shared_ptr<Game>> games_;
    std::map<std::pair<Millis, GameKey>, std::string> due_;
    std::unordered_map<GameKey, Millis> when_;
    GameKey next_key_;
    boost::asio::steady_timer timer_;
    boost::asio::steady_timer sweeper_;
};

}  // namespace hakam::server

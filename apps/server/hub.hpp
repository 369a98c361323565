#pragma once

#include <boost/asio/steady_timer.hpp>
#include <array>
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
    /// A key of a shard that this server has; nothing if it has none.
    std::optional<GameKey> new_key();
    /// In which this server has the game; null: it has not.
    const Term* term(GameKey key) const {
        const auto& term = terms_[static_cast<std::size_t>(shard_of(key))];
        return term ? &*term : nullptr;
    }
    /// Where the game is if it is not here: an address, or empty when that is not known just now.
    std::optional<std::string> elsewhere(std::string_view id);
    /// Takes note of what this server may do, or may not any more.
    void leases(const LeaseNews& news);
    /// Sends everybody away from a game that this server must not touch any more.
    void moved(Game& game);
    std::size_t shards() const noexcept { return shards_; }
    const std::vector<NodeRow>& nodes() const noexcept { return nodes_; }
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

    void wake_later(const std::vector<int>& shards);

    Shared& shared_;
    std::array<std::optional<Term>, shard_count> terms_{};
    std::size_t shards_ = 0;
    std::vector<std::int64_t> owners_;
    std::vector<NodeRow> nodes_;
    std::vector<int> unwatched_;  ///< shards whose deadlines are not known yet
    std::unordered_map<std::string, std::shared_ptr<Game>> games_;
    std::map<std::pair<Millis, GameKey>, std::string> due_;
    std::unordered_map<GameKey, Millis> when_;
    GameKey next_key_;
    boost::asio::steady_timer timer_;
    boost::asio::steady_timer sweeper_;
};

}  // namespace hakam::server

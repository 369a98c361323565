#pragma once

#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <unordered_map>
#include <vector>

#include "server/board_words.hpp"
#include "server/line_stream.hpp"

/// Where clients of the Board API meet: who listens, who seeks a game, who has challenged whom.
/// Nothing of it is stored: it lives as long as the server and the connections do. Games do not
/// depend on it.
namespace hakam::server {

/// The game that somebody wants.
struct Offer {
    Pace pace;
    bool rated = false;  ///< asked for; games here are not rated
    bool chess960 = false;
    std::string fen;   ///< empty: the array
    std::string laws;  ///< rules of the game: "fide-online", "casual", ...
};

enum class ChallengeStatus : std::uint8_t { created, accepted, declined, canceled };

struct Challenge {
    std::string id;  ///< of the game too, once it is accepted
    AccountRow challenger;
    AccountRow dest;
    Offer offer;
    std::string color = "random";  ///< of the challenger: white, black, random
    std::string final_color;       ///< white or black
    Millis created = 0;            ///< wall
    ChallengeStatus status = ChallengeStatus::created;
    std::string decline_key;
    std::shared_ptr<LineStream> keep_alive;  ///< as long as it is open the challenge lives
};

struct Seek {
    AccountRow account;
    Offer offer;
    std::string color = "random";
    std::shared_ptr<LineStream> stream;
};

class Lobby {
public:
    explicit Lobby(Shared& shared);
    void stop();

    /// An event stream: it is told first what goes on, then what happens.
    void listen(const AccountRow& account, const std::shared_ptr<LineStream>& stream,
                const std::vector<std::shared_ptr<Game>>& games);
    bool is_online(AccountKey account) const { return listeners_.contains(account); }
    std::vector<AccountKey> online() const;

    /// News of games, when they are on disk.
    void started(Game& game);
    void ended(Game& game);

    Challenge& add(Challenge challenge);
    /// Null if there is none; a challenge lives some minutes.
    Challenge* challenge(std::string_view id);
    std::vector<const Challenge*> challenges(AccountKey account, bool incoming) const;
    /// Tells both sides, and forgets it.
    void settle(Challenge& challenge, ChallengeStatus status, const std::string& decline_key);

    /// The seek that can play with `seek`, taken out; nothing: `seek` waits.
    std::optional<Seek> pair(Seek seek);

private:
    void tell(AccountKey account, const json::object& event);
    void expire();
    void arm();

    Shared& shared_;
    boost::asio::steady_timer timer_;
    std::unordered_map<AccountKey, std::vector<std::shared_ptr<LineStream>>> listeners_;
    std::unordered_map<std::string, Challenge> challenges_;
    std::vector<Seek> seeks_;
};

/// `direction` in or out as seen by `to`; empty: not said.
json::object challenge_json(Shared& shared, const Challenge& challenge, std::string_view direction);
/// The sentence for a reason to decline; unknown ones are "generic".
std::string_view decline_reason(std::string_view key);

}  // namespace hakam::server

#pragma once

#include <optional>
#include <vector>

#include "hakam/match/older_game.hpp"
#include "server/game_host.hpp"

namespace hakam::server {

/// A game by the rules of an older game: match::OlderGame behind the server's interface.
class OlderHost final : public GameHost {
public:
    explicit OlderHost(match::OlderGame game) : game_{std::move(game)} {}

    Acted act(Seat seat, const json::object& command, Millis now) override;
    Acted start(Millis now) override;
    Acted tick(Millis now) override;
    /// Nobody loses by going offline; the clock runs.
    Acted presence(Seat seat, bool here, Millis now) override;
    Acted forfeit(Seat loser, const std::string& why, Millis now) override;
    Acted credit(Seat side, Millis amount, Millis now) override;
    Acted take_back(std::size_t ply, Millis now) override;
    Acted abort(Seat seat, Millis now) override;
    std::function<Answer()> open_question() const override { return {}; }
    Acted settle(Answer answer, Millis now) override;
    bool replay(const StoredEvent& event) override;
    void stored_until(std::int64_t last) override;
    std::size_t take_changed_from() override;

    std::optional<Millis> deadline() const override { return match::next_deadline(game_); }
    std::optional<Millis> absence_ends(Seat /*seat*/) const override { return std::nullopt; }
    bool is_over() const override { return game_.over(); }
    bool is_clock_running() const override { return game_.clock.running.has_value(); }
    std::size_t plies() const override { return game_.moves.size(); }
    std::optional<Seat> turn() const override;
    std::optional<Seat> draw_offered_by() const override;
    std::string result() const override;
    std::string reason() const override;

    void write_state(JsonText& out, Seat view, Millis now,
                     const StateExtras& extras) const override;
    void write_moves(JsonText& out, std::size_t from, Seat view) const override;
    bool tells_moves(Seat /*view*/) const override { return true; }
    json::array rulings(std::int64_t after, Seat view) const override;
    json::array penalties() const override { return {}; }
    std::optional<std::string> body(const StoredEvent& event, Seat view) const override;
    std::string pgn(const GameInfo& info, const std::vector<StoredEvent>& log,
                    Seat view) const override;
    EngineTask engine_task(Millis now) const override;

    /// The first event of a game; it changes nothing.
    static StoredEvent created(const GameInfo& info, Millis now);

private:
    struct PlayedMove {
        std::string san;
        Millis elapsed = 0;
        std::optional<Millis> clock;
        bool offer = false;
    };

    Acted play(const match::Command& command, Millis now);
    /// Takes an event into the game and what is told of its moves. Returns: whether it fitted.
    bool take(const match::OlderEvent& event);
    StoredEvent stored(const match::OlderEvent& event) const;
    /// Why it ended and who won, in English.
    std::string sentence() const;
    json::object result_json() const;
    void write_clocks(JsonText& out, Millis now, const StateExtras& extras) const;
    void write_can(JsonText& out, Seat view, bool claims, const StateExtras& extras) const;

    match::OlderGame game_;
    std::vector<PlayedMove> played_;
    std::size_t changed_from_ = 0;
    std::int64_t end_seq_ = 0;  ///< of the event that ended the game; 0: not known yet
};

/// A new game by `info.game`. Errors: settings that do not go with an older game.
Expected<NewHost, Problem> new_older_host(GameInfo& info, Millis now);
Expected<std::unique_ptr<GameHost>, Problem> older_host_to_replay(const GameInfo& info);

/// The older games that two people can play here, for GET /api/config.
json::array older_game_list();

}  // namespace hakam::server

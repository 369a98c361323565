#pragma once

#include <optional>
#include <vector>

#include "hakam/match/live_game.hpp"
#include "server/game_host.hpp"

namespace hakam::server {

/// A game under the Laws: the match room behind the server's interface.
class MatchHost final : public GameHost {
public:
    explicit MatchHost(const GameInfo& info);

    Acted act(Seat seat, const json::object& command, Millis now) override;
    Acted start(Millis now) override;
    Acted tick(Millis now) override;
    Acted presence(Seat seat, bool here, Millis now) override;
    Acted forfeit(Seat loser, const std::string& why, Millis now) override;
    Acted credit(Seat side, Millis amount, Millis now) override;
    Acted take_back(std::size_t ply, Millis now) override;
    Acted abort(Seat seat, Millis now) override;
    std::function<Answer()> open_question() const override;
    Acted settle(Answer answer, Millis now) override;
    bool replay(const StoredEvent& event) override;
    void stored_until(std::int64_t last) override;
    std::size_t take_changed_from() override;

    std::optional<Millis> deadline() const override;
    std::optional<Millis> absence_ends(Seat seat) const override;
    bool is_over() const override { return game_.over(); }
    bool is_clock_running() const override { return game_.state.clock.running.has_value(); }
    std::size_t plies() const override { return moves_.size(); }
    std::optional<Seat> turn() const override;
    std::optional<Seat> draw_offered_by() const override;
    std::string result() const override;
    std::string reason() const override;

    void write_state(JsonText& out, Seat view, Millis now,
                     const StateExtras& extras) const override;
    void write_moves(JsonText& out, std::size_t from, Seat view) const override;
    bool tells_moves(Seat view) const override { return !hides_position(view); }
    json::array rulings(std::int64_t after, Seat view) const override;
    json::array penalties() const override;
    std::optional<std::string> body(const StoredEvent& event, Seat view) const override;
    std::string pgn(const GameInfo& info, const std::vector<StoredEvent>& log,
                    Seat view) const override;
    EngineTask engine_task(Millis now) const override;

    /// Does several commands in a row, all or none. Used for starts that go on from a PGN.
    Acted play(const std::vector<match::Command>& commands, Millis now);
    /// The first event of a game.
    Acted create(const match::GameSettings& settings, Millis now);
    const match::LiveGame& game() const noexcept { return game_; }

private:
    struct PlayedMove {
        Move move;
        std::string san;
        Millis elapsed = 0;
        Millis lag = 0;
        std::optional<Millis> clock;
        bool offer = false;
        std::int64_t seq = 0;
    };
    struct Ruled {
        std::int64_t seq = 0;
        match::Actor by{};
        match::Args args;
        bool end = false;
    };

    /// Whether a sealed move of this event is still in its envelope.
    bool is_closed(const StoredEvent& event) const;
    /// The ruling that waits for a search, if one does.
    const Ruled* waiting_ruling() const;
    bool over_the_board() const { return game_.rules().mode == match::Mode::over_the_board; }
    /// Over the board nobody but the arbiter is told what the automaton makes of the men.
    bool hides_position(Seat view) const {
        return over_the_board() && view != Seat::arbiter && !game_.over();
    }
    Expected<std::vector<match::Command>, Problem> commands_for(Seat seat,
                                                                const json::object& command) const;
    Expected<match::Command, Problem> move_command(match::Actor actor,
                                                   const json::object& command) const;
    Expected<match::Command, Problem> claim_command(match::Actor actor,
                                                    const json::object& command) const;
    Expected<match::Command, Problem> arbiter_command(const json::object& command) const;
    std::optional<Move> read_move(std::string_view text) const;
    std::string uci_of(Move move) const;
    Acted simple(match::EventType type, match::Actor actor, Millis now);
    Acted finish(const match::Events& events);
    void apply(const match::Event& event, Millis lag);
    StoredEvent stored(const match::Event& event) const;
    static std::optional<match::Event> read(const StoredEvent& event,
                                            const std::vector<std::int64_t>& stored_seq);

    json::object result_json() const;
    void write_clocks(JsonText& out, Millis now, Seat view, const StateExtras& extras) const;
    void write_offers(JsonText& out, const StateExtras& extras) const;
    /// Returns: whether there is any.
    bool write_claims(JsonText& out, Seat view) const;
    void write_can(JsonText& out, Seat view, bool claims, const StateExtras& extras) const;

    match::LiveGame game_;
    bool chess960_;
    std::string declared_;  ///< why, when the arbiter ends the game
    std::vector<PlayedMove> moves_;
    std::vector<Ruled> rulings_;
    std::vector<std::int64_t> stored_seq_;  ///< by the match's own numbers, from 1
    std::size_t unnumbered_ = 0;            ///< last events whose stored seq is not known yet
    std::size_t changed_from_ = 0;
    std::optional<json::object> evidence_;
    std::optional<Move> claimed_;  ///< the move written with the last claim of a repetition
};

}  // namespace hakam::server

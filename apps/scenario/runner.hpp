#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "articles.hpp"
#include "hakam/match/live_game.hpp"
#include "scenario.hpp"

namespace hakam::scenario {

// A script speaks of everything that the room match knows, its mechanics of the board included.
using namespace match;          // NOLINT(google-build-using-namespace): see above
using namespace match::detail;  // NOLINT(google-build-using-namespace)

std::vector<FactResult> evaluate_facts(std::string_view text,
                                       const std::vector<Position>& positions,
                                       const std::vector<bool>& legal);

/// Cases of books that have no game going on: equipment, problems, old chess.
/// Errors: a circumstance that the book does not know, located in the row.
Expected<std::optional<Report>> run_special(const Scenario& scenario,
                                                    const MatchRules& rules);

/// "key=value" and single words of a verdict, in order, later ones replacing earlier ones.
class Verdict {
public:
    /// Adds each part of "a=1; b; c=2".
    void add(std::string_view parts);
    /// Adds a word before all others that are no ruling on touch; not if it is there already.
    void add_first(std::string_view word);
    bool has(std::string_view key) const;
    std::string value(std::string_view key) const;
    void drop(std::string_view key);
    std::string text(std::string_view first) const;

private:
    std::vector<std::pair<std::string, std::string>> parts_;
};

/// Plays the tokens of a script, then writes down what became of it.
class Runner {
public:
    Runner(const Scenario& scenario, const MatchRules& rules);
    Expected<Report> run();

private:
    struct Token {
        std::string_view actor;  // empty: none
        std::string_view verb;
        std::string_view arg;
        std::string_view whole;
        bool assistant = false;  // of that player (4.9)
    };
    using Fault = std::optional<Error>;

    // scenario_run.cpp
    Fault begin();
    Fault play_token(const Token& token);
    Fault player_token(Color side, const Token& token);
    Fault player_board_token(Color side, const Token& token, bool& known);
    Fault player_claim_token(Color side, const Token& token, bool& known);
    Fault player_other_token(Color side, const Token& token);
    Fault arbiter_token(const Token& token);
    void third_person_token(const Token& token);
    Fault system_token(const Token& token);
    Fault sig(const Token& token);
    Fault rules_by_article(const Token& token);
    void standing_sig(std::string_view text);
    Fault set_up(const Token& token);
    Fault play_moves(const Token& token);
    Fault times(const Token& token);
    std::optional<Error> lateness(const std::vector<Token>& tokens, std::size_t& next,
                                  const Token* resumption = nullptr);
    bool send(EventType type, Actor actor, Args args = {});
    bool move_by(Color side, std::string_view uci, Hand hand, const Token& token, Fault& fault);
    Fault claim_draw(Color side, const Token& token, bool fifty);
    void take_the_move(Color side);
    void note_touches(Color side);
    Error in_row(Error error, std::size_t column) const;
    Fault bad(const Token& token, std::string expected) const;
    std::optional<Move> legal(std::string_view text) const;

    // scenario_report.cpp
    void settle();
    void read_log();
    void duty_keys();
    void state_keys();
    bool next_asked() const;
    void times_key();
    bool rights_asked() const;
    Report report();

    // scenario_articles.cpp
    std::string promotion_articles(const Position& before, const Position& after, Move move) const;
    std::string move_articles() const;
    void cite_touches();
    void cite_lost_rights();
    std::string deciding_articles();

    const Scenario& scenario_;
    MatchRules rules_;
    LiveGame live_;
    Events log_;
    Milliseconds now_ = 0;
    bool started_ = false;
    bool turn_open_ = false;  // after moves=N
    std::vector<Position> positions_;
    std::vector<bool> legal_;
    std::vector<std::string_view> sigs_;
    std::vector<Token> tokens_;

    Verdict verdict_;
    Cites leading_;               ///< of the question, before what decides it
    Cites asked_;                 ///< of the question, after it
    Cites met_;                   ///< what the acts illustrate if nothing was ruled
    std::string touched_;         ///< of touches before a move, in case they are obeyed
    std::string pause_articles_;  ///< of a player's pause that nobody has answered
    std::vector<std::string> consequences_;
    bool refused_illegal_ = false;
    bool refused_last_ = false;
    std::string refused_by_;  ///< the articles of that refusal
    bool saw_wrong_ = false;  // men stood wrong, and nobody has pressed
    bool wrong_castling_ = false;
    bool inverted_ = false;  // a rook upside down
    bool removed_ = false;
    bool by_parts_ = false;    // the last move was made act by act
    bool replied_ = false;     // the last move was made before the one before it was pressed
    bool late_press_ = false;  // pressed after the opponent's reply
    bool assistant_ = false;
    std::string assisted_;  ///< by which article an assistant may act
    std::optional<Color> wrong_side_;
    bool time_matters_ = false;
    bool both_times_ = false;
    bool adverse_ = false;
    bool ruled_ = false;
    bool moved_last_ = false;
    bool named_promotion_ = false;  // the new piece came with the whole move
    bool bare_answer_ = false;      // verdict without "*": the arbiter's fault alone
    std::optional<Move> last_move_;
    std::optional<Color> last_pause_;
    bool asked_forbidden_ = false;
    bool moves_after_irregular_ = false;
};

}  // namespace hakam::scenario

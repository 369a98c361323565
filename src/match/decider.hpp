#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "apply.hpp"
#include "articles.hpp"
#include "hakam/laws/law_book.hpp"

namespace hakam::match::detail {

/// On which men the book is asked.
enum class On : std::uint8_t {
    board,     ///< as they stand, also after an illegal act that nobody has ruled on
    official,  ///< of the last move that counts
};

/// Plays one command through a copy of the game's small state; the moves are only looked at.
/// Everything that happens goes through emit(), so that what decide() foresees is what evolve()
/// will do.
class Decider {
public:
    Decider(const LiveGame& game, const Command& command, Milliseconds now,
            const RulingBudget& budget);
    Expected<Events, Refusal> run();

private:
    using Answer = std::optional<Refusal>;  // why nothing happens

    // decide.cpp
    Answer dispatch();
    std::uint32_t emit(EventType type, Actor actor, Args args = {}, std::uint32_t ref = 0);
    std::uint32_t record();  ///< the command itself, as an event
    Answer refuse(RefusalCode code, std::string why, std::string articles = {}) const;
    void due();  ///< flags and windows that have run out
    void end(Result result, Reason reason, std::string_view articles,
             std::shared_ptr<const laws::Verdict> verdict = nullptr);
    /// What the book says of an incident; nothing is decided here.
    laws::Verdict asked(const laws::Incident& incident, On on = On::board) const;
    /// Does what a verdict says: ends the game, or refers it if a search did not decide. `cites`:
    /// what led to it.
    void conclude(laws::Verdict verdict, Cites cites = {});
    std::string in_edition(const std::string& articles) const;
    bool ended() const noexcept { return live_.over(); }
    std::optional<Color> actor_side() const noexcept { return side_of(command_.actor); }
    bool by_arbiter() const noexcept {
        return command_.actor == Actor::arbiter || command_.actor == Actor::system;
    }
    const MatchRules& rules() const noexcept { return live_.rules(); }
    const laws::Rules& law() const noexcept { return rules().law.rules(); }

    // decide_board.cpp
    Answer board_act();
    Answer touch_act();
    Answer refuse_illegal_online() const;
    void look_at_board(Color c);
    void made(Color c, Move move, bool lawful);
    void irregular_reply(Color c);
    laws::Verdict natural_end() const;
    void end_naturally(laws::Verdict verdict);
    void end_if_over();
    std::string_view standing_act_articles() const;
    Answer press();
    void complete(Color c);
    void irregularity(Finding finding, Color side, std::optional<Move> move = std::nullopt,
                      std::string_view articles = {});
    std::optional<Move> unexchanged_pawn() const;
    Answer announce();
    void play_premove();

    // decide_rulings.cpp
    void rule_flag(Color fallen, laws::FlagCaller by);
    void rule(const OpenFinding& finding, Color claimant, bool asked);
    void rule_illegal(const OpenFinding& finding, bool asked);
    Cites illegal_articles(const OpenFinding& finding, const laws::Verdict& verdict) const;
    void put_right(const OpenFinding& finding);
    bool silent() const;
    bool in_quickplay_finish(Color side) const;
    void rule_touch(const OpenFinding& finding, bool asked);
    void rule_setup(const OpenFinding& finding);
    void rule_conduct(const OpenFinding& finding, bool asked);
    bool window_open(const OpenFinding& finding) const;
    std::uint32_t ruling(RulingKind kind, std::optional<Color> side, std::string_view articles,
                         std::string text, std::uint32_t ref = 0,
                         std::shared_ptr<const laws::Verdict> verdict = nullptr);
    void give_time(Color to, Milliseconds amount, std::string_view what = {});
    void warn(Color side, std::string_view articles, std::string text = {}, std::uint32_t ref = 0);
    void halt();                             ///< both clocks, for a ruling
    void go_on();                            ///< starts them again
    void class_articles(Cites& cites) const;  ///< A.4, B.2, B.3 of the present regime
    const OpenFinding* last_finding(std::optional<Color> side, bool illegal_only) const;

    // decide_draw_claims.cpp
    Answer claim_draw();
    laws::ClaimMoment claim_moment(Color claimant) const;
    void claim_fails(const laws::Claim& claim, Cites cites, const Args& args, std::uint32_t ref);

    // decide_claims.cpp
    const OpenFinding* two_hands_of(Color side) const;
    Answer claim_flag();
    Answer claim_illegal();
    Answer claim_touch();
    Answer claim_normal_means();
    Answer ask_increment();
    Answer claim_setup();
    Answer answer_claim();

    // decide_offers.cpp
    Answer offer_draw();
    Answer accept_draw();
    Answer other_offer_acts();
    bool agreement_allowed() const;
    Answer resign();

    // decide_arbiter.cpp
    Answer arbiter_act();
    Answer arbiter_sees();
    Answer penalise();

    // decide_adjournment.cpp
    Answer adjournment_act();
    void resume_adjourned();
    void open_sealed(bool stated);
    bool sealed_move_ends_game() const;
    bool late_at_resumption() const;
    void default_at_resumption();

    // decide_people.cpp
    Answer person_act();
    Answer conduct();
    bool must_record(Color c) const;
    bool written_too_soon(Color writer) const;
    Answer call_arbiter();
    Answer sign();

    const LiveGame& before_;
    const Command& command_;
    const RulingBudget& budget_;
    Milliseconds now_;
    LiveGame live_;
    Events out_;
};

Result result_of(const laws::Verdict& verdict) noexcept;
/// FEN with the double-step square, so that reading it gives the same position.
std::string position_text(const Position& position);
/// Both kings in check, or a pawn on its last rank (A.5.4).
bool shows_illegal_pattern(const Board& board);
bool is_illegal_act(Finding finding) noexcept;

}  // namespace hakam::match::detail

#include "hakam/laws/law_book.hpp"

namespace hakam::laws {
namespace {

Verdict over(const Game& game, Color side, Outcome outcome, Reason reason) {
    Verdict verdict;
    verdict.standing = Standing::over;
    verdict.outcome = outcome;
    verdict.reason = reason;
    verdict.side = side;
    verdict.to_move = game.current().turn();
    verdict.evidence.halfmove_clock = game.halfmove_clock();
    return verdict;
}

/// The search did not tell whether the opponent can mate: the result is left open. Nobody guesses.
Verdict undecided(const Game& game, Color side, Reason loss) {
    Verdict verdict = over(game, side, Outcome::draw, loss);
    verdict.standing = Standing::ongoing;
    verdict.outcome.reset();
    verdict.certainty = Decision::unknown;
    return verdict;
}

/// The loss of `side`, or a draw if its opponent could not mate by any series of legal moves.
Verdict lost_unless_cannot_mate(const Game& game, Color side, Reason loss, Reason draw,
                                const Budget& budget, const MateProof* known = nullptr) {
    Winnable answer = known != nullptr && known->side == ~side
                          ? known->answer
                          : winnable(game.current(), ~side, budget);
    Verdict verdict = answer.decision == Decision::no    ? over(game, side, Outcome::draw, draw)
                      : answer.decision == Decision::yes ? over(game, side, win_for(~side), loss)
                                                         : undecided(game, side, loss);
    verdict.evidence.proofs.push_back({~side, std::move(answer)});
    return verdict;
}

bool only(const Position& position, Color c, PieceType type, int count) {
    return position.men(c).size() == 1 + count && position.men(c, type).size() == count;
}

/// US Chess 14E: which of its cases names the men of the player who did not overstep.
std::optional<ArticleId> named_material(const Position& position, Color winner) {
    if (position.men(winner).size() == 1) return art::uscf_bare_king;
    if (only(position, winner, PieceType::bishop, 1) ||
        only(position, winner, PieceType::knight, 1))
        return art::uscf_minor_piece;
    if (only(position, winner, PieceType::knight, 2)) return art::uscf_two_knights;
    return std::nullopt;
}

/// The loss of `side` under US Chess, or a draw if the opponent has too little to win.
Verdict us_chess_loss(const Game& game, Color side, Reason loss, Reason draw, Reason too_little,
                      const Rules& rules, const Budget& budget) {
    MatingMaterial test = mating_material(game.current(), ~side, budget);
    // A forced win that was not found is none: who claims the win has to show it.
    const bool drawn = test.can_win == Decision::no ||
                       (test.can_win == Decision::unknown && !test.proof.has_value());
    Verdict verdict = drawn ? over(game, side, Outcome::draw, test.proof ? draw : too_little)
                      : test.can_win == Decision::yes ? over(game, side, win_for(~side), loss)
                                                      : undecided(game, side, loss);
    if (test.can_win == Decision::unknown) verdict.certainty = Decision::unknown;
    if (!drawn)
        verdict.citations.push_back(
            {loss == Reason::flag_fall ? rules.basis.time_forfeit : rules.basis.illegal_act});
    if (drawn && test.proof)
        verdict.citations.push_back({rules.basis.dead_position});
    else if (test.article)
        verdict.citations.push_back({*test.article});
    if (test.proof) verdict.evidence.proofs.push_back({~side, std::move(*test.proof)});
    return verdict;
}

Verdict flag(const Game& game, Color side, const Rules& rules, const Budget& budget,
             const MateProof* known) {
    if (rules.time_forfeit == TimeForfeit::us_chess)
        return us_chess_loss(game, side, Reason::flag_fall, Reason::flag_fall_cannot_mate,
                             Reason::flag_fall_insufficient, rules, budget);
    Verdict verdict = rules.time_forfeit == TimeForfeit::always_loses
                          ? over(game, side, win_for(~side), Reason::flag_fall)
                          : lost_unless_cannot_mate(game, side, Reason::flag_fall,
                                                    Reason::flag_fall_cannot_mate, budget, known);
    verdict.citations.push_back({rules.basis.time_forfeit});
    if (rules.basis.flag_procedure) verdict.citations.push_back({*rules.basis.flag_procedure});
    return verdict;
}

Verdict resignation(const Game& game, Color side, const Rules& rules, const Budget& budget,
                    const MateProof* known) {
    Verdict verdict = rules.resignation == MateException::none
                          ? over(game, side, win_for(~side), Reason::resignation)
                          : lost_unless_cannot_mate(game, side, Reason::resignation,
                                                    Reason::resignation_cannot_mate, budget, known);
    verdict.citations.push_back({rules.basis.resignation});
    // An exception that the book of the basis does not know comes from the Laws themselves.
    if (verdict.reason == Reason::resignation_cannot_mate &&
        rules.basis.resignation != art::resignation)
        verdict.citations.push_back({art::resignation});
    return verdict;
}

/// `judged` is the standing of the game without the illegal act.
Verdict illegal_act(Verdict judged, const Game& game, const IllegalAct& act, const Rules& rules,
                    const Budget& budget) {
    const bool loses = rules.illegal_acts_to_lose > 0 && act.count >= rules.illegal_acts_to_lose;
    // In US blitz the opponent must have mating material.
    if (loses && rules.time_forfeit == TimeForfeit::us_chess)
        return us_chess_loss(game, act.side, Reason::illegal_moves,
                             Reason::illegal_moves_cannot_mate, Reason::illegal_moves_cannot_mate,
                             rules, budget);
    Verdict verdict = loses ? lost_unless_cannot_mate(game, act.side, Reason::illegal_moves,
                                                      Reason::illegal_moves_cannot_mate, budget)
                            : std::move(judged);
    if (!loses) {
        verdict.reason = Reason::illegal_move;
        verdict.side = act.side;
        verdict.citations.clear();
        if (rules.illegal_act_penalty.count() > 0)
            verdict.penalty = TimePenalty{~act.side, rules.illegal_act_penalty};
    }
    verdict.citations.push_back({rules.basis.illegal_act});
    if (!loses && rules.basis.penalty_time)
        verdict.citations.push_back({*rules.basis.penalty_time});
    return verdict;
}

Verdict agreement(Verdict judged, const Game& game, const Rules& rules) {
    // Both players must have made a move (5.2.3). What the number of the move and the turn of a
    // later start say was made before it counts.
    const Position& start = game.start();
    const bool both_moved = start.fullmove_number().value > 1 ||
                            game.plies() + (start.turn() == Color::black ? 1 : 0) >= 2;
    if (!both_moved) return judged;
    Verdict verdict = std::move(judged);
    verdict.standing = Standing::over;
    verdict.outcome = Outcome::draw;
    verdict.reason = Reason::agreement;
    verdict.citations.clear();
    verdict.citations.push_back({rules.basis.agreement});
    return verdict;
}

Verdict disconnection(const Game& game, Color side, const Rules& rules, const Budget& budget) {
    Verdict verdict = lost_unless_cannot_mate(game, side, Reason::disconnection,
                                              Reason::disconnection_cannot_mate, budget);
    verdict.citations.push_back({rules.basis.disconnection});
    return verdict;
}

}  // namespace

MatingMaterial mating_material(const Position& position, Color winner, const Budget& budget) {
    MatingMaterial test;
    test.article = named_material(position, winner);
    // Two knights are too little only against a side without pawns.
    const bool exempt =
        test.article == art::uscf_two_knights && !position.men(~winner, PieceType::pawn).empty();
    if (!test.article || exempt) {
        // A side that no series of legal moves lets mate cannot win either (14D).
        test.proof = winnable(position, winner, budget);
        test.can_win = test.proof->decision;
    } else {
        test.can_win = *test.article == art::uscf_bare_king ? Decision::no
                                                            : forced_mate(position, winner, budget);
    }
    return test;
}

Verdict LawBook::rule(const Game& game, const Incident& incident, const Budget& budget) const {
    Verdict judged = judge(game, budget);
    if (judged.standing == Standing::over) return judged;
    return ruling(std::move(judged), game, incident, budget, nullptr);
}

Verdict LawBook::ruling(Verdict judged, const Game& game, const Incident& incident,
                        const Budget& budget, const MateProof* known) const {
    if (const auto* fall = std::get_if<FlagFall>(&incident))
        return flag(game, fall->side, rules_, budget, known);
    if (const auto* resigned = std::get_if<Resignation>(&incident))
        return resignation(game, resigned->side, rules_, budget, known);
    if (const auto* act = std::get_if<IllegalAct>(&incident))
        return illegal_act(std::move(judged), game, *act, rules_, budget);
    if (const auto* gone = std::get_if<Disconnection>(&incident))
        return disconnection(game, gone->side, rules_, budget);
    return agreement(std::move(judged), game, rules_);
}

Verdict LawBook::won_by_incident(const Incident& incident, const Verdict& judged) const {
    Verdict verdict = judged;
    verdict.citations.clear();
    verdict.standing = Standing::over;
    if (const auto* fall = std::get_if<FlagFall>(&incident)) {
        verdict.side = fall->side;
        verdict.reason = Reason::flag_fall;
        verdict.citations.push_back({rules_.basis.time_forfeit});
        if (rules_.basis.flag_procedure)
            verdict.citations.push_back({*rules_.basis.flag_procedure});
    } else if (const auto* resigned = std::get_if<Resignation>(&incident)) {
        verdict.side = resigned->side;
        verdict.reason = Reason::resignation;
        verdict.citations.push_back({rules_.basis.resignation});
    }
    if (verdict.side) verdict.outcome = win_for(~*verdict.side);
    return verdict;
}

}  // namespace hakam::laws

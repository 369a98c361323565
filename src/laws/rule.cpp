#include "hakam/laws/law_book.hpp"

namespace hakam::laws {
namespace {

void cite(Verdict& verdict, std::optional<ArticleId> article) {
    if (!article || verdict.citations.size() == verdict.citations.capacity()) return;
    for (const Citation citation : verdict.citations)
        if (citation.id == *article) return;
    verdict.citations.push_back({*article});
}

/// Nothing has ended the game.
Verdict standing_of(const Position& position) {
    Verdict verdict;
    verdict.to_move = position.turn();
    verdict.evidence.halfmove_clock = position.halfmove_clock();
    return verdict;
}

Verdict over(const Position& position, std::optional<Color> side, Outcome outcome, Reason reason) {
    Verdict verdict = standing_of(position);
    verdict.standing = Standing::over;
    verdict.outcome = outcome;
    verdict.reason = reason;
    verdict.side = side;
    return verdict;
}

/// An end without an outcome.
Verdict over(const Position& position, std::optional<Color> side, Special special, Reason reason) {
    Verdict verdict = over(position, side, Outcome::draw, reason);
    verdict.outcome.reset();
    verdict.special = special;
    return verdict;
}

/// The search did not tell whether the opponent can mate: the result is left open. Nobody guesses.
Verdict undecided(const Position& position, Color side, Reason loss) {
    Verdict verdict = standing_of(position);
    verdict.reason = loss;
    verdict.side = side;
    verdict.certainty = Decision::unknown;
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

/// The three ways in which a loss may come out.
struct Ways {
    Reason loss{};
    Reason draw{};        ///< the opponent cannot mate
    Reason too_little{};  ///< US Chess: too little material and no forced win
};

/// US Chess 14D, 14E.
Verdict lost_by_material(const Position& position, Color side, const Ways& ways,
                         std::optional<ArticleId> ground, const Rules& rules,
                         const Budget& budget) {
    MatingMaterial test = mating_material(position, ~side, budget);
    Verdict verdict = test.can_win == Decision::yes
                          ? over(position, side, win_for(~side), ways.loss)
                      : test.can_win == Decision::no
                          ? over(position, side, Outcome::draw,
                                 test.proof ? ways.draw : ways.too_little)
                          : undecided(position, side, ways.loss);
    if (test.can_win != Decision::no) cite(verdict, ground);
    if (test.can_win == Decision::no && test.proof)
        cite(verdict, rules.basis.dead_position);
    else
        cite(verdict, test.article);
    if (test.proof) verdict.evidence.proofs.push_back({~side, std::move(*test.proof)});
    return verdict;
}

/// The loss of `side`, or the draw that the test makes of it.
Verdict lost(const Position& position, Color side, MateTest test, const Ways& ways,
             std::optional<ArticleId> ground, const Rules& rules, const Budget& budget,
             const MateProof* known) {
    switch (test) {
        case MateTest::material:
            return lost_by_material(position, side, ways, ground, rules, budget);
        case MateTest::bare_king: {
            const bool bare = position.men(~side).size() == 1;
            Verdict verdict = bare ? over(position, side, Outcome::draw, ways.draw)
                                   : over(position, side, win_for(~side), ways.loss);
            cite(verdict, ground);
            return verdict;
        }
        case MateTest::any_series: {
            Winnable answer = known != nullptr && known->side == ~side
                                  ? known->answer
                                  : winnable(position, ~side, budget);
            Verdict verdict = answer.decision == Decision::no
                                  ? over(position, side, Outcome::draw, ways.draw)
                              : answer.decision == Decision::yes
                                  ? over(position, side, win_for(~side), ways.loss)
                                  : undecided(position, side, ways.loss);
            verdict.evidence.proofs.push_back({~side, std::move(answer)});
            cite(verdict, ground);
            return verdict;
        }
        case MateTest::none:
            break;
    }
    Verdict verdict = over(position, side, win_for(~side), ways.loss);
    if (known != nullptr) verdict.evidence.proofs.push_back(*known);  // asked for another reason
    cite(verdict, ground);
    return verdict;
}

/// A ruling on one kind of incident each, by a book, in a position that has not ended the game.
class Ruler {
public:
    Ruler(const Position& position, const Rules& rules, const Budget& budget,
          const MateProof* known)
        : position_{position}, rules_{rules}, budget_{budget}, known_{known} {}

    Verdict operator()(const FlagFall& fall) const {
        constexpr Ways ways{Reason::flag_fall, Reason::flag_fall_cannot_mate,
                            Reason::flag_fall_insufficient};
        Verdict verdict = loss(fall.side, rules_.flag_test, ways, basis().time_forfeit);
        if (fall.by == FlagCaller::unknown || fall.by == FlagCaller::claim)
            cite(verdict, basis().flag_claimed);
        else if (fall.by == FlagCaller::arbiter)
            cite(verdict, basis().flag_called);
        return verdict;
    }

    Verdict operator()(const BothFlags& flags) const {
        // US Chess draws whichever fell first; the Laws do if that is not known.
        if (flags.first && rules_.flag_test != MateTest::material) {
            Verdict verdict = (*this)(FlagFall{*flags.first, FlagCaller::arbiter});
            return verdict;
        }
        Verdict verdict = over(position_, std::nullopt, Outcome::draw, Reason::both_flags);
        cite(verdict, basis().both_flags);
        return verdict;
    }

    Verdict operator()(const Resignation& resigned) const {
        constexpr Ways ways{Reason::resignation, Reason::resignation_cannot_mate,
                            Reason::resignation_cannot_mate};
        Verdict verdict = loss(resigned.side, rules_.resign_test, ways, basis().resignation);
        // An exception that the book of the basis does not know comes from the Laws themselves; the
        // same article says so where there is none.
        if (verdict.reason == Reason::resignation_cannot_mate ||
            rules_.resign_test == MateTest::none)
            cite(verdict, basis().resignation_exception);
        return verdict;
    }

    Verdict operator()(const IllegalAct& act) const {
        const bool quickplay = act.in_quickplay_finish;
        const int limit = quickplay && rules_.quickplay_acts_to_lose > 0
                              ? rules_.quickplay_acts_to_lose
                              : rules_.illegal_acts_to_lose;
        const auto time = quickplay && rules_.quickplay_act_penalty.count() > 0
                              ? rules_.quickplay_act_penalty
                              : rules_.illegal_act_penalty;
        if (limit > 0 && act.count >= limit) {
            constexpr Ways first{Reason::illegal_move, Reason::illegal_move_cannot_mate,
                                 Reason::illegal_move_cannot_mate};
            constexpr Ways later{Reason::illegal_moves, Reason::illegal_moves_cannot_mate,
                                 Reason::illegal_moves_cannot_mate};
            Verdict verdict = loss(act.side, rules_.illegal_test, limit == 1 ? first : later,
                                   basis().illegal_act);
            cite(verdict, basis().illegal_class);
            return verdict;
        }
        Verdict verdict = standing_of(position_);
        verdict.reason = Reason::illegal_move;
        verdict.side = act.side;
        cite(verdict, basis().illegal_act);
        cite(verdict, basis().illegal_class);
        cite(verdict, basis().illegal_claimed);
        if (time.count() > 0) {
            verdict.penalty = TimePenalty{~act.side, time};
            cite(verdict, basis().penalty_time);
        }
        return verdict;
    }

    Verdict operator()(const Disconnection& gone) const {
        constexpr Ways ways{Reason::disconnection, Reason::disconnection_cannot_mate,
                            Reason::disconnection_cannot_mate};
        return loss(gone.side, MateTest::any_series, ways, basis().disconnection);
    }

    Verdict operator()(const Agreement& /*unused*/) const {
        Verdict verdict = over(position_, std::nullopt, Outcome::draw, Reason::agreement);
        cite(verdict, basis().agreement);
        return verdict;
    }

    Verdict operator()(const DefaultTime& late) const {
        Verdict verdict =
            late.side ? over(position_, late.side, win_for(~*late.side), Reason::default_time)
                      : over(position_, std::nullopt, Special::both_lose, Reason::default_time);
        cite(verdict, late.session == Session::start ? basis().default_time
                                                     : basis().default_resumption);
        return verdict;
    }

    Verdict operator()(const DeviceFound& found) const {
        constexpr Ways ways{Reason::device, Reason::device_cannot_win, Reason::device_cannot_win};
        return loss(found.side, rules_.device_test, ways, basis().device);
    }

    Verdict operator()(const IllegalPosition& /*unused*/) const {
        Verdict verdict = over(position_, std::nullopt, Outcome::draw, Reason::illegal_position);
        cite(verdict, basis().illegal_position);
        return verdict;
    }

    Verdict operator()(const WrongStart& start) const {
        const bool array = start.kind == WrongStartKind::array;
        Verdict verdict = over(position_, std::nullopt, Special::cancelled,
                               array ? Reason::initial_position : Reason::colours);
        cite(verdict, array ? basis().wrong_start : basis().wrong_colours);
        return verdict;
    }

    Verdict operator()(const BadSealedMove& sealed) const {
        constexpr Ways ways{Reason::bad_sealed_move, Reason::bad_sealed_move_cannot_mate,
                            Reason::bad_sealed_move_cannot_mate};
        Verdict verdict = loss(sealed.side, rules_.flag_test, ways,
                               sealed.fault == SealedFault::ambiguous ? basis().sealed_move
                               : sealed.fault == SealedFault::meaningless
                                   ? basis().sealed_move_meaningless
                                   : basis().sealed_move_illegal);
        if (verdict.reason == Reason::bad_sealed_move_cannot_mate)
            cite(verdict, basis().time_forfeit);
        return verdict;
    }

    Verdict operator()(const NormalMeans& claim) const {
        const bool upheld = claim.answer == ClaimAnswer::upheld;
        const bool chances = rules_.flag_test == MateTest::material;
        Verdict verdict =
            upheld ? over(position_, claim.claimant, Outcome::draw,
                          chances ? Reason::insufficient_losing_chances : Reason::normal_means)
                   : over(position_, claim.claimant, Special::referred,
                          Reason::normal_means_referred);
        cite(verdict, upheld ? basis().normal_means : basis().normal_means_referred);
        return verdict;
    }

    Verdict operator()(const SignedResult& result) const {
        Verdict verdict = over(position_, std::nullopt, result.outcome, Reason::signed_result);
        cite(verdict, basis().result_signed);
        return verdict;
    }

private:
    const Basis& basis() const noexcept { return rules_.basis; }
    Verdict loss(Color side, MateTest test, const Ways& ways,
                 std::optional<ArticleId> ground) const {
        return lost(position_, side, test, ways, ground, rules_, budget_, known_);
    }

    const Position& position_;
    const Rules& rules_;
    const Budget& budget_;
    const MateProof* known_;
};

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

Citations LawBook::agreement_refused(const Game& game) const {
    Citations why;
    // What the number of the move and the turn of a later start say was made before it counts.
    const Position& start = game.start();
    const auto before = 2 * (static_cast<std::size_t>(start.fullmove_number().value) - 1) +
                        (start.turn() == Color::black ? 1 : 0);
    const std::size_t plies = before + game.plies();
    const bool too_early = plies < 2 * static_cast<std::size_t>(rules_.agreement_moves);
    const auto cited = rules_.agreement == AgreementRule::allowed
                           ? rules_.basis.agreement
                           : rules_.basis.agreement_restricted;
    if ((too_early || rules_.agreement == AgreementRule::arbiter_only) && cited)
        why.push_back({*cited});
    return why;
}

bool LawBook::counts_as_illegal(IllegalKind kind) const noexcept {
    switch (kind) {
        case IllegalKind::two_hands:
            return rules_.two_hands;
        case IllegalKind::press_without_move:
            return rules_.empty_press;
        case IllegalKind::promotion_unfinished:
            return rules_.unfinished_promotion != UnfinishedPromotion::must_exchange;
        case IllegalKind::move:
        case IllegalKind::king_captured:
            break;
    }
    return true;
}

Verdict LawBook::rule(const Game& game, const Incident& incident, const Budget& budget) const {
    Verdict judged = judge(game, budget);
    if (judged.standing == Standing::over) return judged;
    if (std::holds_alternative<Agreement>(incident) && !agreement_refused(game).empty())
        return judged;
    // A penalty in time leaves the game as it stands.
    Verdict verdict = ruling(game.current(), incident, budget, nullptr);
    if (verdict.reason == Reason::illegal_move && verdict.standing == Standing::ongoing &&
        verdict.certainty == Decision::yes)
        verdict.standing = judged.standing;
    return verdict;
}

Verdict LawBook::rule(const Position& position, const Incident& incident,
                      const Budget& budget) const {
    return ruling(position, incident, budget, nullptr);
}

Verdict LawBook::ruling(const Position& position, const Incident& incident, const Budget& budget,
                        const MateProof* known) const {
    Verdict verdict = std::visit(Ruler{position, rules_, budget, known}, incident);
    add_doubts(verdict);
    return verdict;
}

}  // namespace hakam::laws

#include <algorithm>

#include "hakam/core/attacks.hpp"
#include "hakam/laws/law_book.hpp"
#include "identity.hpp"

namespace hakam::laws {
namespace {

/// Same squares taken by the same colours, whatever men they are.
bool same_outline(const Position& a, const Position& b) noexcept {
    return a.men(Color::white) == b.men(Color::white) && a.men(Color::black) == b.men(Color::black);
}

std::optional<Difference> difference(const Position& earlier, const Position& now) noexcept {
    if (!same_outline(earlier, now) || repeats(earlier, now)) return std::nullopt;
    if (!same_board(earlier, now)) return Difference::men;
    if (earlier.turn() != now.turn()) return Difference::turn;
    if (earlier.castling() != now.castling()) return Difference::castling;
    return Difference::en_passant;
}

void cite(Citations& citations, std::optional<ArticleId> article) {
    if (!article || citations.size() == citations.capacity()) return;
    if (std::find(citations.begin(), citations.end(), Citation{*article}) == citations.end())
        citations.push_back({*article});
}

/// Whether one of the positions that count came about by a double step that could only seem to be
/// answered en passant.
bool seems_en_passant(const Game& game, const std::vector<std::size_t>& plies) noexcept {
    return std::any_of(plies.begin(), plies.end(), [&](std::size_t ply) {
        const Position& p = game.position(ply);
        return p.double_step_square() &&
               !(attacks::pawn(~p.turn(), *p.double_step_square()) &
                 p.men(p.turn(), PieceType::pawn))
                    .empty();
    });
}

}  // namespace

std::vector<LookAlike> look_alikes(const Game& game, std::size_t ply) {
    std::vector<LookAlike> found;
    const Position& now = game.position(ply);
    for (std::size_t i = 0; i < ply; ++i)
        if (const auto why = difference(game.position(i), now)) found.push_back({i, *why});
    return found;
}

bool LawBook::has_right(ClaimMoment moment) const noexcept {
    switch (moment) {
        case ClaimMoment::on_move:
            return true;
        case ClaimMoment::touched:
        case ClaimMoment::move_made:
            return rules_.claim_after_touch;
        case ClaimMoment::not_on_move:
            break;
    }
    return false;
}

void LawBook::count(Claim& claim, const Game& after, const ClaimDetails& details) const {
    const std::size_t ply = after.plies();
    claim.evidence.halfmove_clock = after.halfmove_clock();
    if (claim.kind == ClaimKind::threefold) {
        claim.needed = static_cast<std::size_t>(rules_.claim_occurrences);
        claim.evidence.plies = occurrence_plies(after, ply, rules_.identity);
        if (rules_.identity == Identity::rights) claim.evidence.look_alikes = look_alikes(after, ply);
        claim.count = claim.evidence.plies.size();
        return;
    }
    claim.needed = static_cast<std::size_t>(fifty_limit(after.current()));
    claim.count = after.halfmove_clock().value;
    if (details.demanded && rules_.fifty_demand != Demand::no)
        claim.count = std::min(claim.count, ply - std::min(ply, *details.demanded));
    else if (rules_.fifty_demand == Demand::only)
        claim.count = 0;  // nobody has begun to count
    // Whoever was on the move when the count was full could claim, and then his opponent.
    claim.lapsed = rules_.claim_lapses && claim.count > claim.needed + 1;
}

/// Why the positions that count are the same, and those that only look so are not.
void LawBook::cite_identity(Claim& claim, const Game& after) const {
    for (const LookAlike& other : claim.evidence.look_alikes)
        cite(claim.citations, other.why == Difference::castling ? rules_.basis.same_position_castling
                              : other.why == Difference::en_passant
                                  ? rules_.basis.same_position_en_passant
                                  : rules_.basis.same_position);
    if (seems_en_passant(after, claim.evidence.plies))
        cite(claim.citations, rules_.basis.same_position);
}

Claim LawBook::claim(const Game& game, ClaimKind kind, const ClaimDetails& details,
                     const Budget& budget) const {
    const Basis& basis = rules_.basis;
    const bool threefold = kind == ClaimKind::threefold;
    Claim claim;
    claim.kind = kind;
    claim.intended = details.intended;
    claim.available = (threefold ? rules_.claim_occurrences : rules_.claim_halfmoves) > 0;
    claim.has_right = has_right(details.moment);
    claim.game_over = judge(game, budget).standing == Standing::over;
    Game after = game;
    if (details.intended) after.play_unchecked(*details.intended);
    count(claim, after, details);

    const std::optional<ArticleId> on_board = threefold ? basis.threefold_appeared : basis.fifty_completed;
    const std::optional<ArticleId> with_move = threefold ? basis.threefold_about_to : basis.fifty_about_to;
    if (!claim.available) {
        cite(claim.citations, on_board);
        return claim;
    }
    if (!claim.has_right) {
        cite(claim.citations, threefold ? basis.claim_moment : basis.claim_moment_fifty);
        if (details.moment != ClaimMoment::not_on_move)
            cite(claim.citations, basis.claim_lost_by_touch);
        return claim;
    }
    cite(claim.citations, details.intended ? with_move : on_board);
    if (!threefold && details.demanded) cite(claim.citations, basis.fifty_demanded);
    if (claim.lapsed) cite(claim.citations, basis.claim_lapses);
    const bool may_intend = threefold ? rules_.claim_intended : rules_.fifty_intended;
    const bool final_move = details.intended && !after.current().has_legal_move();
    claim.correct = !claim.game_over && !claim.lapsed && claim.count >= claim.needed &&
                    (!details.intended || may_intend) &&
                    (rules_.claim_with_final_move || !final_move);
    if (threefold) cite_identity(claim, after);
    // Whose move it was after the claimant's own counts for the claimant all the same (9G1).
    const Color claimant =
        details.moment == ClaimMoment::move_made ? ~game.current().turn() : game.current().turn();
    if (claim.correct)
        cite(claim.citations, basis.claim_correct);
    else
        add_cost(claim, claimant);
    add_doubts(claim, details);
    return claim;
}

Claim LawBook::claim_with_illegal_move(const Game& game, ClaimKind kind,
                                       const Budget& budget) const {
    Claim claim = this->claim(game, kind, ClaimDetails{}, budget);
    claim.correct = false;
    claim.count = 0;
    claim.evidence = {};
    if (!claim.available) return claim;
    if (rules_.basis.claim_wrong) claim.citations.clear();
    claim.penalty.reset();
    add_cost(claim, game.current().turn());
    return claim;
}

/// A wrong claim gives the opponent time, in a fast game by its own article (Laws 9.5.3, A.3).
void LawBook::add_cost(Claim& claim, Color claimant) const {
    cite(claim.citations, rules_.basis.claim_wrong);
    if (claim.game_over) return;
    claim.is_offer = rules_.basis.claim_offer && rules_.agreement != AgreementRule::arbiter_only;
    claim.claimant_penalty = rules_.claimant_penalty;
    if (rules_.claim_penalty.count() > 0) {
        claim.penalty = TimePenalty{~claimant, rules_.claim_penalty};
        cite(claim.citations, rules_.basis.penalty_time);
    }
}

std::chrono::milliseconds claimant_loses(ClaimantPenalty penalty, std::chrono::milliseconds left) {
    using std::chrono::minutes;
    const std::chrono::milliseconds half = left / 2;
    switch (penalty) {
        case ClaimantPenalty::none:
        case ClaimantPenalty::unknown:
            break;
        case ClaimantPenalty::three_minutes:
            return minutes{3};
        case ClaimantPenalty::five_minutes:
            return minutes{5};
        case ClaimantPenalty::half_three:
            return std::min<std::chrono::milliseconds>(half, minutes{3});
        case ClaimantPenalty::half_three_floor:
            if (left <= minutes{1}) return {};
            if (left <= minutes{2}) return left - minutes{1};
            return std::min<std::chrono::milliseconds>(half, minutes{3});
    }
    return {};
}

std::vector<Claim> LawBook::claims(const Game& game, std::optional<Move> intended,
                                   const Budget& budget) const {
    std::vector<Claim> correct;
    for (const ClaimKind kind : {ClaimKind::threefold, ClaimKind::fifty}) {
        // The common case without a copy of the game.
        if (!intended && game.halfmove_clock().value < 4) continue;
        if (!intended && kind == ClaimKind::fifty &&
            static_cast<int>(game.halfmove_clock().value) < rules_.claim_halfmoves)
            continue;
        if (!intended && kind == ClaimKind::threefold && rules_.identity == Identity::rights &&
            game.occurrences() < 3)
            continue;
        Claim one = claim(game, kind, intended, budget);
        if (one.correct) correct.push_back(std::move(one));
    }
    return correct;
}

}  // namespace hakam::laws

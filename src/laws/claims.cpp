#include <algorithm>

#include "hakam/laws/law_book.hpp"

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

/// Whether claims follow Article 9; other books have articles of their own.
bool by_the_laws(const Rules& rules) noexcept {
    return article(rules.basis.threefold_appeared).book == "fide";
}

}  // namespace

std::vector<LookAlike> look_alikes(const Game& game, std::size_t ply) {
    std::vector<LookAlike> found;
    const Position& now = game.position(ply);
    for (std::size_t i = 0; i < ply; ++i)
        if (const auto why = difference(game.position(i), now)) found.push_back({i, *why});
    return found;
}

Claim LawBook::claim(const Game& game, ClaimKind kind, std::optional<Move> intended,
                     const Budget& budget) const {
    Game after = game;
    if (intended) after.play_unchecked(*intended);
    const std::size_t ply = after.plies();

    Claim claim;
    claim.kind = kind;
    claim.intended = intended;
    claim.game_over = judge(game, budget).standing == Standing::over;
    claim.evidence.halfmove_clock = after.halfmove_clock();
    int limit = 0;
    if (kind == ClaimKind::threefold) {
        limit = rules_.claim_occurrences;
        claim.count = static_cast<std::size_t>(after.occurrences());
        claim.evidence.plies = after.occurrence_plies(ply);
        claim.evidence.look_alikes = look_alikes(after, ply);
        claim.citations.push_back(
            {intended ? rules_.basis.threefold_about_to : rules_.basis.threefold_appeared});
    } else {
        limit = rules_.claim_halfmoves;
        claim.count = after.halfmove_clock().value;
        claim.citations.push_back(
            {intended ? rules_.basis.fifty_about_to : rules_.basis.fifty_completed});
    }
    claim.available = limit > 0;
    const bool final_move = intended && !after.current().has_legal_move();
    claim.correct = !claim.game_over && limit > 0 &&
                    claim.count >= static_cast<std::size_t>(limit) &&
                    (rules_.claim_with_final_move || !final_move);
    if (!claim.available) {
        claim.citations.clear();
        claim.citations.push_back({kind == ClaimKind::threefold ? rules_.basis.threefold_appeared
                                                                : rules_.basis.fifty_completed});
        return claim;
    }
    if (kind == ClaimKind::threefold && by_the_laws(rules_)) {
        for (const LookAlike& other : claim.evidence.look_alikes) {
            const Citation why{other.why == Difference::castling     ? art::same_position_castling
                               : other.why == Difference::en_passant ? art::same_position_en_passant
                                                                     : art::same_position};
            if (claim.citations.size() < 4 &&
                std::find(claim.citations.begin(), claim.citations.end(), why) ==
                    claim.citations.end())
                claim.citations.push_back(why);
        }
    }
    if (claim.correct && by_the_laws(rules_)) claim.citations.push_back({art::claim_correct});
    if (!claim.correct) add_cost(claim, game.current().turn());
    return claim;
}

Claim LawBook::claim_with_illegal_move(const Game& game, ClaimKind kind,
                                       const Budget& budget) const {
    Claim claim = this->claim(game, kind, std::nullopt, budget);
    claim.correct = false;
    claim.count = 0;
    claim.evidence = {};
    if (!claim.available) return claim;
    if (by_the_laws(rules_)) claim.citations.clear();
    claim.penalty.reset();
    add_cost(claim, game.current().turn());
    return claim;
}

/// A wrong claim gives the opponent time, in a fast game by its own article (Laws 9.5.3, A.3).
void LawBook::add_cost(Claim& claim, Color claimant) const {
    if (by_the_laws(rules_)) claim.citations.push_back({art::claim_wrong});
    if (claim.game_over) return;
    if (rules_.illegal_act_penalty.count() > 0) {
        claim.penalty = TimePenalty{~claimant, rules_.illegal_act_penalty};
        if (rules_.basis.penalty_time) claim.citations.push_back({*rules_.basis.penalty_time});
    }
}

std::vector<Claim> LawBook::claims(const Game& game, std::optional<Move> intended,
                                   const Budget& budget) const {
    std::vector<Claim> correct;
    for (const ClaimKind kind : {ClaimKind::threefold, ClaimKind::fifty}) {
        // The common case without a copy of the game.
        if (!intended && (kind == ClaimKind::threefold ? game.occurrences() < 3
                                                       : game.halfmove_clock().value < 100))
            continue;
        Claim one = claim(game, kind, intended, budget);
        if (one.correct) correct.push_back(std::move(one));
    }
    return correct;
}

}  // namespace hakam::laws

#include <algorithm>
#include <utility>

#include "hakam/core/attacks.hpp"
#include "hakam/core/computed_attacks.hpp"
#include "hakam/game/counted_draw.hpp"
#include "hakam/laws/law_book.hpp"
#include "identity.hpp"

// judge() runs after every move of every game. What it costs in an ordinary middlegame is one move
// generation, the screen seems_alive and a few comparisons; everything else is for positions in
// which a verdict is near.

namespace hakam::laws {

namespace {

/// The men of `side` that may not leave the line to their own king.
Bitboard pinned(const Position& position, Color side) noexcept {
    const Square king = position.king(side);
    const Bitboard queens = position.men(~side, PieceType::queen);
    const Bitboard snipers =
        (attacks::computed::rook(king, {}) & (position.men(~side, PieceType::rook) | queens)) |
        (attacks::computed::bishop(king, {}) & (position.men(~side, PieceType::bishop) | queens));
    Bitboard held;
    for (const Square s : snipers) {
        const Bitboard between = attacks::between(king, s) & position.occupied();
        if (!between.has_many()) held |= between;
    }
    return held & position.men(side);
}

/// Squares that the queens, rooks and knights of `side` attack and that it does not hold, counted
/// up to `enough`. Pinned men do not count: each of these is a legal move if `side` is to move and
/// not in check.
int officers_reach(const Position& position, Color side, int enough) noexcept {
    const Bitboard own = position.men(side);
    const Bitboard occupied = position.occupied();
    const Bitboard free = ~pinned(position, side);
    int squares = 0;
    for (const Square s : position.men(side, PieceType::knight) & free)
        if ((squares += (attacks::knight(s) & ~own).size()) >= enough) return squares;
    for (const Square s :
         (position.men(side, PieceType::rook) | position.men(side, PieceType::queen)) & free)
        if ((squares += (attacks::computed::rook(s, occupied) & ~own).size()) >= enough)
            return squares;
    return squares;
}

/// The same with the bishops.
int reach(const Position& position, Color side, int enough) noexcept {
    int squares = officers_reach(position, side, enough);
    if (squares >= enough) return squares;
    for (const Square s : position.men(side, PieceType::bishop) & ~pinned(position, side))
        squares += (attacks::computed::bishop(s, position.occupied()) & ~position.men(side)).size();
    return squares;
}

}  // namespace

bool seems_alive(const Position& position, const MoveList& moves) noexcept {
    const Color turn = position.turn();
    if (moves.size() < 16 || position.men(turn).size() < 4 || position.men(~turn).size() < 4)
        return false;
    // The side to move has real choice among men that no wall holds, and so has the other.
    int free_moves = 0;
    for (const Move move : moves) {
        const PieceType mover = move.mover();
        if (mover == PieceType::queen || mover == PieceType::rook || mover == PieceType::knight)
            if (++free_moves == 4) break;
    }
    return free_moves == 4 && reach(position, ~turn, 4) >= 4 &&
           !attacks::computed::is_attacked(position.board(), position.king(turn), ~turn);
}

namespace {

void cite(Verdict& verdict, std::optional<ArticleId> article) {
    if (article) verdict.citations.push_back({*article});
}

void end_game(Verdict& verdict, Outcome outcome, Reason reason, std::optional<ArticleId> article) {
    verdict.standing = Standing::over;
    verdict.outcome = outcome;
    verdict.reason = reason;
    cite(verdict, article);
}

/// The side with more on the board: if one can still mate, most likely it, and one is enough.
Color stronger(const Position& position) noexcept {
    const auto worth = [&](Color c) {
        return 9 * position.men(c, PieceType::queen).size() +
               5 * position.men(c, PieceType::rook).size() +
               3 * (position.men(c, PieceType::bishop) | position.men(c, PieceType::knight))
                       .size() +
               2 * position.men(c, PieceType::pawn).size();
    };
    return worth(Color::black) > worth(Color::white) ? Color::black : Color::white;
}

/// Whether some move may lead to a plainly alive position, by the men that it asks for: captures
/// take men away, and only a promotion gives an officer.
bool may_be_alive_in_one(const Position& position, const MoveList& moves) noexcept {
    const Color turn = position.turn();
    const Bitboard officers = position.men(PieceType::queen) | position.men(PieceType::rook) |
                              position.men(PieceType::knight);
    if (position.men(turn).size() < 4 || position.men(~turn).size() < 4 ||
        (officers & position.men(~turn)).empty())
        return false;
    return !((officers | position.men(PieceType::bishop)) & position.men(turn)).empty() ||
           std::any_of(moves.begin(), moves.end(), [](Move m) { return m.is_promotion(); });
}

/// Whether a plainly alive position is one move away: then this one is alive too. Helps where a
/// check leaves few moves.
bool alive_in_one(const Position& position, const MoveList& moves) noexcept {
    if (!may_be_alive_in_one(position, moves)) return false;
    constexpr int tries = 6;
    int left = tries;
    for (const Move move : moves) {
        if (left-- == 0) break;
        const Position next = position.after(move);
        if (seems_alive(next, next.legal_moves())) return true;
    }
    return false;
}

/// The positions that older books name instead of asking who can mate.
bool is_listed_as_dead(const Position& position) noexcept {
    const Bitboard others = position.occupied() & ~position.men(PieceType::king);
    const Bitboard bishops = position.men(PieceType::bishop);
    const Bitboard minors = bishops | position.men(PieceType::knight);
    if (!(others & ~minors).empty()) return false;
    if (others.size() <= 1) return true;
    const auto on_dark = [](Square s) {
        return (static_cast<int>(file_of(s)) + static_cast<int>(rank_of(s))) % 2 == 0;
    };
    return others.size() == 2 && others == bishops &&
           position.men(Color::white, PieceType::bishop).size() == 1 &&
           std::all_of(others.begin(), others.end(),
                       [&](Square s) { return on_dark(s) == on_dark(*others.begin()); });
}

/// Whether neither side can mate (Laws 1.5, 5.2.2); unknown only if neither side is known to be
/// able to mate. `known`: what has been found of one side.
struct DeadAnswer {
    Decision dead = Decision::no;
    std::vector<MateProof> proofs;  ///< of both sides unless the answer is no
};
DeadAnswer ask_if_dead(const Position& position, const MoveList& moves, DeadRule rule,
                       const Budget& budget, DeadTest test, const MateProof* known = nullptr) {
    if (test == DeadTest::skip || rule == DeadRule::none) return {};
    if (rule == DeadRule::list)
        return {is_listed_as_dead(position) ? Decision::yes : Decision::no, {}};
    if (test == DeadTest::screened &&
        (seems_alive(position, moves) || alive_in_one(position, moves)))
        return {};
    DeadAnswer answer;
    for (const Color side : {stronger(position), ~stronger(position)}) {
        Winnable one = known != nullptr && known->side == side ? known->answer
                                                               : winnable(position, side, budget);
        if (one.decision == Decision::yes) return {};
        answer.dead = one.decision == Decision::unknown || answer.dead == Decision::unknown
                          ? Decision::unknown
                          : Decision::yes;
        answer.proofs.push_back({side, std::move(one)});
    }
    return answer;
}

/// Whether the position is dead, with its proofs; a search that did not finish is noted.
bool is_dead(Verdict& verdict, const Position& position, const MoveList& moves, DeadRule rule,
             const Budget& budget, DeadTest test) {
    DeadAnswer answer = ask_if_dead(position, moves, rule, budget, test);
    if (answer.dead == Decision::no) return false;
    if (answer.proofs.empty()) return true;
    if (answer.proofs.front().side == Color::black) std::swap(answer.proofs[0], answer.proofs[1]);
    verdict.evidence.proofs = std::move(answer.proofs);
    if (answer.dead == Decision::yes) return true;
    verdict.certainty = Decision::unknown;
    return false;
}

void add_repetition(Verdict& verdict, const LawBook& book, const Game& game, std::size_t ply) {
    verdict.evidence.plies = occurrence_plies(game, ply, book.rules().identity);
    if (book.rules().identity == Identity::rights)
        verdict.evidence.look_alikes = look_alikes(game, ply);
}

}  // namespace

Verdict LawBook::judge(const Game& game, const Budget& budget, DeadTest test) const {
    return judge_at(game, game.plies(), budget, test);
}

Verdict LawBook::judge_at(const Game& game, std::size_t ply, const Budget& budget,
                          DeadTest test) const {
    const Position& position = game.position(ply);
    Verdict verdict;
    verdict.to_move = position.turn();
    verdict.evidence.halfmove_clock = position.halfmove_clock();

    const MoveList moves = position.legal_moves();
    // The aim of the game (Laws 1.4, 1.4.2): the opponent's king attacked, and no legal move left.
    if (moves.empty()) {
        if (position.is_check())
            end_game(verdict, win_for(~position.turn()), Reason::checkmate, rules_.basis.checkmate);
        else
            end_game(verdict, Outcome::draw, Reason::stalemate, rules_.basis.stalemate);
        add_doubts(verdict);
        return verdict;
    }
    if (is_dead(verdict, position, moves, rules_.dead, budget, test)) {
        end_game(verdict, Outcome::draw, Reason::dead_position, rules_.basis.dead_position);
        add_doubts(verdict);
        return verdict;
    }
    // Nothing is near: a position has stood twice at most, in the sense of every book.
    const auto clock = static_cast<int>(std::min(position.halfmove_clock().value, 1'000'000U));
    if (clock < 4 || (rules_.identity == Identity::rights && clock < rules_.claim_halfmoves &&
                      (rules_.automatic_halfmoves == 0 || clock < rules_.automatic_halfmoves) &&
                      game.occurrences(ply) < 3)) {
        add_doubts(verdict);
        return verdict;
    }
    const int times = occurrences(game, ply);
    const auto reached = [](int count, int limit) { return limit > 0 && count >= limit; };
    if (is_automatic_repetition(game, ply)) {
        if (rules_.automatic_occurrences < 5)
            end_game(verdict, Outcome::draw, Reason::threefold_repetition,
                     rules_.basis.threefold_appeared);
        else
            end_game(verdict, Outcome::draw, Reason::fivefold_repetition, rules_.basis.fivefold);
        add_repetition(verdict, *this, game, ply);
    } else if (reached(clock, rules_.automatic_halfmoves)) {
        if (rules_.automatic_halfmoves < 150)
            end_game(verdict, Outcome::draw, Reason::fifty_moves, rules_.basis.fifty_completed);
        else
            end_game(verdict, Outcome::draw, Reason::seventyfive_moves, rules_.basis.seventyfive);
    } else {
        if (reached(times, rules_.claim_occurrences)) {
            verdict.standing = Standing::claimable;
            verdict.reason = Reason::threefold_repetition;
            cite(verdict, rules_.basis.threefold_appeared);
            add_repetition(verdict, *this, game, ply);
        }
        const int limit = fifty_limit(position);
        const bool lapsed = rules_.claim_lapses && clock > limit + 1;
        if (reached(clock, limit) && rules_.fifty_demand != Demand::only && !lapsed) {
            verdict.standing = Standing::claimable;
            if (verdict.reason == Reason::none) verdict.reason = Reason::fifty_moves;
            cite(verdict, rules_.basis.fifty_completed);
        }
    }
    add_doubts(verdict);
    return verdict;
}

std::size_t LawBook::counted_end(const Game& game) const {
    for (std::size_t ply = 0; ply <= game.plies(); ++ply) {
        const auto clock = game.position(ply).halfmove_clock().value;
        if (is_automatic_repetition(game, ply) ||
            (rules_.automatic_halfmoves > 0 &&
             clock >= static_cast<std::uint32_t>(rules_.automatic_halfmoves)))
            return ply;
    }
    return game.plies() + 1;
}

std::optional<LawBook::End> LawBook::first_end(const Game& game, const Budget& budget,
                                               DeadTest test) const {
    const std::size_t end = counted_end(game);
    // Dead stays dead, so only the last position before that needs the test.
    const std::size_t last = std::min(end, game.plies());
    const Position& final = game.position(last);
    const MoveList moves = final.legal_moves();
    const bool is_checkmate = moves.empty() && final.is_check();
    if (!is_checkmate &&
        (moves.empty() || ask_if_dead(final, moves, rules_.dead, budget, test).dead == Decision::yes))
        return first_dead(game, last, budget, test);
    if (end > game.plies() && !is_checkmate) return std::nullopt;
    return End{last, judge_at(game, last, budget, test)};
}

// Back by growing steps, since games end soon after they are dead, and then by halves.
LawBook::End LawBook::first_dead(const Game& game, std::size_t last, const Budget& budget,
                                 DeadTest test) const {
    const auto is_dead_at = [&](std::size_t ply) {
        const Position& position = game.position(ply);
        return ask_if_dead(position, position.legal_moves(), rules_.dead, budget, test).dead == Decision::yes;
    };
    std::size_t low = 0;
    std::size_t high = last;
    for (std::size_t step = 1; low < high; step *= 2) {
        const std::size_t ply = high > step ? high - step : 0;
        if (!is_dead_at(ply)) {
            low = ply + 1;
            break;
        }
        high = ply;
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (is_dead_at(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return End{low, judge_at(game, low, budget, test)};
}

namespace {

/// Who loses by the incident, if one side may win by it.
std::optional<Color> loser_by(const std::optional<Incident>& incident) noexcept {
    if (!incident) return std::nullopt;
    if (const auto* fall = std::get_if<FlagFall>(&*incident)) return fall->side;
    if (const auto* resigned = std::get_if<Resignation>(&*incident)) return resigned->side;
    return std::nullopt;
}

/// The verdict on a position that nothing has ended.
Verdict ongoing(const Position& position) {
    Verdict verdict;
    verdict.to_move = position.turn();
    verdict.evidence.halfmove_clock = position.halfmove_clock();
    return verdict;
}

}  // namespace

LawBook::Review LawBook::review(const Game& game, const std::optional<Incident>& incident,
                                const Budget& budget) const {
    return review(game.start(), game.moves(), game.current(), game.current().legal_moves(),
                  incident, budget);
}

LawBook::Review LawBook::review(const Position& start, std::span<const Move> moves,
                                const Position& last, const MoveList& legal,
                                const std::optional<Incident>& incident,
                                const Budget& budget) const {
    Review review;
    // The positions between, where they are needed.
    std::optional<Game> built;
    const auto game = [&]() -> const Game& {
        if (!built) {
            built.emplace(start);
            for (const Move move : moves) built->play_unchecked(move);
        }
        return *built;
    };
    // The quick look knows the numbers of today; those of other books are not lower.
    const bool counted =
        rules_.identity == Identity::men || rules_.identity == Identity::series ||
        may_have_counted_draw(start, moves);
    // What the incident says of the winner settles the dead position as well.
    const auto loser = loser_by(incident);
    std::optional<MateProof> known;
    if (loser && !legal.empty() && rules_.dead == DeadRule::any_series) {
        known = MateProof{~*loser, winnable(last, ~*loser, budget)};
        if (known->answer.decision == Decision::yes && !counted) {  // alive to its end
            review.last = ongoing(last);
            add_doubts(review.last);
            review.ruling = ruling(last, *incident, budget, &*known);
            return review;
        }
    }
    if (counted) {
        review.end = first_end(game(), budget);
    } else if (legal.empty() && last.is_check()) {
        Verdict verdict = ongoing(last);
        end_game(verdict, win_for(~last.turn()), Reason::checkmate, rules_.basis.checkmate);
        review.end = End{moves.size(), std::move(verdict)};
    } else if (legal.empty() || ask_if_dead(last, legal, rules_.dead, budget, DeadTest::screened,
                                            known ? &*known : nullptr)
                                        .dead == Decision::yes) {
        review.end = first_dead(game(), moves.size(), budget, DeadTest::screened);
    }
    if (review.end)
        review.last = review.end->verdict;
    else if (counted)
        review.last = judge_at(game(), moves.size(), budget, DeadTest::skip);
    else
        review.last = ongoing(last);
    if (!review.end && incident) {
        if (std::holds_alternative<Agreement>(*incident))
            review.ruling = rule(game(), *incident, budget);
        else
            review.ruling = ruling(last, *incident, budget, known ? &*known : nullptr);
    }
    return review;
}

}  // namespace hakam::laws

#include <algorithm>
#include <utility>

#include "hakam/core/attacks.hpp"
#include "hakam/core/computed_attacks.hpp"
#include "hakam/game/counted_draw.hpp"
#include "hakam/laws/law_book.hpp"

// judge() runs after every move of every game. What it costs in an ordinary middlegame is one move
// generation, the screen plainly_alive and a few comparisons; everything else is for positions in
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

bool plainly_can_mate(const Position& position, const MoveList& moves, Color side) noexcept {
    return officers_reach(position, side, 4) >= 4 && plainly_alive(position, moves);
}

bool plainly_alive(const Position& position, const MoveList& moves) noexcept {
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

void end_game(Verdict& verdict, Outcome outcome, Reason reason, ArticleId article) {
    verdict.standing = Standing::over;
    verdict.outcome = outcome;
    verdict.reason = reason;
    verdict.citations.push_back({article});
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
        if (plainly_alive(next, next.legal_moves())) return true;
    }
    return false;
}

/// The same for one side.
bool plainly_can_mate_in_one(const Position& position, const MoveList& moves, Color side) noexcept {
    if (!may_be_alive_in_one(position, moves)) return false;
    constexpr int tries = 6;
    int left = tries;
    for (const Move move : moves) {
        if (left-- == 0) break;
        const Position next = position.after(move);
        if (plainly_can_mate(next, next.legal_moves(), side)) return true;
    }
    return false;
}

/// Whether neither side can mate (Laws 1.5, 5.2.2); unknown only if neither side is known to be
/// able to mate. `known`: what has been found of one side.
struct DeadAnswer {
    Decision dead = Decision::no;
    std::vector<MateProof> proofs;  ///< of both sides unless the answer is no
};
DeadAnswer ask_if_dead(const Position& position, const MoveList& moves, const Budget& budget,
                       DeadTest test, const MateProof* known = nullptr) {
    if (test == DeadTest::skip) return {};
    if (test == DeadTest::screened &&
        (plainly_alive(position, moves) || alive_in_one(position, moves)))
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
bool is_dead(Verdict& verdict, const Position& position, const MoveList& moves,
             const Budget& budget, DeadTest test) {
    DeadAnswer answer = ask_if_dead(position, moves, budget, test);
    if (answer.dead == Decision::no) return false;
    if (answer.proofs.front().side == Color::black) std::swap(answer.proofs[0], answer.proofs[1]);
    verdict.evidence.proofs = std::move(answer.proofs);
    if (answer.dead == Decision::yes) return true;
    verdict.certainty = Decision::unknown;
    return false;
}

void add_repetition(Verdict& verdict, const Game& game, std::size_t ply) {
    verdict.evidence.plies = game.occurrence_plies(ply);
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
        return verdict;
    }
    if (is_dead(verdict, position, moves, budget, test)) {
        end_game(verdict, Outcome::draw, Reason::dead_position, rules_.basis.dead_position);
        return verdict;
    }
    const int times = game.occurrences(ply);
    const auto clock = static_cast<int>(std::min(position.halfmove_clock().value, 1'000'000U));
    if (times < 3 && clock < 100) return verdict;

    const auto reached = [](int count, int limit) { return limit > 0 && count >= limit; };
    if (reached(times, rules_.automatic_occurrences)) {
        if (rules_.automatic_occurrences < 5)
            end_game(verdict, Outcome::draw, Reason::threefold_repetition,
                     rules_.basis.threefold_appeared);
        else
            end_game(verdict, Outcome::draw, Reason::fivefold_repetition, rules_.basis.fivefold);
        add_repetition(verdict, game, ply);
        return verdict;
    }
    if (reached(clock, rules_.automatic_halfmoves)) {
        if (rules_.automatic_halfmoves < 150)
            end_game(verdict, Outcome::draw, Reason::fifty_moves, rules_.basis.fifty_completed);
        else
            end_game(verdict, Outcome::draw, Reason::seventyfive_moves, rules_.basis.seventyfive);
        return verdict;
    }
    if (reached(times, rules_.claim_occurrences)) {
        verdict.standing = Standing::claimable;
        verdict.reason = Reason::threefold_repetition;
        verdict.citations.push_back({rules_.basis.threefold_appeared});
        add_repetition(verdict, game, ply);
    }
    if (reached(clock, rules_.claim_halfmoves)) {
        verdict.standing = Standing::claimable;
        if (verdict.reason == Reason::none) verdict.reason = Reason::fifty_moves;
        verdict.citations.push_back({rules_.basis.fifty_completed});
    }
    return verdict;
}

std::size_t LawBook::counted_end(const Game& game) const noexcept {
    for (std::size_t ply = 0; ply <= game.plies(); ++ply) {
        const auto times = game.occurrences(ply);
        const auto clock = game.position(ply).halfmove_clock().value;
        if ((rules_.automatic_occurrences > 0 && times >= rules_.automatic_occurrences) ||
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
        (moves.empty() || ask_if_dead(final, moves, budget, test).dead == Decision::yes))
        return first_dead(game, last, budget, test);
    if (end > game.plies() && !is_checkmate) return std::nullopt;
    return End{last, judge_at(game, last, budget, test)};
}

// Back by growing steps, since games end soon after they are dead, and then by halves.
LawBook::End LawBook::first_dead(const Game& game, std::size_t last, const Budget& budget,
                                 DeadTest test) const {
    const auto is_dead_at = [&](std::size_t ply) {
        const Position& position = game.position(ply);
        return ask_if_dead(position, position.legal_moves(), budget, test).dead == Decision::yes;
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
    const MoveList moves = game.current().legal_moves();
    const Ending ending{game.current(), moves, game.plies(),
                        hakam::may_have_counted_draw(game.start(), game.moves()),
                        [&game]() -> const Game& { return game; }};
    return review(ending, incident, budget);
}

LawBook::Review LawBook::review(const Ending& ending, const std::optional<Incident>& incident,
                                const Budget& budget) const {
    const Position& position = ending.last;
    const MoveList& moves = ending.moves;
    Review review;
    // What the incident says of the winner settles the dead position as well.
    const auto loser = loser_by(incident);
    std::optional<MateProof> known;
    if (loser && !moves.empty()) {
        const Color winner = ~*loser;
        bool can_mate = plainly_can_mate(position, moves, winner) ||
                        plainly_can_mate_in_one(position, moves, winner);
        // US Chess asks for more than a possible mate where little is left on the board.
        if (!can_mate && rules_.time_forfeit == TimeForfeit::can_mate) {
            known = MateProof{winner, winnable(position, winner, budget)};
            can_mate = known->answer.decision == Decision::yes;
        }
        if (can_mate) {
            review.last = ongoing(position);
            if (ending.may_have_counted_draw) {
                const Game& game = ending.game();
                const std::size_t end = counted_end(game);
                review.last = judge_at(game, std::min(end, game.plies()), budget, DeadTest::skip);
                if (end <= game.plies()) {
                    review.end = End{end, review.last};
                    return review;
                }
            }
            review.ruling = won_by_incident(*incident, review.last);
            return review;
        }
    }
    if (ending.may_have_counted_draw) {
        review.end = first_end(ending.game(), budget);
    } else if (moves.empty() && position.is_check()) {
        Verdict verdict = ongoing(position);
        end_game(verdict, win_for(~position.turn()), Reason::checkmate, rules_.basis.checkmate);
        review.end = End{ending.plies, std::move(verdict)};
    } else if (moves.empty() ||
               ask_if_dead(position, moves, budget, DeadTest::screened, known ? &*known : nullptr)
                       .dead == Decision::yes) {
        review.end = first_dead(ending.game(), ending.plies, budget, DeadTest::screened);
    }
    if (review.end)
        review.last = review.end->verdict;
    else if (ending.may_have_counted_draw)
        review.last = judge_at(ending.game(), ending.plies, budget, DeadTest::skip);
    else
        review.last = ongoing(position);
    if (!review.end && incident)
        review.ruling = known ? ruling(review.last, ending.game(), *incident, budget, &*known)
                              : rule(ending.game(), *incident, budget);
    return review;
}

}  // namespace hakam::laws

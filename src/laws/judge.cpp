#include <algorithm>

#include "hakam/core/attacks.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/solve/dead_position.hpp"

// judge() runs after every move of every game. What it costs in an ordinary middlegame is one move
// generation, the screen plainly_alive and a few comparisons; everything else is for positions in
// which a verdict is near.

namespace hakam::laws {

namespace {

/// Squares that the queens, rooks and knights of `side` attack and do not themselves stand on,
/// counted up to `enough`.
int reach(const Position& position, Color side, int enough) noexcept {
    const Bitboard own = position.men(side);
    const Bitboard occupied = position.occupied();
    int squares = 0;
    for (const Square s : position.men(side, PieceType::knight))
        if ((squares += (attacks::knight(s) & ~own).size()) >= enough) return squares;
    for (const Square s :
         position.men(side, PieceType::rook) | position.men(side, PieceType::queen))
        if ((squares += (attacks::rook(s, occupied) & ~own).size()) >= enough) return squares;
    for (const Square s : position.men(side, PieceType::bishop))
        if ((squares += (attacks::bishop(s, occupied) & ~own).size()) >= enough) return squares;
    return squares;
}

}  // namespace

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
    return free_moves == 4 && reach(position, ~turn, 4) >= 4 && !position.is_check();
}

namespace {

/// Adds what a search for mate found, and lowers the certainty if it did not finish.
void add_proof(Verdict& verdict, Color side, Winnable&& answer) {
    if (answer.decision == Decision::unknown) verdict.certainty = Decision::unknown;
    verdict.evidence.proofs.push_back({side, std::move(answer)});
}

void end_game(Verdict& verdict, Outcome outcome, Reason reason, ArticleId article) {
    verdict.standing = Standing::over;
    verdict.outcome = outcome;
    verdict.reason = reason;
    verdict.citations.push_back({article});
}

/// Whether the position is dead, with its proofs; a search that did not finish is noted.
bool is_dead(Verdict& verdict, const Position& position, const Budget& budget) {
    DeadPosition answer = dead_position(position, budget);
    if (answer.dead == Decision::no) return false;
    add_proof(verdict, Color::white, std::move(answer.white));
    add_proof(verdict, Color::black, std::move(answer.black));
    if (answer.dead == Decision::yes) return true;
    verdict.certainty = Decision::unknown;
    return false;
}

void add_repetition(Verdict& verdict, const Game& game, std::size_t ply) {
    verdict.evidence.plies = game.occurrence_plies(ply);
    verdict.evidence.look_alikes = look_alikes(game, ply);
}

}  // namespace

Verdict LawBook::judge(const Game& game, const Budget& budget) const {
    return judge_at(game, game.plies(), budget);
}

Verdict LawBook::judge_at(const Game& game, std::size_t ply, const Budget& budget) const {
    const Position& position = game.position(ply);
    Verdict verdict;
    verdict.to_move = position.turn();
    verdict.evidence.halfmove_clock = position.halfmove_clock();

    const MoveList moves = position.legal_moves();
    if (moves.empty()) {
        if (position.is_check())
            end_game(verdict, win_for(~position.turn()), Reason::checkmate, rules_.basis.checkmate);
        else
            end_game(verdict, Outcome::draw, Reason::stalemate, rules_.basis.stalemate);
        return verdict;
    }
    if (!plainly_alive(position, moves) && is_dead(verdict, position, budget)) {
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

std::optional<LawBook::End> LawBook::first_end(const Game& game, const Budget& budget) const {
    // The counters can end a game at any ply; find the first.
    std::size_t end = game.plies() + 1;
    for (std::size_t ply = 0; ply < end; ++ply) {
        const auto times = game.occurrences(ply);
        const auto clock = game.position(ply).halfmove_clock().value;
        if ((rules_.automatic_occurrences > 0 && times >= rules_.automatic_occurrences) ||
            (rules_.automatic_halfmoves > 0 &&
             clock >= static_cast<std::uint32_t>(rules_.automatic_halfmoves)))
            end = ply;
    }
    // Dead stays dead, so only the last position before that needs the test; if it is dead, a
    // search by halves finds the first.
    const std::size_t last = std::min(end, game.plies());
    const auto over_or_dead = [&](std::size_t ply) {
        const Position& position = game.position(ply);
        const MoveList moves = position.legal_moves();
        if (moves.empty()) return true;
        return !plainly_alive(position, moves) && hakam::is_dead(position, budget) == Decision::yes;
    };
    const Position& final = game.position(last);
    if (final.is_checkmate() || !over_or_dead(last)) {
        if (end > game.plies() && !final.is_checkmate()) return std::nullopt;
        return End{last, judge_at(game, last, budget)};
    }
    std::size_t low = 0;
    std::size_t high = last;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (over_or_dead(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return End{low, judge_at(game, low, budget)};
}

}  // namespace hakam::laws

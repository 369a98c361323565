// Bytes as a start, a book of laws and moves: what the book says of each position agrees with the
// board, with a plain count of repetitions and with what it said before.

#include <span>

#include "hakam/laws/describe.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/solve/dead_position.hpp"
#include "property.hpp"

using namespace hakam;
using fuzz::require;

namespace {

Budget small_budget() {
    Budget budget;
    budget.nodes = 2'000;
    return budget;
}

std::size_t plain_count(const Game& game) {
    std::size_t times = 0;
    for (const Position& earlier : game.positions()) times += repeats(earlier, game.current());
    return times;
}

void check_judged(const Game& game, const laws::LawBook& book, const laws::Verdict& verdict) {
    const Position& position = game.current();
    const bool over = verdict.standing == laws::Standing::over;
    require(over == (verdict.outcome.has_value() || verdict.special != laws::Special::none));
    require((verdict.reason == laws::Reason::none) == verdict.citations.empty());
    require((verdict.reason == laws::Reason::checkmate) == position.is_checkmate());
    require((verdict.reason == laws::Reason::stalemate) == position.is_stalemate());
    if (verdict.reason == laws::Reason::checkmate)
        require(verdict.outcome == win_for(~position.turn()));
    const std::size_t times = plain_count(game);
    require(static_cast<std::size_t>(game.occurrences()) == times);
    const laws::Rules& rules = book.rules();
    if (rules.automatic_occurrences > 0 && !rules.automatic_alternate &&
        times >= static_cast<std::size_t>(rules.automatic_occurrences))
        require(over);
    require(!laws::sentence(verdict, laws::Language::uz_cyrl).empty());
    require(laws::sentence(verdict, laws::Language::en).find('{') == std::string::npos);
    const MoveList moves = position.legal_moves();
    if (laws::seems_alive(position, moves))
        require(is_dead(position, small_budget()) != Decision::yes);
    if (over) return;
    for (const laws::ClaimKind kind : {laws::ClaimKind::threefold, laws::ClaimKind::fifty}) {
        const laws::Claim claim = book.claim(game, kind, std::nullopt, small_budget());
        const int limit = kind == laws::ClaimKind::threefold ? rules.claim_occurrences
                                                             : book.fifty_limit(position);
        const bool by_rights = rules.identity == laws::Identity::rights ||
                               rules.identity == laws::Identity::temporary;
        if (kind == laws::ClaimKind::threefold && by_rights) require(claim.count == times);
        if (kind == laws::ClaimKind::fifty && rules.fifty_demand != laws::Demand::only)
            require(claim.count == position.halfmove_clock().value);
        require(claim.correct == (limit > 0 && !claim.lapsed &&
                                  claim.count >= static_cast<std::size_t>(limit)));
    }
}

void check_flag(const Game& game, const laws::LawBook& book, Color side) {
    if (book.rules().flag_test != laws::MateTest::any_series) return;
    const laws::Verdict verdict = book.rule(game, laws::FlagFall{side}, small_budget());
    // Nobody guesses: what was not decided is left open.
    require((verdict.standing == laws::Standing::over) == (verdict.certainty == Decision::yes));
    if (verdict.standing != laws::Standing::over) return;
    require(verdict.outcome.has_value());
    if (verdict.reason != laws::Reason::flag_fall) return;
    require(verdict.outcome == win_for(~side));
    const laws::MateProof& proof = verdict.evidence.proofs.at(0);
    if (proof.answer.decision == Decision::yes)
        require(replay(game.current(), ~side, proof.answer.line));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    Game game{fuzz::position(data[0])};
    const laws::LawBook book = laws::book(data[1] % laws::books().size());
    bool dead = false;
    for (std::size_t i = 2;; ++i) {
        const laws::Verdict verdict = book.judge(game, small_budget());
        check_judged(game, book, verdict);
        // A dead position stays dead whatever is played.
        if (dead) require(verdict.reason != laws::Reason::checkmate);
        dead = dead || verdict.reason == laws::Reason::dead_position;
        const MoveList moves = game.current().legal_moves();
        if (i >= size || i > 200 || moves.empty()) break;
        game.play_unchecked(moves[data[i] % moves.size()]);
    }
    check_flag(game, book, Color::white);
    check_flag(game, book, Color::black);
    return 0;
}

// Claims of a draw: articles 9.2 to 9.5.
#include <algorithm>

#include "decider.hpp"

namespace hakam::match::detail {
namespace {

/// Whether a position has stood often enough before, but not the one that is claimed.
bool has_passed(const Game& game, int needed) {
    for (std::size_t ply = 0; ply < game.plies(); ++ply)
        if (game.occurrences(ply) >= needed) return true;
    return false;
}

/// Whether a claim may be near: only then the book is asked.
bool may_count(const LiveGame& game, laws::ClaimKind kind, const Position& target) {
    const laws::Rules& law = game.rules().law.rules();
    const std::uint32_t quiet = target.halfmove_clock().value;
    if (kind == laws::ClaimKind::fifty)
        return quiet >= static_cast<std::uint32_t>(law.claim_halfmoves);
    if (law.identity != laws::Identity::rights) return quiet >= 3;
    const auto positions = game.history.game().positions();
    int count = 0;
    for (std::size_t i = positions.size(); i > 0 && positions.size() - i <= quiet; --i)
        count += repeats(positions[i - 1], target) ? 1 : 0;
    return count + 1 >= law.claim_occurrences;
}

}  // namespace
}  // namespace hakam::match::detail

namespace hakam::match {

std::vector<OpenClaim> open_claims(const LiveGame& game) {
    std::vector<OpenClaim> open;
    if (!game.setup || game.over() || game.state.irregular) return open;
    const Position& now = game.position();
    if (now.halfmove_clock().value < 3) return open;
    const laws::LawBook& book = game.rules().law;
    const Budget none{.nodes = 1, .memory_bytes = 0, .expired = {}};
    for (const laws::ClaimKind kind : {laws::ClaimKind::threefold, laws::ClaimKind::fifty}) {
        const bool fifty = kind == laws::ClaimKind::fifty;
        if (fifty ? game.rules().fifty_is_automatic() : game.rules().repetition_is_automatic())
            continue;
        OpenClaim claim{kind, false, {}};
        claim.on_board = detail::may_count(game, kind, now) &&
                         book.claim(game.history.game(), kind, std::nullopt, none).correct;
        for (const Move move : now.legal_moves())
            if (!move.resets_clock() && detail::may_count(game, kind, now.after(move)) &&
                book.claim(game.history.game(), kind, move, none).correct)
                claim.moves.push_back(move);
        if (claim.on_board || !claim.moves.empty()) open.push_back(std::move(claim));
    }
    return open;
}

}  // namespace hakam::match

namespace hakam::match::detail {

laws::ClaimMoment Decider::claim_moment(Color claimant) const {
    const State& state = live_.state;
    if (live_.turn() != claimant)
        return state.unpressed[at(claimant)] ? laws::ClaimMoment::move_made
                                             : laws::ClaimMoment::not_on_move;
    // Touched now, or before a ruling by which that touch still binds.
    const bool bound = state.owed.kind != Obligation::Kind::none &&
                       state.owed.kind != Obligation::Kind::free && !state.owed_by_claim;
    return !state.in_hand.touches.empty() || bound ? laws::ClaimMoment::touched
                                                   : laws::ClaimMoment::on_move;
}

Decider::Answer Decider::claim_draw() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players claim");
    const State& state = live_.state;
    if (state.phase != Phase::live && state.phase != Phase::stopped)
        return refuse(RefusalCode::not_possible, "the game does not go on");
    const bool fifty = command_.type == EventType::claim_fifty;
    const laws::ClaimKind kind = fifty ? laws::ClaimKind::fifty : laws::ClaimKind::threefold;
    if (fifty ? rules().fifty_is_automatic() : rules().repetition_is_automatic()) {
        const auto& ground = fifty ? law().basis.fifty_completed : law().basis.threefold_appeared;
        const int automatic = fifty ? law().automatic_halfmoves : law().automatic_occurrences;
        return refuse(RefusalCode::not_possible,
                      automatic > 0 ? "the platform ends the game by itself"
                                    : "these rules know no such claim",
                      ground ? std::string{laws::Citation{*ground}.label()} : std::string{});
    }
    const Color c = *side;
    const bool us_book = rules().book == Book::uscf;
    const std::uint32_t ref = record();
    const Position& now = live_.position();
    const laws::ClaimMoment moment = claim_moment(c);
    // What was written counts, not what is said (9.2.1, 9.3.1); it cannot be changed.
    Args args = command_.args;
    bool another = false;
    if (!us_book && args.from && state.written[at(c)] &&
        state.written_ply[at(c)] == live_.history.size()) {
        const Move written = *state.written[at(c)];
        another = written.from() != *args.from || (args.to && written.to() != *args.to);
        args.move = written;
        args.from = written.from();
        args.to = written.to();
    }
    const bool has_intention = args.move.has_value() || args.from.has_value();
    laws::ClaimDetails details{.intended = args.move, .moment = moment, .demanded = {}};
    if (details.intended && (state.irregular || !now.is_legal(*details.intended)))
        details.intended.reset();
    const Game& game = live_.history.game();
    laws::Claim claim = rules().law.claim(game, kind, details, budget_.dead_position);
    if (!claim.has_right) {
        ruling(RulingKind::no_right, c, Cites{}.add(claim.citations).text(), "claim=no-right", ref);
        return std::nullopt;
    }
    const std::string_view with_move = fifty ? "9.3.1" : "9.2.1";
    if (args.text == "spoken-only" && !us_book) {  // badly made: it may be put right (11.9)
        ruling(RulingKind::note, c, std::string{with_move} + " (Manual); 11.9",
               "A:explains(11.9)", ref);
        return std::nullopt;
    }
    if (args.text == "sheet-no-evidence") {
        ruling(RulingKind::claim_rejected, c, "C (preamble)", "evidence=rejected", ref);
        return std::nullopt;
    }
    // A written move that is not legal, or men that stand illegally, make no claim correct.
    const bool unlawful = state.irregular || (has_intention && !details.intended);
    if (unlawful) claim = rules().law.claim_with_illegal_move(game, kind, budget_.dead_position);
    Cites cites;
    if (claim.correct) {
        cites.add(claim.citations);
        if (!us_book && details.intended && !now.after(*details.intended).has_legal_move())
            cites.add("9.3.1 (Manual)");  // the claim is decided, not the mate or stalemate
        halt();
        ruling(RulingKind::claim_upheld, c, cites.text(), "claim=upheld", ref);
        laws::Verdict verdict;
        verdict.standing = laws::Standing::over;
        verdict.outcome = Outcome::draw;
        verdict.reason = fifty ? Reason::fifty_moves : Reason::threefold_repetition;
        verdict.to_move = now.turn();
        verdict.citations = claim.citations;
        verdict.evidence = std::move(claim.evidence);
        conclude(std::move(verdict), cites);
        return std::nullopt;
    }
    if (!us_book) {
        if (unlawful) cites.add(has_intention ? with_move : fifty ? "9.3.2" : "9.2.2");
        if (!fifty && !unlawful && has_passed(game, law().claim_occurrences)) cites.add("9.2");
        if (another) cites.add(with_move);
    }
    claim_fails(claim, cites, args, ref);
    return std::nullopt;
}

void Decider::claim_fails(const laws::Claim& claim, Cites cites, const Args& args,
                          std::uint32_t ref) {
    const Color c = *actor_side();
    const bool illegal = args.from && !claim.intended;
    // The chain: the claim, what it misses, the class of play, what follows.
    Cites all;
    const auto& wrong = law().basis.claim_wrong;
    const auto& time = law().basis.penalty_time;
    for (const laws::Citation citation : claim.citations)
        if (citation.id != wrong && citation.id != time) all.add(citation.label());
    all.add(cites.text());
    for (const laws::Citation citation : claim.citations) {
        if (citation.id == wrong) {
            all.add(illegal && citation.id == laws::art::claim_wrong ? "9.5.3 (Manual)"
                                                                     : citation.label());
            class_articles(all);
        } else if (citation.id == time) {
            all.add(citation.label());
        }
    }
    const auto& offers = law().basis.claim_offer;
    if (offers && rules().book != Book::uscf) all.add(laws::Citation{*offers}.label());
    halt();
    Args rejected;
    rejected.ruling = RulingKind::claim_rejected;
    rejected.side = c;
    rejected.articles = all.text();
    rejected.text = "claim=rejected";
    if (claim.intended) {
        rejected.move = claim.intended;
    } else if (args.from && live_.position().board().at(*args.from)) {
        // The intended move is illegal: another move of that man, if it has one (Manual).
        const MoveList moves = live_.position().legal_moves();
        if (std::any_of(moves.begin(), moves.end(),
                        [&](Move m) { return m.from() == *args.from; }))
            rejected.from = args.from;
    }
    emit(EventType::ruling, rules().arbiter_present ? Actor::arbiter : Actor::system,
         std::move(rejected), ref);
    if (claim.penalty) give_time(claim.penalty->to, claim.penalty->time.count());
    const std::chrono::milliseconds left{
        live_.control().timed() ? std::max<Milliseconds>(0, live_.time_left(c, now_)) : 0};
    give_time(c, -laws::claimant_loses(claim.claimant_penalty, left).count(), "taken");
    if (claim.is_offer &&
        (law().agreement == laws::AgreementRule::allowed || agreement_allowed())) {  // 9.1.2.3
        Args offer;
        offer.articles = std::string{laws::Citation{*offers}.label()};
        emit(EventType::offer_draw, actor_of(c), std::move(offer), ref);
    }
    go_on();
}

}  // namespace hakam::match::detail

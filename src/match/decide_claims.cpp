// Claims, offers and resignation: articles 5.1.2, 5.2.3, 9, Guidelines III.
#include <algorithm>

#include "decider.hpp"
#include "hakam/core/attacks.hpp"
#include "text.hpp"

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

Decider::Answer Decider::claim_flag() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players claim");
    const Color fallen = command_.args.side.value_or(~*side);
    const State& state = live_.state;
    if (state.phase != Phase::live && state.phase != Phase::stopped)
        return refuse(RefusalCode::not_possible, "the game does not go on");
    const std::uint32_t ref = record();
    if (!state.clock.fallen[at(fallen)]) {
        ruling(RulingKind::claim_rejected, side, "6.8; 11.5", "claim=rejected", ref);
        return std::nullopt;
    }
    const bool sudden_death = state.clock.required[at(fallen)] == 0;
    if (rules().sheet_for_flag && !sudden_death && state.sheet_missing[at(*side)] > 3) {
        ruling(RulingKind::claim_rejected, side, "USCF 13C7", "claim=rejected", ref);
        return std::nullopt;
    }
    Args args;
    args.side = fallen;
    emit(EventType::flag_noticed, command_.actor, std::move(args), ref);
    rule_flag(fallen, laws::FlagCaller::claim);
    return std::nullopt;
}

Decider::Answer Decider::claim_illegal() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players claim");
    if (live_.state.phase == Phase::setup)
        return refuse(RefusalCode::not_possible, "the game does not go on");
    const std::uint32_t ref = record();
    if (const OpenFinding* finding = last_finding(~*side, true)) {
        rule(*finding, *side, true);
        return std::nullopt;
    }
    if (const OpenFinding* hands = two_hands_of(~*side)) {
        rule(*hands, *side, true);
        return std::nullopt;
    }
    const State& state = live_.state;
    if (live_.turn() == ~*side && state.in_hand.wrong) {
        // Not completed: it may be put right without any penalty (7.5.1).
        ruling(RulingKind::corrected, ~*side, rules().mode == Mode::casual ? "CAS" : "7.5.1",
               rules().mode == Mode::casual
                   ? "pos=restore"
                   : std::string{"ill="} + (*side == Color::white ? "B" : "W") +
                         std::to_string(state.illegal[at(~*side)]) + "; pos=restore",
               ref);
        if (rules().mode == Mode::casual) {
            Args args;
            args.amount = static_cast<std::int64_t>(live_.plies());
            emit(EventType::restore_position, Actor::system, std::move(args));
        }
        return std::nullopt;
    }
    ruling(RulingKind::claim_rejected, side, rules().book == Book::uscf ? "USCF 11A" : "11.5; 12.9",
           "claim=rejected", ref);
    if (rules().mode == Mode::over_the_board)
        irregularity(Finding::unreasonable_claim, *side, std::nullopt, "11.5; 12.9");
    return std::nullopt;
}

Decider::Answer Decider::claim_touch() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players claim");
    const std::uint32_t ref = record();
    const State& state = live_.state;
    const auto& open = state.open;
    for (std::size_t i = open.size(); i > 0; --i)
        if (open[i - 1].side == ~*side && open[i - 1].kind == Finding::touch_breach) {
            rule(open[i - 1], *side, true);
            return std::nullopt;
        }
    if (const OpenFinding* hands = two_hands_of(~*side)) {
        rule(*hands, *side, true);
        return std::nullopt;
    }
    const bool us_book = rules().book == Book::uscf;
    if (live_.turn() == ~*side && !state.in_hand.touches.empty()) {  // not moved yet
        const Obligation must = present_obligation(live_);
        Cites cites;
        if (us_book)
            cites.add(must.barred_rook ? "USCF 10I2" : "USCF 10");
        else
            cites.add(duty_articles(live_, live_.position(), must)).add("4.8");
        // Nothing is to be put right yet: what is bound is stated.
        const bool free = must.kind == Obligation::Kind::free;
        ruling(free ? RulingKind::touch_rejected : RulingKind::touch_upheld, ~*side, cites.text(),
               free ? "touch=rejected" : "", ref);
        return std::nullopt;
    }
    std::string_view articles = "4.8";
    if (us_book) articles = rules().rook_first_castles ? "USCF 10I2 variation" : "USCF 10";
    if (!us_book && state.in_hand.touches.empty()) articles = "4.2.2; 4.8";
    ruling(RulingKind::touch_rejected, ~*side, articles, "touch=rejected; ok", ref);
    return std::nullopt;
}

Decider::Answer Decider::claim_normal_means() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players claim");
    const Color c = *side;
    const State& state = live_.state;
    const std::string& ground = command_.args.text;
    if (!ground.empty() && ground != "cannot" && ground != "noeffort" && ground != "ilc")
        return refuse(RefusalCode::bad_arguments, "cannot, noeffort or ilc");
    const std::uint32_t ref = record();
    const auto no_right = [&](std::string_view articles) -> Answer {
        ruling(RulingKind::no_right, c, articles, "claim=no-right", ref);
        return std::nullopt;
    };
    const Period* period = nullptr;
    if (live_.control().timed()) period = &live_.control().of(c).periods[state.clock.period[at(c)]];
    const Milliseconds left = live_.control().timed() ? live_.time_left(c, now_) : hour;
    if (rules().losing_chances || command_.args.text == "ilc") {  // USCF 14H
        const bool plain = period != nullptr && period->extra == 0 && period->moves == 0;
        if (!rules().losing_chances || !plain || left > 2 * minute || state.clock.fallen[at(c)] ||
            live_.turn() != c)
            return no_right("USCF 14H");
        halt();
        Args offer;
        emit(EventType::offer_draw, actor_of(c), std::move(offer), ref);
        return std::nullopt;
    }
    if (rules().pace == Pace::blitz) return no_right("GIII.2.2");
    if (!rules().quickplay_finish) return no_right("GIII.2.1");
    if (period == nullptr || period->extra > 0) return no_right("GIII.2.2");
    if (period->moves != 0) return no_right("GIII.1; GIII.5");
    if (live_.turn() != c || left >= 2 * minute || state.clock.fallen[at(c)])
        return no_right("GIII.5");
    if (!rules().arbiter_present) {
        halt();
        ruling(RulingKind::referred, c, "GIII.6", {}, ref);
        conclude(asked(laws::NormalMeans{c, laws::ClaimAnswer::referred}));
        return std::nullopt;
    }
    halt();
    return std::nullopt;
}

Decider::Answer Decider::ask_increment() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players ask");
    const Color c = *side;
    const State& state = live_.state;
    const bool right = rules().quickplay_finish && rules().pace != Pace::blitz &&
                       live_.control().timed() && live_.turn() == c &&
                       live_.time_left(c, now_) < 2 * minute && !state.clock.fallen[at(c)] &&
                       live_.control().of(c).periods[state.clock.period[at(c)]].extra == 0;
    if (!right) {
        Args circumstance;
        circumstance.text = "ask-increment";
        const std::uint32_t ref = emit(EventType::circumstance, command_.actor, circumstance);
        ruling(RulingKind::no_right, c,
               rules().pace == Pace::blitz ? "GIII.2.2"
               : !rules().quickplay_finish ? "GIII.2.1"
                                           : "GIII.4",
               "claim=no-right", ref);
        return std::nullopt;
    }
    record();
    halt();
    return std::nullopt;
}

Decider::Answer Decider::claim_setup() {
    const std::string& what = command_.args.text;
    if (what != "display" && what != "time-at-resumption" && what != "colours" && what != "board" &&
        what != "clock" && what != "array")
        return refuse(RefusalCode::bad_arguments,
                      "array, board, clock, colours, display or time-at-resumption");
    const std::uint32_t ref = record();
    if (what == "display") {
        ruling(RulingKind::claim_rejected, actor_side(), "6.12.2", "claim=rejected", ref);
        return std::nullopt;
    }
    if (what == "time-at-resumption") {
        // Before the claimant's first move after the resumption (GI.13).
        const bool moved = live_.history.size() > live_.state.resumed_ply;
        if (moved)
            ruling(RulingKind::claim_rejected, actor_side(), "GI.13", "claim=rejected", ref);
        else
            ruling(RulingKind::corrected, actor_side(), "GI.13", "claim=upheld; A:correct-clocks",
                   ref);
        return std::nullopt;
    }
    Finding kind = Finding::wrong_array;
    if (what == "colours") kind = Finding::wrong_colours;
    if (what == "board") kind = Finding::wrong_board;
    if (what == "clock") kind = Finding::wrong_clock;
    const auto& open = live_.state.open;
    for (std::size_t i = open.size(); i > 0; --i)
        if (open[i - 1].kind == kind) {
            rule(open[i - 1], actor_side().value_or(Color::white), true);
            return std::nullopt;
        }
    OpenFinding stated;
    stated.kind = kind;
    rule_setup(stated);
    return std::nullopt;
}

Decider::Answer Decider::answer_claim() {
    if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter answers claims");
    const State& state = live_.state;
    const std::string& answer = command_.args.text;
    const bool agree = answer == "agree";
    if (!agree && answer != "reject" && answer != "postpone")
        return refuse(RefusalCode::bad_arguments, "agree, reject or postpone");
    if (state.increment_asked) {  // GIII.4
        const Color asker = state.offer_by.value_or(live_.turn());
        Args args = command_.args;
        if (agree) args.amount = 5 * second;
        const std::uint32_t ref = emit(command_.type, command_.actor, args, command_.ref);
        ruling(agree ? RulingKind::claim_upheld : RulingKind::claim_rejected, asker, "GIII.4",
               agree ? "claim=upheld; increment=5s" : "claim=rejected", ref);
        if (agree) give_time(~asker, 2 * minute);
        go_on();
        return std::nullopt;
    }
    if (!state.pending_claim) return refuse(RefusalCode::no_offer, "no claim is open");
    const Color claimant = *state.pending_claim;
    const std::uint32_t ref = record();
    const bool us_book = rules().book == Book::uscf;
    const bool late = state.clock.fallen[at(claimant)];  // postponed until the flag fell
    if (agree) {
        laws::Verdict verdict = asked(laws::NormalMeans{claimant}, On::official);
        // Postponed until the flag fell, it is agreed to by another number (GIII.5.2).
        if (late && !us_book) verdict.citations.clear();
        Cites cites{late && !us_book ? "GIII.5.2" : ""};
        ruling(RulingKind::claim_upheld, claimant, Cites{cites}.add(verdict.citations).text(),
               "claim=upheld", ref);
        conclude(std::move(verdict), cites);
        return std::nullopt;
    }
    if (answer == "postpone") {
        ruling(RulingKind::note, claimant, us_book ? "USCF 14H" : "GIII.5.2", "claim=postponed",
               ref);
        if (command_.args.amount > 0) give_time(~claimant, command_.args.amount);
    } else if (late) {
        Cites cites{us_book ? "USCF 14H" : "GIII.5.2"};
        ruling(RulingKind::claim_rejected, claimant, cites.text(), "claim=rejected", ref);
        conclude(asked(laws::FlagFall{claimant, laws::FlagCaller::clock}), cites);
        return std::nullopt;
    } else {
        ruling(RulingKind::claim_rejected, claimant, us_book ? "USCF 14H" : "GIII.5.3",
               "claim=rejected", ref);
        give_time(~claimant, us_book ? minute : 2 * minute);
    }
    go_on();
    return std::nullopt;
}

/// The last move of `side`, if it was made with two hands and not pressed yet (4.1).
const OpenFinding* Decider::two_hands_of(Color side) const {
    for (const OpenFinding& finding : live_.state.open)
        if (finding.side == side && finding.kind == Finding::two_hands_unpressed) return &finding;
    return nullptr;
}

/// Whether the book lets the players agree now. Moves that are stated and were not played here
/// count as well.
bool Decider::agreement_allowed() const {
    if (rules().law.agreement_refused(live_.history.game()).empty()) return true;
    const auto& completed = live_.state.clock.completed;
    return law().agreement != laws::AgreementRule::arbiter_only &&
           std::min(completed[0], completed[1]) >=
               static_cast<std::uint32_t>(law().agreement_moves);
}

namespace {
std::string event_article(const MatchRules& rules) {
    const laws::Rules& law = rules.law.rules();
    if (law.agreement == laws::AgreementRule::after_moves)
        return law.agreement_moves == 30 ? "9.1.1; EVT-MIN30" : "9.1.1; EVT-MINN";
    return detail::starts_with(rules.id, "event-bilbao") ? "9.1.1; EVT-BILBAO" : "9.1.1; EVT-SOFIA";
}
}  // namespace

Decider::Answer Decider::offer_draw() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players offer");
    const State& state = live_.state;
    if (state.phase == Phase::setup || state.phase == Phase::waiting)
        return refuse(RefusalCode::not_possible, "the game has not begun");
    if (!command_.args.text.empty()) {  // 9.1.2.1: no conditions
        const std::uint32_t ref = record();
        ruling(RulingKind::draw_refused, side, "9.1.2.1", "offer=invalid", ref);
        irregularity(Finding::conditional_offer, *side, std::nullopt, "9.1.2.1; 12.9");
        return std::nullopt;
    }
    const bool restricted = law().agreement != laws::AgreementRule::allowed;
    if (restricted && !agreement_allowed()) {
        Args args;
        args.text = "offer-draw";
        const std::uint32_t ref = emit(EventType::circumstance, command_.actor, std::move(args));
        ruling(RulingKind::draw_refused, side, event_article(rules()), "offer=forbidden", ref);
        return std::nullopt;
    }
    record();
    if (state.declined[at(~*side)] >= rules().offers_tolerated &&
        rules().mode == Mode::over_the_board)
        irregularity(Finding::many_offers, *side, std::nullopt, "11.5; 12.9");
    return std::nullopt;
}

Decider::Answer Decider::accept_draw() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players agree");
    const State& state = live_.state;
    if (state.phase == Phase::setup || state.phase == Phase::waiting)
        return refuse(RefusalCode::not_possible, "the game has not begun");
    if (law().agreement != laws::AgreementRule::allowed && !agreement_allowed()) {
        const std::uint32_t ref = record();
        ruling(RulingKind::draw_refused, side, event_article(rules()), "offer=forbidden", ref);
        return std::nullopt;
    }
    if (state.offer_by != ~*side) {
        if (rules().mode == Mode::online)
            return refuse(RefusalCode::no_offer, "no offer is open", "ONL-5.3");
        const std::uint32_t ref = record();
        ruling(RulingKind::draw_refused, side, rules().offer_dies_on_move ? "ONL-5.3" : "9.1.2.1",
               state.offer_seen_dead ? "offer=dead" : "offer=invalid", ref);
        return std::nullopt;
    }
    const std::uint32_t ref = record();
    if (!agreement_allowed()) {
        ruling(RulingKind::draw_refused, side, "5.2.3; 9.1.2.1", "offer=invalid", ref);
        return std::nullopt;
    }
    Cites cites;
    if (rules().mode == Mode::online) {
        cites.add("ONL-5.3");
    } else if (state.increment_asked) {
        cites.add("GIII.4");
    } else if (state.phase == Phase::adjourned) {
        cites.add("GI.6; GI.4");
    } else if (state.resumed_ply > 0) {
        cites.add("GI.4");
    } else if (law().agreement == laws::AgreementRule::after_moves) {
        cites.add(event_article(rules()));
    }
    if (cites.empty() || law().agreement == laws::AgreementRule::after_moves) {
        if (state.clock.fallen[0] || state.clock.fallen[1]) cites.add("6.8");  // nobody had noticed
        switch (state.offer_moment) {
            case OfferMoment::with_claim:
                cites.add("9.1.2.3");
                break;
            case OfferMoment::opponents_time:  // valid, though it may disturb at a board
                cites.add(rules().mode == Mode::over_the_board ? "9.1.2.1; 11.5"
                                                               : "9.1.2.1");
                break;
            case OfferMoment::own_time:
            case OfferMoment::move_made:
                cites.add("9.1.2.1");
                break;
        }
    }
    conclude(asked(laws::Agreement{}, On::official), cites);
    return std::nullopt;
}

Decider::Answer Decider::other_offer_acts() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players offer and answer");
    const State& state = live_.state;
    if (command_.type == EventType::withdraw_offer) {
        if (state.offer_by != *side) return refuse(RefusalCode::no_offer, "no offer is open");
        const std::uint32_t ref = record();
        const bool claimed = state.offer_moment == OfferMoment::with_claim;
        ruling(RulingKind::note, side,
               rules().mode == Mode::online ? "ONL-5.3"
               : claimed                    ? "9.5.1; 9.1.2.1"
                                            : "9.1.2.1",
               {}, ref);
        return std::nullopt;
    }
    if (state.offer_by != ~*side) return refuse(RefusalCode::no_offer, "no offer is open");
    const bool asked = state.increment_asked;
    record();
    if (asked) return std::nullopt;  // the arbiter decides (GIII.4)
    return std::nullopt;
}

Decider::Answer Decider::resign() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players resign");
    if (live_.state.phase == Phase::setup)
        return refuse(RefusalCode::not_possible, "the game has not begun");
    record();
    Cites cites;
    if (live_.state.phase == Phase::adjourned) cites.add("GI.6");
    if (live_.state.clock.fallen[0] || live_.state.clock.fallen[1]) cites.add("6.8");
    if (rules().book == Book::fide && last_finding(std::nullopt, true) != nullptr)
        cites.add("7.5.1 (Manual)");
    conclude(asked(laws::Resignation{*side}), cites);
    return std::nullopt;
}

}  // namespace hakam::match::detail

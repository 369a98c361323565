// Claims, offers and resignation: articles 5.1.2, 5.2.3, 9, Guidelines III.
#include <algorithm>

#include "decider.hpp"
#include "hakam/core/attacks.hpp"
#include "text.hpp"

namespace hakam::match::detail {
namespace {

bool is_looking_alike(const Position& a, const Position& b) {
    return same_board(a, b) && !repeats(a, b);
}

/// Whether 9.2.3 has to be asked if the occurrences are the same: one of them came about by a
/// double step that could only seem to be answered en passant.
bool identity_in_question(const History& history, std::optional<Move> intended) {
    const Position& now = history.back().position;
    const Position target = intended ? now.after(*intended) : now;
    for (std::size_t i = 0; i < history.size(); ++i) {
        const Position& p = history[i].position;
        if (p.double_step_square() && repeats(p, target) &&
            !(attacks::pawn(~p.turn(), *p.double_step_square()) & p.men(p.turn(), PieceType::pawn))
                 .empty())
            return true;
    }
    return false;
}

}  // namespace

Decider::Answer Decider::claim_draw() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players claim");
    const State& state = live_.state;
    if (state.phase != Phase::live && state.phase != Phase::stopped)
        return refuse(RefusalCode::not_possible, "the game does not go on");
    const bool fifty = command_.type == EventType::claim_fifty;
    const Draws automatic = fifty ? rules().fifty : rules().repetition;
    if (automatic == Draws::automatic)
        return refuse(RefusalCode::not_possible, "the platform ends the game by itself",
                      fifty ? "ONL-5.4.4" : "ONL-5.4.1");
    const Color c = *side;
    const bool us_book = rules().book == Book::uscf;
    const std::string_view heading =
        us_book ? (fifty ? "USCF 14F" : "USCF 14C") : (fifty ? "9.3" : "9.2");
    const std::uint32_t ref = record();
    const Position& now = live_.position();
    // US Chess: still possible after the move was determined, until it is completed (9G1).
    const bool own_move_made = us_book && live_.turn() == ~c && state.unpressed[at(c)];
    if (live_.turn() != c && !own_move_made) {
        Cites cites{heading};
        if (!us_book && state.unpressed[at(c)]) cites.add("9.4");
        ruling(RulingKind::no_right, c, cites.text(), "claim=no-right", ref);
        return std::nullopt;
    }
    // Touched now, or before a ruling by which that touch still binds.
    const bool bound = state.owed.kind != Obligation::Kind::none &&
                       state.owed.kind != Obligation::Kind::free && !state.owed_by_claim;
    if (!rules().claim_after_touch && (!state.in_hand.touches.empty() || bound)) {
        ruling(RulingKind::no_right, c, Cites{heading}.add("9.4").text(), "claim=no-right", ref);
        return std::nullopt;
    }
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
    const std::string_view on_move = fifty ? "9.3.1" : "9.2.1";
    const std::string_view on_board = fifty ? "9.3.2" : "9.2.2";
    if (args.text == "spoken-only" && !us_book) {  // badly made: it may be put right (11.9)
        ruling(RulingKind::note, c, std::string{on_move} + " (Manual); 11.9", "A:explains(11.9)",
               ref);
        return std::nullopt;
    }
    if (args.text == "sheet-no-evidence") {
        ruling(RulingKind::claim_rejected, c, "C (preamble)", "evidence=rejected", ref);
        return std::nullopt;
    }
    Cites cites;
    std::optional<Move> intended = args.move;
    const bool has_intention = intended.has_value() || args.from.has_value();
    bool correct = false;
    if (intended && !now.is_legal(*intended)) intended.reset();
    if (state.irregular) intended.reset();
    if (has_intention) {
        if (intended) {
            const Position next = now.after(*intended);
            correct = fifty ? next.halfmove_clock().value >= 100
                            : live_.history.occurrences_with(next) >= 3;
            if (!rules().claim_with_final_move && next.legal_move_count() == 0) correct = false;
        }
        cites.add(us_book ? heading : on_move);
    } else {
        correct = fifty ? now.halfmove_clock().value >= 100
                        : !state.irregular && live_.history.occurrences() >= 3;
        cites.add(us_book ? heading : on_board);
    }
    if (correct) {
        if (!us_book && !fifty && identity_in_question(live_.history, intended))
            cites.add("9.2.3");
        if (!us_book && intended && now.after(*intended).legal_move_count() == 0)
            cites.add("9.3.1 (Manual)");  // the claim is decided, not the mate or stalemate
        if (!us_book) cites.add("9.5.2");
        halt();
        ruling(RulingKind::claim_upheld, c, cites.text(), "claim=upheld", ref);
        end(Result::draw, fifty ? Reason::fifty : Reason::threefold, cites.text());
        return std::nullopt;
    }
    if (!us_book && !fifty) {
        // Why it looked as if: rights or en passant differ, or the moment has passed.
        const Position target = intended ? now.after(*intended) : now;
        bool passed = false;
        for (std::size_t i = 0; i < live_.history.size(); ++i) {
            const Position& earlier = live_.history[i].position;
            if (is_looking_alike(earlier, target)) {
                if (earlier.castling() != target.castling()) cites.add("9.2.3.2");
                if (earlier.en_passant_square() != target.en_passant_square()) cites.add("9.2.3.1");
                if (earlier.turn() != target.turn()) cites.add("9.2.3");
            }
            int times = 0;
            for (std::size_t j = 0; j <= i; ++j)
                if (repeats(live_.history[j].position, earlier)) ++times;
            if (times >= 3) passed = true;
        }
        if (passed) cites.add("9.2");
    } else if (!us_book) {
        const bool progress =
            intended && (intended->is_capture() || intended->mover() == PieceType::pawn);
        if (progress) cites.add("9.3.1");
    }
    if (another) cites.add(on_move);
    claim_fails(cites, args, intended, ref);
    return std::nullopt;
}

void Decider::claim_fails(Cites cites, const Args& claim, std::optional<Move> intended,
                          std::uint32_t ref) {
    const Color c = *actor_side();
    if (rules().book == Book::uscf) {
    } else {
        cites.add(claim.from && !intended ? "9.5.3 (Manual)" : "9.5.3");
        fast_articles(cites);
        cites.add("9.1.2.3");
    }
    halt();
    Args args;
    args.ruling = RulingKind::claim_rejected;
    args.side = c;
    args.articles = cites.text();
    args.text = "claim=rejected";
    if (intended) {
        args.move = intended;
    } else if (claim.from && live_.position().board().at(*claim.from)) {
        // The intended move is illegal: another move of that man, if it has one (Manual).
        const MoveList moves = live_.position().legal_moves();
        if (std::any_of(moves.begin(), moves.end(),
                        [&](Move m) { return m.from() == *claim.from; }))
            args.from = claim.from;
    }
    emit(EventType::ruling, rules().arbiter_present ? Actor::arbiter : Actor::system,
         std::move(args), ref);
    give_time(~c, rules().penalty_time);
    if (agreement_allowed()) {  // 9.1.2.3
        Args offer;
        offer.articles = "9.1.2.3";
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
    rule_flag(fallen, "claim");
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
        end(Result::referred, Reason::normal_means_referred, "GIII.6");
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
        const std::string_view articles = us_book ? "USCF 14H" : late ? "GIII.5.2" : "GIII.5.1";
        ruling(RulingKind::claim_upheld, claimant, articles, "claim=upheld", ref);
        end(Result::draw, us_book ? Reason::insufficient_losing_chances : Reason::normal_means,
            articles);
        return std::nullopt;
    }
    if (answer == "postpone") {
        ruling(RulingKind::note, claimant, us_book ? "USCF 14H" : "GIII.5.2", "claim=postponed",
               ref);
        if (command_.args.amount > 0) give_time(~claimant, command_.args.amount);
    } else if (late) {
        Cites cites{us_book ? "USCF 14H; USCF 13C" : "GIII.5.2; 6.9"};
        ruling(RulingKind::claim_rejected, claimant, cites.text(), "claim=rejected", ref);
        lose(claimant, rules().flag_test, Reason::flag, Reason::flag_no_mate, cites);
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

bool Decider::both_have_moved() const {
    const auto& completed = live_.state.clock.completed;
    const std::size_t made = live_.plies() + live_.setup->first_ply;
    return made >= 2 || std::min(completed[0], completed[1]) >= 1;
}

bool Decider::agreement_allowed() const {
    if (rules().agreement == Agreement::allowed) return true;
    if (rules().agreement == Agreement::arbiter_only) return false;
    const auto& completed = live_.state.clock.completed;
    return std::min(completed[0], completed[1]) >= rules().agreement_moves;
}

namespace {
std::string event_article(const MatchRules& rules) {
    if (rules.agreement == Agreement::after_moves)
        return rules.agreement_moves == 30 ? "9.1.1; EVT-MIN30" : "9.1.1; EVT-MINN";
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
    if (!agreement_allowed()) {
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
    if (!agreement_allowed()) {
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
    if (!both_have_moved()) {
        ruling(RulingKind::draw_refused, side, "5.2.3; 9.1.2.1", "offer=invalid", ref);
        return std::nullopt;
    }
    Cites cites;
    if (rules().mode == Mode::online) {
        cites.add("ONL-5.3; 5.2.3");
    } else if (state.increment_asked) {
        cites.add("GIII.4; 5.2.3");
    } else if (state.phase == Phase::adjourned) {
        cites.add("GI.6; GI.4; 5.2.3");
    } else if (state.resumed_ply > 0) {
        cites.add("GI.4; 5.2.3");
    } else if (rules().agreement == Agreement::after_moves) {
        cites.add(event_article(rules()));
    }
    if (cites.empty() || rules().agreement == Agreement::after_moves) {
        if (state.clock.fallen[0] || state.clock.fallen[1]) cites.add("6.8");  // nobody had noticed
        switch (state.offer_moment) {
            case OfferMoment::with_claim:
                cites.add("9.1.2.3; 5.2.3");
                break;
            case OfferMoment::opponents_time:  // valid, though it may disturb at a board
                cites.add(rules().mode == Mode::over_the_board ? "9.1.2.1; 5.2.3; 11.5"
                                                               : "9.1.2.1; 5.2.3");
                break;
            case OfferMoment::own_time:
            case OfferMoment::move_made:
                cites.add("9.1.2.1; 5.2.3");
                break;
        }
    }
    end(Result::draw, Reason::agreement, cites.text());
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
    if (rules().mode == Mode::online) cites.add("ONL-5.2");
    if (rules().book == Book::uscf)
        cites.add("USCF-RES");
    else if (live_.state.phase == Phase::adjourned)
        cites.add("GI.6");
    else
        cites.add("5.1.2");
    if (live_.state.clock.fallen[0] || live_.state.clock.fallen[1]) cites.add("6.8");
    if (rules().book == Book::fide && last_finding(std::nullopt, true) != nullptr)
        cites.add("7.5.1 (Manual)");
    lose(*side, rules().resign_test, Reason::resignation, Reason::resignation_no_mate, cites);
    return std::nullopt;
}

}  // namespace hakam::match::detail

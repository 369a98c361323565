// What players claim beside draws: articles 4.8, 6.8, 7.5, Guidelines III.
#include <algorithm>

#include "decider.hpp"

namespace hakam::match::detail {

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
    if (!rules().touch_move) {  // no touch binds here, so none can be complained of
        ruling(RulingKind::touch_rejected, ~*side,
               rules().mode == Mode::casual ? "CAS" : "4.8", "touch=rejected; ok", ref);
        return std::nullopt;
    }
    // A complaint that names a man whom the player has not touched now is about nothing.
    const auto& touches = state.in_hand.touches;
    const bool named = !command_.args.from ||
                       std::any_of(touches.begin(), touches.end(), [&](const Touch& man) {
                           return man.square == *command_.args.from;
                       });
    if (live_.turn() == ~*side && !touches.empty() && !named && !us_book) {
        ruling(RulingKind::touch_rejected, ~*side, "4.8", "touch=rejected", ref);
        return std::nullopt;
    }
    if (live_.turn() == ~*side && !touches.empty()) {  // not moved yet
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
    if (!us_book && rules().rook_first_castles) articles = "4.4.2; 4.8";
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
    const bool right = rules().quickplay_finish && rules().increment_may_be_asked && rules().pace != Pace::blitz &&
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

}  // namespace hakam::match::detail

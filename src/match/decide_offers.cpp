// Offers, agreement and resignation: articles 5.1.2, 5.2.3, 9.1.
#include <algorithm>

#include "decider.hpp"
#include "hakam/laws/article.hpp"
#include "text.hpp"

namespace hakam::match::detail {

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
    // An edition that restricts agreement itself needs no article of an event.
    const auto& ground = law.basis.checkmate;
    if (ground && laws::article(*ground).follows && !detail::starts_with(rules.id, "event"))
        return "9.1.1";
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

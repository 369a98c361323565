// Conduct, paper and other people: articles 8, 11, 12.
#include <algorithm>
#include <array>

#include "decider.hpp"
#include "text.hpp"

namespace hakam::match::detail {
namespace {

struct Misconduct {
    std::string_view word;
    Finding finding;
    std::string_view articles;
};
constexpr std::array<Misconduct, 27> misconduct = {{
    {"device", Finding::device, "11.3.2.2"},
    {"phone", Finding::device, "11.3.2.2"},
    {"watch", Finding::device, "11.3.2.2"},
    {"notes", Finding::notes, "11.3.1; 12.9"},
    {"usesnotes", Finding::notes, "11.3.1; 12.9"},
    {"advice", Finding::notes, "11.3.1; 12.9"},
    {"analysis", Finding::notes, "11.3.1; 12.9"},
    {"leave-venue", Finding::left_area, "11.2.3.1; 12.9"},
    {"leave-area", Finding::left_area, "11.2.3.2; 12.9"},
    {"smoke", Finding::conduct, "11.3.4; 12.9"},
    {"refuses-inspection", Finding::notes, "11.3.3; 12.9"},
    {"refuses-reconstruction", Finding::conduct, "11.11; 12.9"},
    {"noise", Finding::conduct, "11.5; 12.9"},
    {"distract", Finding::conduct, "11.5; 12.9"},
    {"hides-sheet", Finding::sheet, "8.2; 12.9"},
    {"covers-sheet", Finding::sheet, "8.2; 12.9"},
    {"sheet-note", Finding::sheet, "8.1.4; 12.9"},
    {"two-moves-unrecorded", Finding::sheet, "8.1.3; 12.9"},
    {"stops-recording", Finding::not_recording, "8.4"},
    {"bangs", Finding::early_press, "6.2.4; 12.9"},
    {"lifts-clock", Finding::early_press, "6.2.4; 12.9"},
    {"knocks-clock", Finding::early_press, "6.2.4; 12.9"},
    {"hovers-clock", Finding::finger_on_clock, "6.2.3; 12.9"},
    {"disrepute", Finding::conduct, "11.1; 12.9"},
    {"arranged", Finding::conduct, "11.1; 12.9"},
    {"pause-without-reason", Finding::pause_without_reason, "6.11.4; 12.9"},
    {"adjusts-all", Finding::adjusting, "4.2.1; 12.9"},
}};

}  // namespace

/// Whether the player has to keep score now (8.1.1, 8.4).
bool Decider::must_record(Color c) const {
    if (rules().recording != Recording::compulsory) return false;
    if (!live_.control().timed()) return true;
    const auto& clock = live_.state.clock;
    const Period& period = live_.control().of(c).periods[clock.period[at(c)]];
    const bool generous = period.kind == Extra::increment && period.extra >= 30 * second;
    return generous || live_.time_left(c, now_) >= 5 * minute;
}

/// Whether what is written is a move of the writer's own that is neither made nor his to make now
/// (8.1.2). While he has the move, it shows only when he makes it: he may be about to claim.
bool Decider::written_too_soon(Color writer) const {
    const Args& args = command_.args;
    const State& state = live_.state;
    if (rules().recording != Recording::compulsory || rules().write_first ||
        rules().mode != Mode::over_the_board || state.phase != Phase::live ||
        live_.turn() == writer || state.irregular)
        return false;
    const auto from = args.move ? std::optional{args.move->from()} : args.from;
    const auto to = args.move ? std::optional{args.move->to()} : args.to;
    if (!from || !to) return false;
    const auto man = live_.position().board().at(*from);
    if (!man || man->color != writer) return false;
    for (std::size_t ply = 1; ply < live_.history.size(); ++ply)  // caught up with
        if (live_.history[ply].move.from() == *from && live_.history[ply].move.to() == *to) return false;
    return true;
}

Decider::Answer Decider::conduct() {
    const std::string& text = command_.args.text;
    const auto side = actor_side();
    record();
    if (command_.actor == Actor::arbiter) {
        irregularity(Finding::arbiter_fault, Color::white, std::nullopt,
                     command_.args.articles.empty() ? "12.6" : command_.args.articles);
        return std::nullopt;
    }
    if (!side) {
        irregularity(Finding::interference, Color::white, std::nullopt, "12.7");
        return std::nullopt;
    }
    if (text == "stops-recording" && !must_record(*side)) {
        ruling(RulingKind::note, side, rules().book == Book::uscf                      ? "USCF 15A"
               : rules().recording == Recording::compulsory ? "8.4"
                                                            : "A.2",
               "ok");
        return std::nullopt;
    }
    // Only the player who has the move needs leave for the area (11.2.3.2).
    if (detail::starts_with(text, "leave-area") && live_.turn() != *side) {
        ruling(RulingKind::note, side, "11.2.3.2", "ok");
        return std::nullopt;
    }
    for (const Misconduct& item : misconduct)
        if (detail::starts_with(text, item.word)) {
            irregularity(item.finding, *side, std::nullopt, item.articles);
            return std::nullopt;
        }
    irregularity(Finding::conduct, *side, std::nullopt,
                 command_.args.articles.empty() ? "11.5; 12.9" : command_.args.articles);
    return std::nullopt;
}

Decider::Answer Decider::call_arbiter() {
    const auto side = actor_side();
    record();
    if (!side) return std::nullopt;
    // What the caller may complain about: the opponent's irregularities and the set-up.
    const auto& open = live_.state.open;
    for (std::size_t i = open.size(); i > 0; --i) {
        const OpenFinding& finding = open[i - 1];
        const bool setup =
            finding.kind == Finding::wrong_array || finding.kind == Finding::wrong_board ||
            finding.kind == Finding::wrong_colours || finding.kind == Finding::wrong_clock;
        if (finding.side == *side && !setup) continue;
        if (finding.kind == Finding::two_hands_unpressed) continue;
        rule(finding, *side, true);
        return std::nullopt;
    }
    return std::nullopt;
}

Decider::Answer Decider::sign() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players sign", "8.7");
    record();
    const State& state = live_.state;
    const Result result = state.signed_as[0];
    if (result == Result::none || state.signed_as[1] != result) return std::nullopt;
    if (live_.over() && state.result == result) return std::nullopt;
    Cites cites;
    if (const auto& ground = law().basis.result_signed) cites.add(laws::Citation{*ground}.label());
    end(result, Reason::signed_result, cites.text());
    return std::nullopt;
}

Decider::Answer Decider::person_act() {
    const Args& args = command_.args;
    const auto side = actor_side();
    const State& state = live_.state;
    switch (command_.type) {
        case EventType::pause_clock:
            if (!side) return refuse(RefusalCode::not_allowed, "only a player pauses");
            if (state.phase != Phase::live)
                return refuse(RefusalCode::not_possible, "the clocks do not run");
            if (rules().mode == Mode::online)
                return refuse(RefusalCode::not_possible, "there is no pause online", "ONL-4.2");
            record();
            if (args.text == "no-reason")
                irregularity(Finding::pause_without_reason, *side, std::nullopt, "6.11.4; 12.9");
            return std::nullopt;
        case EventType::flag_physical: {
            if (state.phase != Phase::live && state.phase != Phase::stopped)
                return refuse(RefusalCode::not_possible, "no clock runs");
            const auto whose = args.side ? args.side : side;
            if (!whose) return refuse(RefusalCode::bad_arguments, "whose flag");
            if (side) return refuse(RefusalCode::not_allowed, "the clock shows it, nobody says it");
            if (state.clock.running != *whose &&
                control_reached(live_.control(), state.clock,
                                *whose)) {  // the period is over, its moves are made
                Args noted = args;
                noted.text = "flag-after-control";
                const std::uint32_t ref =
                    emit(EventType::circumstance, command_.actor, std::move(noted));
                ruling(RulingKind::note, whose, "6.4; 6.3.2", "period=next", ref);
                return std::nullopt;
            }
            record();
            if (rules().flag_initiative == Initiative::automatic) {
                Args noticed;
                noticed.side = whose;
                emit(EventType::flag_noticed, Actor::system, std::move(noticed));
                rule_flag(*whose, laws::FlagCaller::clock);
            }
            return std::nullopt;
        }
        case EventType::ask_score: {
            if (!side) return refuse(RefusalCode::not_allowed, "only the players ask");
            record();
            if (state.requests[at(*side)] > rules().score_requests)
                irregularity(Finding::many_requests, *side, std::nullopt,
                             rules().pace == Pace::blitz ? "B.2.3" : "A.4.3");
            return std::nullopt;
        }
        case EventType::premove:
            if (rules().mode != Mode::online || !side)
                return refuse(RefusalCode::not_possible, "no premoves over the board", "ONL-3.6");
            if (live_.turn() == *side)
                return refuse(RefusalCode::not_possible, "you have the move");
            if (!args.from || !args.to)
                return refuse(RefusalCode::bad_arguments, "squares are missing");
            record();
            return std::nullopt;
        case EventType::disconnect:
        case EventType::reconnect:
            if (!side) return refuse(RefusalCode::not_allowed, "only players connect");
            record();
            return std::nullopt;
        case EventType::displaced:
        case EventType::restored:
            if (!side && command_.type == EventType::displaced) {  // found off its square (7.6)
                record();
                irregularity(Finding::piece_displaced, Color::white, std::nullopt, "7.6");
                return std::nullopt;
            }
            record();
            return std::nullopt;
        case EventType::interfere:
            record();
            return std::nullopt;
        case EventType::appeal:
            if (!rules().appeals)
                return refuse(RefusalCode::not_possible, "the event allows no appeals", "11.10");
            record();
            return std::nullopt;
        case EventType::circumstance: {
            constexpr std::array<std::string_view, 11> known = {
                "both-flags-down", "wrong-array", "wrong-board",
                "wrong-colours",   "wrong-clock", "illegal",
                "sheet-missing",   "requests",    "completed",
                "stops-recording", "await-illegal-position"};
            if (std::find(known.begin(), known.end(), args.text) == known.end())
                return refuse(RefusalCode::bad_arguments, "not a known circumstance");
            record();
            if (args.text == "both-flags-down") {
                // Who knows which flag fell first needs no rule for both (6.9, GIII.3.1).
                if (state.first_fallen && args.articles != "order-unknown") {
                    Args noticed;
                    noticed.side = state.first_fallen;
                    emit(EventType::flag_noticed, Actor::arbiter, noticed);
                    rule_flag(*noticed.side, laws::FlagCaller::arbiter);
                } else if (args.amount > 0)
                    conclude(asked(laws::BothFlags{}));
                else
                    ruling(RulingKind::note, std::nullopt, "GIII.3.1.1", "period=next");
                return std::nullopt;
            }
            // Facts that open a finding by themselves: how the game was set up.
            constexpr std::array<std::pair<std::string_view, Finding>, 4> setups = {
                {{"wrong-array", Finding::wrong_array},
                 {"wrong-board", Finding::wrong_board},
                 {"wrong-colours", Finding::wrong_colours},
                 {"wrong-clock", Finding::wrong_clock}}};
            for (const auto& [word, finding] : setups)
                if (args.text == word)
                    irregularity(finding, Color::white, std::nullopt, args.articles);
            return std::nullopt;
        }
        case EventType::write_move:
            if (!side) return refuse(RefusalCode::not_allowed, "only the players write");
            record();
            if (written_too_soon(*side))
                irregularity(Finding::written_in_advance, *side, std::nullopt, "8.1.2; 12.9");
            return std::nullopt;
        default:
            record();
            return std::nullopt;
    }
}

}  // namespace hakam::match::detail

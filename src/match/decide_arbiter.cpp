// The arbiter's acts, adjournment (Guidelines I), conduct (Articles 11, 12) and other people.
#include <algorithm>
#include <array>

#include "decider.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "text.hpp"

namespace hakam::match::detail {
namespace {

/// A sealed text is read strictly: what it says, not what was meant (GI.8).
std::optional<Move> sealed_move(const std::string& text, const Position& position) {
    if (const auto move = uci::parse(text, position)) return *move;
    if (const auto move = uci::parse(text, position, uci::Castling::chess960)) return *move;
    std::string plain = text;
    if (const auto move = san::parse_lenient(plain, position)) return move->move;
    return std::nullopt;
}

/// Why a sealed text is no move: it fits more than one legal move (GI.8.1), no sense can be made of
/// it (GI.8.2), or what it says is not legal (GI.8.3).
laws::SealedFault sealed_fault(const std::string& text, const Position& position) {
    using laws::SealedFault;
    if (text.find("ambiguous") != std::string::npos) return SealedFault::ambiguous;
    const auto read = san::parse_lenient(text, position);
    if (!read && read.error().code == ErrorCode::ambiguous_move) return SealedFault::ambiguous;
    if (!read && read.error().code == ErrorCode::illegal_move) return SealedFault::illegal;
    const bool squares = text.size() >= 4 && text.size() <= 5 &&
                         square_from(std::string_view{text}.substr(0, 2)) &&
                         square_from(std::string_view{text}.substr(2, 2));
    return squares ? SealedFault::illegal : SealedFault::meaningless;
}

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

bool shows_illegal_pattern(const Board& board) {
    const auto white = king_of(board, Color::white);
    const auto black = king_of(board, Color::black);
    if (white && black && is_attacked(board, *white, Color::black) &&
        is_attacked(board, *black, Color::white))
        return true;
    return !(board.men(Color::white, PieceType::pawn) & Bitboard::of(Rank::r8)).empty() ||
           !(board.men(Color::black, PieceType::pawn) & Bitboard::of(Rank::r1)).empty();
}

Decider::Answer Decider::arbiter_sees() {
    if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter observes");
    const std::string& what = command_.args.text;
    const bool pattern = what == "both-checked" || what == "pawn-on-last-rank";
    if (!what.empty() && !pattern && !finding_from(what))
        return refuse(RefusalCode::bad_arguments,
                      "what the arbiter sees is the name of an irregularity, both-checked or "
                      "pawn-on-last-rank");
    record();
    if (what == "both-checked" || what == "pawn-on-last-rank") {  // A.5.4: wait
        if (!shows_illegal_pattern(live_.state.physical)) return std::nullopt;
        Args args;
        args.text = "await-illegal-position";
        args.articles = "A.5.4";
        emit(EventType::circumstance, Actor::arbiter, std::move(args));
        return std::nullopt;
    }
    if (const OpenFinding* finding = last_finding(std::nullopt, false)) {
        rule(*finding, Color::white, false);
        return std::nullopt;
    }
    for (const Color c : colors)
        if (live_.state.clock.fallen[at(c)] && !live_.state.flag_noticed[at(c)] &&
            rules().flag_initiative != Initiative::claim_only) {
            Args args;
            args.side = c;
            emit(EventType::flag_noticed, Actor::arbiter, std::move(args));
            rule_flag(c, laws::FlagCaller::arbiter);
            return std::nullopt;
        }
    return std::nullopt;
}

Decider::Answer Decider::penalise() {
    const Args& args = command_.args;
    if (!args.side || args.penalty < 1 || args.penalty > 9)
        return refuse(RefusalCode::bad_arguments, "a side and a penalty 1 to 9", "12.9");
    const Color c = *args.side;
    Args noted = args;
    if (noted.articles.empty()) noted.articles = "12.9." + std::to_string(args.penalty);
    const std::string articles = noted.articles;
    noted.ruling = args.penalty == 1 ? RulingKind::warning : RulingKind::penalty;
    const std::uint32_t ref = emit(EventType::penalise, command_.actor, noted, command_.ref);
    noted.from.reset();
    noted.move.reset();
    emit(EventType::ruling, Actor::arbiter, noted, ref);
    if (args.penalty == 2) give_time(~c, std::max<std::int64_t>(0, args.amount));
    if (args.penalty == 3) give_time(c, -std::max<std::int64_t>(0, args.amount), "taken");
    if (args.penalty == 4) end(win_of(~c), Reason::penalty, articles);
    if (args.penalty == 5)
        end(args.result != Result::none ? args.result
            : c == Color::white         ? Result::zero_half
                                        : Result::half_zero,
            Reason::penalty, articles);
    if (args.penalty == 6)
        end(args.result != Result::none ? args.result : win_of(~c), Reason::penalty, articles);
    return std::nullopt;
}

Decider::Answer Decider::arbiter_act() {
    if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter may do that");
    const Args& args = command_.args;
    const State& state = live_.state;
    switch (command_.type) {
        case EventType::penalise:
            return penalise();
        case EventType::warn:
            if (!args.side) return refuse(RefusalCode::bad_arguments, "which side");
            warn(*args.side, args.articles.empty() ? "12.9.1" : args.articles, args.text,
                 command_.ref);
            return std::nullopt;
        case EventType::flag_noticed: {
            if (!args.side) return refuse(RefusalCode::bad_arguments, "whose flag");
            if (!state.clock.fallen[at(*args.side)])
                return refuse(RefusalCode::not_possible, "the flag has not fallen");
            if (rules().flag_initiative == Initiative::claim_only) {
                const std::uint32_t ref = emit(EventType::circumstance, command_.actor, args);
                ruling(RulingKind::note, args.side, rules().book == Book::uscf ? "USCF 13C" : "6.8",
                       {}, ref);
                return std::nullopt;
            }
            record();
            rule_flag(*args.side, laws::FlagCaller::arbiter);
            return std::nullopt;
        }
        case EventType::time_adjust:
        case EventType::time_set: {
            if (!args.side || args.amount > 100 * day || args.amount < -100 * day)
                return refuse(RefusalCode::bad_arguments, "a side and an amount of time");
            Args noted = args;
            if (noted.articles.empty()) noted.articles = "6.10.1";
            emit(command_.type, command_.actor, std::move(noted), command_.ref);
            return std::nullopt;
        }
        case EventType::restore_position: {
            if (args.amount < 0 || args.amount > static_cast<std::int64_t>(live_.plies()))
                return refuse(RefusalCode::bad_arguments, "there is no such ply");
            halt();
            Args noted = args;
            if (noted.articles.empty()) noted.articles = "7.1";
            noted.text.clear();
            emit(command_.type, command_.actor, std::move(noted), command_.ref);
            end_if_over();
            return std::nullopt;
        }
        case EventType::set_position: {
            fen::Options options;
            options.tolerated = Tolerance::unreachable();
            options.rules = live_.position().rules();
            if (!fen::position(args.text, options))
                return refuse(RefusalCode::bad_arguments, "not a position");
            halt();
            Args noted = args;
            noted.finding = Finding::none;
            if (noted.articles.empty()) noted.articles = "7.1";
            emit(command_.type, command_.actor, std::move(noted), command_.ref);
            end_if_over();
            return std::nullopt;
        }
        case EventType::stop:
            if (state.phase != Phase::live)
                return refuse(RefusalCode::not_possible, "the clocks do not run");
            record();
            return std::nullopt;
        case EventType::resume:
            if (state.phase == Phase::adjourned) {
                if (state.sealing)
                    return refuse(RefusalCode::not_possible, "no move is sealed yet");
                resume_adjourned();
                return std::nullopt;
            }
            if (state.phase != Phase::stopped)
                return refuse(RefusalCode::not_possible, "the clocks are not stopped");
            record();
            return std::nullopt;
        case EventType::declare: {
            if (args.result == Result::none)
                return refuse(RefusalCode::bad_arguments, "which result");
            Args declared = args;  // the verdict goes with the end
            declared.verdict = {};
            emit(command_.type, command_.actor, std::move(declared), command_.ref);
            end(args.result, args.reason == Reason::none ? Reason::arbiter_decision : args.reason,
                args.articles.empty() ? "12.1" : args.articles, args.verdict.value);
            return std::nullopt;
        }
        case EventType::override_ruling: {
            const std::uint32_t ref = record();
            ruling(RulingKind::override_, args.side, args.articles.empty() ? "0" : args.articles,
                   args.text, ref);
            if (args.result != Result::none && args.result != state.result)
                end(args.result,
                    args.reason == Reason::none ? Reason::arbiter_decision : args.reason,
                    args.articles.empty() ? "12.1" : args.articles);
            return std::nullopt;
        }
        default:
            record();
            return std::nullopt;
    }
}

/// The envelope is opened when the player who has to reply is there (Law GI.7); till then his clock
/// runs (GI.9.2). A sealed move that ends the game does so in any case (GI.10).
void Decider::resume_adjourned() {
    const State& state = live_.state;
    const Color replier = ~live_.turn();
    const bool envelope = !state.sealed.empty() && state.sealed != "?missing";
    if (!envelope || !state.absent[at(replier)]) {
        record();
        if (envelope) open_sealed(false);
        return;
    }
    if (sealed_move_ends_game()) {
        const std::uint32_t ref = record();
        ruling(RulingKind::note, replier, "GI.10", {}, ref);
        open_sealed(false);
        return;
    }
    Args args = command_.args;
    args.side = replier;
    const std::uint32_t ref = emit(command_.type, command_.actor, std::move(args), command_.ref);
    const char* const who = replier == Color::white ? "W" : "B";
    // Nobody is there: the one who must reply loses the time as well (GI.11).
    ruling(RulingKind::note, replier, state.absent[at(~replier)] ? "GI.11" : "GI.9.2",
           std::string{"clock=run:"} + who + "; envelope=closed; next=" + who, ref);
}

/// Whether the move in the envelope mates, stalemates or otherwise ends the game by itself.
bool Decider::sealed_move_ends_game() const {
    Decider trial{before_, command_, now_, budget_};
    trial.live_ = live_;
    trial.open_sealed(false);
    return trial.live_.over() && trial.live_.state.reason != Reason::bad_sealed_move &&
           trial.live_.state.reason != Reason::bad_sealed_move_cannot_mate;
}

/// Whoever is not there when the default time is over loses, unless the sealed move ended the game
/// (GI.10).
void Decider::default_at_resumption() {
    const State& state = live_.state;
    const bool closed =
        !state.sealed.empty() && state.sealed != "?missing" && state.resumed_ply == 0;
    if (closed && sealed_move_ends_game()) {
        ruling(RulingKind::note, std::nullopt, "GI.10", {});
        open_sealed(false);
        return;
    }
    laws::DefaultTime late{.side = std::nullopt, .session = laws::Session::resumption};
    if (!state.absent[0] || !state.absent[1])
        late.side = state.absent[0] ? Color::white : Color::black;
    conclude(asked(late));
}

void Decider::open_sealed(bool stated) {
    const Position& position = live_.position();
    const std::string text = live_.state.sealed;
    const auto move = sealed_move(text, position);
    if (!move) {
        // Lost, unless the opponent cannot mate (GI.8, 6.9).
        conclude(asked(laws::BadSealedMove{position.turn(), sealed_fault(text, position)}),
                 Cites{"GI.8"});
        return;
    }
    const Color c = position.turn();
    Args opened;
    opened.text = text;
    opened.move = move;
    if (!stated) emit(EventType::open_sealed, Actor::arbiter, std::move(opened));
    Args made;
    made.side = c;
    made.move = move;
    made.text = "sealed";
    emit(EventType::move_made, Actor::system, std::move(made));
    Args completed;
    completed.side = c;
    completed.text = "unpressed";
    emit(EventType::move_completed, Actor::system, std::move(completed));
    end_if_over();
    if (live_.over()) return;
    Args note;
    note.side = c;
    note.ruling = RulingKind::note;
    note.articles = stated ? "GI.12.1" : "GI.9.1";
    note.text = (stated ? "pos=adjourned; sealed=" : "sealed=") + text;
    emit(EventType::ruling, Actor::arbiter, std::move(note));
    emit(EventType::stop, Actor::arbiter);
    emit(EventType::restored, Actor::arbiter);
    // The clock of the player who has to reply is started.
    Args resume;
    resume.side = ~c;
    emit(EventType::resume, Actor::arbiter, std::move(resume));
}

Decider::Answer Decider::adjournment_act() {
    const State& state = live_.state;
    switch (command_.type) {
        case EventType::adjourn:
            if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter adjourns");
            if (!rules().adjournment)
                return refuse(RefusalCode::not_possible, "games are not adjourned here", "GI.1.1");
            if (state.phase != Phase::live && state.phase != Phase::stopped)
                return refuse(RefusalCode::not_possible, "the game does not go on");
            record();
            return std::nullopt;
        case EventType::seal: {
            const auto side = actor_side();
            if (!side || command_.args.text.empty() || command_.args.text.size() > 64)
                return refuse(RefusalCode::bad_arguments, "a written move");
            if (state.phase == Phase::adjourned && state.sealing == *side) {
                record();
                return std::nullopt;
            }
            // The sealer is absent at the resumption: the reply may be sealed, and his clock
            // started (GI.9.3).
            if (state.resumed_ply > 0 && live_.turn() == *side && state.absent[at(~*side)]) {
                const std::uint32_t ref = record();
                Args note;
                note.side = side;
                note.ruling = RulingKind::note;
                note.articles = "GI.9.3";
                note.text = std::string{"clock=run:"} + (*side == Color::white ? "B" : "W") +
                            "; sealed=" + state.sealed + ",reply-sealed";
                emit(EventType::ruling, Actor::arbiter, std::move(note), ref);
                Args clock;
                clock.side = side;
                clock.text = "reply-sealed";
                emit(EventType::press_clock, Actor::arbiter, std::move(clock));
                return std::nullopt;
            }
            return refuse(RefusalCode::not_possible, "there is nothing to seal", "GI.1.1");
        }
        case EventType::open_sealed:
            if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter opens it");
            if (state.phase != Phase::live && state.phase != Phase::adjourned)
                return refuse(RefusalCode::not_possible, "the game does not go on");
            if (state.sealed.empty() || state.sealing || state.resumed_ply > 0)
                return refuse(RefusalCode::not_possible, "no move is sealed");
            open_sealed(false);
            return std::nullopt;
        case EventType::envelope_missing:
            if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "the arbiter keeps it");
            if (state.phase != Phase::adjourned)
                return refuse(RefusalCode::not_possible, "the game is not adjourned");
            record();
            return std::nullopt;
        case EventType::stated_move: {
            if (state.sealed != "?missing")
                return refuse(RefusalCode::not_possible, "the envelope is there", "GI.12.1");
            Args args = command_.args;
            if (args.text.empty()) return refuse(RefusalCode::bad_arguments, "which move");
            emit(command_.type, command_.actor, std::move(args), command_.ref);
            open_sealed(true);
            return std::nullopt;
        }
        default:
            return refuse(RefusalCode::not_possible, "not now");
    }
}

/// Whether the player has to keep score now (8.1.1, 8.4).
bool Decider::must_record(Color c) const {
    if (rules().recording != Recording::compulsory) return false;
    if (!live_.control().timed()) return true;
    const auto& clock = live_.state.clock;
    const Period& period = live_.control().of(c).periods[clock.period[at(c)]];
    const bool generous = period.kind == Extra::increment && period.extra >= 30 * second;
    return generous || live_.time_left(c, now_) >= 5 * minute;
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
        ruling(RulingKind::note, side, rules().recording == Recording::compulsory ? "8.4" : "A.2",
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
            return std::nullopt;
        default:
            record();
            return std::nullopt;
    }
}

}  // namespace hakam::match::detail

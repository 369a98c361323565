#include <algorithm>
#include <utility>

#include "decider.hpp"
#include "text.hpp"

namespace hakam::match {
namespace detail {

Decider::Decider(const LiveGame& game, const Command& command, Milliseconds now,
                 const RulingBudget& budget)
    : before_{game},
      command_{command},
      budget_{budget},
      now_{std::max(now, game.state.last)},
      live_{game} {}

std::uint32_t Decider::emit(EventType type, Actor actor, Args args, std::uint32_t ref) {
    Event event;
    event.seq = live_.state.seq + 1;
    event.type = type;
    event.actor = actor;
    event.ref = ref;
    event.at = now_;
    event.args = std::move(args);
    if (!event.args.articles.empty()) event.args.articles = in_edition(event.args.articles);
    apply(live_, event);
    out_.push_back(std::move(event));
    return out_.back().seq;
}

std::uint32_t Decider::record() {
    return emit(command_.type, command_.actor, command_.args, command_.ref);
}

Decider::Answer Decider::refuse(RefusalCode code, std::string why, std::string articles) const {
    return Refusal{code, std::move(why), std::move(articles)};
}

/// Of a book that is not of today the articles of its own edition; what is not known there keeps
/// the number of today, and says so.
std::string Decider::in_edition(const std::string& articles) const {
    const auto& ground = law().basis.checkmate;
    if (!ground || !laws::article(*ground).follows) return articles;
    const std::string_view edition = laws::article(*ground).edition;
    Cites cites;
    for (std::string_view one : split(articles, ";")) {
        one = trimmed(one);
        const auto today = laws::find(one);
        if (!today || today->follows) {
            cites.add(one);
            continue;
        }
        const auto older = laws::history(today->key);
        const auto own = std::find_if(older.begin(), older.end(), [&](laws::ArticleId id) {
            return laws::article(id).edition == edition;
        });
        if (own != older.end())
            cites.add(laws::article(*own).id);
        else
            cites.add(std::string{one} + " (2023)");
    }
    return cites.text();
}

laws::Verdict Decider::asked(const laws::Incident& incident, On on) const {
    const State& state = live_.state;
    const bool contested =
        std::any_of(state.open.begin(), state.open.end(), [](const OpenFinding& finding) {
            return finding.kind == Finding::touch_breach && !finding.opponent_touched;
        });
    const laws::LawBook& book = rules().law;
    if (on == On::official) return book.rule(live_.position(), incident, budget_.can_mate);
    const auto playing = playing_position(live_);
    const Position& position = playing ? *playing : live_.position();
    if (state.irregular || contested || !unexchanged_pawns(live_).empty())
        return book.rule(position, incident, budget_.can_mate);
    return book.rule(live_.history.game(), incident, budget_.can_mate);
}

Result result_of(const laws::Verdict& verdict) noexcept {
    switch (verdict.special) {
        case laws::Special::both_lose:
            return Result::both_lose;
        case laws::Special::cancelled:
            return Result::cancelled;
        case laws::Special::referred:
            return Result::referred;
        case laws::Special::none:
            break;
    }
    if (!verdict.outcome) return Result::none;
    const auto who = winner(*verdict.outcome);
    return who ? win_of(*who) : Result::draw;
}

namespace {

bool is_natural(Reason reason) noexcept {
    return reason >= Reason::checkmate && reason <= Reason::fifty_moves;
}

}  // namespace

void Decider::conclude(laws::Verdict verdict, Cites cites) {
    if (verdict.standing == laws::Standing::over && is_natural(verdict.reason) &&
        command_.type != EventType::claim_repetition && command_.type != EventType::claim_fifty) {
        end_naturally(std::move(verdict));  // it was over before
        return;
    }
    cites.add(verdict.citations);
    if (verdict.standing == laws::Standing::over) {
        const Result result = result_of(verdict);
        const Reason reason = verdict.reason;
        end(result, reason, cites.text(),
            std::make_shared<const laws::Verdict>(std::move(verdict)));
        return;
    }
    // Nobody may guess: the arbiter declares the result once the analysis is done.
    halt();
    const std::string open = "undetermined=" + std::string{name(verdict.reason)};
    const auto loser = verdict.side;
    ruling(RulingKind::referred, loser, cites.text(), open, 0,
           std::make_shared<const laws::Verdict>(std::move(verdict)));
}

void Decider::end(Result result, Reason reason, std::string_view articles,
                  std::shared_ptr<const laws::Verdict> verdict) {
    Args args;
    args.result = result;
    args.reason = reason;
    args.articles = std::string{articles};
    args.verdict.value = std::move(verdict);
    emit(EventType::game_ended, Actor::system, std::move(args));
}

void Decider::due() {
    if (live_.over()) return;
    const State& state = live_.state;
    if (const auto falls = flag_time(live_.control(), state.clock); falls && *falls <= now_) {
        const Color c = *state.clock.running;
        const Clock then = advanced(live_.control(), state.clock, *falls);
        if (then.fallen[at(c)]) {
            const Milliseconds now = std::exchange(now_, std::max(*falls, state.last));
            Args args;
            args.side = c;
            args.amount = now_;
            emit(EventType::flag_physical, Actor::system, args);
            if (rules().flag_initiative == Initiative::automatic) {
                args.amount = 0;
                emit(EventType::flag_noticed, Actor::system, args);
                rule_flag(c, laws::FlagCaller::clock);
            }
            now_ = now;
        }
    }
    if (live_.over()) return;
    if (state.phase == Phase::waiting && rules().default_time &&
        now_ - state.start > *rules().default_time) {
        const bool white = state.absent[0];
        const bool black = state.absent[1];
        if (white || black) {
            laws::DefaultTime late;
            if (!white || !black) late.side = white ? Color::white : Color::black;
            conclude(asked(late));
            return;
        }
    }
    if (late_at_resumption()) default_at_resumption();
    if (live_.over() || rules().reconnect_window <= 0) return;
    // With both offline the running clock decides (art::online_both_disconnected).
    for (const Color c : colors) {
        const auto gone = state.gone[at(c)];
        if (!gone || now_ - *gone <= rules().reconnect_window || state.gone[at(~c)]) continue;
        conclude(asked(laws::Disconnection{c}));
        return;
    }
}

bool Decider::late_at_resumption() const {
    const State& state = live_.state;
    return state.resumed_at && rules().resumption_default &&
           now_ - *state.resumed_at > *rules().resumption_default &&
           (state.absent[0] || state.absent[1]);
}

Expected<Events, Refusal> Decider::run() {
    if (!before_.setup) {
        return Unexpected<Refusal>{Refusal{RefusalCode::not_possible, "there is no game", {}}};
    }
    due();
    const bool afterwards = command_.type == EventType::sign_result ||
                            command_.type == EventType::appeal ||
                            command_.type == EventType::override_ruling ||
                            command_.type == EventType::correct || command_.type == EventType::tick;
    if (live_.over() && !afterwards) {
        if (!out_.empty()) return std::move(out_);  // it ended before the command came
        return Unexpected<Refusal>{Refusal{RefusalCode::game_over, "the game is over", {}}};
    }
    if (!is_command(command_.type))
        return Unexpected<Refusal>{
            Refusal{RefusalCode::bad_arguments, "only the automaton makes such events", {}}};
    if (Answer refused = dispatch()) {
        if (!out_.empty()) return std::move(out_);  // what was due has happened all the same
        return Unexpected<Refusal>{std::move(*refused)};
    }
    return std::move(out_);
}

Decider::Answer Decider::dispatch() {
    switch (command_.type) {
        case EventType::tick:
            if (live_.over()) return std::nullopt;
            end_if_over();
            return std::nullopt;
        case EventType::round_start:
            if (live_.state.phase != Phase::setup)
                return refuse(RefusalCode::not_possible, "the round has started");
            record();
            end_if_over();
            return std::nullopt;
        case EventType::arrived:
        case EventType::absent:
            if (!command_.args.side)
                return refuse(RefusalCode::bad_arguments, "which side is missing");
            record();
            due();
            // The player for whom the envelope was kept closed is there (GI.7).
            if (command_.type == EventType::arrived && live_.state.phase == Phase::live &&
                !live_.state.sealed.empty() && live_.state.sealed != "?missing" &&
                live_.state.resumed_ply == 0 && *command_.args.side == ~live_.turn())
                open_sealed(false);
            return std::nullopt;
        case EventType::announce_adjust:
        case EventType::touch:
        case EventType::piece_in_hand:
            return touch_act();
        case EventType::hover:
        case EventType::release:
        case EventType::remove:
        case EventType::promo_touch:
        case EventType::promo_release:
        case EventType::make_move:
            return board_act();
        case EventType::press_clock:
            return press();
        case EventType::offer_draw:
            return offer_draw();
        case EventType::accept_draw:
            return accept_draw();
        case EventType::withdraw_offer:
        case EventType::decline_draw:
            return other_offer_acts();
        case EventType::claim_repetition:
        case EventType::claim_fifty:
            return claim_draw();
        case EventType::claim_flag:
            return claim_flag();
        case EventType::claim_illegal:
            return claim_illegal();
        case EventType::claim_touch:
            return claim_touch();
        case EventType::claim_normal_means:
            return claim_normal_means();
        case EventType::ask_increment:
            return ask_increment();
        case EventType::claim_setup:
            return claim_setup();
        case EventType::answer_claim:
            return answer_claim();
        case EventType::resign:
            return resign();
        case EventType::announce:
            return announce();
        case EventType::call_arbiter:
            return call_arbiter();
        case EventType::conduct:
            return conduct();
        case EventType::sign_result:
            return sign();
        case EventType::arbiter_sees:
            return arbiter_sees();
        case EventType::seal:
        case EventType::open_sealed:
        case EventType::envelope_missing:
        case EventType::stated_move:
        case EventType::adjourn:
            return adjournment_act();
        case EventType::flag_noticed:
        case EventType::warn:
        case EventType::penalise:
        case EventType::time_adjust:
        case EventType::time_set:
        case EventType::restore_position:
        case EventType::set_position:
        case EventType::stop:
        case EventType::resume:
        case EventType::declare:
        case EventType::override_ruling:
        case EventType::correct:
            return arbiter_act();
        default:
            return person_act();
    }
}

}  // namespace detail

std::optional<laws::Incident> open_incident(const LiveGame& game, const Args& ruling) {
    constexpr std::string_view open = "undetermined=";
    if (ruling.ruling != RulingKind::referred || !ruling.side ||
        !detail::starts_with(ruling.text, open) || !game.setup || game.over())
        return std::nullopt;
    const auto reason = reason_from(std::string_view{ruling.text}.substr(open.size()));
    const Color side = *ruling.side;
    switch (reason.value_or(Reason::none)) {
        case Reason::flag_fall:
            if (game.state.clock.fallen[0] && game.state.clock.fallen[1])
                return laws::BothFlags{game.state.first_fallen};
            return laws::FlagFall{side, laws::FlagCaller::clock};
        case Reason::resignation:
            return laws::Resignation{side};
        case Reason::illegal_move:
        case Reason::illegal_moves:
            return laws::IllegalAct{
                side, std::max(game.rules().law.rules().illegal_acts_to_lose, 1),
                laws::IllegalKind::move};
        case Reason::disconnection:
            return laws::Disconnection{side};
        case Reason::bad_sealed_move:
            return laws::BadSealedMove{side};
        case Reason::device:
            return laws::DeviceFound{side};
        default:
            return std::nullopt;
    }
}

Command declaration(laws::Verdict verdict, const Args& ruling) {
    Command command;
    command.type = EventType::declare;
    command.actor = Actor::arbiter;
    command.args.result = detail::result_of(verdict);
    command.args.reason = verdict.reason;
    detail::Cites cites{ruling.articles};
    command.args.articles = cites.add(verdict.citations).text();
    command.args.verdict.value = std::make_shared<const laws::Verdict>(std::move(verdict));
    return command;
}

Expected<Events, Refusal> decide(const LiveGame& game, const Command& command, Milliseconds now,
                                 const RulingBudget& budget) {
    return detail::Decider{game, command, now, budget}.run();
}

std::optional<Milliseconds> next_deadline(const LiveGame& game) {
    if (!game.setup || game.over()) return std::nullopt;
    std::optional<Milliseconds> first = flag_time(game.control(), game.state.clock);
    const auto consider = [&](Milliseconds t) {
        if (!first || t < *first) first = t;
    };
    if (game.state.phase == Phase::waiting && game.rules().default_time)
        consider(game.state.start + *game.rules().default_time + 1);
    const State& state = game.state;
    if (state.resumed_at && game.rules().resumption_default &&
        (state.absent[0] || state.absent[1]))
        consider(*state.resumed_at + *game.rules().resumption_default + 1);
    if (game.rules().reconnect_window > 0)
        for (const auto& gone : game.state.gone)
            if (gone) consider(*gone + game.rules().reconnect_window + 1);
    return first;
}

}  // namespace hakam::match

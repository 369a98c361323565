#include "server/match_host.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/winnable.hpp"
#include "server/match_words.hpp"
#include "wire/events_json.hpp"

namespace hakam::server {
using match::Actor;
using match::Args;
using match::Command;
using match::Event;
using match::Events;
using match::EventType;

namespace {

Color color_of(Seat seat) { return seat == Seat::black ? Color::black : Color::white; }
Seat seat_of(Color color) { return color == Color::white ? Seat::white : Seat::black; }
std::size_t at(Color color) { return color == Color::white ? 0 : 1; }

std::string actor_text(Actor actor) {
    switch (actor) {
        case Actor::white:
            return "white";
        case Actor::black:
            return "black";
        case Actor::arbiter:
            return "arbiter";
        case Actor::system:
            return "system";
        default:
            return "other";
    }
}
Actor actor_of(std::string_view text) {
    if (text == "white") return Actor::white;
    if (text == "black") return Actor::black;
    if (text == "arbiter") return Actor::arbiter;
    return text == "system" ? Actor::system : Actor::third_person;
}

/// What a ruling may search while everybody waits; longer questions go elsewhere (open_question).
match::RulingBudget network_budget() {
    match::RulingBudget budget;
    budget.can_mate.nodes = 20'000;
    budget.can_mate.memory_bytes = std::uint64_t{16} << 20U;
    return budget;
}

constexpr std::string_view undetermined = "undetermined=";

Problem refused(const match::Refusal& refusal) {
    using match::RefusalCode;
    std::string code = "illegal_now";
    switch (refusal.code) {
        case RefusalCode::game_over:
            code = "game_over";
            break;
        case RefusalCode::not_your_move:
            code = "not_your_turn";
            break;
        case RefusalCode::illegal_move:
        case RefusalCode::no_such_man:
            code = "illegal_move";
            break;
        case RefusalCode::not_allowed:
            code = "not_allowed";
            break;
        case RefusalCode::bad_arguments:
            code = "bad_request";
            break;
        case RefusalCode::no_offer:
        case RefusalCode::not_possible:
            break;
    }
    return {std::move(code), refusal.why, {}, articles_json(refusal.articles), -1, -1};
}

}  // namespace

MatchHost::MatchHost(const GameInfo& info) : chess960_{info.chess960} {}

GameHost::Acted MatchHost::create(const match::GameSettings& settings, Millis now) {
    const auto events = match::create(settings, now);
    if (!events)
        return Unexpected{Problem{"bad_request", describe(events.error()), {}, {}, -1, -1}};
    return finish(*events);
}

std::string MatchHost::uci_of(Move move) const {
    return uci::format(move, chess960_ ? uci::Castling::chess960 : uci::Castling::standard);
}

StoredEvent MatchHost::stored(const Event& event) const {
    StoredEvent out;
    out.kind = name(event.type);
    std::string body = "{";
    wire::append_args(body, event.args);
    if (event.ref > 0 && event.ref <= stored_seq_.size()) {
        // As the log numbers it; an event of the same act has no number yet.
        const std::int64_t seq = stored_seq_[event.ref - 1];
        if (seq > 0)
            body += (body.size() > 1 ? ",\"ref\":" : "\"ref\":") + std::to_string(seq);
        else
            out.ref_back = static_cast<std::int64_t>(stored_seq_.size() - event.ref);
    }
    out.body = std::move(body += '}');
    out.actor = actor_text(event.actor);
    out.at = event.at;
    return out;
}

void MatchHost::apply(const Event& event, Millis lag) {
    const Millis now = event.at;
    const bool move = event.type == EventType::move_made && event.args.move && game_.setup;
    PlayedMove played;
    if (move) {
        played.move = *event.args.move;
        const Position& before = game_.position();
        played.san =
            before.is_legal(played.move) ? san::format(played.move, before) : uci_of(played.move);
        const auto clock = match::advanced(game_.control(), game_.state.clock, now);
        played.elapsed = clock.used[at(before.turn())];
        played.lag = lag;
    }
    std::optional<Color> pressing;
    if (event.type == EventType::press_clock && game_.setup) pressing = game_.state.clock.running;
    std::optional<Millis> used;
    if (pressing)
        used = match::advanced(game_.control(), game_.state.clock, now).used[at(*pressing)];

    game_ = match::evolve(std::move(game_), event);
    stored_seq_.push_back(0);
    ++unnumbered_;
    if (!game_.setup) return;
    const std::size_t plies = game_.plies();
    if (plies < moves_.size()) {
        moves_.resize(plies);
        changed_from_ = std::min(changed_from_, plies);
    }
    if (move && plies == moves_.size() + 1) {
        changed_from_ = std::min(changed_from_, moves_.size());
        moves_.push_back(std::move(played));
    }
    while (moves_.size() < plies) {  // a position that was put right counts as a move without name
        changed_from_ = std::min(changed_from_, moves_.size());
        PlayedMove other;
        other.move = game_.history[moves_.size() + 1].move;
        other.san = uci_of(other.move);
        moves_.push_back(std::move(other));
    }
    if (pressing && !moves_.empty() && game_.state.clock.running != pressing) {
        PlayedMove& last = moves_.back();
        if (used) last.elapsed = *used;
        if (game_.control().timed()) last.clock = game_.time_left(*pressing, now);
        changed_from_ = std::min(changed_from_, moves_.size() - 1);
    }
    if (event.type == EventType::offer_draw && !moves_.empty()) {
        moves_.back().offer = true;
        changed_from_ = std::min(changed_from_, moves_.size() - 1);
    }
    if (event.type == EventType::ruling)
        rulings_.push_back(
            {static_cast<std::int64_t>(stored_seq_.size()), event.actor, event.args, false});
    if (event.type == EventType::claim_repetition) claimed_ = event.args.move;
    if (event.type == EventType::declare) declared_ = event.args.text;
    if (event.type == EventType::game_ended) {
        Ruled end{static_cast<std::int64_t>(stored_seq_.size()), event.actor, event.args, true};
        if (end.args.text.empty()) end.args.text = std::exchange(declared_, {});
        rulings_.push_back(std::move(end));
        evidence_ = wire::evidence_of(
            event.args, chess960_ ? uci::Castling::chess960 : uci::Castling::standard);
        // The written move of a claim is not in the game, whose next one it would have been.
        if (event.args.reason == match::Reason::threefold_repetition && claimed_ &&
            game_.position().is_legal(*claimed_))
            (*evidence_)["intended"] = uci_of(*claimed_);
    }
}

GameHost::Acted MatchHost::finish(const Events& events) {
    std::vector<StoredEvent> out;
    out.reserve(events.size());
    for (const Event& event : events) {
        const std::size_t before = moves_.size();
        apply(event, 0);
        out.push_back(stored(event));
        if (moves_.size() > before) out.back().elapsed_ms = moves_.back().elapsed;
        out.back().ply = static_cast<std::int64_t>(moves_.size());
    }
    return out;
}

const MatchHost::Ruled* MatchHost::waiting_ruling() const {
    if (game_.over() || game_.state.phase != match::Phase::stopped || rulings_.empty())
        return nullptr;
    const Ruled& last = rulings_.back();
    const bool waits = last.args.ruling == match::RulingKind::referred && last.args.side &&
                       last.args.text.starts_with(undetermined);
    return waits ? &last : nullptr;
}

std::function<GameHost::Answer()> MatchHost::open_question() const {
    const Ruled* ruled = waiting_ruling();
    if (ruled == nullptr) return {};
    const auto incident = match::open_incident(game_, ruled->args);
    if (!incident) return {};
    return [book = game_.rules().law, position = game_.position(), incident = *incident] {
        Budget budget;
        budget.memory_bytes = std::uint64_t{512} << 20U;
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{2};
        budget.expired = [end] { return std::chrono::steady_clock::now() > end; };
        return book.rule(position, incident, budget);
    };
}

GameHost::Acted MatchHost::settle(Answer answer, Millis now) {
    const Ruled* ruled = waiting_ruling();
    if (ruled == nullptr || answer.certainty == Decision::unknown)
        return std::vector<StoredEvent>{};
    return play({match::declaration(std::move(answer), ruled->args)}, now);
}

GameHost::Acted MatchHost::play(const std::vector<Command>& commands, Millis now) {
    std::vector<StoredEvent> out;
    for (const Command& command : commands) {
        const auto events =
            match::decide(game_, command, std::max(now, game_.state.last), network_budget());
        if (!events) {
            // Later parts of a compound command are wishes ("and offer a draw"): what is done
            // stands. The first one decides.
            if (!out.empty()) break;
            return Unexpected{refused(events.error())};
        }
        auto done = finish(*events);
        std::move(done->begin(), done->end(), std::back_inserter(out));
    }
    return out;
}

GameHost::Acted MatchHost::act(Seat seat, const json::object& command, Millis now) {
    if (seat == Seat::spectator)
        return Unexpected{Problem{"forbidden", "spectators do not act", {}, {}, -1, -1}};
    const auto commands = commands_for(seat, command);
    if (!commands) return Unexpected{commands.error()};
    auto done = play(*commands, now);
    if (done && done->empty())
        return Unexpected{Problem{"illegal_now", "that changes nothing now", {}, {}, -1, -1}};
    return done;
}

GameHost::Acted MatchHost::simple(EventType type, Actor actor, Millis now) {
    Command command;
    command.type = type;
    command.actor = actor;
    return play({command}, now);
}

GameHost::Acted MatchHost::start(Millis now) {
    if (game_.state.phase == match::Phase::setup)
        return simple(EventType::round_start, Actor::arbiter, now);
    // A game that goes on from a score waits with its clocks stopped.
    if (game_.state.phase == match::Phase::stopped)
        return simple(EventType::resume, Actor::arbiter, now);
    return std::vector<StoredEvent>{};
}

GameHost::Acted MatchHost::tick(Millis now) { return simple(EventType::tick, Actor::system, now); }

GameHost::Acted MatchHost::presence(Seat seat, bool here, Millis now) {
    if (game_.rules().reconnect_window <= 0 || seat == Seat::arbiter || game_.over())
        return std::vector<StoredEvent>{};
    const auto side = at(color_of(seat));
    if (game_.state.gone[side].has_value() != here) return std::vector<StoredEvent>{};
    return simple(here ? EventType::reconnect : EventType::disconnect,
                  match::actor_of(color_of(seat)), now);
}

std::optional<Millis> MatchHost::absence_ends(Seat seat) const {
    if (game_.rules().reconnect_window <= 0 || game_.over()) return std::nullopt;
    const auto gone = game_.state.gone[at(color_of(seat))];
    return gone ? std::optional{*gone + game_.rules().reconnect_window} : std::nullopt;
}

GameHost::Acted MatchHost::forfeit(Seat loser, const std::string& why, Millis now) {
    Command command;
    command.type = EventType::declare;
    command.actor = Actor::arbiter;
    command.args.result = match::win_of(~color_of(loser));
    command.args.reason = match::Reason::arbiter_decision;
    command.args.text = why;
    return play({command}, now);
}

GameHost::Acted MatchHost::credit(Seat side, Millis amount, Millis now) {
    Event event;
    event.seq = game_.state.seq + 1;
    event.type = EventType::time_adjust;
    event.actor = Actor::system;
    event.at = std::max(now, game_.state.last);
    event.args.side = color_of(side);
    event.args.amount = amount;
    event.args.text = "network";
    return finish({event});
}

GameHost::Acted MatchHost::take_back(std::size_t ply, Millis now) {
    Command command;
    command.type = EventType::restore_position;
    command.actor = Actor::arbiter;
    command.args.amount = static_cast<std::int64_t>(ply);
    command.args.text = "takeback";
    auto done = play({command}, now);
    if (!done || game_.state.phase != match::Phase::stopped) return done;
    auto resumed = simple(EventType::resume, Actor::arbiter, now);
    if (resumed) std::move(resumed->begin(), resumed->end(), std::back_inserter(*done));
    return done;
}

GameHost::Acted MatchHost::abort(Seat, Millis now) {
    Command command;
    command.type = EventType::declare;
    command.actor = Actor::arbiter;
    command.args.result = match::Result::cancelled;
    command.args.reason = match::Reason::aborted;
    return play({command}, now);
}

// `stored_seq` holds the numbers under which the events before it are stored, as what it refers to
// is named by them. Nothing if it cannot be read or is the server's own.
std::optional<Event> MatchHost::read(const StoredEvent& event,
                                     const std::vector<std::int64_t>& stored_seq) {
    boost::system::error_code error;
    json::value value = json::parse(event.body, error);
    if (error || !value.is_object()) return std::nullopt;
    json::object& object = value.get_object();
    object["v"] = match::event_version;
    object["seq"] = static_cast<std::int64_t>(stored_seq.size() + 1);
    object["kind"] = event.kind;
    object["actor"] = name(actor_of(event.actor));
    object["at"] = event.at;
    if (json::value* ref = object.if_contains("ref"); ref != nullptr && ref->is_int64()) {
        const auto found = std::lower_bound(stored_seq.begin(), stored_seq.end(), ref->get_int64());
        *ref = static_cast<std::int64_t>(found - stored_seq.begin() + 1);
    }
    auto read = wire::event_from(object);
    if (!read) return std::nullopt;
    return std::move(*read);
}

bool MatchHost::replay(const StoredEvent& event) {
    if (!match::event_type_from(event.kind)) return true;  // the server's own: not of the state
    const auto known = read(event, stored_seq_);
    if (!known) return false;
    apply(*known, event.lag_ms);
    stored_seq_.back() = event.seq;
    unnumbered_ = 0;
    return game_.setup != nullptr;
}

void MatchHost::stored_until(std::int64_t last) {
    for (std::size_t i = stored_seq_.size(); unnumbered_ > 0; --unnumbered_)
        stored_seq_[--i] = last--;
}

std::size_t MatchHost::take_changed_from() {
    const std::size_t from = std::min(changed_from_, moves_.size());
    changed_from_ = SIZE_MAX;
    return from;
}

std::optional<Millis> MatchHost::deadline() const {
    if (game_.rules().flag_initiative == match::Initiative::claim_only &&
        game_.rules().reconnect_window <= 0 && game_.state.phase != match::Phase::waiting)
        return std::nullopt;
    return match::next_deadline(game_);
}

std::optional<Seat> MatchHost::turn() const {
    if (game_.over() || game_.state.phase != match::Phase::live) return std::nullopt;
    return seat_of(game_.turn());
}

std::string MatchHost::result() const {
    return game_.over() ? outcome_text(game_.state.result) : std::string{};
}
std::string MatchHost::reason() const {
    return game_.over() ? std::string{name(game_.state.reason)} : std::string{};
}

std::optional<Seat> MatchHost::draw_offered_by() const {
    if (game_.over() || !game_.state.offer_by) return std::nullopt;
    return seat_of(*game_.state.offer_by);
}

EngineTask MatchHost::engine_task(Millis now) const {
    EngineTask task;
    task.start_fen = fen::format(game_.history.position(0));
    task.chess960 = chess960_;
    for (const PlayedMove& played : moves_) {
        if (!task.moves.empty()) task.moves += ' ';
        task.moves += uci_of(played.move);
    }
    if (!game_.control().timed()) return task;
    task.timed = true;
    task.white_ms = game_.time_left(Color::white, now);
    task.black_ms = game_.time_left(Color::black, now);
    const Color mover = game_.position().turn();
    task.mover_ms = mover == Color::white ? task.white_ms : task.black_ms;
    const auto& periods = game_.control().of(mover).periods;
    const std::size_t period =
        std::min<std::size_t>(game_.state.clock.period[at(mover)], periods.size() - 1);
    if (periods[period].kind == match::Extra::increment) task.increment_ms = periods[period].extra;
    return task;
}

}  // namespace hakam::server

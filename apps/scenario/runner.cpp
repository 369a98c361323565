// Plays the tokens of a scenario as commands.
#include "runner.hpp"

#include <algorithm>

#include "apply.hpp"
#include "decider.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "tokens.hpp"

namespace hakam::scenario {

Runner::Runner(const Scenario& scenario, const MatchRules& rules)
    : scenario_{scenario}, rules_{rules} {}

/// An error in one column, counted from the start of the row.
Error Runner::in_row(Error error, std::size_t column) const {
    error.where.offset += scenario_.begins[column];
    error.where.column += scenario_.begins[column];
    return error;
}

std::optional<Error> Runner::bad(const Token& token, std::string expected) const {
    const auto offset = static_cast<std::size_t>(token.whole.data() - scenario_.script.data());
    return in_row(
        {ErrorCode::unexpected_text, span_in(scenario_.script, offset, token.whole.size()),
         std::move(expected), excerpt(token.whole)},
        3);
}

std::optional<Move> Runner::legal(std::string_view text) const {
    const Position& p = live_.position();
    if (const auto move = uci::parse_lenient(text, p)) return move->move;
    if (const auto move = uci::parse(text, p, uci::Castling::chess960)) return *move;
    if (const auto move = san::parse_lenient(text, p)) return move->move;
    return std::nullopt;
}

bool Runner::send(EventType type, Actor actor, Args args) {
    Command command;
    command.type = type;
    command.actor = actor;
    if (assistant_ && actor == Actor::white) command.actor = Actor::white_assistant;
    if (assistant_ && actor == Actor::black) command.actor = Actor::black_assistant;
    const bool was_unpressed = live_.setup && live_.state.unpressed[at(~live_.turn())];
    command.args = std::move(args);
    const auto events = decide(live_, command, now_);
    refused_last_ = !events;
    refused_by_ = events ? std::string{} : std::string{events.error().articles};
    if (!events) {
        if (events.error().code == RefusalCode::illegal_move) {
            refused_illegal_ = true;
            asked_.add(events.error().articles);
        }
        return false;
    }
    for (const Event& event : *events) {
        live_ = evolve(std::move(live_), event);
        log_.push_back(event);
        const bool part = event.type == EventType::release || event.type == EventType::remove;
        if (part && removed_) note_touches(live_.turn());
        if (event.type == EventType::move_made && !live_.state.irregular &&
            live_.history.back().lawful) {
            positions_.push_back(live_.position());
            last_move_ = event.args.move;
            saw_wrong_ = false;
            by_parts_ = type != EventType::make_move;
            if (type == EventType::promo_release) moved_last_ = true;
            replied_ = was_unpressed && rules_.mode == Mode::over_the_board;
        }
        // Once it is completed, whoever finds it rules on it.
        if (event.type == EventType::irregularity) saw_wrong_ = false;
        if (event.type == EventType::move_retracted &&
            std::any_of(log_.begin(), log_.end(), [](const Event& e) {
                return e.args.finding == Finding::two_hands_unpressed;
            }))
            met_.add("4.1; 7.5.4");  // put right before the press
        // The act that it answers stands.
        if (event.type == EventType::move_made || event.type == EventType::set_position)
            for (const OpenFinding& finding : live_.state.open)
                if (is_illegal_act(finding.kind) && finding.opponent_moved &&
                    rules_.law.rules().illegal_window == laws::Window::next_move)
                    met_.add("A.5.2");
        if (live_.stage() == Stage::wrong && !live_.state.irregular) {
            saw_wrong_ = true;
            wrong_castling_ = is_castling(cause_of(live_));
            wrong_side_ = live_.turn();
        }
    }
    return true;
}

std::optional<Error> Runner::begin() {
    GameSettings settings;
    settings.ruleset = scenario_.ruleset;
    settings.time_control = scenario_.time_control;
    settings.fen = scenario_.fen;
    const auto created = create(settings, 0);
    if (!created) {
        const bool control_reads = parse_time_control(scenario_.time_control).has_value();
        return in_row(created.error(), control_reads ? 2 : 1);
    }
    live_ = evolve(LiveGame{}, *created);
    log_ = *created;
    if (!live_.setup) return Error{ErrorCode::bad_position, {}, "a game", scenario_.fen};
    positions_.push_back(live_.position());

    std::size_t begin_at = 0;
    const std::string_view script = scenario_.script;
    while (begin_at < script.size()) {
        std::size_t end = script.find(' ', begin_at);
        if (end == std::string_view::npos) end = script.size();
        if (end > begin_at) {
            Token token;
            token.whole = script.substr(begin_at, end - begin_at);
            std::string_view rest = token.whole;
            if (rest.size() > 2 && rest[1] == ':') {
                token.actor = rest.substr(0, 1);
                rest.remove_prefix(2);
            } else if (starts_with(rest, "AS:") && rest.size() > 5) {
                token.actor = rest.substr(3, 1);
                token.assistant = true;
                rest.remove_prefix(5);
            }
            const std::size_t equals = rest.find('=');
            token.verb = rest.substr(0, equals);
            if (equals != std::string_view::npos) token.arg = rest.substr(equals + 1);
            tokens_.push_back(token);
            if (token.actor.empty() && token.verb == "sig") {
                sigs_.push_back(token.arg);
            }
        }
        begin_at = end + 1;
        if (tokens_.size() > 2000) return Error{ErrorCode::too_long, {}, "at most 2000 tokens", {}};
    }
    return std::nullopt;
}

std::optional<Error> Runner::play_token(const Token& token) {
    if (token.actor.empty()) {
        if (token.verb == "play") return play_moves(token);
        if (token.verb == "moves") {
            Args args;
            args.text = "completed";
            const auto count = number(token.arg);
            if (!count || *count > 10'000) return bad(token, "a number of moves such as moves=20");
            args.amount = *count;
            turn_open_ = true;
            moves_after_irregular_ = live_.state.irregular;
            send(EventType::circumstance, Actor::system, args);
            return std::nullopt;
        }
        if (token.verb == "t") return times(token);
        if (token.verb == "setup") {
            return set_up(token);
        }
        if (token.verb == "sig") {
            return sig(token);
        }
        return bad(token, "play=, moves=, t=, setup=, sig= or ACTOR:verb");
    }
    if (const auto side = side_from(token.actor)) {
        assistant_ = token.assistant;
        if (assistant_)
            assisted_ = starts_with(token.verb, "clk")   ? "6.2.6"
                        : starts_with(token.verb, "wri") ? "8.1.6"
                                                         : "4.9";
        Fault fault = player_token(*side, token);
        assistant_ = false;
        return fault;
    }
    if (token.actor == "A") return arbiter_token(token);
    if (token.actor == "X") {
        third_person_token(token);
        return std::nullopt;
    }
    if (token.actor == "S") {
        return system_token(token);
    }
    return bad(token, "an actor W, B, A, X or S");
}

Expected<Report> Runner::run() {
    if (Fault fault = begin()) return Unexpected<Error>{std::move(*fault)};
    for (const std::string_view text : sigs_) standing_sig(text);
    send(EventType::round_start, Actor::system);
    for (std::size_t i = 0; i < tokens_.size();) {
        const Token& token = tokens_[i];
        if (token.verb == "late") {
            if (Fault fault = lateness(tokens_, i)) return Unexpected<Error>{std::move(*fault)};
            continue;
        }
        ++i;
        if (token.verb == "resume" && live_.state.phase == Phase::adjourned && i < tokens_.size() &&
            tokens_[i].verb == "late") {
            if (Fault fault = lateness(tokens_, i, &token))
                return Unexpected<Error>{std::move(*fault)};
            continue;
        }
        // Who is absent at the resumption is told after it.
        if (token.verb == "resume" && live_.state.phase == Phase::adjourned)
            for (; i < tokens_.size() && tokens_[i].verb == "absent" &&
                   side_from(tokens_[i].actor) == ~live_.turn();
                 ++i)
                if (Fault fault = play_token(tokens_[i]))
                    return Unexpected<Error>{std::move(*fault)};
        if (token.whole == "S:start") continue;
        if (Fault fault = play_token(token)) return Unexpected<Error>{std::move(*fault)};
        // A pause is forgotten as soon as its player does something else.
        if (token.verb != "pause" && token.verb != "call" && token.verb != "stopboth" &&
            token.verb != "sig")
            last_pause_.reset();
    }
    // Whoever is not there at the start has lost, if no default time is given (6.7.1).
    if (live_.state.phase == Phase::waiting && rules_.default_time == 0) {
        now_ += second;
        send(EventType::tick, Actor::system);
    }
    settle();
    return report();
}

Expected<Report> run(const Scenario& scenario) {
    const auto rules = match_rules(scenario.ruleset);
    if (!rules) {
        Error error = rules.error();
        error.where.offset += scenario.begins[0];
        error.where.column += scenario.begins[0];
        return Unexpected<Error>{std::move(error)};
    }
    auto special = run_special(scenario, *rules);
    if (!special) return Unexpected<Error>{special.error()};
    if (*special) return std::move(**special);
    return Runner{scenario, *rules}.run();
}

}  // namespace hakam::scenario

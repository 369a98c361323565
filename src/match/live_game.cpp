#include "hakam/match/live_game.hpp"

#include <algorithm>
#include <utility>

#include "apply.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::match {

void History::truncate(std::size_t plies) {
    if (plies <= kept_) {
        kept_ = plies;
        own_.clear();
    } else {
        own_.resize(std::min(own_.size(), plies - kept_));
    }
}

int History::occurrences_with(const Position& next) const noexcept {
    int count = 1;
    std::uint32_t back = next.halfmove_clock().value;
    for (std::size_t i = size(); i > 0 && back > 0; --i, --back) {
        const Ply& ply = (*this)[i - 1];
        if (ply.lawful && ply.position.key() == next.key() && repeats(ply.position, next)) ++count;
    }
    return count;
}

int History::occurrences() const noexcept {
    const Position& last = back().position;
    int count = 0;
    std::uint32_t left = last.halfmove_clock().value + 1;
    for (std::size_t i = size(); i > 0 && left > 0; --i, --left) {
        const Ply& ply = (*this)[i - 1];
        if (ply.lawful && ply.position.key() == last.key() && repeats(ply.position, last)) ++count;
    }
    return count;
}

History History::over(const History& base) {
    History result;
    result.base_ = &base;
    result.kept_ = base.size();
    return result;
}

Color LiveGame::turn() const noexcept {
    const Color c = position().turn();
    return state.irregular ? ~c : c;
}

Stage LiveGame::stage() const noexcept {
    if (state.unpressed[0] && state.unpressed[1]) return Stage::overlap;
    const InHand& hand = state.in_hand;
    if (hand.wrong) return Stage::wrong;
    if (hand.released || hand.promo || hand.crowded) return Stage::partial;
    if (!hand.touches.empty()) return Stage::bound;
    if (state.irregular) return Stage::wrong_done;
    if (state.unpressed[detail::at(~turn())]) return Stage::made;
    return Stage::think;
}

Obligation LiveGame::obligation() const { return detail::present_obligation(*this); }

namespace {

Expected<Position> start_position(const GameSettings& settings, const MatchRules& rules) {
    const RulesetId movement = rules.castling ? RulesetId::standard : RulesetId::no_castling;
    fen::Options options;
    options.rules = movement;
    options.tolerated = Tolerance::unreachable();
    std::string_view text = settings.fen;
    if (text == "startpos" || text.empty())
        text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::string without_rights;
    if (!rules.castling) {  // no rights at all, whatever the text claims (VAR-NC1)
        const auto report = fen::read(text, options);
        if (report.setup) {
            Setup setup = *report.setup;
            setup.castling = CastlingRights{};
            const auto position = Position::from(setup, movement, options.tolerated);
            if (position) return *position;
        }
    }
    if (rules.chess960) options.castling = fen::Castling::chess960;
    const auto strict = fen::position(text, options);
    if (strict) return *strict;
    options.reading = Reading::lenient;  // castling letters in another order, missing counters
    const auto lenient = fen::position(text, options);
    return lenient ? lenient : strict;
}

Expected<std::shared_ptr<const MatchSetup>> read_settings(const GameSettings& settings,
                                                          Position& start) {
    auto setup = std::make_shared<MatchSetup>();
    setup->settings = settings;
    const auto rules = match_rules(settings.ruleset);
    if (!rules) return Unexpected<Error>{rules.error()};
    setup->rules = *rules;
    const auto control = parse_time_control(settings.time_control);
    if (!control) return Unexpected<Error>{control.error()};
    setup->control = *control;
    if (rules->first_increment) setup->control.first_increment = true;
    const auto position = start_position(settings, *rules);
    if (!position) return Unexpected<Error>{position.error()};
    start = *position;
    const std::uint32_t moves = start.fullmove_number().value;
    setup->first_ply = (moves > 0 ? moves - 1 : 0) * 2 + (start.turn() == Color::black ? 1U : 0U);
    return std::shared_ptr<const MatchSetup>{std::move(setup)};
}

LiveGame begin(const Event& event) {
    GameSettings settings;
    for (const auto& [key, value] : event.args.extra) {
        if (key == "ruleset")
            settings.ruleset = value;
        else if (key == "time_control")
            settings.time_control = value;
        else if (key == "fen")
            settings.fen = value;
        else if (key == "white")
            settings.white = value;
        else if (key == "black")
            settings.black = value;
        else
            settings.extra.emplace_back(key, value);
    }
    LiveGame game;
    Position start;
    const auto setup = read_settings(settings, start);
    if (!setup) return game;
    game.setup = *setup;
    Ply ply;
    ply.position = start;
    ply.at = event.at;
    game.state.physical = start.board();
    game.state.clock =
        set_clock(game.control(), {(game.setup->first_ply + 1) / 2, game.setup->first_ply / 2});
    ply.left = game.state.clock.left;
    game.history.push(ply);
    game.state.clock.since = event.at;
    game.state.last = event.at;
    game.state.start = event.at;
    game.state.seq = event.seq;
    return game;
}

}  // namespace

Expected<Events> create(const GameSettings& settings, Milliseconds now) {
    Position start;
    const auto setup = read_settings(settings, start);
    if (!setup) return Unexpected<Error>{setup.error()};
    Event event;
    event.seq = 1;
    event.type = EventType::game_created;
    event.at = now;
    event.args.extra = {{"ruleset", settings.ruleset},
                        {"time_control", settings.time_control},
                        {"fen", settings.fen},
                        {"white", settings.white},
                        {"black", settings.black}};
    for (const auto& item : settings.extra) event.args.extra.push_back(item);
    return Events{std::move(event)};
}

LiveGame evolve(LiveGame game, const Event& event) {
    if (event.type == EventType::game_created) {
        if (!game.setup) return begin(event);
        return game;
    }
    if (game.setup) detail::apply(game, event);
    return game;
}

LiveGame evolve(LiveGame game, const Events& events) {
    for (const Event& event : events) game = evolve(std::move(game), event);
    return game;
}

LiveGame replay(const Events& log) { return evolve(LiveGame{}, log); }

std::string dump(const LiveGame& game) {
    if (!game.setup) return "no game\n";
    const State& s = game.state;
    std::string out;
    const auto line = [&](std::string_view key, const std::string& value) {
        out.append(key).append(" ").append(value).append("\n");
    };
    const auto two = [&](std::string_view key, const auto& pair) {
        line(key, std::to_string(pair[0]) + " " + std::to_string(pair[1]));
    };
    line("ruleset", game.rules().id);
    line("control", format(game.control()));
    line("phase", std::string{name(s.phase)});
    line("stage", std::string{name(game.stage())});
    line("seq", std::to_string(s.seq));
    line("last", std::to_string(s.last));
    for (std::size_t i = 0; i < game.history.size(); ++i) {
        const Ply& ply = game.history[i];
        line("ply", fen::format(ply.position, {.en_passant = fen::EnPassantForm::always}) + " " +
                        std::to_string(ply.move.code()) + (ply.lawful ? "" : " unlawful") + " " +
                        std::to_string(ply.left[0]) + " " + std::to_string(ply.left[1]) + " " +
                        std::to_string(ply.at));
    }
    Setup shown = game.position().setup();
    shown.board = s.physical;
    line("physical", fen::format(shown));
    line("must", format(game.obligation()));
    line("owed", format(s.owed));
    line("irregular", s.irregular ? "yes" : "no");
    two("unpressed", s.unpressed);
    two("left", s.clock.left);
    line("running", s.clock.running ? (*s.clock.running == Color::white ? "W" : "B") : "-");
    line("since", std::to_string(s.clock.since));
    two("used", s.clock.used);
    two("credited", s.clock.credited);
    two("completed", s.clock.completed);
    two("required", s.clock.required);
    two("period", s.clock.period);
    two("fallen", s.clock.fallen);
    two("noticed", s.flag_noticed);
    for (const OpenFinding& f : s.open)
        line("finding", std::string{name(f.kind)} + (f.side == Color::white ? " W " : " B ") +
                            std::to_string(f.seq) + " " + std::to_string(f.plies) + " " +
                            std::to_string(f.completed_by_opponent) + " " +
                            std::to_string(f.credited) + " " + format(f.must) + " " +
                            std::to_string(f.opponent_moved) +
                            std::to_string(f.opponent_completed) +
                            std::to_string(f.opponent_touched) + std::to_string(f.pressed));
    line("offer", s.offer_by ? (*s.offer_by == Color::white ? "W" : "B") : "-");
    line("offer-moment", std::to_string(static_cast<int>(s.offer_moment)));
    two("offers", s.offers);
    two("declined", s.declined);
    two("illegal", s.illegal);
    two("warnings", s.warnings);
    two("requests", s.requests);
    two("absent", s.absent);
    line("sealed", s.sealed);
    line("resumed", s.resumed_at ? std::to_string(*s.resumed_at) : "-");
    line("reply", s.reply_sealed);
    line("added-increment", std::to_string(s.added_increment));
    line("result",
         std::string{name(s.result)} + " " + std::string{name(s.reason)} + " " + s.articles);
    return out;
}

}  // namespace hakam::match

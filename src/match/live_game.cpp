#include "hakam/match/live_game.hpp"

#include <algorithm>
#include <utility>

#include "apply.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::match {

History::History(const Position& start, const Ply& first)
    : body_{std::make_shared<Body>(Body{Game{start}, {first}})} {}

/// The body, shared with nobody. Whoever holds the last pointer to it may change it.
History::Body& History::own() {
    if (body_.use_count() != 1) body_ = std::make_shared<Body>(*body_);
    return *body_;
}

void History::push(Ply ply) {
    Body& body = own();
    ply.at_game = static_cast<std::uint32_t>(body.game.plies());
    body.plies.push_back(ply);
}

void History::play(const Ply& ply) {
    own().game.play_unchecked(ply.move);
    push(ply);
}

void History::set(const Position& position, const Ply& ply) {
    own().game.continue_from(position);
    push(ply);
}

void History::pass(const Ply& ply) { push(ply); }

void History::replace(const Position& position) {
    Body& body = own();
    if (body.plies.size() == 1) {
        body.game.restart(position);
        return;
    }
    Ply& last = body.plies.back();
    const bool shared = body.plies[body.plies.size() - 2].at_game == last.at_game;
    if (!shared) body.game.truncate(last.at_game - 1);
    body.game.continue_from(position);
    last.at_game = static_cast<std::uint32_t>(body.game.plies());
}

void History::truncate(std::size_t plies) {
    if (plies >= size() || plies == 0) return;
    Body& body = own();
    body.plies.resize(plies);
    body.game.truncate(body.plies.back().at_game);
}

std::size_t History::ply_of(std::size_t at_game) const noexcept {
    std::size_t ply = 0;
    while (ply + 1 < size() && body_->plies[ply].at_game < at_game) ++ply;
    return ply;
}

Color LiveGame::turn() const noexcept {
    const Color c = position().turn();
    return state.irregular && state.acts_in_a_row % 2 == 1 ? ~c : c;
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

/// Without the castling rights that standard chess cannot have: its king stands on the e-file and
/// its rooks in the corners (3.8.2). Such rights are a fault of the set-up, not Chess960.
Position orthodox(const Position& position) {
    Setup setup = position.setup();
    std::uint64_t rooks = 0;
    for (const Color c : colors)
        for (const Square s : position.castling().rooks(c))
            if (position.king(c) == square(File::e, back_rank(c)) &&
                (file_of(s) == File::a || file_of(s) == File::h))
                rooks |= std::uint64_t{1} << index(s);
    setup.castling = CastlingRights{Bitboard{rooks}};
    if (setup.castling == position.castling()) return position;
    const auto corrected = Position::from(setup, position.rules(), Tolerance::unreachable());
    return corrected ? *corrected : position;
}

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
    auto start = fen::position(text, options);
    if (!start) {
        options.reading = Reading::lenient;  // castling letters in another order, missing counters
        if (auto lenient = fen::position(text, options)) start = std::move(lenient);
    }
    if (!start || rules.chess960) return start;
    return orthodox(*start);
}

Expected<std::shared_ptr<const MatchSetup>> read_settings(const GameSettings& settings,
                                                          Position& start) {
    auto setup = std::make_shared<MatchSetup>();
    setup->settings = settings;
    const auto rules = match_rules(settings.ruleset);
    if (!rules) return Unexpected<Error>{rules.error()};
    if (!rules->plays_chess()) {
        const std::string_view text{settings.ruleset};
        return Unexpected<Error>{Error{
            ErrorCode::out_of_range, span_in(text, 0, text.size()),
            "rules of chess between two people (games with other men are played with --game)",
            excerpt(text)}};
    }
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
    ply.at = event.at;
    game.state.physical = start.board();
    game.state.clock =
        set_clock(game.control(), {(game.setup->first_ply + 1) / 2, game.setup->first_ply / 2});
    ply.left = game.state.clock.left;
    game.history = History{start, ply};
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

namespace {

/// No game lasts longer. Units: ms (about 3,000 years).
constexpr Milliseconds longest_time = INT64_C(100'000'000'000'000);

bool may_follow_the_end(EventType type) noexcept {
    switch (type) {
        case EventType::sign_result:
        case EventType::appeal:
        case EventType::override_ruling:
        case EventType::correct:
        case EventType::ruling:
        case EventType::game_ended:
        case EventType::tick:
            return true;
        default:
            return false;
    }
}

/// Why an act of a hand cannot have happened, or nothing.
std::string_view board_fault(const LiveGame& game, const Event& event) {
    switch (event.type) {
        case EventType::touch:
        case EventType::hover:
        case EventType::release:
        case EventType::remove:
        case EventType::make_move:
            break;
        default:
            return {};
    }
    if (!event.args.from) return "squares are missing";
    const State& state = game.state;
    if (state.physical.at(*event.args.from) || state.in_hand.crowded == *event.args.from) return {};
    return "no man stands there";
}

std::string_view event_fault(const LiveGame& before, const LiveGame& after, const Event& event) {
    const Args& args = event.args;
    if (before.over() && !may_follow_the_end(event.type)) return "the game was over";
    if (const auto why = board_fault(before, event); !why.empty()) return why;
    switch (event.type) {
        case EventType::game_created:
            return "a game begins once";
        case EventType::move_made:
            if (args.side && *args.side != before.turn()) return "the other side has the move";
            return after.plies() == before.plies() + 1 ? std::string_view{}
                                                       : "the move is not possible";
        case EventType::move_retracted:
            return before.plies() > 0 ? std::string_view{} : "there is no move to take back";
        case EventType::restore_position:
            return args.amount >= 0 && args.amount <= static_cast<std::int64_t>(before.plies())
                       ? std::string_view{}
                       : "there is no such ply";
        case EventType::set_position: {
            fen::Options options;
            options.tolerated = Tolerance::unreachable();
            options.rules = before.position().rules();
            return fen::position(args.text, options) ? std::string_view{} : "not a position";
        }
        case EventType::time_adjust:
        case EventType::time_set:
            return args.side && args.amount <= longest_time && args.amount >= -longest_time
                       ? std::string_view{}
                       : "a side and an amount of time are missing or out of range";
        case EventType::move_completed:
            return before.plies() > 0 ? std::string_view{} : "no move has been made";
        case EventType::game_ended:
            if (args.result == Result::none) return "the result is missing";
            if ((args.reason == Reason::checkmate || args.reason == Reason::stalemate) &&
                !before.position().legal_moves().empty())
                return "the player to move has legal moves";
            return {};
        default:
            return {};
    }
}

}  // namespace

std::optional<LogFault> fault_of(const Events& log) {
    LiveGame game;
    for (std::size_t i = 0; i < log.size(); ++i) {
        const Event& event = log[i];
        if (event.seq != i + 1)
            return LogFault{i, "expected event " + std::to_string(i + 1) + ", found " +
                                   std::to_string(event.seq)};
        if (event.at < 0 || event.at > longest_time) return LogFault{i, "the time is out of range"};
        if (i > 0 && event.at < log[i - 1].at)
            return LogFault{i, "the time is before that of the event before it"};
        LiveGame next = evolve(game, event);
        if (i == 0) {
            if (!next.setup) return LogFault{i, "not the beginning of a game"};
        } else if (const auto why = event_fault(game, next, event); !why.empty()) {
            return LogFault{i, std::string{why}};
        }
        game = std::move(next);
    }
    if (log.empty()) return LogFault{0, "not the beginning of a game"};
    return std::nullopt;
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
        line("ply", fen::format(game.history.position(i), {.en_passant = fen::EnPassantForm::always}) + " " +
                        std::to_string(ply.move.code()) + (ply.lawful ? "" : " unlawful") + " " +
                        std::to_string(ply.left[0]) + " " + std::to_string(ply.left[1]) + " " +
                        std::to_string(ply.at));
    }
    Setup shown = game.position().setup();
    shown.board = s.physical;
    line("physical", fen::format(shown));
    line("must", format(game.obligation()));
    line("owed", format(s.owed));
    line("irregular", std::to_string(s.irregular ? s.acts_in_a_row : 0));
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

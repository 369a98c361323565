#include "hakam/match/older_game.hpp"

#include <algorithm>
#include <array>

#include "hakam/variant/fen.hpp"
#include "hakam/variant/move_text.hpp"

namespace hakam::match {
namespace {

constexpr std::array<std::string_view, 13> reason_names = {
    "none",        "checkmate",  "stalemate",       "bare-king",
    "both-bare",   "threefold-repetition",          "fifty-moves",
    "agreement",   "resignation", "flag-fall",      "flag-fall-cannot-mate",
    "aborted",     "arbiter-decision"};

OlderReason reason_of(variant::EndReason reason) noexcept {
    switch (reason) {
        case variant::EndReason::checkmate:
            return OlderReason::checkmate;
        case variant::EndReason::stalemate:
            return OlderReason::stalemate;
        case variant::EndReason::bare_king:
            return OlderReason::bare_king;
        case variant::EndReason::both_bare:
            return OlderReason::both_bare;
    }
    return OlderReason::none;
}

/// Half a stake and what the sources leave open are not a score of today: whoever keeps the table
/// decides, and the rule says what is known.
Result result_of(variant::Ending::Result result) noexcept {
    switch (result) {
        case variant::Ending::Result::white_wins:
            return Result::white_wins;
        case variant::Ending::Result::black_wins:
            return Result::black_wins;
        case variant::Ending::Result::draw:
            return Result::draw;
        case variant::Ending::Result::white_half_wins:
        case variant::Ending::Result::black_half_wins:
        case variant::Ending::Result::unknown:
            break;
    }
    return Result::referred;
}

bool has_only_royals(const OlderGame& game, Color side) {
    for (const variant::Cell c : game.position().men(side))
        if (!game.variant().is_royal(game.position().at(c))) return false;
    return true;
}

/// One command in work: it is answered by events, each applied as it comes.
class Decision {
public:
    Decision(const OlderGame& game, const Command& command, Milliseconds now)
        : game_{game}, command_{command}, now_{std::max(now, game.last)} {}

    Expected<OlderEvents, Refusal> run() {
        if (game_.over())
            return command_.type == EventType::tick ? Expected<OlderEvents, Refusal>{OlderEvents{}}
                                                    : refuse(RefusalCode::game_over, "the game is over");
        flag();
        if (!game_.over())
            if (auto refusal = act()) return Unexpected{std::move(*refusal)};
        return std::move(events_);
    }

private:
    static Unexpected<Refusal> refuse(RefusalCode code, std::string why) {
        return Unexpected{Refusal{code, std::move(why), {}}};
    }
    static std::optional<Refusal> refused(RefusalCode code, std::string why) {
        return Refusal{code, std::move(why), {}};
    }
    std::optional<Color> side() const noexcept { return side_of(command_.actor); }

    void emit(OlderEvent event) {
        event.at = now_;
        apply(game_, event);
        events_.push_back(std::move(event));
    }
    void end(Result result, OlderReason reason, std::string rule = {}) {
        OlderEvent event;
        event.type = EventType::game_ended;
        event.result = result;
        event.reason = reason;
        event.text = std::move(rule);
        emit(std::move(event));
    }
    OlderEvent of(EventType type) const {
        OlderEvent event;
        event.type = type;
        event.actor = command_.actor;
        return event;
    }

    void flag() {
        const auto falls = flag_time(game_.control(), game_.clock);
        if (!game_.started || !falls || *falls > now_) return;
        // It fell when it fell, not when somebody looked.
        const Milliseconds now = now_;
        now_ = std::max(*falls, game_.last);
        const Color side = *game_.clock.running;
        if (has_only_royals(game_, ~side))
            end(Result::draw, OlderReason::flag_fall_cannot_mate,
                "The opponent has only the king left.");
        else
            end(win_of(~side), OlderReason::flag_fall);
        now_ = now;
    }

    std::optional<Refusal> act() {
        switch (command_.type) {
            case EventType::tick:
                return std::nullopt;
            case EventType::round_start:
                if (!game_.started) emit(of(EventType::round_start));
                return std::nullopt;
            case EventType::declare: {
                const bool aborted = command_.args.result == Result::cancelled;
                end(command_.args.result,
                    aborted ? OlderReason::aborted : OlderReason::arbiter_decision,
                    command_.args.text);
                return std::nullopt;
            }
            case EventType::restore_position: {
                if (command_.args.amount < 0 ||
                    static_cast<std::size_t>(command_.args.amount) > game_.moves.size())
                    return refused(RefusalCode::bad_arguments, "no such ply");
                OlderEvent event = of(EventType::restore_position);
                event.amount = command_.args.amount;
                emit(std::move(event));
                return std::nullopt;
            }
            case EventType::time_adjust: {
                OlderEvent event = of(EventType::time_adjust);
                event.side = command_.args.side;
                event.amount = command_.args.amount;
                emit(std::move(event));
                return std::nullopt;
            }
            default:
                break;
        }
        if (!side()) return refused(RefusalCode::not_allowed, "only the players act");
        if (!game_.started)
            return refused(RefusalCode::not_possible, "the game has not begun");
        return act_of(*side());
    }

    std::optional<Refusal> act_of(Color side) {
        switch (command_.type) {
            case EventType::make_move:
                return move(side);
            case EventType::offer_draw:
                if (game_.offer_by)
                    return refused(RefusalCode::not_possible, "an offer is open already");
                emit(of(EventType::offer_draw));
                return std::nullopt;
            case EventType::accept_draw:
                if (game_.offer_by != ~side)
                    return refused(RefusalCode::no_offer, "no offer is open");
                emit(of(EventType::accept_draw));
                end(Result::draw, OlderReason::agreement);
                return std::nullopt;
            case EventType::decline_draw:
                if (game_.offer_by != ~side)
                    return refused(RefusalCode::no_offer, "no offer is open");
                emit(of(EventType::decline_draw));
                return std::nullopt;
            case EventType::claim_repetition:
                return claim(side, variant::ClaimReason::threefold_repetition,
                             OlderReason::threefold_repetition);
            case EventType::claim_fifty:
                return claim(side, variant::ClaimReason::fifty_moves, OlderReason::fifty_moves);
            case EventType::resign:
                emit(of(EventType::resign));
                end(win_of(~side), OlderReason::resignation);
                return std::nullopt;
            default:
                return refused(RefusalCode::not_allowed, "older games have no such act");
        }
    }

    std::optional<Refusal> move(Color side) {
        if (side != game_.turn())
            return refused(RefusalCode::not_your_move, "the opponent has the move");
        const auto read = variant::parse_move(game_.variant(), game_.position(), command_.args.text);
        if (!read)
            return refused(RefusalCode::illegal_move,
                           "that is no legal move here: " + describe(read.error()));
        OlderEvent event = of(EventType::move_made);
        event.text = variant::format_coordinates(game_.variant(), *read);
        emit(std::move(event));
        if (const auto ending = variant::ending(game_.variant(), game_.position()))
            end(result_of(ending->result), reason_of(ending->reason), ending->rule);
        return std::nullopt;
    }

    std::optional<Refusal> claim(Color side, variant::ClaimReason what, OlderReason reason) {
        if (side != game_.turn())
            return refused(RefusalCode::not_your_move, "only the side to move claims");
        const auto open = open_claims(game_);
        if (std::find(open.begin(), open.end(), what) == open.end())
            return refused(RefusalCode::not_possible, "these rules give no such draw here");
        emit(of(command_.type));
        end(Result::draw, reason);
        return std::nullopt;
    }

    OlderGame game_;
    const Command& command_;
    Milliseconds now_;
    OlderEvents events_;
};

}  // namespace

std::string_view name(OlderReason reason) noexcept {
    return reason_names[static_cast<std::size_t>(reason)];
}

std::optional<OlderReason> older_reason_from(std::string_view name) noexcept {
    const auto found = std::find(reason_names.begin(), reason_names.end(), name);
    if (found == reason_names.end()) return std::nullopt;
    return static_cast<OlderReason>(found - reason_names.begin());
}

Expected<std::shared_ptr<const OlderSetup>> older_setup(
    std::shared_ptr<const variant::Variant> variant, std::string_view fen,
    std::string_view time_control) {
    OlderSetup setup{std::move(variant), {}, {}};
    setup.start = setup.variant->start();
    if (!fen.empty() && fen != "startpos") {
        auto start = variant::fen::parse(*setup.variant, fen);
        if (!start) return Unexpected{start.error()};
        setup.start = *start;
    }
    if (variant::ending(*setup.variant, setup.start))
        return Unexpected<Error>{Error{ErrorCode::out_of_range, span_in(fen, 0, fen.size()),
                                       "a position that is not the end of a game", "one that is"}};
    auto control = parse_time_control(time_control.empty() ? "none" : time_control);
    if (!control) return Unexpected{control.error()};
    setup.control = *std::move(control);
    return std::make_shared<const OlderSetup>(std::move(setup));
}

OlderGame::OlderGame(std::shared_ptr<const OlderSetup> rules)
    : setup{std::move(rules)}, positions{setup->start}, clock{set_clock(setup->control)} {}

Expected<OlderEvents, Refusal> decide(const OlderGame& game, const Command& command,
                                      Milliseconds now) {
    return Decision{game, command, now}.run();
}

bool apply(OlderGame& game, const OlderEvent& event) {
    const Milliseconds at = std::max(event.at, game.last);
    game.last = at;
    const auto side = side_of(event.actor);
    switch (event.type) {
        case EventType::round_start:
            if (game.started || game.over()) return false;
            game.started = true;
            game.clock = started(game.control(), game.clock, game.turn(), at);
            return true;
        case EventType::move_made: {
            if (!game.live()) return false;
            const auto move = variant::parse_move(game.variant(), game.position(), event.text);
            if (!move) return false;
            const Color mover = game.turn();
            game.positions.push_back(game.variant().after(game.position(), *move));
            game.moves.push_back(*move);
            // A move of the other side declines; the offerer's own leaves the offer open.
            if (game.offer_by == ~mover) game.offer_by.reset();
            game.clock = pressed(game.control(), game.clock, mover, Counts::yes, at);
            return true;
        }
        case EventType::offer_draw:
            if (!game.live() || !side) return false;
            game.offer_by = side;
            return true;
        case EventType::decline_draw:
            game.offer_by.reset();
            return true;
        case EventType::time_adjust:
            if (!event.side) return false;
            game.clock = adjusted(game.control(), game.clock, *event.side, event.amount, at);
            return true;
        case EventType::restore_position: {
            const auto plies = static_cast<std::size_t>(event.amount);
            if (!game.live() || event.amount < 0 || plies > game.moves.size()) return false;
            game.moves.resize(plies);
            game.positions.erase(
                game.positions.begin() + static_cast<std::ptrdiff_t>(plies) + 1,
                game.positions.end());
            game.offer_by.reset();
            game.clock = started(game.control(), game.clock, game.turn(), at);
            return true;
        }
        case EventType::game_ended:
            if (game.over() || event.result == Result::none) return false;
            game.clock = stopped(game.control(), game.clock, at);
            game.offer_by.reset();
            game.result = event.result;
            game.reason = event.reason;
            game.rule = event.text;
            return true;
        case EventType::game_created:
        case EventType::accept_draw:
        case EventType::claim_repetition:
        case EventType::claim_fifty:
        case EventType::resign:
            return true;  // what follows from them is an event of its own
        default:
            return false;
    }
}

OlderGame evolve(OlderGame game, const OlderEvent& event) {
    apply(game, event);
    return game;
}

std::optional<Milliseconds> next_deadline(const OlderGame& game) {
    return game.live() ? flag_time(game.control(), game.clock) : std::nullopt;
}

std::vector<variant::ClaimReason> open_claims(const OlderGame& game) {
    if (!game.live()) return {};
    const variant::Ends& ends = game.variant().rules().ends;
    if (ends.repetition == 0 && ends.quiet_plies == 0) return {};
    std::vector<variant::ClaimReason> claims;
    const variant::Position& now = game.position();
    const auto times = std::count_if(game.positions.begin(), game.positions.end(),
                                     [&](const variant::Position& p) { return repeats(p, now); });
    if (ends.repetition != 0 && times >= ends.repetition)
        claims.push_back(variant::ClaimReason::threefold_repetition);
    if (ends.quiet_plies != 0 && now.halfmove_clock() >= ends.quiet_plies)
        claims.push_back(variant::ClaimReason::fifty_moves);
    return claims;
}

}  // namespace hakam::match

// People, paper, offers and the arbiter's other acts.
#include <algorithm>

#include "apply_parts.hpp"

namespace hakam::match::detail {
namespace {

/// Facts that no device sees, stated by those who do.
void circumstance(LiveGame& game, const Event& event) {
    State& state = game.state;
    const Args& args = event.args;
    const auto count = static_cast<std::uint32_t>(std::clamp<std::int64_t>(args.amount, 0, 10'000));
    if (args.text == "illegal" && args.side) {
        state.illegal[at(*args.side)] = static_cast<std::uint16_t>(count);
    } else if (args.text == "sheet-missing" && args.side) {
        state.sheet_missing[at(*args.side)] = static_cast<std::uint8_t>(std::min(count, 255U));
    } else if (args.text == "requests" && args.side) {
        state.requests[at(*args.side)] = static_cast<std::uint16_t>(count);
    } else if (args.text == "completed") {
        for (const Color c : colors)
            while (state.clock.completed[at(c)] < count)
                state.clock = counted(game.control(), state.clock, c);
        for (OpenFinding& finding : state.open) {
            finding.opponent_moved = true;
            finding.opponent_completed = true;
            finding.completed_by_opponent += count;
            finding.credited = 0;
        }
    } else if (args.text == "await-illegal-position") {
        state.awaits_illegal_position = true;
    }
}

}  // namespace

/// Events about people, paper and offers.
void apply_people(LiveGame& game, const Event& event) {
    State& state = game.state;
    const Args& args = event.args;
    const auto side = side_of(event.actor);
    switch (event.type) {
        case EventType::arrived:
            if (args.side) state.absent[at(*args.side)] = false;
            if (state.phase == Phase::waiting && !state.absent[0] && !state.absent[1])
                state.phase = Phase::live;
            if (!state.absent[0] && !state.absent[1]) state.resumed_at.reset();
            break;
        case EventType::absent:
            if (args.side) state.absent[at(*args.side)] = true;
            if (state.phase == Phase::live && game.plies() == 0 && state.sealed.empty())
                state.phase = Phase::waiting;
            break;
        case EventType::write_move:
            if (!side) break;
            // The first that is written for a move counts (9.2.1); it need not be a legal one.
            if (state.written[at(*side)] && state.written_ply[at(*side)] == game.history.size())
                break;
            if (args.move)
                state.written[at(*side)] = args.move;
            else if (args.from && args.to)
                state.written[at(*side)] = Move::make(*args.from, *args.to, MoveKind::normal,
                                                      PieceType::pawn, 0, 0);
            else
                break;
            state.written_ply[at(*side)] = static_cast<std::uint32_t>(game.history.size());
            break;
        case EventType::offer_draw:
            if (side && args.text.empty()) {
                state.offer_by = *side;
                state.offer_moment = !args.articles.empty()       ? OfferMoment::with_claim
                                     : state.unpressed[at(*side)] ? OfferMoment::move_made
                                     : game.turn() == *side       ? OfferMoment::own_time
                                                                  : OfferMoment::opponents_time;
                state.offer_seen_dead = false;
                ++state.offers[at(*side)];
            }
            break;
        case EventType::decline_draw:
            if (side && state.offer_by == ~*side) {
                state.offer_by.reset();
                state.offer_seen_dead = true;
                ++state.declined[at(*side)];
            }
            break;
        case EventType::ask_score:
            if (side) ++state.requests[at(*side)];
            break;
        case EventType::ask_increment:
            state.increment_asked = true;
            state.offer_by = side;  // also an offer of a draw (GIII.4)
            break;
        case EventType::circumstance:
            circumstance(game, event);
            break;
        case EventType::claim_normal_means:
            state.pending_claim = side;
            break;
        case EventType::answer_claim:
            if (args.text != "postpone") state.pending_claim.reset();
            if (args.text == "agree" && state.increment_asked) state.added_increment = args.amount;
            state.increment_asked = false;
            break;
        case EventType::conduct:
            if (side && args.text == "stops-recording") state.not_recording[at(*side)] = true;
            break;
        case EventType::announce:
            state.announced_move = true;
            break;
        case EventType::sign_result:
            if (side) state.signed_as[at(*side)] = args.result;
            break;
        case EventType::disconnect:
            if (side) state.gone[at(*side)] = event.at;
            break;
        case EventType::reconnect:
            if (side) state.gone[at(*side)].reset();
            break;
        case EventType::premove:
            if (!args.from || !args.to) break;
            state.premove_by = side;
            state.premove = Move::make(*args.from, *args.to, MoveKind::normal, PieceType::pawn, 0,
                                       args.piece ? index(*args.piece) : 0);
            break;
        case EventType::flag_noticed:
            if (args.side) state.flag_noticed[at(*args.side)] = true;
            break;
        case EventType::override_ruling:
        case EventType::declare:
        case EventType::correct:
        default:
            break;
    }
}

void apply_arbiter(LiveGame& game, const Event& event) {
    State& state = game.state;
    const Args& args = event.args;
    switch (event.type) {
        case EventType::time_adjust:
            if (args.side)
                state.clock =
                    adjusted(game.control(), state.clock, *args.side, args.amount, event.at);
            break;
        case EventType::time_set:
            if (args.side)
                state.clock =
                    set_time(game.control(), state.clock, *args.side, args.amount, event.at);
            break;
        case EventType::warn:
            if (args.side) ++state.warnings[at(*args.side)];
            break;
        case EventType::adjourn:
            state.clock = advanced(game.control(), state.clock, event.at);
            state.phase = Phase::adjourned;
            state.sealing = game.turn();
            state.sealed.clear();  // of an earlier adjournment
            state.reply_sealed.clear();
            state.resumed_ply = 0;
            state.resumed_at.reset();
            state.clock = stopped(game.control(), state.clock, event.at);
            break;
        case EventType::seal:
            if (state.sealing)
                state.sealed = args.text;
            else
                state.reply_sealed = args.text;
            break;
        case EventType::open_sealed:
            state.resumed_ply = static_cast<std::uint32_t>(game.history.size()) + 1;
            break;
        case EventType::envelope_missing:
            state.sealed = "?missing";
            break;
        case EventType::stated_move:
            state.sealed = args.text;
            state.resumed_ply = static_cast<std::uint32_t>(game.history.size()) + 1;
            break;
        default:
            break;
    }
}

}  // namespace hakam::match::detail

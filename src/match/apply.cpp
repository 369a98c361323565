#include "apply.hpp"

#include <algorithm>

#include "apply_parts.hpp"

namespace hakam::match::detail {
namespace {

void end_game(LiveGame& game, const Event& event) {
    State& state = game.state;
    state.clock = stopped(game.control(), state.clock, event.at);
    state.result = event.args.result;
    state.reason = event.args.reason;
    state.articles = event.args.articles;
    state.verdict = event.args.verdict.value;
    state.phase = event.args.result == Result::cancelled ? Phase::cancelled : Phase::ended;
    state.paused_side.reset();
    state.offer_by.reset();
}

void stop_clocks(LiveGame& game, const Event& event) {
    State& state = game.state;
    if (state.phase != Phase::live) return;
    state.paused_side = state.clock.running;
    state.clock = stopped(game.control(), state.clock, event.at);
    state.phase = Phase::stopped;
}

void resume_clocks(LiveGame& game, const Event& event) {
    State& state = game.state;
    if (state.phase != Phase::stopped && state.phase != Phase::adjourned) return;
    if (state.phase == Phase::adjourned) state.resumed_at = event.at;
    state.phase = Phase::live;
    const Color side = event.args.side.value_or(state.paused_side.value_or(game.turn()));
    state.clock = resumed(game.control(), state.clock, side, event.at);
    state.paused_side.reset();
}

/// At the start time White's clock is started (Law 6.6).
void round_start(LiveGame& game, const Event& event) {
    State& state = game.state;
    if (state.phase != Phase::setup) return;
    state.start = event.at;
    state.phase = state.absent[0] || state.absent[1] ? Phase::waiting : Phase::live;
    state.clock = started(game.control(), state.clock, game.turn(), event.at);
}

}  // namespace

void apply(LiveGame& game, const Event& event) {
    State& state = game.state;
    state.seq = event.seq;
    state.last = std::max(state.last, event.at);
    if (state.clock.running) state.clock = advanced(game.control(), state.clock, event.at);
    switch (event.type) {
        case EventType::announce_adjust:
        case EventType::touch:
        case EventType::hover:
        case EventType::release:
        case EventType::remove:
        case EventType::promo_touch:
        case EventType::promo_release:
        case EventType::make_move:
            apply_board(game, event);
            break;
        case EventType::displaced:
            state.displaced_by = side_of(event.actor);
            break;
        case EventType::restored:
            state.displaced_by.reset();
            break;
        case EventType::round_start:
            round_start(game, event);
            break;
        case EventType::press_clock:
            press(game, event);
            break;
        case EventType::pause_clock:
        case EventType::stop:
            stop_clocks(game, event);
            break;
        case EventType::resume:
            resume_clocks(game, event);
            break;
        case EventType::flag_physical:
            if (event.args.side) {
                state.clock.fallen[at(*event.args.side)] = true;
                if (!state.first_fallen) state.first_fallen = event.args.side;
                if (event.actor != Actor::system) state.clock.left[at(*event.args.side)] = 0;
            }
            break;
        case EventType::move_made:
            move_made(game, event);
            break;
        case EventType::move_retracted:
            move_retracted(game);
            break;
        case EventType::move_completed:
            if (event.args.side) {
                state.unpressed[at(*event.args.side)] = false;
                if (event.args.text == "unpressed")
                    state.clock = counted(game.control(), state.clock, *event.args.side);
            }
            break;
        case EventType::irregularity:
            add_finding(game, event);
            break;
        case EventType::ruling:
            ruling(game, event);
            break;
        case EventType::restore_position:
            restore(game, event);
            break;
        case EventType::set_position:
            set_position(game, event);
            break;
        case EventType::game_ended:
            end_game(game, event);
            break;
        case EventType::time_adjust:
        case EventType::time_set:
        case EventType::warn:
        case EventType::adjourn:
        case EventType::seal:
        case EventType::open_sealed:
        case EventType::envelope_missing:
        case EventType::stated_move:
            apply_arbiter(game, event);
            break;
        default:
            apply_people(game, event);
            break;
    }
}

}  // namespace hakam::match::detail

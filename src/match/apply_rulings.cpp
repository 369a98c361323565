// Irregularities, rulings on them and positions that are restored: Article 7.
#include <algorithm>

#include "apply_parts.hpp"
#include "decider.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::match::detail {
namespace {

using Kind = Obligation::Kind;

void make_irregular(State& state) {
    state.acts_in_a_row = static_cast<std::uint8_t>(state.irregular ? state.acts_in_a_row + 1 : 1);
    state.irregular = true;
    state.irregular_board = state.physical;
}

/// Drops the finding that was ruled on; with it those of the same player that came after, if the
/// game goes back behind them.
void close_finding(State& state, std::uint32_t seq) {
    StaticVector<OpenFinding, 6> kept;
    for (const OpenFinding& finding : state.open)
        if (finding.seq != seq) kept.push_back(finding);
    state.open = kept;
}

}  // namespace

void add_finding(LiveGame& game, const Event& event) {
    State& state = game.state;
    OpenFinding finding;
    finding.kind = event.args.finding;
    finding.side = event.args.side.value_or(Color::white);
    finding.seq = event.seq;
    finding.plies = static_cast<std::uint32_t>(game.history.size());
    const std::string& cited = event.args.articles;
    std::copy_n(cited.begin(), std::min(cited.size(), finding.cited.size() - 1),
                finding.cited.begin());
    finding.acts_before = state.irregular ? state.acts_in_a_row : std::uint8_t{0};
    finding.board = state.irregular_board;
    switch (finding.kind) {
        case Finding::illegal_move:
        case Finding::king_captured:
            finding.must = replacement(game);
            finding.two_hands = state.in_hand.two_hands;
            make_irregular(state);
            break;
        case Finding::press_without_move:
            finding.must = present_obligation(game);
            make_irregular(state);
            break;
        case Finding::pawn_not_promoted:
            finding.stands = event.args.move;
            finding.two_hands = state.in_hand.two_hands;
            make_irregular(state);
            break;
        case Finding::two_hands:
        case Finding::two_hands_unpressed:
        case Finding::touch_breach:
            finding.must = present_obligation(game);
            break;
        default:
            break;
    }
    // Whoever completes an illegal act has made his next move (A.5.2).
    if (is_illegal_act(finding.kind))
        for (OpenFinding& earlier : state.open)
            if (earlier.side != finding.side) earlier.opponent_moved = true;
    if (state.open.size() == state.open.capacity()) {  // the oldest is forgotten
        StaticVector<OpenFinding, 6> kept;
        for (std::size_t i = 1; i < state.open.size(); ++i) kept.push_back(state.open[i]);
        state.open = kept;
    }
    state.open.push_back(finding);
}

void ruling(LiveGame& game, const Event& event) {
    State& state = game.state;
    const auto found = std::find_if(state.open.begin(), state.open.end(),
                                    [&](const OpenFinding& f) { return f.seq == event.ref; });
    const Args& args = event.args;
    if (args.side && args.ruling == RulingKind::illegal) ++state.illegal[at(*args.side)];
    if (args.ruling == RulingKind::stands && event.ref == 0) state.awaits_illegal_position = false;
    if (args.side && args.ruling == RulingKind::warning) ++state.warnings[at(*args.side)];
    if (args.ruling == RulingKind::no_right && args.side == state.pending_claim)
        state.pending_claim.reset();
    if (found != state.open.end()) {
        if (args.ruling == RulingKind::illegal || args.ruling == RulingKind::touch_upheld ||
            args.ruling == RulingKind::warning)
            if (found->must.kind != Kind::none) {
                state.owed = found->must;
                state.owed_by_claim = false;
            }
        if (args.ruling == RulingKind::illegal && found->acts_before > 0) {
            state.irregular_board = found->board;
            state.acts_in_a_row = found->acts_before;
        }
        close_finding(state, event.ref);
    }
    // A move that is owed already stays owed: what is written later does not replace it.
    const bool bound = args.ruling == RulingKind::claim_rejected &&
                       state.owed.kind != Kind::none && state.owed.kind != Kind::free;
    if (!bound && (args.move || args.from))
        state.owed_by_claim = args.ruling == RulingKind::claim_rejected;
    if (bound) {
    } else if (args.move) {  // the move that has to be played
        state.owed = Obligation{};
        state.owed.kind = args.move->is_castling() ? Kind::castle : Kind::exact;
        state.owed.square = args.move->from();
        state.owed.to = args.move->to();
        state.owed.promotion = args.move->promotion();
        if (args.move->is_castling()) state.owed.wing = args.move->wing();
    } else if (args.from) {
        state.owed = Obligation{};
        state.owed.kind = args.to ? Kind::exact : Kind::move;
        state.owed.square = *args.from;
        if (args.to) state.owed.to = *args.to;
    }
}

void restore(LiveGame& game, const Event& event) {
    State& state = game.state;
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(0, event.args.amount)) + 1;
    if (size < game.history.size()) game.history.truncate(size);
    state.irregular = event.args.text == "irregular";
    if (!state.irregular) state.acts_in_a_row = 0;
    state.physical = state.irregular ? state.irregular_board : game.position().board();
    state.unpressed = {};
    state.in_hand = InHand{};
    state.displaced_by.reset();
    state.offer_by.reset();
    state.announced_move = false;
    // The counters are those of the restored position (7.1).
    std::array<std::uint32_t, 2> made{};
    const std::uint32_t first = game.setup->first_ply;
    const auto plies = static_cast<std::uint32_t>(game.plies()) + first;
    made[0] = (plies + 1) / 2;
    made[1] = plies / 2;
    for (const Color c : colors)
        if (made[at(c)] < state.clock.completed[at(c)]) state.clock.completed[at(c)] = made[at(c)];
    if (state.paused_side) state.paused_side = game.turn();
    if (state.clock.running)
        state.clock = started(game.control(), state.clock, game.turn(), event.at);
    StaticVector<OpenFinding, 6> kept;
    for (const OpenFinding& finding : state.open)
        if (finding.plies <= game.history.size() && finding.kind != Finding::touch_breach)
            kept.push_back(finding);
    state.open = kept;
}

void set_position(LiveGame& game, const Event& event) {
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    options.rules = game.position().rules();
    const auto position = fen::position(event.args.text, options);
    if (!position) return;
    State& state = game.state;
    const Color mover = ~position->turn();
    if (event.args.finding == Finding::none) {  // put right in place: no move was made
        game.history.replace(*position);
        state.physical = position->board();
        state.irregular = false;
        state.in_hand = InHand{};
        state.unpressed = {};
        if (state.paused_side) state.paused_side = game.turn();
        return;
    }
    // A gap for each illegal act, then the reply to them.
    Ply gap = game.history.back();
    gap.lawful = false;
    for (int i = 0; i < std::max<int>(1, state.acts_in_a_row); ++i) game.history.pass(gap);
    game.history.set(*position, {Move{}, false, 0, state.clock.left, state.last});
    has_moved(game, mover);
}

}  // namespace hakam::match::detail

#include "apply.hpp"

#include <algorithm>

#include "articles.hpp"
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

namespace detail {
namespace {

using Kind = Obligation::Kind;

/// The player whose hand it is, if he has the move.
bool has_move(const LiveGame& game, const Event& event) {
    return side_of(event.actor) == game.turn();
}

void touch_man(LiveGame& game, Square s, bool unclear) {
    State& state = game.state;
    const auto man = state.in_hand.crowded == s && state.in_hand.under ? state.in_hand.under
                                                                       : state.physical.at(s);
    if (!man) return;
    InHand& hand = state.in_hand;
    const bool known = std::any_of(hand.touches.begin(), hand.touches.end(),
                                   [&](const Touch& t) { return t.square == s && t.man == *man; });
    if (!known && hand.touches.size() < Touches::capacity())
        hand.touches.push_back({s, *man, unclear});
    const Color us = game.turn();
    if (state.offer_by == ~us) {  // 9.1.2.1: rejected by touching
        state.offer_by.reset();
        state.offer_seen_dead = true;
        ++state.declined[at(us)];
    }
    hand.announced = false;
    for (OpenFinding& finding : state.open)
        if (finding.side == ~us) finding.opponent_touched = true;
}

/// The official square of a man that is about to be let go, if it has not left it before.
bool at_home(const LiveGame& game, Square from, Piece man) {
    if (game.state.irregular) return true;
    return game.position().board().at(from) == man;
}

/// A release fixes the man if it is (part of) a legal move (4.7).
void fix_release(LiveGame& game, Piece man, Square from, Square to) {
    InHand& hand = game.state.in_hand;
    if (hand.fixed.kind != Kind::none || man.color != game.turn()) return;
    const auto position = playing_position(game);
    if (!position) return;
    std::optional<Move> found;
    for (const Move move : position->legal_moves()) {
        if (move.from() != from || move.arrival() != to) continue;
        if (!found || found->is_castling()) found = move;
    }
    if (!found) return;
    hand.fixed.kind = found->is_castling() ? Kind::castle : Kind::exact;
    hand.fixed.square = from;
    hand.fixed.to = found->to();
    if (found->is_castling()) hand.fixed.wing = found->wing();
}

void put_man(LiveGame& game, Piece man, Square to) {
    InHand& hand = game.state.in_hand;
    if (const auto there = game.state.physical.at(to)) {
        hand.crowded = to;
        hand.under = *there;
    }
    game.state.physical.put(to, man);
}

void lift_man(LiveGame& game, Square from) {
    InHand& hand = game.state.in_hand;
    game.state.physical.remove(from);
    if (hand.crowded == from) {
        if (hand.under) game.state.physical.put(from, *hand.under);
        hand.crowded.reset();
        hand.under.reset();
    }
}

void use_hand(InHand& hand, Hand which) {
    if (which != Hand::same) hand.two_hands = true;
}

void settle_board(LiveGame& game) {
    InHand& hand = game.state.in_hand;
    if (!hand.crowded && !game.state.irregular && game.state.physical == game.position().board()) {
        hand.wrong = false;
        hand.released = false;
    }
}

void release(LiveGame& game, Square from, Square to, Hand which) {
    State& state = game.state;
    const auto man = state.physical.at(from);
    if (!man || from == to) return;
    const bool fresh = at_home(game, from, *man);
    if (man->color == game.turn()) touch_man(game, from, false);
    lift_man(game, from);
    const bool was_fixed = state.in_hand.fixed.kind != Kind::none;
    if (fresh) fix_release(game, *man, from, to);
    put_man(game, *man, to);
    use_hand(state.in_hand, which);
    state.in_hand.released = true;
    if (!was_fixed && state.in_hand.fixed.kind == Kind::none) state.in_hand.wrong = true;
    settle_board(game);
}

void remove(LiveGame& game, Square from, Hand which) {
    State& state = game.state;
    InHand& hand = state.in_hand;
    if (hand.crowded == from) {  // the man that stood there first goes
        if (hand.under) touch_man(game, from, false);
        hand.crowded.reset();
        hand.under.reset();
    } else if (state.physical.at(from)) {
        touch_man(game, from, false);
        state.physical.remove(from);
    }
    use_hand(hand, which);
    settle_board(game);
}

void promotion(LiveGame& game, PieceType piece, Square to, bool released) {
    State& state = game.state;
    InHand& hand = state.in_hand;
    const Color us = game.turn();
    if (!hand.promo) {
        hand.promo = piece;
        const auto position = playing_position(game);
        if (position) {
            for (const Move move : position->legal_moves()) {
                if (move.to() != to || move.promotion() != piece) continue;
                if (hand.fixed.kind == Kind::exact && !hand.fixed.permits(move)) continue;
                // The pawn that has been lifted or touched, if there is a choice.
                const bool gone = !state.physical.at(move.from());
                if (hand.fixed.kind == Kind::exact && hand.fixed.promotion && !gone) continue;
                hand.fixed = Obligation{};
                hand.fixed.kind = Kind::exact;
                hand.fixed.square = move.from();
                hand.fixed.to = to;
                hand.fixed.promotion = piece;
            }
        }
    }
    if (!released) return;
    put_man(game, {us, piece}, to);
    // A pawn on its own promotion square is exchanged by putting the new piece in its place.
    if (hand.under == Piece{us, PieceType::pawn}) {
        hand.crowded.reset();
        hand.under.reset();
    }
    hand.released = true;
}

/// A whole move with all that belongs to it, legal or not.
void whole_move(LiveGame& game, const Args& args) {
    State& state = game.state;
    const Square from = *args.from;
    const Square to = *args.to;
    const auto man = state.physical.at(from);
    if (!man) return;
    const bool fresh = at_home(game, from, *man);
    touch_man(game, from, false);
    use_hand(state.in_hand, args.hand);
    const bool was_fixed = state.in_hand.fixed.kind != Kind::none;
    if (const auto castling = castling_attempt(state.physical, *man, from, to)) {
        const Piece rook{man->color, PieceType::rook};
        touch_man(game, castling->rook, false);
        if (fresh) fix_release(game, *man, from, castling->king_to);
        state.physical.remove(from);
        state.physical.remove(castling->rook);
        state.physical.put(castling->king_to, *man);
        state.physical.put(castling->rook_to, rook);
    } else {
        Square victim = to;
        if (man->type == PieceType::pawn && file_of(from) != file_of(to) && !state.physical.at(to))
            victim = square(file_of(to), rank_of(from));
        const auto taken = state.physical.at(victim);
        const bool takes = taken && (victim == to || *taken == Piece{~man->color, PieceType::pawn});
        if (takes) touch_man(game, victim, false);
        if (fresh) fix_release(game, *man, from, to);
        if (takes) state.physical.remove(victim);
        state.physical.remove(from);
        const bool last_rank = relative_rank(man->color, to) == Rank::r8;
        if (man->type == PieceType::pawn && last_rank && args.piece) {
            state.physical.put(to, {man->color, *args.piece});
            if (state.in_hand.fixed.kind == Kind::exact && !state.in_hand.fixed.promotion)
                state.in_hand.fixed.promotion = *args.piece;
        } else {
            state.physical.put(to, *man);
        }
    }
    state.in_hand.released = true;
    if (!was_fixed && state.in_hand.fixed.kind == Kind::none) state.in_hand.wrong = true;
    settle_board(game);
}

void opponent_has_moved(State& state, Color mover) {
    for (OpenFinding& finding : state.open)
        if (finding.side != mover) finding.opponent_moved = true;
}

void new_move(State& state) {
    state.in_hand = InHand{};
    state.owed = Obligation{};
    state.announced_move = false;
}

void push_ply(LiveGame& game, const Position& position, Move move, bool lawful, Color mover) {
    State& state = game.state;
    Ply ply;
    ply.position = position;
    ply.move = move;
    ply.lawful = lawful;
    ply.left = state.clock.left;
    ply.at = state.last;
    game.history.push(ply);
    state.physical = position.board();
    state.unpressed[at(mover)] = true;
    state.irregular = false;
    state.written[at(mover)].reset();
    if (game.rules().offer_dies_on_move && state.offer_by == ~mover) {
        state.offer_by.reset();
        state.offer_seen_dead = true;
    }
    opponent_has_moved(state, mover);
    if (state.premove_by == mover) {
        state.premove.reset();
        state.premove_by.reset();
    }
    new_move(state);
}

void move_made(LiveGame& game, const Event& event) {
    if (!event.args.move) return;
    const Position& before = game.position();
    if (game.state.irregular || !before.is_legal(*event.args.move)) {
        const auto position = playing_position(game);
        if (!position || !position->is_legal(*event.args.move)) return;
        push_ply(game, position->after(*event.args.move), *event.args.move, false,
                 position->turn());
        return;
    }
    const Color mover = before.turn();
    push_ply(game, before.after(*event.args.move), *event.args.move, true, mover);
}

void move_retracted(LiveGame& game) {
    if (game.history.size() < 2) return;
    const Move move = game.history.back().move;
    game.history.truncate(game.history.size() - 1);
    State& state = game.state;
    const Color mover = game.position().turn();
    state.unpressed[at(mover)] = false;
    state.in_hand = InHand{};
    if (const auto man = game.position().board().at(move.from()))
        state.in_hand.touches.push_back({move.from(), *man, false});
    state.in_hand.fixed.kind = move.is_castling() ? Kind::castle : Kind::exact;
    state.in_hand.fixed.square = move.from();
    state.in_hand.fixed.to = move.to();
    state.in_hand.fixed.promotion = move.promotion();
    if (move.is_castling()) state.in_hand.fixed.wing = move.wing();
    state.in_hand.released = true;
}

void press(LiveGame& game, const Event& event) {
    State& state = game.state;
    const auto presser = event.args.side ? event.args.side : side_of(event.actor);
    if (!presser) return;
    const Color c = *presser;
    if (state.phase == Phase::adjourned) {
        state.clock = stopped(game.control(), state.clock, event.at);
        if (state.sealing == c) state.sealing.reset();
        return;
    }
    if (state.clock.running != c) return;
    const bool made = state.unpressed[at(c)];
    state.clock =
        pressed(game.control(), state.clock, c, made ? Counts::yes : Counts::no, event.at);
    state.unpressed[at(c)] = false;
    if (state.added_increment > 0)
        state.clock = adjusted(game.control(), state.clock, c, state.added_increment, event.at);
    for (OpenFinding& finding : state.open) {
        if (finding.side == c) {
            if (finding.kind == Finding::two_hands_unpressed) finding.kind = Finding::two_hands;
            finding.credited = finding.pressed ? 0 : state.clock.credited[at(c)];
            finding.pressed = true;
        } else {
            finding.opponent_completed = true;
            ++finding.completed_by_opponent;
        }
    }
    if (!made) new_move(state);
}

void make_irregular(State& state) {
    state.irregular = true;
    state.irregular_board = state.physical;
}

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
    finding.was_irregular = state.irregular;
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
    if (state.open.size() == state.open.capacity()) {  // the oldest is forgotten
        StaticVector<OpenFinding, 6> kept;
        for (std::size_t i = 1; i < state.open.size(); ++i) kept.push_back(state.open[i]);
        state.open = kept;
    }
    state.open.push_back(finding);
}

/// Drops the finding that was ruled on; with it those of the same player that came after, if the
/// game goes back behind them.
void close_finding(State& state, std::uint32_t seq) {
    StaticVector<OpenFinding, 6> kept;
    for (const OpenFinding& finding : state.open)
        if (finding.seq != seq) kept.push_back(finding);
    state.open = kept;
}

void ruling(LiveGame& game, const Event& event) {
    State& state = game.state;
    const auto found = std::find_if(state.open.begin(), state.open.end(),
                                    [&](const OpenFinding& f) { return f.seq == event.ref; });
    const Args& args = event.args;
    if (args.side && args.ruling == RulingKind::illegal) ++state.illegal[at(*args.side)];
    if (args.side && args.ruling == RulingKind::warning) ++state.warnings[at(*args.side)];
    if (found != state.open.end()) {
        if (args.ruling == RulingKind::illegal || args.ruling == RulingKind::touch_upheld ||
            args.ruling == RulingKind::warning)
            if (found->must.kind != Kind::none) state.owed = found->must;
        if (found->was_irregular) state.irregular_board = found->board;
        close_finding(state, event.ref);
    }
    if (args.move) {  // the move that has to be played
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
        Ply ply = game.history.back();
        ply.position = *position;
        game.history.truncate(game.history.size() - 1);
        game.history.push(ply);
        state.physical = position->board();
        state.irregular = false;
        state.in_hand = InHand{};
        state.unpressed = {};
        if (state.paused_side) state.paused_side = game.turn();
        return;
    }
    // A gap for the illegal move, then the reply to it.
    Ply gap = game.history.back();
    gap.lawful = false;
    game.history.push(gap);
    push_ply(game, *position, Move{}, false, mover);
}

void end_game(LiveGame& game, const Event& event) {
    State& state = game.state;
    state.clock = stopped(game.control(), state.clock, event.at);
    state.result = event.args.result;
    state.reason = event.args.reason;
    state.articles = event.args.articles;
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
    state.phase = Phase::live;
    const Color side = event.args.side.value_or(state.paused_side.value_or(game.turn()));
    state.clock = resumed(game.control(), state.clock, side, event.at);
    state.paused_side.reset();
}

void round_start(LiveGame& game, const Event& event) {
    State& state = game.state;
    if (state.phase != Phase::setup) return;
    state.start = event.at;
    state.phase = state.absent[0] || state.absent[1] ? Phase::waiting : Phase::live;
    state.clock = started(game.control(), state.clock, game.turn(), event.at);
}

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
            break;
        case EventType::absent:
            if (args.side) state.absent[at(*args.side)] = true;
            if (state.phase == Phase::live && game.plies() == 0) state.phase = Phase::waiting;
            break;
        case EventType::write_move:
            if (side && args.move) {
                state.written[at(*side)] = args.move;
                state.written_ply[at(*side)] = static_cast<std::uint32_t>(game.history.size());
            }
            break;
        case EventType::offer_draw:
            if (side && args.text.empty()) {
                state.offer_by = *side;
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

void apply_board(LiveGame& game, const Event& event) {
    State& state = game.state;
    const Args& args = event.args;
    if (!has_move(game, event)) return;
    switch (event.type) {
        case EventType::announce_adjust:
            state.in_hand.announced = true;
            break;
        case EventType::touch:
            if (args.from && args.contact != Contact::accidental &&
                args.contact != Contact::adjusting) {
                touch_man(game, *args.from, args.contact == Contact::unclear_order);
                if (args.text == "late") state.in_hand.late_adjust = true;
            }
            break;
        case EventType::hover:
            if (args.from) touch_man(game, *args.from, false);
            break;
        case EventType::release:
            if (args.from && args.to) release(game, *args.from, *args.to, args.hand);
            break;
        case EventType::remove:
            if (args.from) remove(game, *args.from, args.hand);
            break;
        case EventType::promo_touch:
        case EventType::promo_release:
            if (args.piece && args.to)
                promotion(game, *args.piece, *args.to, event.type == EventType::promo_release);
            break;
        case EventType::make_move:
            if (args.from && args.to) whole_move(game, args);
            break;
        default:
            break;
    }
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

}  // namespace detail
}  // namespace hakam::match

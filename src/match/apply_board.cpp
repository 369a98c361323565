// Touches, releases, made and completed moves: Articles 4 and 6.2.
#include <algorithm>

#include "apply_parts.hpp"
#include "hakam/core/attacks.hpp"

namespace hakam::match::detail {
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
    // King and rook touched: what may be castling or a king move (Chess960) is castling.
    const bool castles =
        game.rules().touch_move &&
        obligation(*position, hand.touches, game.rules().rook_first_castles).kind == Kind::castle;
    std::optional<Move> found;
    for (const Move move : position->legal_moves()) {
        if (move.from() != from || move.arrival() != to) continue;
        if (!found || found->is_castling() != castles) found = move;
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
    if (!hand.crowded && !game.state.irregular && men_in_play(game) == game.position().board()) {
        hand.wrong = false;
        hand.released = false;
    }
}

void release(LiveGame& game, Square from, Square to, Hand which) {
    State& state = game.state;
    auto man = state.physical.at(from);
    if (!man || from == to) return;
    // Chess960: the king was put onto its rook's square; it is the rook that goes on.
    const bool from_under = state.in_hand.crowded == from && state.in_hand.under &&
                            state.in_hand.fixed.kind == Kind::castle &&
                            state.in_hand.fixed.to == from;
    if (from_under) man = state.in_hand.under;
    const bool fresh = at_home(game, from, *man);
    if (man->color == game.turn()) touch_man(game, from, false);
    if (from_under) {
        state.in_hand.crowded.reset();
        state.in_hand.under.reset();
    } else {
        lift_man(game, from);
    }
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
    if (const auto castling = castling_attempt(game, state.physical, *man, from, to)) {
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
        // En passant, in time or too late: from the fifth rank, diagonally forward.
        const bool passing = attacks::pawn(man->color, from).contains(to) &&
                             relative_rank(man->color, from) == Rank::r5;
        if (!passing) victim = to;
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
    state.owed_by_claim = false;
    state.announced_move = false;
}

}  // namespace

/// The state after a move that is in the history now.
void has_moved(LiveGame& game, Color mover) {
    State& state = game.state;
    const Position& position = game.position();
    Board standing = position.board();
    for (const Color c : colors)  // a pawn that was left on the last rank is still there
        for (const Square s : state.physical.men(c, PieceType::pawn) & Bitboard::of(back_rank(~c)))
            if (standing.at(s) && standing.at(s)->color == c) standing.put(s, {c, PieceType::pawn});
    state.physical = standing;
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
        const Color mover = position->turn();
        game.history.set(position->after(*event.args.move),
                         {*event.args.move, false, 0, game.state.clock.left, game.state.last});
        has_moved(game, mover);
        return;
    }
    const Color mover = before.turn();
    game.history.play({*event.args.move, true, 0, game.state.clock.left, game.state.last});
    has_moved(game, mover);
}

void move_retracted(LiveGame& game) {
    if (game.history.size() < 2) return;
    const Move move = game.history.back().move;
    game.history.truncate(game.history.size() - 1);
    State& state = game.state;
    const Color mover = game.position().turn();
    // What was wrong with the move goes with it; what it was bound to binds again.
    StaticVector<OpenFinding, 6> kept;
    for (const OpenFinding& finding : state.open) {
        if (finding.side == mover && finding.plies == game.history.size() &&
            (finding.kind == Finding::touch_breach || finding.kind == Finding::two_hands_unpressed)) {
            if (finding.kind == Finding::touch_breach) state.owed = finding.must;
        } else {
            kept.push_back(finding);
        }
    }
    state.open = kept;
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

}  // namespace hakam::match::detail

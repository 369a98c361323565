// Acts at the board and the clock: touched, released, made, completed.
#include <algorithm>

#include "decider.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/solve/dead_position.hpp"
#include "text.hpp"

namespace hakam::match::detail {

bool is_illegal_act(Finding finding) noexcept {
    switch (finding) {
        case Finding::illegal_move:
        case Finding::press_without_move:
        case Finding::two_hands:
        case Finding::pawn_not_promoted:
        case Finding::king_captured:
            return true;
        default:
            return false;
    }
}

void Decider::irregularity(Finding finding, Color side, std::optional<Move> move,
                           std::string_view articles) {
    Args args;
    args.finding = finding;
    args.side = side;
    args.move = move;
    args.articles = std::string{articles};
    emit(EventType::irregularity, Actor::system, std::move(args));
}

Decider::Answer Decider::touch_act() {
    const auto side = actor_side();
    const Phase phase = live_.state.phase;
    if (!side) return refuse(RefusalCode::not_allowed, "only the players touch the men");
    if (phase != Phase::live && phase != Phase::stopped && phase != Phase::adjourned)
        return refuse(RefusalCode::not_possible, "the clocks have not been started");
    if (command_.type != EventType::touch) {
        record();
        return std::nullopt;
    }
    if (!command_.args.from) return refuse(RefusalCode::bad_arguments, "a square is missing");
    const Square s = *command_.args.from;
    if (!live_.state.physical.at(s))
        return refuse(RefusalCode::no_such_man, "no man stands on " + to_string(s));
    Args args = command_.args;
    const bool has_move = live_.turn() == *side;  // two players, in turn (Laws 1.1, 1.2)
    if (args.contact == Contact::adjusting) {
        const bool announced = live_.state.in_hand.announced || args.text == "announced";
        if (has_move && !announced) {  // too late, or not said at all (4.2.1)
            args.contact = Contact::intended;
            args.text = "late";
        }
        emit(command_.type, command_.actor, args, command_.ref);
        // 6.2.5: only the player whose clock runs.
        const bool own_time = has_move || live_.state.clock.running == *side;
        if (!own_time) irregularity(Finding::adjusting, *side, std::nullopt, "4.2.1; 6.2.5");
        return std::nullopt;
    }
    record();
    // A breach that can no longer be complained about (4.8) may have ended the game.
    const auto& open = before_.state.open;
    if (has_move && std::any_of(open.begin(), open.end(), [](const OpenFinding& finding) {
            return finding.kind == Finding::touch_breach;
        }))
        end_if_over();
    return std::nullopt;
}

Decider::Answer Decider::refuse_illegal_online() const {
    const Args& args = command_.args;
    if (command_.type != EventType::make_move)
        return refuse(RefusalCode::not_possible, "the platform takes whole moves", "ONL-3.5");
    for (const Move move : live_.position().legal_moves()) {
        const bool same_squares =
            move.from() == *args.from &&
            (move.to() == *args.to ||
             (move.is_castling() && move.arrival() == *args.to && !live_.rules().chess960));
        if (same_squares && move.promotion() == args.piece) return std::nullopt;
    }
    return refuse(RefusalCode::illegal_move, "the move is not legal", "ONL-3.3");
}

Decider::Answer Decider::board_act() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players move the men");
    const State& state = live_.state;
    const Args& args = command_.args;
    const bool sealing = state.phase == Phase::adjourned && state.sealing == *side;
    if (state.phase != Phase::live && !sealing)
        return refuse(RefusalCode::not_possible, "the clocks do not run");
    const bool promoting =
        command_.type == EventType::promo_touch || command_.type == EventType::promo_release;
    const bool two_squares = command_.type == EventType::release ||
                             command_.type == EventType::make_move ||
                             command_.type == EventType::hover;
    if (promoting ? !args.piece || !args.to : !args.from || (two_squares && !args.to))
        return refuse(RefusalCode::bad_arguments, "squares are missing");
    if (!promoting && !state.physical.at(*args.from) && !(state.in_hand.crowded == *args.from))
        return refuse(RefusalCode::no_such_man, "no man stands on " + to_string(*args.from));
    const bool has_move = live_.turn() == *side;
    if (rules().mode == Mode::online) {
        if (!has_move) return refuse(RefusalCode::not_your_move, "the opponent has the move");
        if (Answer no = refuse_illegal_online()) return no;
    }
    if (sealing) {  // moved on the board after being told to seal: that move is sealed (GI.1.1)
        if (command_.type != EventType::make_move)
            return refuse(RefusalCode::not_possible, "the move has to be sealed", "GI.1.1");
        for (const Move move : live_.position().legal_moves())
            if (move.from() == *args.from &&
                (move.to() == *args.to || move.arrival() == *args.to) &&
                move.promotion() == args.piece) {
                Args ruled;
                ruled.ruling = RulingKind::corrected;
                ruled.side = side;
                ruled.move = move;
                ruled.articles = "GI.1.1";
                ruled.text = "sealed=must:" + to_string(*args.from) + to_string(*args.to);
                emit(EventType::ruling, Actor::system, std::move(ruled));
                return std::nullopt;
            }
        return refuse(RefusalCode::illegal_move, "the move is not legal", "GI.1.1");
    }
    bool taken_up = false;
    if (!has_move && state.unpressed[at(*side)] && state.in_hand.touches.empty() &&
        !state.irregular && live_.history.back().lawful && command_.type != EventType::make_move) {
        // The player goes on handling men after his move was made: it is taken up again (4.7).
        emit(EventType::move_retracted, Actor::system);
        taken_up = true;
    } else if (!has_move) {
        record();
        irregularity(Finding::out_of_turn, *side, std::nullopt, "1.2; 1.3");
        return std::nullopt;
    }
    record();
    if (!(taken_up && command_.type == EventType::hover)) look_at_board(*side);
    return std::nullopt;
}

void Decider::look_at_board(Color c) {
    const State& state = live_.state;
    if (state.in_hand.crowded || (!state.in_hand.released && state.in_hand.touches.empty())) return;
    if (rules().announcements && !state.announced_move) return;  // D.2.3
    const auto position = playing_position(live_);
    if (!position) {
        irregular_reply(c);
        return;
    }
    const Board men = men_in_play(live_);
    if (men == position->board()) return;
    const auto move = move_to(*position, men);
    if (!move) return;
    if (unexchanged_pawns(live_).contains(move->from())) return;  // such a pawn has no move
    // Half of a castling that king and rook were touched for may look like a king move (Chess960).
    if (!move->is_castling() && state.in_hand.fixed.kind == Obligation::Kind::castle &&
        move->mover() == PieceType::king && command_.type == EventType::release)
        return;
    // A pawn put on the last rank and exchanged: released, not only touched.
    made(c, *move, !state.irregular);
}

void Decider::irregular_reply(Color c) {
    const State& state = live_.state;
    if (!king_of(state.physical, ~c)) {
        if (!rules().illegal_loses_on_claim) return;
        // US blitz: taking the king claims the win before completing the reply.
        if (const OpenFinding* finding = last_finding(~c, true)) rule(*finding, c, true);
        return;
    }
    // The arbiter waits whether the illegal position remains (A.5.4).
    if (state.awaits_illegal_position && shows_illegal_pattern(state.physical)) return;
    const auto position =
        reply_to_irregular(state.irregular_board, c, state.physical, live_.position());
    if (!position) return;
    Args args;
    args.finding = Finding::illegal_move;
    args.side = c;
    args.text = position_text(*position);
    emit(EventType::set_position, Actor::system, std::move(args));
    end_if_over();
}

void Decider::made(Color c, Move move, bool lawful) {
    const State& state = live_.state;
    const Obligation must = present_obligation(live_);
    const bool breach = rules().touch_move && !must.permits(move);
    const bool two_hands = state.in_hand.two_hands && rules().mode == Mode::over_the_board;
    const bool early_note =
        state.written[at(c)].has_value() && state.written_ply[at(c)] == live_.history.size() &&
        rules().recording == Recording::compulsory && !rules().write_first &&
        rules().mode == Mode::over_the_board && state.owed.kind == Obligation::Kind::none;
    if (state.unpressed[at(c)]) {  // 6.2.1.2
        Args args;
        args.side = c;
        args.text = "unpressed";
        emit(EventType::move_completed, Actor::system, std::move(args));
    }
    if (breach) {
        Cites cites;
        if (state.in_hand.late_adjust) cites.add("4.2.1; 4.2.2");
        // A man touched only by this very move has not made the obligation.
        const Touches& earlier = before_.state.in_hand.touches;
        const Touches& touches = earlier.empty() ? state.in_hand.touches : earlier;
        Obligation squares = state.in_hand.fixed;
        squares.promotion.reset();
        if (squares.kind != Obligation::Kind::none && !squares.permits(move))
            cites.add(state.in_hand.fixed.kind == Obligation::Kind::castle ? "4.7.2" : "4.7");
        if ((must.promotion && move.promotion() != must.promotion) ||
            (state.in_hand.fixed.promotion && move.promotion() != state.in_hand.fixed.promotion))
            cites.add("4.4.4");
        if (cites.empty() && !touches.empty())
            cites.add(obligation_articles(live_.position(), touches, must));
        irregularity(Finding::touch_breach, c, move, cites.text());
    }
    if (two_hands) irregularity(Finding::two_hands_unpressed, c, move, "4.1");
    Args args;
    args.side = c;
    args.move = move;
    if (!lawful) args.text = "unlawful";
    emit(EventType::move_made, Actor::system, std::move(args));
    if (early_note) irregularity(Finding::written_in_advance, c, std::nullopt, "8.1.2; 12.9");
    end_if_over();
    if (live_.over()) return;
    if (rules().mode != Mode::over_the_board) {  // made is completed (ONL-4.2)
        complete(c);
        play_premove();
    }
}

/// The made move of `c` is completed by the clock.
void Decider::complete(Color c) {
    Args args;
    args.side = c;
    if (live_.state.clock.running == c) {
        emit(EventType::press_clock,
             rules().mode == Mode::over_the_board ? command_.actor : Actor::system, args);
    }
    emit(EventType::move_completed, Actor::system, std::move(args));
}

void Decider::play_premove() {
    // A premove is the opponent's next move, played at once if it is legal (ONL-3.6).
    const State& state = live_.state;
    if (!state.premove || !state.premove_by || live_.turn() != *state.premove_by) return;
    const Color c = *state.premove_by;
    Args args;
    args.from = state.premove->from();
    args.to = state.premove->to();
    args.piece = state.premove->promotion();
    for (const Move move : live_.position().legal_moves()) {
        if (move.from() != *args.from || move.promotion() != args.piece) continue;
        if (move.to() != *args.to && move.arrival() != *args.to) continue;
        args.text = "premove";
        args.side = c;
        args.move = move;
        emit(EventType::move_made, Actor::system, args);
        end_if_over();
        if (!live_.over()) complete(c);
        return;
    }
    Args dropped;
    dropped.side = c;
    dropped.ruling = RulingKind::note;
    dropped.articles = "ONL-3.6";
    dropped.text = "premove=dropped";
    emit(EventType::ruling, Actor::system, std::move(dropped));
}

namespace {

/// The article of the Laws of today on an end by itself, for which a platform has its own.
std::optional<laws::ArticleId> over_the_board(Reason reason) noexcept {
    switch (reason) {
        case Reason::checkmate:
            return laws::art::checkmate;
        case Reason::stalemate:
            return laws::art::stalemate;
        case Reason::dead_position:
            return laws::art::dead_position;
        case Reason::threefold_repetition:
            return laws::art::threefold_appeared;
        case Reason::fifty_moves:
            return laws::art::fifty_completed;
        default:
            return std::nullopt;
    }
}

}  // namespace

laws::Verdict Decider::natural_end() const {
    // A position that no legal move can reach is the arbiter's (A.5.4): the piece that stands for
    // an unexchanged pawn mates nobody.
    if (!unexchanged_pawns(live_).empty()) return {};
    // What is not plainly alive is searched; undecided within the budget it is taken to be alive,
    // and asked again with more when a flag falls or a player resigns.
    return rules().law.judge(live_.history.game(), budget_.dead_position);
}

void Decider::end_naturally(laws::Verdict verdict) {
    Cites cites;
    cites.add(verdict.citations);
    if (rules().mode == Mode::online)
        if (const auto article = over_the_board(verdict.reason))
            cites.add(laws::article(*article).cited);
    // No press is needed (6.2.1.1); older editions are not known to say so.
    const auto& ground = law().basis.checkmate;
    if (rules().book == Book::fide && ground && !laws::article(*ground).follows)
        cites.add(laws::article(laws::art::complete_without_press).cited);
    cites.add(standing_act_articles());
    for (const Color c : colors)
        if (live_.state.clock.fallen[at(c)] && !live_.state.flag_noticed[at(c)]) cites.add("6.8");
    const Reason reason = verdict.reason;
    const auto who = winner(*verdict.outcome);
    end(who ? win_of(*who) : Result::draw, reason, cites.text(),
        std::make_shared<const laws::Verdict>(std::move(verdict)));
}

/// By which rule an illegal act that was answered stands, if there is one.
std::string_view Decider::standing_act_articles() const {
    for (const OpenFinding& finding : live_.state.open)
        if (is_illegal_act(finding.kind) && finding.opponent_moved && !window_open(finding))
            return rules().book == Book::uscf ? "USCF 11A; 11B" : "A.5.2";
    return {};
}

void Decider::end_if_over() {
    if (live_.over() || live_.state.irregular) return;
    if (live_.state.phase == Phase::setup) return;
    // A move made in breach of Article 4 can still be contested: nothing has ended yet (5.1.1).
    for (const OpenFinding& finding : live_.state.open)
        if (finding.kind == Finding::touch_breach && !finding.opponent_touched) return;
    laws::Verdict verdict = natural_end();
    if (verdict.standing == laws::Standing::over) end_naturally(std::move(verdict));
}

std::optional<Move> Decider::unexchanged_pawn() const {
    const auto position = playing_position(live_);
    if (!position || live_.state.in_hand.crowded) return std::nullopt;
    const Color us = position->turn();
    for (const Move move : position->legal_moves()) {
        if (!move.is_promotion()) continue;
        // The new piece stands, the pawn was left behind (4.7.3).
        Board behind = position->after(move).board();
        behind.put(move.from(), {us, PieceType::pawn});
        if (behind == live_.state.physical) return move;
        if (move.promotion() != PieceType::queen) continue;
        Board board = position->after(move).board();
        board.put(move.to(), {us, PieceType::pawn});
        if (board == live_.state.physical) return move;
    }
    return std::nullopt;
}

Decider::Answer Decider::press() {
    const auto actor = actor_side();
    if (!actor) return refuse(RefusalCode::not_allowed, "only the players press the clock");
    const Color c = *actor;
    const State& state = live_.state;
    if (state.phase == Phase::adjourned) {
        if (state.sealing != c)
            return refuse(RefusalCode::not_possible, "the move has been sealed", "GI.1.1");
        if (state.sealed.empty())
            return refuse(RefusalCode::not_possible, "no move has been written yet", "GI.1.1");
        record();
        return std::nullopt;
    }
    if (state.phase != Phase::live)
        return refuse(RefusalCode::not_possible, "the clocks do not run");
    if (rules().mode != Mode::over_the_board)
        return refuse(RefusalCode::not_possible, "a made move is completed by itself", "ONL-4.2");
    const Args& args = command_.args;
    if (args.text == "finger") {
        emit(EventType::circumstance, command_.actor, args);
        irregularity(Finding::finger_on_clock, c, std::nullopt, "6.2.3; 12.9");
        return std::nullopt;
    }
    if (args.side && *args.side != c) {  // the opponent's lever
        Args noted = args;
        noted.text = "opponents-clock";
        emit(EventType::circumstance, command_.actor, noted);
        irregularity(Finding::opponents_clock, c, std::nullopt, "6.2.1; 6.2.4; 12.9");
        return std::nullopt;
    }
    if (state.clock.running != c) {  // nothing moves: the lever is down already
        record();
        return std::nullopt;
    }
    if (!state.unpressed[at(c)] && live_.turn() == c) look_at_board(c);  // let go for good
    if (live_.over()) return std::nullopt;
    const bool wrong_hand = args.hand == Hand::other;
    const bool early = args.text == "before-release";
    if (state.unpressed[at(c)]) {
        const bool displaced = state.displaced_by == c;
        record();
        Args completed;
        completed.side = c;
        emit(EventType::move_completed, Actor::system, std::move(completed));
        if (wrong_hand) irregularity(Finding::wrong_hand, c, std::nullopt, "6.2.3; 12.9");
        if (early) irregularity(Finding::early_press, c, std::nullopt, "6.2.4; 12.9");
        if (displaced) irregularity(Finding::men_displaced, c, std::nullopt, "7.4.2; 7.4.3");
        if (state.awaits_illegal_position && !ended() && shows_illegal_pattern(state.physical)) {
            conclude(asked(laws::IllegalPosition{}, On::official));
        } else if (state.awaits_illegal_position && !ended()) {
            Args args_text;
            args_text.ruling = RulingKind::stands;
            args_text.articles = "A.5.4 (Manual)";
            args_text.text = "pos=stand";
            emit(EventType::ruling, Actor::arbiter, std::move(args_text));
        }
        return std::nullopt;
    }
    if (rules().announcements && !state.announced_move && state.in_hand.released) {
        irregularity(Finding::conduct, c, std::nullopt, "D.2.3.3; D.2.4");
        return std::nullopt;
    }
    const auto base = playing_position(live_);
    const Board& stood = base ? base->board() : state.irregular_board;
    if (state.awaits_illegal_position && state.physical != stood &&
        shows_illegal_pattern(state.physical)) {  // A.5.4: it remains after the next move
        record();
        conclude(asked(laws::IllegalPosition{}, On::official));
        return std::nullopt;
    }
    Finding finding = Finding::illegal_move;
    std::optional<Move> becomes;
    std::string articles;
    if (men_in_play(live_) == stood && !state.in_hand.crowded) {
        finding = Finding::press_without_move;
        articles = "7.5.3";
    } else if ((becomes = unexchanged_pawn())) {
        finding = Finding::pawn_not_promoted;
        const bool behind = state.physical.at(becomes->from()).has_value();
        articles = behind ? "4.7.3" : "7.5.2";
    } else if (!king_of(state.physical, ~c) && king_of(stood, ~c)) {
        finding = Finding::king_captured;
        articles = "1.4.1";
    } else {
        const Cause cause = cause_of(live_);
        articles = std::string{articles_of(cause)};
        // What the move that replaces it is bound to.
        if (rules().touch_move && base && !state.in_hand.touches.empty())
            articles += "; " + duty_articles(live_, *base, replacement(live_));
    }
    Cites cites{articles};
    irregularity(finding, c, becomes, cites.text());
    record();
    return std::nullopt;
}

Decider::Answer Decider::announce() {
    const auto side = actor_side();
    if (!side) return refuse(RefusalCode::not_allowed, "only the players announce moves");
    record();
    if (live_.turn() == *side && live_.state.phase == Phase::live && rules().announcements)
        look_at_board(*side);
    return std::nullopt;
}

}  // namespace hakam::match::detail

// What players do at the board and the clock in a script.
#include <algorithm>

#include "apply.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "runner.hpp"
#include "tokens.hpp"

namespace hakam::scenario {

/// The player to whom the move belongs after moves whose content does not matter.
void Runner::take_the_move(Color side) {
    if (!turn_open_ || live_.over()) return;
    turn_open_ = false;
    if (live_.turn() == side || live_.state.irregular) return;
    Setup setup = live_.position().setup();
    setup.turn = side;
    setup.en_passant.reset();
    const auto position = Position::from(setup, live_.position().rules(), Tolerance::unreachable());
    if (!position) return;
    Args args;
    args.text = fen::format(*position);
    args.articles = "7.1";
    send(EventType::set_position, Actor::system, args);
    Args running;
    running.side = side;
    send(EventType::resume, Actor::system, running);
}

bool Runner::move_by(Color side, std::string_view uci, Hand hand, const Token& token,
                     Fault& fault) {
    if (uci == "anymove" || uci == "any") {
        const auto base = playing_position(live_);
        if (!base || base->legal_moves().empty()) return false;
        const Move move = base->legal_moves()[0];
        Args args;
        args.from = move.from();
        args.to = move.to();
        args.piece = move.promotion();
        return send(EventType::make_move, actor_of(side), args);
    }
    auto squares = squares_of(uci);
    if (!squares) {
        if (const auto move = legal(uci))
            squares = Squares{move->from(), move->to(), move->promotion()};
    }
    if (!squares) {
        fault = bad(token, "a move such as e2e4");
        return false;
    }
    if (!live_.over()) take_the_move(side);
    const auto base = playing_position(live_);
    bool is_legal = false;
    if (base && base->turn() == side && !live_.over()) {
        for (const Move move : base->legal_moves())
            if (move.from() == squares->from && move.promotion() == squares->piece &&
                (move.to() == squares->to ||
                 (move.is_castling() && move.arrival() == squares->to && !rules_.chess960)))
                is_legal = true;
    }
    if (live_.over() && positions_.back().turn() == side) {  // the board is still there
        if (const auto move = uci::parse_lenient(uci, positions_.back())) {
            is_legal = true;
            positions_.push_back(positions_.back().after(move->move));
        }
    }
    legal_.push_back(is_legal);
    Args args;
    args.from = squares->from;
    args.to = squares->to;
    args.piece = squares->piece;
    args.hand = hand;
    const bool sent = send(EventType::make_move, actor_of(side), args);
    moved_last_ = sent && is_legal;
    named_promotion_ = moved_last_ && squares->piece.has_value();
    return sent;
}

std::optional<Error> Runner::play_moves(const Token& token) {
    for (const std::string_view uci : split(token.arg, ",")) {
        if (live_.over()) break;
        const Color side = live_.turn();
        if (rules_.announcements) send(EventType::announce, actor_of(side));
        Fault fault;
        const std::size_t before = legal_.size();
        const bool sent = move_by(side, uci, Hand::same, token, fault);
        if (legal_.size() > before) legal_.resize(before);  // only mv tokens are counted
        if (fault) return fault;
        if (!sent || (live_.turn() == side && !live_.over())) return bad(token, "legal moves only");
        if (!live_.over() && rules_.mode == Mode::over_the_board) {
            send(EventType::press_clock, actor_of(side));
        }
    }
    moved_last_ = false;
    return std::nullopt;
}

/// The articles of what the touches so far bind to, in case they are obeyed.
void Runner::note_touches(Color side) {
    if (rules_.mode == Mode::online) touched_ = "ONL-1";
    if (rules_.book != Book::fide || !live_.setup || live_.over()) return;
    const Touches& touches = live_.state.in_hand.touches;
    if (live_.turn() != side) {
        if (touched_.empty()) touched_ = "4.3";  // it binds nobody
        return;
    }
    if (touches.empty()) return;
    Cites cites{obligation_articles(live_.position(), touches, live_.obligation())};
    if (!rules_.castling && starts_with(cites.text(), "4.4")) cites.add("VAR-NC1");
    for (const Touch& touch : touches)
        if (touch.man == Piece{~side, PieceType::king}) cites.add("1.4.1");
    touched_ = cites.text();
}

std::optional<Error> Runner::player_board_token(Color side, const Token& token, bool& known) {
    const Actor actor = actor_of(side);
    const std::string_view verb = token.verb;
    const std::string_view arg = token.arg;
    const auto each_square = [&](EventType type, Contact contact, bool unclear) -> Fault {
        bool first = true;
        for (const std::string_view item : split(arg, ",")) {
            const auto s = square_from(item);
            if (!s) return bad(token, "squares such as e2");
            Args args;
            args.from = s;
            args.contact = unclear && !first ? Contact::unclear_order : contact;
            if (contact == Contact::adjusting && verb == "adj")
                send(EventType::announce_adjust, actor);
            take_the_move(side);
            send(type, actor, args);
            first = false;
        }
        note_touches(side);
        return std::nullopt;
    };
    if (verb == "touch" || verb == "takesout") {
        if (verb == "takesout") leading_.add("D.2.2");
        return each_square(EventType::touch, Contact::intended, false);
    }
    if (verb == "both") return each_square(EventType::touch, Contact::intended, true);
    if (verb == "brush" || verb == "feels") {
        if (touched_.empty()) touched_ = rules_.announcements ? "D.2.2" : "4.2.2";
        return each_square(EventType::touch, Contact::accidental, false);
    }
    if (verb == "adj" || verb == "lateadj") {
        touched_ = "4.2.1";
        return each_square(EventType::touch, Contact::adjusting, false);
    }
    removed_ = removed_ || verb == "rm";
    if (verb == "rm") return each_square(EventType::remove, Contact::intended, false);
    if (verb == "put" || verb == "hover" || verb == "put2") {
        const auto squares = squares_of(arg);
        if (!squares) return bad(token, "two squares such as e2e4");
        take_the_move(side);
        Args args;
        args.from = squares->from;
        args.to = squares->to;
        if (verb == "put2") args.hand = Hand::other;
        if (verb == "hover") touched_ = "4.7";
        send(verb == "hover" ? EventType::hover : EventType::release, actor, args);
        return std::nullopt;
    }
    if (verb == "pset" || verb == "prel") {
        const std::size_t sign = arg.find('@');
        const std::string_view piece = arg.substr(0, sign);
        const auto to =
            sign == std::string_view::npos ? std::nullopt : square_from(arg.substr(sign + 1));
        const bool inverted = piece == "rinv";
        const char letter = inverted ? 'R'
                            : piece.size() == 1 && piece[0] >= 'a' && piece[0] <= 'z'
                                ? static_cast<char>(piece[0] - ('a' - 'A'))
                                : ' ';
        const auto type = piece_type_from(letter);
        if (!to || !type) return bad(token, "a piece and a square such as q@e8");
        Args args;
        args.piece = type;
        args.to = to;
        if (inverted) {
            args.text = "inverted";
            inverted_ = true;
            asked_.add("4.4.4 (Manual)");
        }
        named_promotion_ = false;
        send(verb == "pset" ? EventType::promo_touch : EventType::promo_release, actor, args);
        return std::nullopt;
    }
    if (verb == "hold") {
        Args args;
        args.text = std::string{arg};
        send(EventType::piece_in_hand, actor, args);
        return std::nullopt;
    }
    if (verb == "mv" || verb == "mv2" || verb == "clkpre" || verb == "anymove") {
        Fault fault;
        move_by(side, verb == "anymove" ? "anymove" : arg, verb == "mv2" ? Hand::both : Hand::same,
                token, fault);
        if (fault) return fault;
        if (verb == "clkpre") {
            Args args;
            args.text = "before-release";
            send(EventType::press_clock, actor, args);
        }
        return std::nullopt;
    }
    if (verb == "clk" || verb == "clkoff" || verb == "finger" || verb == "pressesopp") {
        Args args;
        if (verb == "clkoff") args.hand = Hand::other;
        if (verb == "finger") args.text = "finger";
        if (verb == "pressesopp") args.side = side_from(arg).value_or(~side);
        const bool made = live_.state.unpressed[at(side)];
        late_press_ = made && (late_press_ || live_.turn() == side);
        send(EventType::press_clock, actor, args);
        moved_last_ = made;
        return std::nullopt;
    }
    known = false;
    return std::nullopt;
}

}  // namespace hakam::scenario

// Plays the tokens of a scenario as commands.
#include "scenario_run.hpp"

#include <algorithm>
#include <array>

#include "apply.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "text.hpp"

namespace hakam::match::detail {
namespace {

std::optional<Color> side_from(std::string_view text) {
    if (text == "W") return Color::white;
    if (text == "B") return Color::black;
    return std::nullopt;
}

struct Squares {
    Square from;
    Square to;
    std::optional<PieceType> piece;
};
/// "e2e4", "e7e8q"; also a promotion to what does not exist ("e7e8k").
std::optional<Squares> squares_of(std::string_view uci) {
    if (uci.size() < 4 || uci.size() > 5) return std::nullopt;
    const auto from = square_from(uci.substr(0, 2));
    const auto to = square_from(uci.substr(2, 2));
    if (!from || !to) return std::nullopt;
    Squares result{*from, *to, std::nullopt};
    if (uci.size() == 5) {
        if (uci[4] < 'a' || uci[4] > 'z') return std::nullopt;
        result.piece = piece_type_from(static_cast<char>(uci[4] - ('a' - 'A')));
        if (!result.piece) return std::nullopt;
    }
    return result;
}

std::optional<std::int64_t> leading_number(std::string_view text) {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    return number(text.substr(0, digits));
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

void Verdict::add(std::string_view parts) {
    for (std::string_view part : split(parts, ";")) {
        part = trimmed(part);
        if (part.empty()) continue;
        const std::size_t equals = part.find('=');
        const std::string key{part.substr(0, equals)};
        const std::string value{equals == std::string_view::npos ? "" : part.substr(equals + 1)};
        drop(key);
        parts_.emplace_back(key, value);
    }
}
bool Verdict::has(std::string_view key) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const auto& p) { return p.first == key; });
}
std::string Verdict::value(std::string_view key) const {
    for (const auto& part : parts_)
        if (part.first == key) return part.second;
    return {};
}
void Verdict::drop(std::string_view key) {
    parts_.erase(
        std::remove_if(parts_.begin(), parts_.end(), [&](const auto& p) { return p.first == key; }),
        parts_.end());
}
std::string Verdict::text(std::string_view first) const {
    std::string out{first};
    for (const auto& [key, value] : parts_) {
        if (!out.empty()) out += "; ";
        out += key;
        if (!value.empty()) out += "=" + value;
    }
    return out;
}

Runner::Runner(const Scenario& scenario, const MatchRules& rules)
    : scenario_{scenario}, rules_{rules} {}

std::optional<Error> Runner::bad(const Token& token, std::string expected) const {
    const auto offset = static_cast<std::size_t>(token.whole.data() - scenario_.script.data());
    return Error{ErrorCode::unexpected_text, span_in(scenario_.script, offset, token.whole.size()),
                 std::move(expected), excerpt(token.whole)};
}

std::optional<Move> Runner::legal(std::string_view text) const {
    const Position& p = live_.position();
    if (const auto move = uci::parse_lenient(text, p)) return move->move;
    if (const auto move = uci::parse(text, p, uci::Castling::chess960)) return *move;
    if (const auto move = san::parse_lenient(text, p)) return move->move;
    return std::nullopt;
}

bool Runner::send(EventType type, Actor actor, Args args) {
    Command command;
    command.type = type;
    command.actor = actor;
    command.args = std::move(args);
    const auto events = decide(live_, command, now_);
    refused_last_ = !events;
    if (!events) {
        if (events.error().code == RefusalCode::illegal_move) {
            refused_illegal_ = true;
            cites_.add(events.error().articles);
        }
        return false;
    }
    for (const Event& event : *events) {
        live_ = evolve(std::move(live_), event);
        log_.push_back(event);
        if (event.type == EventType::move_made && !live_.state.irregular &&
            live_.history.back().lawful) {
            positions_.push_back(live_.position());
            last_move_ = event.args.move;
        }
        if (live_.stage() == Stage::wrong && !live_.state.irregular) {
            saw_wrong_ = true;
            wrong_side_ = live_.turn();
        }
    }
    return true;
}

std::optional<Error> Runner::begin() {
    GameSettings settings;
    settings.ruleset = scenario_.ruleset;
    settings.time_control = scenario_.time_control;
    settings.fen = scenario_.fen;
    const auto created = create(settings, 0);
    if (!created) return created.error();
    live_ = evolve(LiveGame{}, *created);
    log_ = *created;
    if (!live_.setup) return Error{ErrorCode::bad_position, {}, "a game", scenario_.fen};
    positions_.push_back(live_.position());

    std::size_t begin_at = 0;
    const std::string_view script = scenario_.script;
    while (begin_at < script.size()) {
        std::size_t end = script.find(' ', begin_at);
        if (end == std::string_view::npos) end = script.size();
        if (end > begin_at) {
            Token token;
            token.whole = script.substr(begin_at, end - begin_at);
            std::string_view rest = token.whole;
            if (rest.size() > 2 && rest[1] == ':') {
                token.actor = rest.substr(0, 1);
                rest.remove_prefix(2);
            } else if (starts_with(rest, "AS:") && rest.size() > 5) {
                token.actor = rest.substr(3, 1);
                rest.remove_prefix(5);
            }
            const std::size_t equals = rest.find('=');
            token.verb = rest.substr(0, equals);
            if (equals != std::string_view::npos) token.arg = rest.substr(equals + 1);
            tokens_.push_back(token);
            if (token.actor.empty() && token.verb == "sig") {
                sigs_.push_back(token.arg);
            }
        }
        begin_at = end + 1;
        if (tokens_.size() > 2000) return Error{ErrorCode::too_long, {}, "at most 2000 tokens", {}};
    }
    return std::nullopt;
}

/// Circumstances that hold for the whole case, whatever their place in the script.
void Runner::standing_sig(std::string_view text) {
    for (std::string_view item : split(text, ",")) {
        const auto side = item.size() > 2 ? side_from(item.substr(0, 1)) : std::nullopt;
        Args args;
        args.side = side;
        if (side && starts_with(item.substr(1), "-has-") && contains(item, "illegal")) {
            args.text = "illegal";
            args.amount = leading_number(item.substr(6)).value_or(1);
            send(EventType::circumstance, Actor::system, args);
        } else if (side && contains(item, "-sheet-") && contains(item, "pairs")) {
            args.text = "sheet-missing";
            const std::size_t at_digit = item.find_first_of("0123456789");
            args.amount = at_digit == std::string_view::npos
                              ? 0
                              : leading_number(item.substr(at_digit)).value_or(0);
            send(EventType::circumstance, Actor::system, args);
        } else if (item == "no-scoresheet") {
            for (const Color c : colors) {
                args.side = c;
                args.text = "sheet-missing";
                args.amount = 255;
                send(EventType::circumstance, Actor::system, args);
            }
        } else if (contains(item, "-time") && leading_number(item) &&
                   (contains(item, "th-") || contains(item, "st-") || contains(item, "nd-") ||
                    contains(item, "rd-"))) {
            for (const Color c : colors) {
                args.side = c;
                args.text = "requests";
                args.amount = *leading_number(item) - 1;
                send(EventType::circumstance, Actor::system, args);
            }
        }
    }
}

void Runner::sig(std::string_view text) {
    if (starts_with(text, "both-flags-down")) {
        Args args;
        args.text = "both-flags-down";
        args.amount = contains(text, "last-period") && !contains(text, "not-last") ? 1 : 0;
        if (contains(text, "unknown")) args.articles = "order-unknown";
        send(EventType::circumstance, Actor::arbiter, args);
        return;
    }
    for (std::string_view item : split(text, ",")) {
        const auto side = item.size() > 2 ? side_from(item.substr(0, 1)) : std::nullopt;
        const auto amount = leading_number(item);
        if (amount && (ends_with(item, "s-used") || ends_with(item, "s"))) {
            now_ += *amount * second;
            time_matters_ = true;
            send(EventType::tick, Actor::system);
        } else if (amount && (ends_with(item, "min") || ends_with(item, "min-used") ||
                              ends_with(item, "m-used"))) {
            now_ += *amount * minute;
            time_matters_ = true;
            send(EventType::tick, Actor::system);
        } else if (last_pause_ && (contains(item, "no-reason") || contains(item, "on-table") ||
                                   contains(item, "think") || contains(item, "wait"))) {
            Args args;
            args.text = "pause-without-reason";
            send(EventType::conduct, actor_of(*last_pause_), args);
            last_pause_.reset();
        } else if (side && contains(item, "stops-recording")) {
            Args args;
            args.text = "stops-recording";
            send(EventType::conduct, actor_of(*side), args);
        } else if (item == "envelope-lost" || item == "envelope-missing") {
            send(EventType::envelope_missing, Actor::arbiter);
        } else if (contains(item, "position-lost") || contains(item, "position-record-lost") ||
                   contains(item, "no-record")) {
            Args args;
            args.result = Result::cancelled;
            args.reason = Reason::no_agreement_on_position;
            args.articles = "GI.12.2";
            send(EventType::declare, Actor::arbiter, args);
        } else if (starts_with(item, "boards-differ")) {
            const bool agree = contains(text, "scores-agree");
            verdict_.add(agree ? "A:correct-board-from-scores" : "pos=restore:last-agreement");
            cites_.add("D.2.9");
        } else if (starts_with(item, "clock-set-")) {
            Args args;
            args.text = "wrong-clock";
            send(EventType::circumstance, Actor::system, args);
        } else if (starts_with(item, "fire") || starts_with(item, "power") ||
                   starts_with(item, "interruption") || starts_with(item, "light") ||
                   starts_with(item, "noise-outside") || starts_with(item, "disturbance")) {
            cites_.add("12.5");
        }
    }
}

/// How the men, the board or the colours were wrong from the start.
void Runner::set_up(std::string_view text) {
    Args args;
    args.text = "wrong-array";
    if (contains(text, "colour") || contains(text, "color")) args.text = "wrong-colours";
    if (contains(text, "board")) args.text = "wrong-board";
    if (contains(text, "clock")) args.text = "wrong-clock";
    if (args.text == "wrong-array") {  // which castling the error bars (A.5.1.2, US blitz 3)
        const std::string side{text.substr(0, text.empty() ? 0 : 1)};
        const bool king = contains(text, "K") || contains(text, "king");
        const bool both_rooks = contains(text, "rooks");
        if (rules_.wrong_array == WrongArray::first_move)
            args.articles = king ? side + "-mirrored" : "";
        else if (king || both_rooks)
            args.articles = side + "-none";
        else if (contains(text, "rook-h"))
            args.articles = side + "-Q-only";
        else if (contains(text, "rook-a"))
            args.articles = side + "-K-only";
    }
    send(EventType::circumstance, Actor::system, args);
}

std::optional<Error> Runner::times(const Token& token) {
    int sides = 0;
    for (std::string_view item : split(token.arg, ",")) {
        const auto side = item.size() > 2 ? side_from(item.substr(0, 1)) : std::nullopt;
        const auto time = item.size() > 2 ? clock_reading(item.substr(1)) : std::nullopt;
        if (!side || !time) return bad(token, "times such as t=W1:30,B5:00");
        Args args;
        args.side = side;
        args.amount = *time;
        args.text = "given";
        send(EventType::time_set, Actor::system, args);
        ++sides;
    }
    both_times_ = sides == 2;
    return std::nullopt;
}

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

void Runner::claim_draw(Color side, const Token& token, bool fifty) {
    take_the_move(side);
    Args args;
    const std::string_view what = token.arg;
    if (what == "spoken-only" || starts_with(what, "spoken")) {
        args.text = "spoken-only";
    } else if (what != "pos" && !what.empty()) {
        if (const auto move = legal(what)) {
            args.move = move;
            args.from = move->from();
            args.to = move->to();
        } else if (const auto squares = squares_of(what)) {
            args.from = squares->from;
            args.to = squares->to;
        }
    }
    for (const std::string_view text : sigs_)
        if (contains(text, "descriptive") || contains(text, "not-algebraic"))
            args.text = "sheet-no-evidence";
    send(fifty ? EventType::claim_fifty : EventType::claim_repetition, actor_of(side), args);
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
        return std::nullopt;
    };
    if (verb == "touch" || verb == "takesout") {
        if (verb == "takesout") cites_.add("D.2.2; D.2.2.2");
        return each_square(EventType::touch, Contact::intended, false);
    }
    if (verb == "both") return each_square(EventType::touch, Contact::intended, true);
    if (verb == "brush" || verb == "feels") {
        cites_.add("4.2.2");
        return each_square(EventType::touch, Contact::accidental, false);
    }
    if (verb == "adj" || verb == "lateadj") {
        cites_.add("4.2.1");
        return each_square(EventType::touch, Contact::adjusting, false);
    }
    if (verb == "rm") return each_square(EventType::remove, Contact::intended, false);
    if (verb == "put" || verb == "hover" || verb == "put2") {
        const auto squares = squares_of(arg);
        if (!squares) return bad(token, "two squares such as e2e4");
        take_the_move(side);
        Args args;
        args.from = squares->from;
        args.to = squares->to;
        if (verb == "put2") args.hand = Hand::other;
        if (verb == "hover") cites_.add("4.7");
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
            cites_.add("4.4.4");
        }
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
        send(EventType::press_clock, actor, args);
        moved_last_ = made;
        return std::nullopt;
    }
    known = false;
    return std::nullopt;
}

std::optional<Error> Runner::player_claim_token(Color side, const Token& token, bool& known) {
    const Actor actor = actor_of(side);
    const std::string_view verb = token.verb;
    Args args;
    args.text = std::string{token.arg};
    if (verb == "claim3" || verb == "claim50") {
        claim_draw(side, token, verb == "claim50");
    } else if (verb == "claimflag") {
        args.text.clear();
        if (const auto fallen = side_from(token.arg)) args.side = fallen;
        if (!send(EventType::claim_flag, actor, args) && live_.over()) cites_.add("6.9");
    } else if (verb == "claimill") {
        send(EventType::claim_illegal, actor, args);
    } else if (verb == "claimtouch") {
        args.text.clear();
        args.from = square_from(token.arg);
        send(EventType::claim_touch, actor, args);
    } else if (verb == "claimqpf") {
        take_the_move(live_.turn());
        send(EventType::claim_normal_means, actor, args);
    } else if (verb == "askinc") {
        send(EventType::ask_increment, actor, args);
    } else if (verb == "askscore") {
        send(EventType::ask_score, actor, args);
    } else if (verb == "claim" || verb == "claimsetup") {
        const std::string_view what = token.arg;
        if (starts_with(what, "display") || contains(what, "counter")) {
            args.text = "display";
            send(EventType::claim_setup, actor, args);
        } else if (contains(what, "time-wrong") || contains(what, "times-wrong")) {
            args.text = "time-at-resumption";
            send(EventType::claim_setup, actor, args);
        } else if (contains(what, "clock")) {
            args.text = "clock";
            send(EventType::claim_setup, actor, args);
        } else if (contains(what, "colour") || contains(what, "array") || contains(what, "setup") ||
                   contains(what, "board") || contains(what, "position")) {
            args.text = contains(what, "colour")  ? "colours"
                        : contains(what, "board") ? "board"
                                                  : "array";
            send(EventType::claim_setup, actor, args);
        } else if (contains(what, "still-open")) {
            cites_.add(rules_.mode == Mode::online ? "ONL-5.3" : "9.1.2.1");
            if (live_.state.offer_by)
                verdict_.add(std::string{"offer=open:"} +
                             (*live_.state.offer_by == Color::white ? "W" : "B"));
            else
                verdict_.add("offer=dead");
        } else if (contains(what, "both-flags")) {
            args.text = "both-flags-down";
            args.amount = 1;
            send(EventType::circumstance, Actor::arbiter, args);
        } else {
            send(EventType::call_arbiter, actor, args);
        }
    } else {
        known = false;
    }
    return std::nullopt;
}

std::optional<Error> Runner::player_other_token(Color side, const Token& token) {
    const Actor actor = actor_of(side);
    const std::string_view verb = token.verb;
    Args args;
    args.text = std::string{token.arg};
    if (verb == "offer" || verb == "offerif") {
        if (verb == "offer") args.text.clear();
        // Any other moment than between making and pressing may disturb (11.5).
        const bool thinking = live_.turn() == ~side && !live_.state.unpressed[at(side)];
        if (thinking && live_.state.phase == Phase::live && rules_.mode == Mode::over_the_board &&
            live_.plies() > 0)
            cites_.add("11.5");
        send(EventType::offer_draw, actor, args);
    } else if (verb == "withdraw") {
        send(EventType::withdraw_offer, actor);
    } else if (verb == "accept") {
        send(EventType::accept_draw, actor);
    } else if (verb == "decline") {
        send(EventType::decline_draw, actor);
    } else if (verb == "resign" || verb == "tipking") {
        args.text = verb == "tipking" ? "king tipped" : "declared";
        send(EventType::resign, actor, args);
    } else if (verb == "handshake") {
        send(EventType::says, actor, args);
        verdict_.add("A:clarify");
        cites_.add("5.1.2; 5.2.3");
    } else if (verb == "says") {
        if (live_.state.phase == Phase::adjourned && live_.state.sealed == "?missing") {
            send(EventType::stated_move, actor, args);
            return std::nullopt;
        }
        if (live_.state.phase == Phase::live && live_.state.sealed == "?missing") {
            send(EventType::stated_move, actor, args);
            return std::nullopt;
        }
        if (token.arg == "resign" || token.arg == "I-resign") {
            send(EventType::resign, actor, args);
            return std::nullopt;
        }
        if (token.arg == "check") cites_.add("11.5");
        send(EventType::says, actor, args);
    } else if (verb == "announce" || verb == "corrects") {
        args.move = legal(token.arg);
        if (verb == "corrects") cites_.add("D.2.8");
        send(EventType::announce, actor, args);
    } else if (verb == "write") {
        args.move = legal(token.arg);
        send(EventType::write_move, actor, args);
    } else if (verb == "sign") {
        args.result = result_from(token.arg).value_or(Result::none);
        send(EventType::sign_result, actor, args);
    } else if (verb == "pause" || verb == "stopboth") {
        last_pause_ = side;
        cites_.add("6.11.2");
        send(EventType::pause_clock, actor, args);
    } else if (verb == "call") {
        asked_forbidden_ = contains(token.arg, "how-many") || contains(token.arg, "is-it") ||
                           contains(token.arg, "count");
        if (contains(token.arg, "three") || contains(token.arg, "repet") ||
            contains(token.arg, "fifty"))
            cites_.add("11.12");
        if (contains(token.arg, "scoresheet") || contains(token.arg, "show-score")) {
            send(EventType::ask_score, actor, args);
        } else {
            if (live_.state.phase == Phase::stopped) cites_.add("6.11.4");
            send(EventType::call_arbiter, actor, args);
        }
    } else if (verb == "flag") {
        take_the_move(side);
        Args flag;
        flag.side = side;
        send(EventType::flag_physical, Actor::third_person, flag);
    } else if (verb == "seal") {
        send(EventType::seal, actor, args);
    } else if (verb == "absent") {
        Args who;
        who.side = side;
        send(EventType::absent, Actor::system, who);
    } else if (verb == "arrives" || verb == "arrived" || verb == "present") {
        Args who;
        who.side = side;
        send(EventType::arrived, Actor::system, who);
    } else if (verb == "disc" || verb == "reconn") {
        cites_.add("ONL-11");
        send(verb == "disc" ? EventType::disconnect : EventType::reconnect, actor);
    } else if (verb == "premove") {
        if (const auto squares = squares_of(token.arg)) {
            args.from = squares->from;
            args.to = squares->to;
            args.piece = squares->piece;
        }
        cites_.add("ONL-3.6");
        send(EventType::premove, actor, args);
    } else if (verb == "displace") {
        const auto items = split(token.arg, ",");
        args.from = square_from(items.front());
        cites_.add("7.4.1");
        send(EventType::displaced, actor, args);
    } else if (verb == "fix") {
        cites_.add("7.4.1");
        send(EventType::restored, actor);
    } else if (verb == "verifies" || verb == "verify") {
        send(EventType::verify, actor, args);
    } else if (verb == "appeal") {
        cites_.add("11.10");
        send(EventType::appeal, actor, args);
    } else if (verb == "leave") {
        args.text = "leave-" + std::string{token.arg};
        send(EventType::conduct, actor, args);
    } else if (verb == "pass") {
        verdict_.add("refused");
        cites_.add("1.2");
        adverse_ = true;
    } else {
        args.text = std::string{verb};
        if (!token.arg.empty()) args.text += "=" + std::string{token.arg};
        send(EventType::conduct, actor, args);
    }
    return std::nullopt;
}

std::optional<Error> Runner::player_token(Color side, const Token& token) {
    bool known = true;
    if (Fault fault = player_board_token(side, token, known); fault || known) return fault;
    known = true;
    if (Fault fault = player_claim_token(side, token, known); fault || known) return fault;
    return player_other_token(side, token);
}

std::optional<Error> Runner::arbiter_token(const Token& token) {
    const std::string_view verb = token.verb;
    const std::string_view arg = token.arg;
    Args args;
    args.text = std::string{arg};
    const auto side_time = [&](std::string_view item, Args& timed) {
        const auto side = item.empty() ? std::nullopt : side_from(item.substr(0, 1));
        if (!side) return false;
        timed.side = side;
        std::string_view rest = item.substr(1);
        const bool minus = starts_with(rest, "-");
        if (minus || starts_with(rest, "+")) rest.remove_prefix(1);
        const auto time = clock_reading(rest);
        if (!time) return false;
        timed.amount = minus ? -*time : *time;
        return true;
    };
    if (verb == "sees" && starts_with(arg, "clock-set")) {
        Args setting;
        setting.text = "wrong-clock";
        send(EventType::circumstance, Actor::system, setting);
        send(EventType::arbiter_sees, Actor::arbiter);
    } else if (verb == "sees") {
        if (arg == "pawn-last-rank") args.text = "pawn-on-last-rank";
        send(EventType::arbiter_sees, Actor::arbiter, args);
    } else if (verb == "seeflag") {
        args.text.clear();
        args.side = side_from(arg);
        send(EventType::flag_noticed, Actor::arbiter, args);
    } else if (verb == "agree" || verb == "reject" || verb == "postpone") {
        args.text = std::string{verb};
        if (verb == "postpone" && !arg.empty()) args.amount = 2 * minute;
        send(EventType::answer_claim, Actor::arbiter, args);
    } else if (verb == "adjourn") {
        send(EventType::adjourn, Actor::arbiter, args);
    } else if (verb == "pause" || verb == "stop") {
        cites_.add("6.11.1");
        send(EventType::stop, Actor::arbiter, args);
    } else if (verb == "resume") {
        if (live_.state.phase == Phase::stopped) cites_.add("6.11.3");
        if (live_.over() && live_.rules().adjournment) cites_.add("GI.8");
        send(EventType::resume, Actor::arbiter, args);
    } else if (verb == "open") {
        send(EventType::open_sealed, Actor::arbiter, args);
    } else if (verb == "rules") {
        const std::string_view score = starts_with(arg, "score-") ? arg.substr(6) : arg;
        const auto result = result_from(score == "1/2-1/2" ? "1/2" : score);
        if (!result || *result == Result::none) {
            verdict_.add("A:fault");
            cites_.add("10.2");
            bare_answer_ = true;
            adverse_ = true;
        } else {
            args.result = *result;
            args.reason = Reason::arbiter_decision;
            args.articles = *result == Result::both_lose ? "11.8" : "12.9.6";
            send(EventType::declare, Actor::arbiter, args);
        }
    } else if (verb == "answers" || verb == "tells" || verb == "warns-flag") {
        args.articles = "12.6";
        send(EventType::conduct, Actor::arbiter, args);
        if (contains(scenario_.script, "is-it")) bare_answer_ = true;
    } else if (verb == "hears") {
        verdict_.add("A:checks");
        cites_.add("12.7");
    } else if (verb == "add" || verb == "addtime") {
        for (const std::string_view item : split(arg, ",")) {
            Args timed;
            timed.articles = "12.5";
            if (!side_time(item, timed)) return bad(token, "times such as W+2:00");
            cites_.add("12.5");
            send(EventType::time_adjust, Actor::arbiter, timed);
        }
    } else if (verb == "set") {
        for (const std::string_view item : split(arg, ",")) {
            Args timed;
            timed.articles = "6.10.1";
            if (!side_time(item, timed)) return bad(token, "times such as W2:00");
            cites_.add("6.10.1");
            time_matters_ = true;
            send(EventType::time_set, Actor::arbiter, timed);
        }
    } else if (verb == "warn" || verb == "warns") {
        args.text.clear();
        args.side = side_from(arg);
        send(EventType::warn, Actor::arbiter, args);
    } else if (verb == "penalty" || verb == "penalises") {
        // "W:2:B+1:00" or "W": kind 12.9.n
        args.text.clear();
        args.side = side_from(arg.substr(0, 1));
        args.penalty = static_cast<std::uint8_t>(
            arg.size() > 2 ? leading_number(arg.substr(2)).value_or(1) : 1);
        send(EventType::penalise, Actor::arbiter, args);
    } else if (verb == "loss" || verb == "forfeits") {
        args.text.clear();
        args.side = side_from(arg);
        args.penalty = 6;
        send(EventType::penalise, Actor::arbiter, args);
    } else if (verb == "restore") {
        args.text.clear();
        args.amount = leading_number(arg).value_or(0);
        send(EventType::restore_position, Actor::arbiter, args);
    } else {
        args.text = std::string{verb};
        if (!arg.empty()) args.text += "=" + std::string{arg};
        send(EventType::correct, Actor::arbiter, args);
    }
    return std::nullopt;
}

void Runner::third_person_token(const Token& token) {
    Args args;
    args.text = std::string{token.verb};
    if (!token.arg.empty()) args.text += "=" + std::string{token.arg};
    if (token.verb == "displaced" || token.verb == "displaces") {
        const auto items = split(token.arg, "-,");
        args.from = square_from(items.front());
        if (items.size() > 1) args.to = square_from(items[1]);
        send(EventType::displaced, Actor::third_person, args);
        return;
    }
    cites_.add("12.7");
    send(EventType::interfere, Actor::third_person, args);
    // Telling the arbiter alone is right; anything else interferes.
    const bool to_arbiter = token.verb == "tells" || token.verb == "tellsarbiter";
    if (!to_arbiter) consequences_.push_back("A:expel=X");
}

void Runner::system_token(const Token& token) {
    if (token.verb == "tick") send(EventType::tick, Actor::system);
    if (token.verb == "flag")
        if (const auto side = side_from(token.arg)) {
            Args flag;
            flag.side = side;
            send(EventType::flag_physical, Actor::third_person, flag);
        }
}

/// W:late=t B:late=t: who comes how long after the start time (6.7).
void Runner::lateness(const std::vector<Token>& tokens, std::size_t& next) {
    std::array<Milliseconds, 2> late{};
    while (next < tokens.size() && tokens[next].verb == "late") {
        const auto side = side_from(tokens[next].actor);
        const auto time = clock_reading(tokens[next].arg);
        if (side && time) late[at(*side)] = *time;
        ++next;
    }
    time_matters_ = true;
    for (const Color c : colors)
        if (late[at(c)] > 0) {
            Args args;
            args.side = c;
            send(EventType::absent, Actor::system, args);
        }
    const Milliseconds start = now_;
    std::array<Color, 2> order = {Color::white, Color::black};
    if (late[0] > late[1]) std::swap(order[0], order[1]);
    for (const Color c : order) {
        if (late[at(c)] == 0 || live_.over()) continue;
        now_ = start + late[at(c)];
        send(EventType::tick, Actor::system);
        Args args;
        args.side = c;
        send(EventType::arrived, Actor::system, args);
    }
    if (!live_.over()) cites_.add("6.7.1; 6.7.2");
}

std::optional<Error> Runner::play_token(const Token& token) {
    if (token.actor.empty()) {
        if (token.verb == "play") return play_moves(token);
        if (token.verb == "moves") {
            Args args;
            args.text = "completed";
            args.amount = number(token.arg).value_or(0);
            turn_open_ = true;
            moves_after_irregular_ = live_.state.irregular;
            send(EventType::circumstance, Actor::system, args);
            return std::nullopt;
        }
        if (token.verb == "t") return times(token);
        if (token.verb == "setup") {
            set_up(token.arg);
            return std::nullopt;
        }
        if (token.verb == "sig") {
            sig(token.arg);
            return std::nullopt;
        }
        return bad(token, "play=, moves=, t=, setup=, sig= or ACTOR:verb");
    }
    if (const auto side = side_from(token.actor)) return player_token(*side, token);
    if (token.actor == "A") return arbiter_token(token);
    if (token.actor == "X") {
        third_person_token(token);
        return std::nullopt;
    }
    if (token.actor == "S") {
        system_token(token);
        return std::nullopt;
    }
    return bad(token, "an actor W, B, A, X or S");
}

Expected<ScenarioReport> Runner::run() {
    if (Fault fault = begin()) return Unexpected<Error>{std::move(*fault)};
    for (const std::string_view text : sigs_) standing_sig(text);
    send(EventType::round_start, Actor::system);
    for (std::size_t i = 0; i < tokens_.size();) {
        const Token& token = tokens_[i];
        if (token.verb == "late") {
            lateness(tokens_, i);
            continue;
        }
        ++i;
        if (token.whole == "S:start") continue;
        if (Fault fault = play_token(token)) return Unexpected<Error>{std::move(*fault)};
        // A pause is forgotten as soon as its player does something else.
        if (token.verb != "pause" && token.verb != "call" && token.verb != "stopboth" &&
            token.verb != "sig")
            last_pause_.reset();
    }
    settle();
    return report();
}

Expected<ScenarioReport> run_with(const Scenario& scenario) {
    const auto rules = match_rules(scenario.ruleset);
    if (!rules) return Unexpected<Error>{rules.error()};
    if (auto special = run_special(scenario, *rules)) return std::move(*special);
    return Runner{scenario, *rules}.run();
}

}  // namespace hakam::match::detail

namespace hakam::match {

Expected<ScenarioReport> run_scenario(const Scenario& scenario) {
    return detail::run_with(scenario);
}

bool is_scenario_row(std::string_view line) noexcept {
    return !line.empty() && line.front() != '#' && line.front() != '\r' &&
           !detail::starts_with(line, "id\t");
}

Expected<Scenario> parse_scenario(std::string_view row) {
    if (row.size() > max_scenario_length)
        return Unexpected<Error>{
            Error{ErrorCode::too_long, span_in(row, 0, 0), "at most 16 KiB", excerpt(row)}};
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    const auto columns = detail::split(row, "\t");
    if (columns.size() < 6)
        return Unexpected<Error>{Error{ErrorCode::missing_text,
                                       span_in(row, row.size(), 0),
                                       "at least six columns separated by tabs",
                                       {}}};
    Scenario s;
    std::string* const fields[] = {&s.id,          &s.topic,  &s.ruleset, &s.time_control,
                                   &s.fen,         &s.script, &s.verdict, &s.article,
                                   &s.consequence, &s.facts,  &s.note,    &s.status};
    for (std::size_t i = 0; i < columns.size() && i < 12; ++i) *fields[i] = std::string{columns[i]};
    return s;
}

}  // namespace hakam::match

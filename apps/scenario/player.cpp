// What players claim, offer, say and write in a script.
#include <algorithm>
#include <array>
#include <initializer_list>

#include "apply.hpp"
#include "runner.hpp"
#include "tokens.hpp"

namespace hakam::scenario {
namespace {

constexpr std::array<std::string_view, 52> verbs = {
    "touch",    "both",    "brush",     "feels",    "takesout", "adj",        "lateadj",
    "rm",       "put",     "hover",     "pset",     "prel",     "hold",       "mv",
    "mv2",      "anymove", "clk",       "clkoff",   "clkpre",   "finger",     "pressesopp",
    "claim3",   "claim50", "claimflag", "claimill", "claimqpf", "claimtouch", "askinc",
    "askscore", "claim",   "offer",     "offerif",  "withdraw", "accept",     "decline",
    "resign",   "tipking", "handshake", "says",     "announce", "corrects",   "write",
    "sign",     "pause",   "stopboth",  "call",     "seal",     "absent",     "arrives",
    "disc",     "reconn",  "displace",
};

/// Whether one letter more, less or other, or two exchanged, make the other word.
bool one_slip(std::string_view a, std::string_view b) {
    std::size_t head = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
    a.remove_prefix(head);
    b.remove_prefix(head);
    while (!a.empty() && !b.empty() && a.back() == b.back()) {
        a.remove_suffix(1);
        b.remove_suffix(1);
    }
    if (a.size() <= 1 && b.size() <= 1) return true;
    return a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
}

/// The act that an unknown word is a slip of the pen for; words of conduct are free otherwise.
std::string_view nearest_verb(std::string_view word) {
    for (const std::string_view verb : verbs)
        if (verb.size() > 3 && one_slip(word, verb)) return verb;
    return {};
}

}  // namespace

std::optional<Error> Runner::claim_draw(Color side, const Token& token, bool fifty) {
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
        } else {
            return bad(token, "pos, spoken-only or a move");
        }
    }
    for (const std::string_view text : sigs_)
        if (contains(text, "descriptive") || contains(text, "not-algebraic"))
            args.text = "sheet-no-evidence";
    send(fifty ? EventType::claim_fifty : EventType::claim_repetition, actor_of(side), args);
    return std::nullopt;
}

std::optional<Error> Runner::player_claim_token(Color side, const Token& token, bool& known) {
    const Actor actor = actor_of(side);
    const std::string_view verb = token.verb;
    Args args;
    args.text = std::string{token.arg};
    if (verb == "claim3" || verb == "claim50") {
        if (Fault fault = claim_draw(side, token, verb == "claim50")) return fault;
    } else if (verb == "claimflag") {
        args.text.clear();
        if (const auto fallen = side_from(token.arg)) args.side = fallen;
        // Nobody can mate in a dead position either way (6.9).
        if (!send(EventType::claim_flag, actor, args) && live_.state.reason == Reason::dead_position)
            asked_.add("6.9");
    } else if (verb == "claimill") {
        moved_last_ = false;
        send(EventType::claim_illegal, actor, args);
    } else if (verb == "claimtouch") {
        args.text.clear();
        args.from = square_from(token.arg);
        if (!args.from && !token.arg.empty()) return bad(token, "a square such as claimtouch=e2");
        moved_last_ = false;
        send(EventType::claim_touch, actor, args);
    } else if (verb == "claimqpf") {
        if (token.arg != "cannot" && token.arg != "noeffort" && token.arg != "ilc")
            return bad(token, "claimqpf=cannot, noeffort or ilc");
        take_the_move(live_.turn());
        send(EventType::claim_normal_means, actor, args);
    } else if (verb == "askinc") {
        send(EventType::ask_increment, actor, args);
    } else if (verb == "askscore") {
        send(EventType::ask_score, actor, args);
    } else if (verb == "claim" || verb == "claimsetup") {
        moved_last_ = false;  // the answer is what is asked
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
            asked_.add(rules_.mode == Mode::online ? "ONL-5.3" : "9.1.2.1");
            if (live_.state.offer_by)
                verdict_.add(std::string{"offer=open:"} +
                             (*live_.state.offer_by == Color::white ? "W" : "B"));
            else
                verdict_.add("offer=dead");
        } else if (contains(what, "both-flags")) {
            args.text = "both-flags-down";
            args.amount = 1;
            send(EventType::circumstance, Actor::arbiter, args);
        } else if (what.empty() || what == "illegal" || what == "irregularity") {
            send(EventType::call_arbiter, actor, args);
        } else {
            return bad(token, "a claim that is known: clock, colours, board, array, display, "
                              "time-wrong, still-open, both-flags");
        }
    } else {
        known = false;
        return std::nullopt;
    }
    // A claim that these rules do not know, or not now, is no claim; the refusal says by what.
    if (refused_last_ && !live_.over() && starts_with(verb, "claim") && !verdict_.has("claim")) {
        verdict_.add("claim=no-right");
        asked_.add(refused_by_);
        adverse_ = true;
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
        send(EventType::offer_draw, actor, args);
    } else if (verb == "withdraw") {
        send(EventType::withdraw_offer, actor);
        // A claim cannot be withdrawn either: it has been decided.
        if (live_.over() && rules_.book == Book::fide &&
            (live_.state.reason == Reason::threefold_repetition || live_.state.reason == Reason::fifty_moves))
            asked_.add("9.5.1");
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
        asked_.add("5.1.2; 5.2.3");
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
        // What answers an offer, or makes one, in words (9.1.2.1).
        const auto said = [&](std::initializer_list<std::string_view> words) {
            return std::find(words.begin(), words.end(), token.arg) != words.end();
        };
        const bool offered = live_.state.offer_by == ~side;
        args.text.clear();
        if (offered && said({"no", "no-thanks", "I-decline", "declined", "I-play-on"})) {
            send(EventType::decline_draw, actor, args);
            return std::nullopt;
        }
        if (offered && said({"yes", "agreed", "I-accept", "accepted", "draw"})) {
            send(EventType::accept_draw, actor, args);
            return std::nullopt;
        }
        if (said({"draw?", "draw", "I-offer-a-draw", "remis?"})) {
            send(EventType::offer_draw, actor, args);
            return std::nullopt;
        }
        args.text = std::string{token.arg};
        if (token.arg == "check") met_.add("11.5");
        send(EventType::says, actor, args);
    } else if (verb == "announce" || verb == "corrects") {
        args.move = legal(token.arg);
        if (verb == "corrects") met_.add("D.2.8");
        send(EventType::announce, actor, args);
    } else if (verb == "write") {
        args.move = legal(token.arg);
        if (const auto squares = squares_of(token.arg); squares && !args.move) {
            args.from = squares->from;
            args.to = squares->to;
        }
        send(EventType::write_move, actor, args);
    } else if (verb == "sign") {
        const auto result = result_from(token.arg == "1/2-1/2" ? "1/2" : token.arg);
        if (!result && !token.arg.empty()) return bad(token, "a result such as sign=1-0");
        args.result = result.value_or(Result::none);
        send(EventType::sign_result, actor, args);
    } else if (verb == "pause" || verb == "stopboth") {
        last_pause_ = side;
        pause_articles_ = "6.11.2";
        send(EventType::pause_clock, actor, args);
    } else if (verb == "call") {
        asked_forbidden_ = contains(token.arg, "how-many") || contains(token.arg, "is-it") ||
                           contains(token.arg, "count");
        if (contains(token.arg, "three") || contains(token.arg, "repet") ||
            contains(token.arg, "fifty"))
            leading_.add("11.12");
        if (contains(token.arg, "scoresheet") || contains(token.arg, "show-score")) {
            send(EventType::ask_score, actor, args);
        } else {
            if (live_.state.phase == Phase::stopped && !pause_articles_.empty())
                pause_articles_ = "6.11.2; 6.11.4";
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
        met_.add("ONL-11");
        send(verb == "disc" ? EventType::disconnect : EventType::reconnect, actor);
    } else if (verb == "premove") {
        const auto squares = squares_of(token.arg);
        if (!squares) return bad(token, "a move such as premove=e2e4");
        args.from = squares->from;
        args.to = squares->to;
        args.piece = squares->piece;
        met_.add("ONL-3.6");
        send(EventType::premove, actor, args);
    } else if (verb == "displace") {
        const auto items = split(token.arg, ",");
        args.from = square_from(items.front());
        met_.add("7.4.1");
        send(EventType::displaced, actor, args);
    } else if (verb == "fix") {
        met_.add("7.4.1");
        send(EventType::restored, actor);
    } else if (verb == "verifies" || verb == "verify") {
        send(EventType::verify, actor, args);
    } else if (verb == "appeal") {
        asked_.add("11.10");
        send(EventType::appeal, actor, args);
    } else if (verb == "leave") {
        if (!starts_with(token.arg, "venue") && !starts_with(token.arg, "area"))
            return bad(token, "leave=venue or leave=area");
        args.text = "leave-" + std::string{token.arg};
        send(EventType::conduct, actor, args);
    } else if (verb == "pass") {
        verdict_.add("refused");
        asked_.add("1.2");
        adverse_ = true;
    } else if (const std::string_view meant = nearest_verb(verb); !meant.empty()) {
        return bad(token, "a known act, perhaps " + std::string{meant});
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

}  // namespace hakam::scenario

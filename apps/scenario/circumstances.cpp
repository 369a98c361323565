// Circumstances that a script gives as facts: sig=, setup=, t=, late=.
#include <algorithm>
#include <array>
#include <utility>

#include "apply.hpp"
#include "runner.hpp"
#include "tokens.hpp"

namespace hakam::scenario {

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

namespace {

/// Whether a circumstance is one that is known: here, to standing_sig() or to a claim.
bool is_known(std::string_view item) {
    const bool of_side = item.size() > 2 && side_from(item.substr(0, 1)) && item[1] == '-';
    const std::string_view of = of_side ? item.substr(2) : std::string_view{};
    const auto amount = leading_number(item);
    const auto unit = item.find_first_not_of("0123456789");
    const std::string_view after = amount && unit != item.npos ? item.substr(unit) : "";
    constexpr std::array<std::string_view, 9> times = {"s",   "s-used",  "min",     "min-used", "m-used",
                                                       "th-time", "st-time", "nd-time",  "rd-time"};
    if (amount) return std::find(times.begin(), times.end(), after) != times.end();
    if (of_side && starts_with(of, "has-"))
        return ends_with(of, "-illegal") && leading_number(of.substr(4));
    if (of_side && starts_with(of, "sheet-"))
        return (leading_number(of.substr(6)) && contains(of, "pairs")) ||
               contains(of, "descriptive") || contains(of, "not-algebraic");
    if (of_side) return of == "stops-recording";
    constexpr std::array<std::string_view, 24> words = {
        "no-scoresheet",   "both-flags-down",        "both-flags-down-order-unknown",
        "order-unknown",   "last-period",            "not-last-period",
        "not-last",        "no-reason",              "envelope-lost",
        "envelope-missing", "position-lost",         "position-record-lost",
        "no-record",       "boards-differ",          "scores-agree",
        "scores-differ",   "flag-noticed-after",     "fire-alarm",
        "power-cut",       "interruption",           "light-out",
        "noise-outside",   "disturbance",            "problem-diagram"};
    if (std::find(words.begin(), words.end(), item) != words.end()) return true;
    if (starts_with(item, "clock-set-")) return true;
    // Why a player paused, and a man that was not taken off: "queen-was-on-table", "to-think".
    if (ends_with(item, "-on-table") || item == "to-think" || item == "to-wait") return true;
    return ends_with(item, "-still-there") && square_from(item.substr(0, 2)).has_value();
}

}  // namespace

std::optional<Error> Runner::sig(const Token& token) {
    const std::string_view text = token.arg;
    for (const std::string_view item : split(text, ","))
        if (!is_known(item))
            return bad(token, "circumstances that are known (docs/formats/scenarios.md); not " +
                                  std::string{item});
    if (starts_with(text, "both-flags-down")) {
        Args args;
        args.text = "both-flags-down";
        args.amount = contains(text, "last-period") && !contains(text, "not-last") ? 1 : 0;
        if (contains(text, "unknown")) args.articles = "order-unknown";
        send(EventType::circumstance, Actor::arbiter, args);
        return std::nullopt;
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
            met_.add("D.2.9");
        } else if (starts_with(item, "clock-set-")) {
            Args args;
            args.text = "wrong-clock";
            send(EventType::circumstance, Actor::system, args);
        } else if (starts_with(item, "fire") || starts_with(item, "power") ||
                   starts_with(item, "interruption") || starts_with(item, "light") ||
                   starts_with(item, "noise-outside") || starts_with(item, "disturbance")) {
            asked_.add("12.5");
        }
    }
    return std::nullopt;
}

/// How the men, the board or the colours were wrong from the start.
std::optional<Error> Runner::set_up(const Token& token) {
    const std::string_view text = token.arg;
    const bool named = contains(text, "colour") || contains(text, "color") ||
                       contains(text, "board") || contains(text, "clock") ||
                       contains(text, "swapped") || contains(text, "array") ||
                       contains(text, "misplaced") || contains(text, "wrong");
    if (!named)
        return bad(token, "what stood wrong: B-K-Q-swapped, W-rook-h1-knight-g1-swapped, "
                          "board-rotated, colours-reversed, clock-...");
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
    return std::nullopt;
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
    // What the clock shows is what these two rulesets are about.
    if (scenario_.ruleset == "increment" || scenario_.ruleset == "delay") time_matters_ = both_times_;
    return std::nullopt;
}

/// W:late=t B:late=t: who comes how long after the start time (6.7), or after the resumption of an
/// adjourned game (GI.10, GI.11).
std::optional<Error> Runner::lateness(const std::vector<Token>& tokens, std::size_t& next,
                                      const Token* resumption) {
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
    if (resumption != nullptr)
        if (auto fault = play_token(*resumption)) return fault;
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
    if (!live_.over() && resumption == nullptr)
        met_.add(late[0] > 0 ? "6.7.1; 6.7.2" : "6.7.1");
    return std::nullopt;
}

}  // namespace hakam::scenario

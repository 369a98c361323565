// What the arbiter, third persons and devices do in a script.
#include <algorithm>
#include <iterator>

#include "hakam/laws/article.hpp"
#include "runner.hpp"
#include "tokens.hpp"

namespace hakam::scenario {
namespace {

/// What a player does wrong beside the moves: articles 8.1 to 8.4 and 11.
bool is_conduct(Finding finding) {
    switch (finding) {
        case Finding::not_recording:
        case Finding::sheet:
        case Finding::many_offers:
        case Finding::unreasonable_claim:
        case Finding::device:
        case Finding::notes:
        case Finding::left_area:
        case Finding::conduct:
            return true;
        default:
            return false;
    }
}

}  // namespace

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
        if (arg == "illegal") args.text = name(Finding::illegal_move);
        if (arg == "touch") args.text = name(Finding::touch_breach);
        if (!args.text.empty() && args.text != "both-checked" &&
            args.text != "pawn-on-last-rank" && !finding_from(args.text))
            return bad(token, "what can be seen: both-checked, pawn-on-last-rank, clock-set-... or "
                              "the name of an irregularity such as two-hands");
        send(EventType::arbiter_sees, Actor::arbiter, args);
    } else if (verb == "seeflag") {
        args.text.clear();
        args.side = side_from(arg);
        if (!args.side) return bad(token, "seeflag=W or seeflag=B");
        send(EventType::flag_noticed, Actor::arbiter, args);
    } else if (verb == "agree" || verb == "reject" || verb == "postpone") {
        args.text = std::string{verb};
        if (verb == "postpone" && !arg.empty()) args.amount = 2 * minute;
        send(EventType::answer_claim, Actor::arbiter, args);
    } else if (verb == "adjourn") {
        send(EventType::adjourn, Actor::arbiter, args);
    } else if (verb == "pause" || verb == "stop") {
        met_.add("6.11.1");
        send(EventType::stop, Actor::arbiter, args);
    } else if (verb == "resume") {
        if (live_.state.phase == Phase::stopped) met_.add("6.11.3");
        if (live_.over() && live_.rules().adjournment) leading_.add("GI.8");
        send(EventType::resume, Actor::arbiter, args);
    } else if (verb == "open") {
        send(EventType::open_sealed, Actor::arbiter, args);
    } else if (verb == "rules") {
        if (arg.find('.') != std::string_view::npos && !starts_with(arg, "score-"))
            return rules_by_article(token);
        const std::string_view score = starts_with(arg, "score-") ? arg.substr(6) : arg;
        const auto result = result_from(score == "1/2-1/2" ? "1/2" : score);
        if (!result || *result == Result::none) {
            verdict_.add("A:fault");
            asked_.add("10.2");
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
        asked_.add("12.7");
    } else if (verb == "add" || verb == "addtime") {
        for (const std::string_view item : split(arg, ",")) {
            Args timed;
            timed.articles = "12.5";
            if (!side_time(item, timed)) return bad(token, "times such as W+2:00");
            met_.add("12.5");
            time_matters_ = time_matters_ || both_times_;
            send(EventType::time_adjust, Actor::arbiter, timed);
        }
    } else if (verb == "set") {
        for (const std::string_view item : split(arg, ",")) {
            Args timed;
            timed.articles = "6.10.1";
            if (!side_time(item, timed)) return bad(token, "times such as W2:00");
            met_.add("6.10.1");
            time_matters_ = true;
            send(EventType::time_set, Actor::arbiter, timed);
        }
    } else if (verb == "warn" || verb == "warns") {
        args.text.clear();
        args.side = side_from(arg);
        if (!args.side) return bad(token, "warn=W or warn=B");
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
        met_.add("7.1");
        send(EventType::restore_position, Actor::arbiter, args);
    } else {
        // What is only recorded: that something was put right, said or settled.
        constexpr std::string_view recorded[] = {"correct", "checks",   "clarif", "explain",
                                                 "expel",   "informs",  "allows", "permits",
                                                 "fix",     "intervene"};
        if (std::none_of(std::begin(recorded), std::end(recorded),
                         [&](std::string_view word) { return starts_with(verb, word); }))
            return bad(token, "a known act of the arbiter, such as sees, seeflag=W or rules=11.7,W");
        args.text = std::string{verb};
        if (!arg.empty()) args.text += "=" + std::string{arg};
        send(EventType::correct, Actor::arbiter, args);
    }
    return std::nullopt;
}

/// A:rules=11.7,W: the arbiter ends the game by an article. Who offended is named, or is the last
/// player whose conduct was noted; 11.7 leaves the opponent's score to the arbiter
/// ("11.7,W,0-1/2"), 11.8 makes both lose.
std::optional<Error> Runner::rules_by_article(const Token& token) {
    const auto items = split(token.arg, ",:");
    const std::string_view number = items.front();
    const auto article = laws::find(number);
    if (!article) return bad(token, "an article of the Laws, such as rules=11.7,W");
    std::optional<Color> offender;
    std::optional<Result> score;
    for (std::size_t i = 1; i < items.size(); ++i) {
        if (const auto side = side_from(items[i]))
            offender = side;
        else if (const auto result = result_from(items[i]); result && *result != Result::none)
            score = result;
        else
            return bad(token, "a side or a score after the article, such as rules=11.7,W,0-1");
    }
    if (!offender)
        for (const Event& event : log_)
            if (event.type == EventType::conduct && side_of(event.actor))
                offender = side_of(event.actor);
    Args args;
    // What was done comes before the article by which it is punished.
    Cites cites;
    for (const Event& event : log_)
        if (event.type == EventType::irregularity && event.args.side == offender && is_conduct(event.args.finding))
            cites.add(event.args.articles.substr(0, event.args.articles.find(';')));
    cites.add(article->cited);
    args.articles = cites.text();
    args.reason = Reason::conduct;
    if (article->key == laws::art::both_guilty)
        args.result = Result::both_lose;
    else if (score)
        args.result = *score;
    else if (offender)
        args.result = win_of(~*offender);
    else
        return bad(token, "who offended, such as rules=11.7,W");
    args.side = offender;
    send(EventType::declare, Actor::arbiter, args);
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
    asked_.add("12.7");
    send(EventType::interfere, Actor::third_person, args);
    // Telling the arbiter alone is right; anything else interferes.
    const bool to_arbiter = token.verb == "tells" || token.verb == "tellsarbiter";
    if (!to_arbiter) consequences_.push_back("A:expel=X");
}

std::optional<Error> Runner::system_token(const Token& token) {
    const auto side = side_from(token.arg);
    if (token.verb == "tick") {
        send(EventType::tick, Actor::system);
    } else if (token.verb == "flag" && side) {
        Args flag;
        flag.side = side;
        send(EventType::flag_physical, Actor::third_person, flag);
    } else if (token.verb != "start" && token.verb != "clockruns") {
        return bad(token, "S:start, S:tick, S:clockruns or S:flag=W");
    }
    return std::nullopt;
}

}  // namespace hakam::scenario

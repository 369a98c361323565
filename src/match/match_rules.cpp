#include "hakam/match/match_rules.hpp"

#include <array>
#include <optional>

#include "text.hpp"

namespace hakam::match {
namespace {

using detail::clock_reading;
using detail::number;
using detail::split;
using detail::starts_with;

constexpr std::array<std::string_view, 27> names = {
    "fide-standard",  "fide-rapid", "fide-rapid-A4", "fide-blitz",      "fide-blitz-B2",
    "fide-online",    "uscf",       "uscf-blitz",    "uscf-var",        "fide-qpf",
    "fide-adjourn",   "fide-960",   "fide-blind",    "event-sofia",     "event-bilbao",
    "event-london30", "event-310",  "nocastle",      "casual",          "delay",
    "increment",      "codex",      "shatranj",      "fide-equip-2022", "equip-1988-2006",
    "uscf-equip",     "armageddon"};

/// Appendix A or B on top of the competition rules.
MatchRules fast_fide(Pace pace, Regime regime) {
    MatchRules rules;
    rules.pace = pace;
    rules.regime = regime;
    rules.penalty_time = 1 * minute;  // A.3, B.3
    rules.recording = Recording::optional;
    if (regime == Regime::basic) {
        rules.illegal_window = Window::next_move;   // A.5.2
        rules.wrong_array = WrongArray::ten_moves;  // A.5.1
    }
    return rules;
}
MatchRules online() {
    MatchRules rules;
    rules.book = Book::fide_online;
    rules.mode = Mode::online;
    rules.illegal_limit = 0;
    rules.illegal_initiative = Initiative::automatic;
    rules.touch_move = false;
    rules.flag_initiative = Initiative::automatic;
    rules.repetition = Draws::automatic;
    rules.fifty = Draws::automatic;
    rules.offer_dies_on_move = true;
    rules.recording = Recording::automatic;
    rules.device_loses = false;
    return rules;
}
MatchRules us() {
    MatchRules rules;
    rules.book = Book::uscf;
    rules.illegal_limit = 0;  // 11D: the director may escalate (1C2)
    rules.illegal_window = Window::ten_moves;
    rules.silent_below = 5 * minute;  // 11H
    rules.increment_taken_back = false;
    rules.touch_initiative = Initiative::claim_only;
    rules.flag_initiative = Initiative::claim_only;
    rules.flag_test = MateTest::material_14e;
    rules.resign_test = MateTest::none;
    rules.sheet_for_flag = true;
    rules.claim_after_touch = true;
    rules.wrong_array = WrongArray::ten_moves;
    rules.device_loses = false;
    rules.fivefold = false;
    rules.seventyfive = false;
    return rules;
}
MatchRules us_blitz() {
    MatchRules rules = us();
    rules.pace = Pace::blitz;
    rules.illegal_window = Window::next_completed;
    rules.illegal_initiative = Initiative::claim_only;
    rules.illegal_loses_on_claim = true;
    rules.penalty_time = 0;  // a wrong claim costs nothing, a right one of an illegal move wins
    rules.sheet_for_flag = false;
    rules.wrong_array = WrongArray::first_move;
    rules.setup_moves = 1;
    rules.recording = Recording::optional;
    return rules;
}
MatchRules casual() {
    MatchRules rules;
    rules.book = Book::casual;
    rules.mode = Mode::casual;
    rules.penalty_time = 0;
    rules.illegal_limit = 0;
    rules.illegal_initiative = Initiative::claim_only;
    rules.touch_move = false;
    rules.touch_initiative = Initiative::claim_only;
    rules.flag_initiative = Initiative::claim_only;
    rules.recording = Recording::optional;
    rules.fivefold = false;  // nobody counts: what is repeated can be claimed
    rules.seventyfive = false;
    rules.arbiter_present = false;
    rules.device_loses = false;
    return rules;
}

std::optional<MatchRules> base_rules(std::string_view name) {
    MatchRules rules;
    if (name == "fide-standard" || name == "increment") return rules;
    if (name == "delay") return rules;
    if (name == "fide-rapid") return fast_fide(Pace::rapid, Regime::basic);
    if (name == "fide-rapid-A4") return fast_fide(Pace::rapid, Regime::supervised);
    if (name == "fide-blitz" || name == "fide-blitz-B3")
        return fast_fide(Pace::blitz, Regime::basic);
    if (name == "fide-blitz-B2") return fast_fide(Pace::blitz, Regime::supervised);
    if (name == "fide-online") return online();
    if (name == "uscf" || name == "uscf-var") return us();
    if (name == "uscf-blitz") return us_blitz();
    if (name == "casual") return casual();
    if (name == "fide-qpf") {
        rules.quickplay_finish = true;
        return rules;
    }
    if (name == "fide-adjourn") {
        rules.adjournment = true;
        return rules;
    }
    if (name == "fide-960") {
        rules.chess960 = true;
        return rules;
    }
    if (name == "fide-blind") {
        rules.announcements = true;
        return rules;
    }
    if (name == "event-sofia" || name == "event-bilbao") {
        rules.agreement = Agreement::arbiter_only;
        if (name == "event-bilbao") {
            rules.win_points = 6;
            rules.draw_points = 2;
        }
        return rules;
    }
    if (name == "event-london30") {
        rules.agreement = Agreement::after_moves;
        rules.agreement_moves = 30;
        return rules;
    }
    if (name == "event-310") {
        rules.win_points = 6;
        rules.draw_points = 2;
        return rules;
    }
    if (name == "armageddon") return fast_fide(Pace::blitz, Regime::supervised);
    if (name == "nocastle") {
        rules.castling = false;
        return rules;
    }
    if (name == "codex") {
        rules.book = Book::codex;
        return rules;
    }
    if (name == "shatranj") {
        rules.book = Book::shatranj;
        rules.castling = false;
        return rules;
    }
    if (name == "fide-equip-2022" || name == "equip-1988-2006" || name == "uscf-equip" ||
        detail::ends_with(name, "equip") || starts_with(name, "equip-") ||
        starts_with(name, "fide-equip")) {
        rules.book = Book::equipment;
        return rules;
    }
    return std::nullopt;
}

std::optional<Milliseconds> duration(std::string_view value, Milliseconds unit) {
    if (const auto reading = clock_reading(value)) return reading;
    if (detail::ends_with(value, "ms")) return number(value.substr(0, value.size() - 2));
    if (detail::ends_with(value, "min"))
        return detail::scaled(value.substr(0, value.size() - 3), minute);
    if (detail::ends_with(value, "m"))
        return detail::scaled(value.substr(0, value.size() - 1), minute);
    return detail::scaled(value, unit);
}
std::optional<bool> yes_or_no(std::string_view value) {
    if (value == "yes" || value == "on" || value == "true" || value == "1") return true;
    if (value == "no" || value == "off" || value == "false" || value == "0") return false;
    return std::nullopt;
}
bool set_flag(bool& field, std::string_view value, bool when_yes = true) {
    const auto answer = yes_or_no(value);
    if (answer) field = *answer ? when_yes : !when_yes;
    return answer.has_value();
}
bool set_duration(Milliseconds& field, std::string_view value, Milliseconds unit) {
    const auto time = duration(value, unit);
    if (time) field = *time;
    return time.has_value();
}
bool set_test(MateTest& field, std::string_view value) {
    if (value == "series" || value == "fide")
        field = MateTest::any_series;
    else if (value == "material" || value == "14E")
        field = MateTest::material_14e;
    else if (value == "none")
        field = MateTest::none;
    else
        return false;
    return true;
}
bool set_initiative(Initiative& field, std::string_view value) {
    if (value == "arbiter")
        field = Initiative::arbiter;
    else if (value == "claim")
        field = Initiative::claim_only;
    else if (value == "automatic")
        field = Initiative::automatic;
    else
        return false;
    return true;
}
bool set_window(Window& field, std::string_view value) {
    if (value == "whole-game")
        field = Window::whole_game;
    else if (value == "next-move")
        field = Window::next_move;
    else if (value == "next-completed")
        field = Window::next_completed;
    else if (value == "ten-moves")
        field = Window::ten_moves;
    else
        return false;
    return true;
}
bool set_draws(Draws& field, std::string_view value) {
    if (value != "claim" && value != "automatic") return false;
    field = value == "claim" ? Draws::claim : Draws::automatic;
    return true;
}
bool set_agreement(MatchRules& rules, std::string_view value) {
    if (value == "arbiter" || value == "no") {
        rules.agreement = Agreement::arbiter_only;
        return true;
    }
    if (value == "yes" || value == "allowed") {
        rules.agreement = Agreement::allowed;
        return true;
    }
    const auto moves = number(value);
    if (!moves || *moves > 10'000) return false;
    rules.agreement = Agreement::after_moves;
    rules.agreement_moves = static_cast<std::uint32_t>(*moves);
    return true;
}
bool set_score(MatchRules& rules, std::string_view value) {
    const auto parts = split(value, "-");
    if (parts.size() != 3) return false;
    std::array<std::uint8_t, 3> points{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto half_points =
            parts[i] == "1/2" ? std::optional<std::int64_t>{1} : detail::scaled(parts[i], 2);
        if (!half_points || *half_points > 200) return false;
        points[i] = static_cast<std::uint8_t>(*half_points);
    }
    rules.win_points = points[0];
    rules.draw_points = points[1];
    rules.loss_points = points[2];
    return true;
}

/// Sets one event parameter. Returns: whether the key is known and the value fits.
bool set_parameter(MatchRules& rules, std::string_view key, std::string_view value) {
    if (key == "default" || key == "default-time") {
        if (!set_duration(rules.default_time, value, minute)) return false;
        rules.resumption_default = rules.default_time;
        return true;
    }
    if (key == "resumption") {
        Milliseconds time = 0;
        if (!set_duration(time, value, minute)) return false;
        rules.resumption_default = time;
        return true;
    }
    if (key == "window" || key == "reconnect" || key == "reconnect-window")
        return set_duration(rules.reconnect_window, value, second);
    if (key == "penalty") return set_duration(rules.penalty_time, value, minute);
    if (key == "limit") {
        const auto count = number(value);
        if (!count || *count > 100) return false;
        rules.illegal_limit = static_cast<std::uint8_t>(*count);
        return true;
    }
    if (key == "agreement" || key == "min-moves" || key == "agreement-moves")
        return set_agreement(rules, value);
    // Points (Law 10.1; "EVT-SCORE", "EVT-310").
    if (key == "score" || key == "points") return set_score(rules, value);
    if (key == "flag-test") return set_test(rules.flag_test, value);
    if (key == "resign-test") return set_test(rules.resign_test, value);
    if (key == "flag") return set_initiative(rules.flag_initiative, value);
    if (key == "illegal") return set_initiative(rules.illegal_initiative, value);
    if (key == "claim-after-touch") return set_flag(rules.claim_after_touch, value);
    if (key == "final-move-claim") return set_flag(rules.claim_with_final_move, value);
    if (key == "dead") return set_flag(rules.dead_position, value);
    if (key == "time-pressure") return set_duration(rules.silent_below, value, minute);
    if (key == "illegal-window") return set_window(rules.illegal_window, value);
    if (key == "repetition") return set_draws(rules.repetition, value);
    if (key == "fifty") return set_draws(rules.fifty, value);
    // art::first_increment: credited before the first move.
    if (key == "first-increment") return set_flag(rules.first_increment, value);
    if (key == "no-arbiter") return set_flag(rules.arbiter_present, value, false);
    if (key == "arbiter") return set_flag(rules.arbiter_present, value);
    if (key == "adjournment") return set_flag(rules.adjournment, value);
    if (key == "qpf") return set_flag(rules.quickplay_finish, value);
    if (key == "appeal") return set_flag(rules.appeals, value);
    if (key == "touch-move") {
        return set_flag(rules.touch_move, value);
    }
    if (key == "increment-back") return set_flag(rules.increment_taken_back, value);
    if (key == "fivefold") return set_flag(rules.fivefold, value);
    if (key == "seventyfive") return set_flag(rules.seventyfive, value);
    if (key == "chess960") return set_flag(rules.chess960, value);
    if (key == "device") {
        if (value != "loss" && value != "warn") return false;
        rules.device_loses = value == "loss";
        return true;
    }
    if (key == "recording") {
        if (value == "compulsory")
            rules.recording = Recording::compulsory;
        else if (value == "optional")
            rules.recording = Recording::optional;
        else if (value == "automatic")
            rules.recording = Recording::automatic;
        else
            return false;
        return true;
    }
    return false;
}
/// A variation of the US rules that the event has announced.
bool set_us_variation(MatchRules& rules, std::string_view variation) {
    if (variation == "rook-first" || variation == "10I2")
        rules.rook_first_castles = true;
    else if (variation == "15A-I" || variation == "15A")
        rules.write_first = true;
    else if (variation == "14H" || variation == "ILC" || variation == "ilc")
        rules.losing_chances = true;
    else if (variation == "11H1" || variation == "11H")
        rules.illegal_initiative = Initiative::claim_only;
    else
        return false;
    return true;
}

}  // namespace

std::span<const std::string_view> ruleset_names() noexcept { return names; }

Expected<MatchRules> match_rules(std::string_view text) {
    const auto error = [&](std::string_view part, std::string expected) {
        const auto offset = static_cast<std::size_t>(part.data() - text.data());
        return Unexpected<Error>{Error{ErrorCode::out_of_range, span_in(text, offset, part.size()),
                                       std::move(expected), excerpt(part)}};
    };
    if (text.size() > 512) return error(text.substr(0, 0), "at most 512 bytes");
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    auto rules = base_rules(name);
    if (!rules) return error(name, "the name of a ruleset, e.g. fide-standard");
    rules->id = std::string{text};
    if (colon == std::string_view::npos) return *rules;
    for (const std::string_view item : split(text.substr(colon + 1), ",;")) {
        const std::size_t equals = item.find('=');
        const std::string_view key = detail::trimmed(item.substr(0, equals));
        const std::string_view value = equals == std::string_view::npos
                                           ? std::string_view{"yes"}
                                           : detail::trimmed(item.substr(equals + 1));
        const bool known = (name == "uscf-var" && set_us_variation(*rules, key)) ||
                           set_parameter(*rules, key, value);
        if (!known) return error(item, "an event parameter, e.g. default=30");
    }
    return *rules;
}

}  // namespace hakam::match

#include "hakam/match/match_rules.hpp"

#include "hakam/laws/rules_text.hpp"

namespace hakam::match {
namespace {

using laws::RuleKey;

std::optional<Milliseconds> time_or_none(std::int64_t value) noexcept {
    return value < 0 ? std::nullopt : std::optional<Milliseconds>{value};
}

/// Sets one parameter of procedure; those of law are in the book already.
void set(MatchRules& rules, laws::Setting setting) noexcept {
    const std::int64_t value = setting.value;
    const bool yes = value != 0;
    const auto count = static_cast<std::uint32_t>(value);
    switch (setting.key) {
        case RuleKey::authority:
            rules.book = static_cast<Book>(value);
            return;
        case RuleKey::regime:
            rules.regime = static_cast<Regime>(value);
            return;
        case RuleKey::pace:
            rules.pace = static_cast<Pace>(value);
            return;
        case RuleKey::mode:
            rules.mode = static_cast<Mode>(value);
            return;
        case RuleKey::illegal_on_claim:
            rules.illegal_loses_on_claim = yes;
            return;
        case RuleKey::sheet_for_flag:
            rules.sheet_for_flag = yes;
            return;
        case RuleKey::offer_dies_on_move:
            rules.offer_dies_on_move = yes;
            return;
        case RuleKey::wrong_array:
            rules.wrong_array = static_cast<WrongArray>(value);
            return;
        case RuleKey::setup_moves:
            rules.setup_moves = count;
            return;
        case RuleKey::announcements:
            rules.announcements = yes;
            return;
        case RuleKey::castling:
            rules.castling = yes;
            return;
        case RuleKey::illegal:
            rules.illegal_initiative = static_cast<Initiative>(value);
            return;
        case RuleKey::director_waits:
            rules.illegal_initiative = yes ? Initiative::claim_only : Initiative::arbiter;
            return;
        case RuleKey::time_pressure:
            rules.silent_below = value;
            return;
        case RuleKey::increment_back:
            rules.increment_taken_back = yes;
            return;
        case RuleKey::touch_move:
            rules.touch_move = yes;
            return;
        case RuleKey::touch:
            rules.touch_initiative = static_cast<Initiative>(value);
            return;
        case RuleKey::rook_first:
            rules.rook_first_castles = yes;
            return;
        case RuleKey::flag:
            rules.flag_initiative = static_cast<Initiative>(value);
            return;
        case RuleKey::offers_tolerated:
            rules.offers_tolerated = count;
            return;
        case RuleKey::default_time:
            rules.default_time = time_or_none(value);
            rules.resumption_default = rules.default_time;
            return;
        case RuleKey::resumption:
            rules.resumption_default = time_or_none(value);
            return;
        case RuleKey::recording:
            rules.recording = static_cast<Recording>(value);
            return;
        case RuleKey::write_first:
            rules.write_first = yes;
            return;
        case RuleKey::qpf:
            rules.quickplay_finish = yes;
            return;
        case RuleKey::ask_increment:
            rules.increment_may_be_asked = yes;
            return;
        case RuleKey::losing_chances:
            rules.losing_chances = yes;
            return;
        case RuleKey::arbiter:
            rules.arbiter_present = yes;
            return;
        case RuleKey::no_arbiter:
            rules.arbiter_present = !yes;
            return;
        case RuleKey::adjournment:
            rules.adjournment = yes;
            return;
        case RuleKey::chess960:
            rules.chess960 = yes;
            return;
        case RuleKey::device:
            rules.device_loses = !yes;  // "loss" is the first word
            return;
        case RuleKey::appeal:
            rules.appeals = yes;
            return;
        case RuleKey::window:
            rules.reconnect_window = value;
            return;
        case RuleKey::score_requests:
            rules.score_requests = static_cast<std::uint8_t>(value);
            return;
        case RuleKey::score:  // Law 10.1; "EVT-SCORE", "EVT-310"
            rules.win_points = static_cast<std::uint8_t>(value & 0xFF);
            rules.draw_points = static_cast<std::uint8_t>(value >> 8 & 0xFF);
            rules.loss_points = static_cast<std::uint8_t>(value >> 16 & 0xFF);
            return;
        case RuleKey::first_increment:  // art::first_increment
            rules.first_increment = yes;
            return;
        default:
            return;
    }
}

}  // namespace

Expected<MatchRules> match_rules(std::string_view text) {
    auto read = laws::read_rules(text);
    if (!read) return Unexpected<Error>{std::move(read.error())};
    MatchRules rules;
    rules.id = std::string{text};
    rules.law = read->book;
    for (const laws::Setting setting : read->procedure) set(rules, setting);
    return rules;
}

}  // namespace hakam::match

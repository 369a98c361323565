#include <algorithm>
#include <span>

#include "hakam/laws/law_book.hpp"
#include "rule_tables.hpp"
#include "settings.hpp"

// What is not proved of an edition is said with each verdict that rests on it. data/laws/books.tsv
// has, for each book, items such as "dead=likely", "flag-test=disputed:series".

namespace hakam::laws {
namespace {

/// Parameters that a verdict for this reason rests on.
std::span<const RuleKey> grounds_of(Reason reason) noexcept {
    using enum RuleKey;
    static constexpr RuleKey repetition_keys[] = {claim_occurrences, position_rights};
    static constexpr RuleKey automatic_keys[] = {automatic_occurrences, automatic_alternate,
                                                 position_rights};
    static constexpr RuleKey fifty_keys[] = {claim_halfmoves, fifty_exceptions, fifty_demand,
                                             claim_lapses};
    static constexpr RuleKey seventyfive_keys[] = {automatic_halfmoves};
    static constexpr RuleKey dead_keys[] = {dead};
    static constexpr RuleKey flag_keys[] = {flag_test};
    static constexpr RuleKey resign_keys[] = {resign_test};
    static constexpr RuleKey illegal_keys[] = {limit, illegal_penalty, illegal_test};
    static constexpr RuleKey agreement_keys[] = {agreement};
    static constexpr RuleKey device_keys[] = {device_test};
    switch (reason) {
        case Reason::threefold_repetition:
            return repetition_keys;
        case Reason::fivefold_repetition:
            return automatic_keys;
        case Reason::fifty_moves:
            return fifty_keys;
        case Reason::seventyfive_moves:
            return seventyfive_keys;
        case Reason::dead_position:
            return dead_keys;
        case Reason::flag_fall:
        case Reason::flag_fall_cannot_mate:
        case Reason::flag_fall_insufficient:
            return flag_keys;
        case Reason::resignation:
        case Reason::resignation_cannot_mate:
            return resign_keys;
        case Reason::illegal_move:
        case Reason::illegal_move_cannot_mate:
        case Reason::illegal_moves:
        case Reason::illegal_moves_cannot_mate:
            return illegal_keys;
        case Reason::agreement:
            return agreement_keys;
        case Reason::device:
        case Reason::device_cannot_win:
            return device_keys;
        default:
            return {};
    }
}

/// Adds the doubts of a list that are of these keys. Asked with every verdict of an old book, so it
/// looks for the few names, not for the key of each item.
void add(std::vector<Doubt>& doubts, std::string_view list, std::span<const RuleKey> keys) {
    if (keys.empty()) return;
    while (!list.empty()) {
        const std::size_t blank = list.find(' ');
        const std::string_view item = list.substr(0, blank);
        list = blank == list.npos ? std::string_view{} : list.substr(blank + 1);
        const std::size_t equals = item.find('=');
        for (const RuleKey key : keys) {
            if (key_info(key).name != item.substr(0, equals)) continue;
            const std::string_view sureness = item.substr(equals + 1);
            const std::size_t colon = sureness.find(':');
            doubts.push_back({key, sureness.starts_with("disputed"),
                              colon == sureness.npos ? std::string_view{}
                                                     : sureness.substr(colon + 1)});
        }
    }
}

}  // namespace

void LawBook::add_doubts(Verdict& verdict) const {
    if (rules_.doubts.empty()) return;
    verdict.doubts.clear();
    add(verdict.doubts, rules_.doubts, grounds_of(verdict.reason));
}

void LawBook::add_doubts(Claim& claim, const ClaimDetails& details) const {
    using enum RuleKey;
    if (rules_.doubts.empty()) return;
    const bool threefold = claim.kind == ClaimKind::threefold;
    add(claim.doubts, rules_.doubts,
        grounds_of(threefold ? Reason::threefold_repetition : Reason::fifty_moves));
    if (details.intended) {
        const RuleKey intended[] = {threefold ? claim_intended : fifty_intended};
        add(claim.doubts, rules_.doubts, intended);
    }
    if (!claim.correct && claim.has_right && claim.available) {
        constexpr RuleKey cost[] = {claim_penalty, claimant_penalty};
        add(claim.doubts, rules_.doubts, cost);
    }
}

std::optional<LawBook> LawBook::read_otherwise(const Doubt& doubt) const {
    if (doubt.other.empty()) return std::nullopt;
    const auto setting =
        read_setting(std::string{key_info(doubt.key).name} + '=' + std::string{doubt.other});
    if (!setting) return std::nullopt;
    Rules rules = rules_;
    rules.doubts = {};
    apply(rules, *setting);
    return LawBook{rules};
}

}  // namespace hakam::laws

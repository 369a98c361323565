#include "hakam/variant/game.hpp"

#include <array>

#include "hakam/variant/condition.hpp"
#include "names.hpp"

namespace hakam::variant {

namespace {

using BareKing = Ends::BareKing;
using Form = CastlingRule::Form;

/// One game as a row of data. Men are named as known_men() names them, with another letter or
/// other moves where the game has them: "elephant:L", "pawn:P:fmWfcF".
struct GameRow {
    GameName name;
    std::string_view confidence = "sure";
    std::string_view doubts{};
    int files = 8;
    int ranks = 8;
    std::string_view men;
    std::string_view start;
    std::string_view promotes_to;  ///< names, separated by spaces
    Form castling = Form::none;
    Ends ends{.repetition = 3, .quiet_plies = 100};
    PawnRule pawn{};
    bool captured_only = false;
    bool bishops_differ = false;
    bool may_stay = false;
    std::string_view conditions{};
};

constexpr PawnRule plain_pawn{.start_rank = 2, .first_move_files = 0xFFFF'FFFFU, .en_passant = false};

// What the games have in common. A slow pawn never makes two steps.
constexpr std::string_view old_men = "king ferz knight rook alfil:A:A:BE pawn:P:fmWfcF";
constexpr std::string_view modern_men = "king queen rook bishop knight pawn";
constexpr std::string_view modern_promotion = "queen rook bishop knight";
constexpr std::string_view modern_array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view uncastled_array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
constexpr std::string_view ferz_on_e = "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1";
constexpr std::string_view ferz_on_d = "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1";
constexpr Ends modern_ends{.repetition = 3, .quiet_plies = 100};
constexpr Ends modern_with(Share stalemate) {
    Ends ends = modern_ends;
    ends.stalemate = stalemate;
    return ends;
}
constexpr Ends shatranj_ends{.stalemate = Share::wins, .bare_king = BareKing::unless_bared_back};

constexpr GameRow rows[] = {
#include "game_rows.inc"
};

std::string_view next_word(std::string_view& list, char separator) {
    const std::size_t end = list.find(separator);
    const std::string_view word = list.substr(0, end);
    list = end == list.npos ? std::string_view{} : list.substr(end + 1);
    return word;
}

Man man_of(std::string_view word) {
    Man man;
    if (const KnownMan* known = known_man(next_word(word, ':'))) man = known->man();
    const std::string_view letter = next_word(word, ':'), moves = next_word(word, ':');
    if (!letter.empty()) man.letter = letter[0];
    if (!moves.empty()) man.moves = moves;
    man.also = word;
    return man;
}

Rules rules_of(const GameRow& row) {
    Rules rules;
    rules.id = row.name.id;
    rules.name = row.name.name;
    rules.tradition = row.name.period;
    rules.confidence = row.confidence;
    rules.doubts = row.doubts;
    rules.size = {row.files, row.ranks};
    for (std::string_view men = row.men; !men.empty();) rules.men.push_back(man_of(next_word(men, ' ')));
    rules.start = row.start;
    rules.pawn = row.pawn;
    for (std::string_view men = row.promotes_to; !men.empty();)
        rules.promotion.men.emplace_back(next_word(men, ' '));
    rules.promotion.captured_only = row.captured_only;
    rules.promotion.bishops_differ = row.bishops_differ;
    rules.promotion.may_stay = row.may_stay;
    rules.castling.form = row.castling;
    rules.ends = row.ends;
    for (std::string_view names = row.conditions; !names.empty();)
        add_condition(rules, *condition_named(next_word(names, ' ')));
    return rules;
}

constexpr auto names = [] {
    std::array<GameName, std::size(rows)> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = rows[i].name;
    return all;
}();

}  // namespace

void add_condition(Rules& rules, const Condition& condition) {
    for (const Condition* known : rules.conditions)
        if (known == &condition) return;
    rules.conditions.push_back(&condition);
    if (condition.adapt != nullptr) condition.adapt(rules);
}

std::span<const GameName> game_names() noexcept { return names; }

std::optional<Rules> game_named(std::string_view name) {
    for (const GameRow& row : rows)
        if (same_name(row.name.id, name) || lists_name(row.name.also, name)) return rules_of(row);
    return std::nullopt;
}

Rules problem_rules(std::span<const Condition* const> conditions, FairyMen men) {
    Rules rules = *game_named("chess");
    if (men == FairyMen::yes)
        for (const KnownMan& known : known_men().subspan(rules.men.size()))
            rules.men.push_back(known.man());
    for (const Condition* condition : conditions) add_condition(rules, *condition);
    return rules;
}

}  // namespace hakam::variant

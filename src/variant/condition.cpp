#include "hakam/variant/condition.hpp"

#include <algorithm>

#include "hakam/variant/variant.hpp"
#include "names.hpp"

namespace hakam::variant {

namespace {

Code arriving(const Position& before, const Move& move) {
    return move.promotion != Code::none ? move.promotion : before.at(move.from);
}

// Koko: next to the square of arrival there must be a man.
bool koko_permits(const Variant& v, const Position& before, const Move& move) {
    if (move.is_castling()) return true;  // the two stand side by side
    const BoardSize size = v.size();
    for (int dx = -1; dx <= 1; ++dx) {
        for (int dy = -1; dy <= 1; ++dy) {
            const int x = size.file(move.to) + dx, y = size.rank(move.to) + dy;
            if ((dx == 0 && dy == 0) || !size.contains(x, y)) continue;
            const Cell c = size.at(x, y);
            if (c != move.from && c != move.victim && !before.is_empty(c)) return true;
        }
    }
    return false;
}

void reborn_at(const Variant& v, Position& after, Cell home, Code man) {
    after.put(home, man);
    if (v.remembers_unmoved(man) && v.start().at(home) == man) after.set_unmoved(home);
}

void circe_completes(const Variant& v, const Position& before, const Move& move, Position& after) {
    if (!move.is_capture()) return;
    const Code victim = before.at(move.victim);
    if (v.is_royal(victim)) return;
    const Cell home = v.home(victim, move.victim);
    if (after.is_empty(home)) reborn_at(v, after, home, victim);
}

// Anticirce, type Calvet: the home square may be the square of the capture itself.
bool anticirce_permits(const Variant& v, const Position& before, const Move& move) {
    if (!move.is_capture()) return true;
    const Cell home = v.home(arriving(before, move), move.to);
    return before.is_empty(home) || home == move.from || home == move.to || home == move.victim;
}
bool cheylan_permits(const Variant& v, const Position& before, const Move& move) {
    return anticirce_permits(v, before, move) &&
           !(move.is_capture() && v.home(arriving(before, move), move.to) == move.to);
}
void anticirce_completes(const Variant& v, const Position& before, const Move& move,
                         Position& after) {
    if (!move.is_capture()) return;
    const Code man = arriving(before, move);
    after.take(move.to);
    reborn_at(v, after, v.home(man, move.to), man);
}

// Madrasi: a man that an enemy man of its own kind attacks can do nothing. Kings are exempt.
bool madrasi_paralyses(const Variant& v, const Position& p, Cell from) {
    const Code man = p.at(from);
    if (v.is_royal(man)) return false;
    for (const Cell other : p.men(~color_of(man)))
        if (p.at(other) == recoloured(man) && v.attacks(p, other, from, Variant::Hindrance::ignored))
            return true;
    return false;
}

void andernach_completes(const Variant& v, const Position& before, const Move& move,
                         Position& after) {
    if (!move.is_capture() || v.is_royal(before.at(move.from))) return;
    reborn_at(v, after, move.to, recoloured(arriving(before, move)));
}
// Tibet: only a capture of another kind of man changes the colour, and only Black's men change.
void tibet_completes(const Variant& v, const Position& before, const Move& move, Position& after) {
    if (!move.is_capture() || before.turn() == Color::white) return;
    if (kind_of(before.at(move.from)) == kind_of(before.at(move.victim))) return;
    andernach_completes(v, before, move, after);
}

bool is_observed(const Variant& v, const Position& p, Cell square, Color by, Cell not_from) {
    // Whether a man of `by` could go to the square of a man of that very colour: asked as if the
    // man there were the other side's.
    Position turned = p;
    const Code man = p.at(square);
    turned.put(square, color_of(man) == by ? recoloured(man) : man);
    for (const Cell from : p.men(by))
        if (from != square && from != not_from &&
            v.attacks(turned, from, square, Variant::Hindrance::ignored))
            return true;
    return false;
}
// Patrol: captures (and checks) only by men that a friend guards.
bool patrol_permits(const Variant& v, const Position& before, const Move& move) {
    return !move.is_capture() ||
           is_observed(v, before, move.from, color_of(before.at(move.from)), no_cell);
}
// Lortap: captures (and checks) only by men that no friend guards.
bool lortap_permits(const Variant& v, const Position& before, const Move& move) {
    return !move.is_capture() || !patrol_permits(v, before, move);
}
// Functionary: only attacked men may move.
bool functionary_paralyses(const Variant& v, const Position& p, Cell from) {
    return !is_observed(v, p, from, ~color_of(p.at(from)), no_cell);
}

int length_of(const Variant& v, Cell from, Cell to) {
    const BoardSize size = v.size();
    const int dx = size.file(to) - size.file(from), dy = size.rank(to) - size.rank(from);
    return dx * dx + dy * dy;
}

/// The geometric length of a move in millionths of a square, castling counting both men's ways.
std::uint64_t length_of(const Variant& v, const Move& move) {
    const auto root = [](std::uint64_t square) {
        std::uint64_t low = 0, high = 100'000'000;
        square *= 1'000'000'000'000ULL;
        while (low < high) {
            const std::uint64_t middle = (low + high + 1) / 2;
            if (middle * middle <= square)
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    };
    std::uint64_t length = root(static_cast<std::uint64_t>(length_of(v, move.from, move.to)));
    if (move.is_castling())
        length +=
            root(static_cast<std::uint64_t>(length_of(v, move.partner_from, move.partner_to)));
    return length;
}

void keep_longest(const Variant& v, MoveList& legal) {
    std::uint64_t longest = 0;
    for (const Move& move : legal) longest = std::max(longest, length_of(v, move));
    std::size_t kept = 0;
    for (const Move move : legal)
        if (length_of(v, move) == longest) legal[kept++] = move;
    legal.shrink(kept);
}
void longest_of_black(const Variant& v, const Position& p, MoveList& legal) {
    if (p.turn() == Color::black) keep_longest(v, legal);
}
void longest_of_white(const Variant& v, const Position& p, MoveList& legal) {
    if (p.turn() == Color::white) keep_longest(v, legal);
}
void longest_of_both(const Variant& v, const Position&, MoveList& legal) { keep_longest(v, legal); }

bool no_queen_takes_queen(const Variant& v, const Position& before, const Move& move) {
    return !(move.is_capture() && v.man(before.at(move.from)).name == "queen" &&
             v.man(before.at(move.victim)).name == "queen");
}

void with_enemy_rook(Rules& rules) { rules.castling.enemy_rook = true; }
void vertically(Rules& rules) { rules.castling.vertical = true; }
void rooks_return(Rules& rules) { rules.castling.rooks_return = true; }

constexpr Condition table[] = {
    {.name = "koko",
     .also = "",
     .summary = "A move must end next to another man.",
     .permits = koko_permits},
    {.name = "enemy-rook-castling",
     .also = "phantom-rook phantomrook castling-with-enemy-rook rochade-with-enemy-rook",
     .summary = "A king may castle with a rook of the other side that has not moved.",
     .adapt = with_enemy_rook},
    {.name = "vertical-castling",
     .also = "pam-krabbe pam-krabbe-castling krabbe",
     .summary = "A king may castle with a promoted rook on its file that has not moved since.",
     .adapt = vertically},
    {.name = "circe",
     .also = "",
     .summary = "A captured man is reborn on its square of the start array, if that is empty.",
     .adapt = rooks_return,
     .completes = circe_completes},
    {.name = "anticirce",
     .also = "anticirce-calvet",
     .summary = "A capturing man is reborn on its square of the start array, which must be empty.",
     .adapt = rooks_return,
     .permits = anticirce_permits,
     .completes = anticirce_completes},
    {.name = "anticirce-cheylan",
     .also = "",
     .summary = "As Anticirce; a man may not capture on its own square of the start array.",
     .adapt = rooks_return,
     .permits = cheylan_permits,
     .completes = anticirce_completes},
    {.name = "madrasi",
     .also = "",
     .summary = "Men of one kind that attack each other can neither move nor give check.",
     .paralyses = madrasi_paralyses},
    {.name = "andernach",
     .also = "andernach-chess andernachchess",
     .summary = "A man that captures changes its colour; kings do not.",
     .adapt = rooks_return,
     .completes = andernach_completes},
    {.name = "tibet",
     .also = "",
     .summary = "A black man that captures a man of another kind becomes white.",
     .adapt = rooks_return,
     .completes = tibet_completes},
    {.name = "patrol",
     .also = "patrol-chess patrouille",
     .summary = "A man captures and gives check only while a man of its own side guards it.",
     .permits = patrol_permits},
    {.name = "lortap",
     .also = "",
     .summary = "A man captures and gives check only while no man of its own side guards it.",
     .permits = lortap_permits},
    {.name = "functionary",
     .also = "beamten functionary-chess",
     .summary = "Only men that are attacked can move or give check.",
     .paralyses = functionary_paralyses},
    {.name = "maximummer",
     .also = "black-maximummer",
     .summary = "Black must make one of the geometrically longest legal moves.",
     .selects = longest_of_black},
    {.name = "white-maximummer",
     .also = "",
     .summary = "White must make one of the geometrically longest legal moves.",
     .selects = longest_of_white},
    {.name = "double-maximummer",
     .also = "doppelmaximummer",
     .summary = "Both sides must make one of the geometrically longest legal moves.",
     .selects = longest_of_both},
    {.name = "queens-do-not-take-queens",
     .also = "",
     .summary = "A queen may not take a queen.",
     .permits = no_queen_takes_queen},
};

}  // namespace

std::span<const Condition> conditions() noexcept { return table; }

const Condition* condition_named(std::string_view name) noexcept {
    for (const Condition& condition : table)
        if (same_name(condition.name, name) || lists_name(condition.also, name)) return &condition;
    return nullptr;
}

}  // namespace hakam::variant

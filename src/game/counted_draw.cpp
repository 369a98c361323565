#include "hakam/game/counted_draw.hpp"

#include <algorithm>
#include <array>

#include "hakam/core/zobrist.hpp"

// Equal positions lie in one run of moves that can be taken back. Within a run the sum of what the
// moves change in a key, from the run's beginning, is the same for equal positions, whatever rights
// are lost on the way: the captured man, the turn and the rest of the key are left out.

namespace hakam {
namespace {

constexpr std::size_t enough = 100;  // plies of a run that are a counted draw by themselves
constexpr std::size_t shortest = 8;  // plies before a position can stand for the third time

/// Whether three positions with the same player to move may be equal. Pre: fewer than `enough`.
bool may_repeat_twice(std::span<const Move> run, Color first) noexcept {
    // Positions by who is to move, the run's first player in the first row.
    std::array<std::array<Key, enough / 2 + 1>, 2> keys;
    Key key{};
    keys[0][0] = key;
    for (std::size_t i = 0; i < run.size(); ++i) {
        const std::size_t mover = (static_cast<std::size_t>(first) + i) & 1;
        key ^= zobrist::tables.man[mover][run[i].departure()] ^
               zobrist::tables.man[mover][run[i].landing()];
        auto& row = keys[(i + 1) & 1];
        const std::size_t here = (i + 1) / 2;
        row[here] = key;
        if (here >= 4 && std::count(row.begin(), row.begin() + here - 1, key) >= 2) return true;
    }
    return false;
}

}  // namespace

bool may_have_counted_draw(const Position& start, std::span<const Move> moves) noexcept {
    std::size_t before = start.halfmove_clock().value;  // plies that a run has had before the game
    std::size_t begin = 0;
    for (std::size_t end = 0; end <= moves.size(); ++end) {
        if (end < moves.size() && !moves[end].resets_clock()) continue;
        const std::size_t length = end - begin;
        if (length + before >= enough) return true;
        const Color first = begin % 2 == 0 ? start.turn() : ~start.turn();
        if (length >= shortest && may_repeat_twice(moves.subspan(begin, length), first))
            return true;
        begin = end + 1;
        before = 0;
    }
    return false;
}

}  // namespace hakam

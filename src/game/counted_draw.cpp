#include "hakam/game/counted_draw.hpp"

#include <algorithm>
#include <array>

#include "hakam/core/zobrist.hpp"

// Equal positions lie in one run of moves that can be taken back. Within a run the sum of what the
// moves change in a key, from the run's beginning, is the same for equal positions, whatever rights
// are lost on the way; what does not come back, a captured man or a right, need not be in it.

namespace hakam {
namespace {

constexpr std::size_t enough = 100;  // plies of a run that are a counted draw by themselves
constexpr std::size_t shortest = 8;  // plies before a position can stand for the third time

/// Whether three positions of a run may be equal. Pre: it is shorter than `enough`.
bool may_repeat_twice(std::span<const Move> run, Color first) noexcept {
    // How often each value of one byte of the keys has been seen; mostly that is enough.
    std::array<std::uint8_t, 256> seen{};
    std::array<Key, enough> keys;
    Key key{};
    std::uint8_t most = 0;
    const auto add = [&](std::size_t place) {
        keys[place] = key;
        most = std::max(most, ++seen[static_cast<std::uint64_t>(key) >> 56]);
    };
    add(0);
    for (std::size_t i = 0; i < run.size(); ++i) {
        const std::size_t mover = (static_cast<std::size_t>(first) + i) & 1;
        key ^= zobrist::tables.man[mover][run[i].departure()] ^
               zobrist::tables.man[mover][run[i].landing()] ^ zobrist::tables.black_to_move;
        add(i + 1);
    }
    if (most < 3) return false;
    for (std::size_t at = shortest; at <= run.size(); ++at)
        if (std::count(keys.begin(), keys.begin() + at, keys[at]) >= 2) return true;
    return false;
}

}  // namespace

bool may_have_counted_draw(const Position& start, std::span<const Move> moves) noexcept {
    if (start.halfmove_clock().value + moves.size() < shortest) return false;
    if (start.halfmove_clock().value >= enough) return true;
    std::size_t before = start.halfmove_clock().value;  // plies that the run has had before
    std::size_t begin = 0;                              // of the run
    for (std::size_t i = 0; i < moves.size(); ++i) {
        // Without a branch, since nobody can foretell it.
        const bool resets = moves[i].resets_clock();
        begin = resets ? i + 1 : begin;
        before = resets ? 0 : before;
        if (i + 1 - begin + before < shortest) [[likely]]
            continue;
        while (i + 1 < moves.size() && !moves[i + 1].resets_clock()) ++i;
        const std::size_t length = i + 1 - begin;
        if (length + before >= enough) return true;
        const Color first = begin % 2 == 0 ? start.turn() : ~start.turn();
        if (may_repeat_twice(moves.subspan(begin, length), first)) return true;
        begin = i + 1;
        before = 0;
    }
    return false;
}

}  // namespace hakam

#include "hakam/game/counted_draw.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "hakam/core/zobrist.hpp"

// Equal positions lie in one run of moves that can be taken back. Within a run the sum of what the
// moves change in a key, from the run's beginning, is the same for equal positions, whatever rights
// are lost on the way; what does not come back, a captured man or a right, need not be in it.

namespace hakam {
namespace {

constexpr std::size_t enough = 100;  // plies of a run that are a counted draw by themselves
constexpr std::size_t shortest = 8;  // plies before a position can stand for the third time

// Between two equal positions each side has moved a man, and one of its men has come to where that
// one left from. So before the third each side has returned twice to squares that it had left.
bool returns_twice(std::span<const Move> run) noexcept {
    std::array<std::uint64_t, 2> left{};
    std::array<unsigned, 2> returns{};
    for (std::size_t i = 0; i < run.size(); ++i) {
        const std::size_t side = i & 1;
        left[side] |= std::uint64_t{1} << index(run[i].from());
        returns[side] += static_cast<unsigned>(left[side] >> index(run[i].to()) & 1);
    }
    return returns[0] >= 2 && returns[1] >= 2;
}

/// Whether three positions of a run may be equal. Pre: it is shorter than `enough`.
bool may_repeat_twice(std::span<const Move> run, Color first) noexcept {
    if (!returns_twice(run)) return false;
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

// Bit i: move i of the block is a capture or pawn move.
std::uint64_t resets(std::span<const Move> block) noexcept {
    // Bytes first, as a compiler can make many at once of those.
    std::array<std::uint8_t, 64> flags{};
    for (std::size_t i = 0; i < block.size(); ++i) flags[i] = block[i].resets_clock() ? 1 : 0;
    std::uint64_t bits = 0;
    if constexpr (std::endian::native == std::endian::little) {
        // The lowest bit of byte j goes to bit 56 + j.
        const auto eights = std::bit_cast<std::array<std::uint64_t, 8>>(flags);
        for (std::size_t i = 0; i < 8; ++i)
            bits |= (eights[i] * 0x0102040810204080ULL >> 56) << (8 * i);
    } else {
        for (std::size_t i = 0; i < 64; ++i) bits |= std::uint64_t{flags[i]} << i;
    }
    return bits;
}

// Which places end eight quiet moves in a row, `quiet` being the next 64; remembers what came
// before.
class EightInARow {
public:
    std::uint64_t next(std::uint64_t quiet) noexcept {
        const std::uint64_t two = quiet & (quiet << 1 | one_ >> 63);
        const std::uint64_t four = two & (two << 2 | two_ >> 62);
        const std::uint64_t eight = four & (four << 4 | four_ >> 60);
        one_ = quiet;
        two_ = two;
        four_ = four;
        return eight;
    }

private:
    std::uint64_t one_ = 0, two_ = 0, four_ = 0;
};

// The same as below for a game that starts with the count at zero, 64 moves at a time.
bool may_have_counted_draw_from_zero(Color turn, std::span<const Move> moves) noexcept {
    EightInARow row;
    std::size_t begin = 0;  // of the run
    const auto is_counted = [&](std::size_t end) {
        const std::size_t length = end - begin;
        if (length < shortest) return false;
        return length >= enough ||
               may_repeat_twice(moves.subspan(begin, length), begin % 2 == 0 ? turn : ~turn);
    };
    for (std::size_t at = 0; at < moves.size(); at += 64) {
        const std::size_t size = std::min<std::size_t>(64, moves.size() - at);
        std::uint64_t reset = resets(moves.subspan(at, size));
        const bool has_run = row.next(~reset) != 0;
        if (reset == 0) continue;
        // A run may end here that is long only with the moves of the block before.
        if (has_run || begin + shortest <= at)
            for (; reset != 0; reset &= reset - 1) {
                const std::size_t end = at + static_cast<std::size_t>(std::countr_zero(reset));
                if (is_counted(end)) return true;
                begin = end + 1;
            }
        else
            begin = at + 64 - static_cast<std::size_t>(std::countl_zero(reset));
    }
    return is_counted(moves.size());
}

}  // namespace

bool may_have_counted_draw(const Position& start, std::span<const Move> moves) noexcept {
    if (start.halfmove_clock().value + moves.size() < shortest) return false;
    if (start.halfmove_clock().value >= enough) return true;
    if (start.halfmove_clock().value == 0)
        return may_have_counted_draw_from_zero(start.turn(), moves);
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

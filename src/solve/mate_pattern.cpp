#include "mate_pattern.hpp"

#include <bit>

#include "hakam/core/attacks.hpp"

namespace hakam::solve {
namespace {

using Set = std::uint64_t;

constexpr Set not_a = 0xFEFEFEFEFEFEFEFEULL;
constexpr Set not_h = 0x7F7F7F7F7F7F7F7FULL;

constexpr Set shift(Set b, int d) noexcept { return d > 0 ? b << d : b >> -d; }

struct Direction {
    int delta;
    Set onto;  // squares that a step in this direction can arrive on
};
constexpr Direction diagonals[] = {{9, not_a}, {7, not_h}, {-7, not_a}, {-9, not_h}};
constexpr Direction straights[] = {{8, ~Set{0}}, {-8, ~Set{0}}, {1, not_a}, {-1, not_h}};

Set ray_attacks(Set from, Set empty, Direction d) noexcept {
    Set reach = from;
    const Set pass = empty & d.onto;
    for (int i = 0; i < 6; ++i) {
        const Set next = reach | (shift(reach, d.delta) & pass);
        if (next == reach) break;
        reach = next;
    }
    return shift(reach, d.delta) & d.onto;
}

Set knight_steps(Set b) noexcept {
    const Set l1 = (b >> 1) & not_h, r1 = (b << 1) & not_a;
    const Set l2 = (b >> 2) & 0x3F3F3F3F3F3F3F3FULL, r2 = (b << 2) & 0xFCFCFCFCFCFCFCFCULL;
    const Set one = l1 | r1, two = l2 | r2;
    return (one << 16) | (one >> 16) | (two << 8) | (two >> 8);
}
Set king_steps(Set b) noexcept {
    const Set row = b | ((b << 1) & not_a) | ((b >> 1) & not_h);
    return (row | (row << 8) | (row >> 8));
}
Set diagonal_steps(Set b) noexcept {
    Set r = 0;
    for (const Direction d : diagonals) r |= shift(b, d.delta) & d.onto;
    return r;
}
Set straight_steps(Set b) noexcept {
    Set r = 0;
    for (const Direction d : straights) r |= shift(b, d.delta) & d.onto;
    return r;
}
Set neighbours(int square) noexcept { return attacks::king(static_cast<Square>(square)).bits(); }
constexpr bool is_single(Set s) noexcept { return (s & (s - 1)) == 0; }

Set attacked_from_square(int type, Color color, int s, Set blockers) noexcept {
    const auto square = static_cast<Square>(s);
    switch (type) {
        case 1:
            return attacks::pawn(color, square).bits();
        case 2:
            return attacks::knight(square).bits();
        case 3:
            return attacks::bishop(square, Bitboard{blockers}).bits();
        case 4:
            return attacks::king(square).bits();
        case 5:
            return attacks::rook(square, Bitboard{blockers}).bits();
        case 7:
            return attacks::queen(square, Bitboard{blockers}).bits();
        default:
            return (attacks::queen(square, Bitboard{blockers}) | attacks::knight(square)).bits();
    }
}

// Sets of flights that one man can deny from one square; only the largest are kept.
struct Choices {
    int count = 0;
    std::array<Set, 24> masks{};
    bool overflow = false;

    void add(Set mask) noexcept {
        for (int n = 0; n < count; ++n)
            if ((mask & ~masks[static_cast<std::size_t>(n)]) == 0) return;
        int kept = 0;
        for (int n = 0; n < count; ++n)
            if ((masks[static_cast<std::size_t>(n)] & ~mask) != 0)
                masks[static_cast<std::size_t>(kept++)] = masks[static_cast<std::size_t>(n)];
        count = kept;
        if (count == static_cast<int>(masks.size()))
            overflow = true;
        else
            masks[static_cast<std::size_t>(count++)] = mask;
    }
};

// A search for an arrangement of the men in which the king on one square is in check and each of
// its neighbours is denied to it. Every man of the winner denies what it attacks from one square of
// its set, every man of the loser blocks one neighbour. Interpositions, captures and two men on one
// square are not looked at, so what is not found does not exist.
class Pattern {
public:
    Pattern(const Layer& layer, Color winner, Set blockers, int king)
        : layer_{layer}, winner_{winner}, blockers_{blockers}, king_{king} {}

    bool exists() {
        Set need = neighbours(king_);
        std::uint32_t movable = 0;
        for (int i = 0; i < layer_.count; ++i) {
            const bool own = layer_.color[at(i)] != static_cast<std::uint8_t>(winner_);
            const Set set = layer_.set[at(i)];
            if (own && i > 1 && is_single(set) && !layer_.falls(i)) need &= ~set;
            if (own) continue;
            if (is_single(set))
                need &= ~attack(i, std::countr_zero(set));
            else
                movable |= 1U << i;
        }
        const Set king = Set{1} << king_;
        const int helper = static_cast<int>(winner_);
        std::array<Choices, 32> checks;
        std::uint32_t checkers = 0;
        for (int i = 0; i < layer_.count; ++i) {
            if (layer_.color[at(i)] != static_cast<std::uint8_t>(winner_)) continue;
            for (Set s = layer_.set[at(i)] & ~king; s != 0; s &= s - 1) {
                const int square = std::countr_zero(s);
                if (i == helper && (neighbours(square) & king) != 0) continue;
                const Set hit = attack(i, square);
                if ((hit & need) != 0) choices_[at(i)].add(hit & need);
                if (i == helper || (hit & king) == 0) continue;
                checks[at(i)].add(hit & need);
                checkers |= 1U << i;
            }
            if (choices_[at(i)].overflow || checks[at(i)].overflow) return true;
        }
        for (int i = 2; i < layer_.count; ++i) {
            if ((checkers >> i & 1) == 0) continue;
            for (int n = 0; n < checks[at(i)].count; ++n)
                if (cover(need & ~checks[at(i)].masks[at(n)], ~(movable) | 1U << i)) return true;
        }
        return false;
    }

private:
    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
    Set attack(int i, int from) const noexcept {
        return attacked_from_square(layer_.type[at(i)], static_cast<Color>(layer_.color[at(i)]),
                                    from, blockers_);
    }

    // Whether the squares of `need` can be denied by men that are not `used`.
    bool cover(Set need, std::uint32_t used) {
        if (need == 0) return true;
        if (++steps_ > limit) return true;
        const Set e = need & (0 - need);
        for (int i = 0; i < layer_.count; ++i) {
            if (layer_.color[at(i)] != static_cast<std::uint8_t>(winner_)) {
                if (i <= 1 || (blocking_ >> i & 1) != 0 || (layer_.set[at(i)] & e) == 0) continue;
                blocking_ |= 1U << i;
                const bool found = cover(need & ~e, used);
                blocking_ &= ~(1U << i);
                if (found) return true;
                continue;
            }
            if ((used >> i & 1) != 0) continue;
            const Choices& c = choices_[at(i)];
            for (int n = 0; n < c.count; ++n)
                if ((c.masks[at(n)] & e) != 0 && cover(need & ~c.masks[at(n)], used | 1U << i))
                    return true;
        }
        return false;
    }

    static constexpr int limit = 3000;
    const Layer& layer_;
    Color winner_;
    Set blockers_;
    int king_;
    std::array<Choices, 32> choices_;
    std::uint32_t blocking_ = 0;
    int steps_ = 0;
};

// Kuhn's augmenting paths: can every square of `need` be given a man of its own?
class Matching {
public:
    explicit Matching(const Layer& layer, Color loser) : layer_{layer}, loser_{loser} {}
    bool exists(Set need) {
        owner_.fill(-1);
        for (Set s = need; s != 0; s &= s - 1) {
            tried_ = 0;
            if (!place(std::countr_zero(s))) return false;
        }
        return true;
    }

private:
    bool place(int square) {
        for (int i = 2; i < layer_.count; ++i) {
            const auto n = static_cast<std::size_t>(i);
            if (layer_.color[n] != static_cast<std::uint8_t>(loser_)) continue;
            if ((layer_.set[n] >> square & 1) == 0 || (tried_ >> i & 1) != 0) continue;
            tried_ |= 1U << i;
            if (owner_[n] < 0 || place(owner_[n])) {
                owner_[n] = square;
                return true;
            }
        }
        return false;
    }
    const Layer& layer_;
    Color loser_;
    std::array<int, 32> owner_{};
    std::uint32_t tried_ = 0;
};

}  // namespace

Set steps(int type, Set from) noexcept {
    switch (type) {
        case 2:
            return knight_steps(from);
        case 3:
            return diagonal_steps(from);
        case 4:
            return king_steps(from);
        case 5:
            return straight_steps(from);
        case 7:
            return king_steps(from);
        default:
            return king_steps(from) | knight_steps(from);
    }
}

Set attacked_from(int type, Color color, Set from, Set blockers) noexcept {
    if (type == 1) return attacks::pawns(color, Bitboard{from}).bits();
    if (type == 2) return knight_steps(from);
    if (type == 4) return king_steps(from) & ~(is_single(from) ? from : 0);
    Set result = type == Layer::amazon ? knight_steps(from) : 0;
    if (type != 5)
        for (const Direction d : diagonals) result |= ray_attacks(from, ~blockers, d);
    if (type != 3)
        for (const Direction d : straights) result |= ray_attacks(from, ~blockers, d);
    return result;
}

Set fixed_men(const Layer& layer) noexcept {
    Set fixed = 0;
    for (int i = 0; i < layer.count; ++i) {
        const Set set = layer.set[static_cast<std::size_t>(i)];
        if (is_single(set) && !layer.falls(i)) fixed |= set;
    }
    return fixed;
}

bool mate_fits(const Layer& layer, Color winner) {
    const auto hunter = static_cast<std::size_t>(index(winner));
    const auto hunted = static_cast<std::size_t>(index(~winner));
    const Set kings = layer.set[hunted];
    Set fixed = fixed_men(layer);
    if (is_single(kings)) fixed &= ~kings;  // lines of attack go on behind the king
    Set attacked = 0;
    Set own_fixed = 0;
    Set own_anywhere = 0;
    for (int i = 2; i < layer.count; ++i) {
        const auto n = static_cast<std::size_t>(i);
        if (layer.color[n] == static_cast<std::uint8_t>(winner)) {
            attacked |= attacked_from(layer.type[n], winner, layer.set[n], fixed);
        } else {
            own_anywhere |= layer.set[n];
            if (is_single(layer.set[n]) && !layer.falls(i)) own_fixed |= layer.set[n];
        }
    }
    Matching matching{layer, ~winner};
    for (Set k = kings & attacked; k != 0; k &= k - 1) {
        const int square = std::countr_zero(k);
        const Set flights = neighbours(square) & ~own_fixed & ~attacked;
        bool loose = false;
        for (Set q = layer.set[hunter] & ~neighbours(square) & ~(Set{1} << square);
             q != 0 && !loose; q &= q - 1) {
            const Set left = flights & ~neighbours(std::countr_zero(q));
            if ((left & ~own_anywhere) != 0) continue;
            loose = left == 0 || matching.exists(left);
        }
        if (loose && Pattern{layer, winner, fixed, square}.exists()) return true;
    }
    return false;
}

}  // namespace hakam::solve

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
constexpr Set file(int s) noexcept { return 0x0101010101010101ULL << (s & 7); }
constexpr Set rank(int s) noexcept { return 0xFFULL << (s & 56); }
constexpr Set light = 0x55AA55AA55AA55AAULL;
constexpr Set same_shade(int s) noexcept { return (light >> s & 1) != 0 ? light : ~light; }

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

constexpr int bishop_code = 3;
constexpr bool slides(int type) noexcept { return type == bishop_code || type > 4; }
Set between(int a, int b) noexcept {
    return attacks::between(static_cast<Square>(a), static_cast<Square>(b)).bits();
}
// Squares behind `b` as seen from its neighbour `a`.
Set behind(int a, int b) noexcept {
    const Set line = attacks::line(static_cast<Square>(a), static_cast<Square>(b)).bits();
    return b > a ? line & (~Set{0} << b << 1) : line & ((Set{1} << b) - 1);
}

// A search for an arrangement of the men in which the king on one square is in check and each of
// its neighbours is denied to it. Every man of the winner denies what it attacks from one square of
// its set, every man of the loser blocks one neighbour. Two men on one square are not looked at, so
// what is not found does not exist. Of the loser's answers to the check those are looked at that no
// other man can hinder: a step of a man that certainly stands next to the line of check.
class Pattern {
public:
    Pattern(const Layer& layer, Color winner, const LastMove& last, Set blockers, int king)
        : layer_{layer}, winner_{winner}, last_{last}, blockers_{blockers}, king_{king} {}

    bool exists() {
        Set need = neighbours(king_);
        std::uint32_t movable = 0;
        std::uint32_t guards = 0;  // the loser's men that always stand where they stand
        for (int i = 0; i < layer_.count; ++i) {
            const bool own = layer_.color[at(i)] != static_cast<std::uint8_t>(winner_);
            const Set set = layer_.set[at(i)];
            if (own) {
                if (i <= 1 || !is_single(set) || layer_.falls(i)) continue;
                need &= ~set;
                guards |= 1U << i;
            } else if (is_single(set) && layer_.type[at(i)] != Layer::amazon) {
                need &= ~attack(i, layer_.type[at(i)], std::countr_zero(set));
            } else {
                movable |= 1U << i;
            }
        }
        const Set king = Set{1} << king_;
        const int helper = static_cast<int>(winner_);
        for (int i = 0; i < layer_.count; ++i) {
            if (layer_.color[at(i)] != static_cast<std::uint8_t>(winner_)) continue;
            for (Set s = layer_.set[at(i)] & ~king; s != 0; s &= s - 1) {
                const int square = std::countr_zero(s);
                if (i == helper && (neighbours(square) & king) != 0) continue;
                for (const int type : ways(i)) {
                    const Set hit = attack(i, type, square);
                    if ((hit & need) != 0) choices_[at(i)].add(hit & need);
                }
            }
            if (choices_[at(i)].overflow) return true;
        }
        const bool single = no_double_check();
        for (int i = 2; i < layer_.count; ++i) {
            if (layer_.color[at(i)] != static_cast<std::uint8_t>(winner_) || !may_check(i))
                continue;
            const bool moved = (last_.movers >> i & 1) != 0;
            const std::uint32_t used = ~movable | 1U << i;
            Choices failed;  // complements of what could not be denied
            for (Set s = layer_.set[at(i)] & ~king; s != 0; s &= s - 1) {
                const int square = std::countr_zero(s);
                const Set line = between(square, king_);
                if (!moved && (line & last_.vacated) == 0) continue;
                for (const int type : ways(i)) {
                    const Set hit = attack(i, type, square);
                    if ((hit & king) == 0) continue;
                    const Set left = need & ~hit;
                    answers_ = 0;
                    if (!single) {
                        if (seen(failed, left)) continue;
                        if (cover(left, used)) return true;
                        failed.add(~left);
                        continue;
                    }
                    checker_ = i;
                    line_ = type == 2 ? 0 : line;
                    answers_ = (Set{1} << square) | line_;
                    if (guard_answers(guards)) continue;
                    if (cover(left, used)) return true;
                }
            }
        }
        return false;
    }

private:
    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
    Set attack(int i, int type, int from) const noexcept {
        return attacked_from_square(type, static_cast<Color>(layer_.color[at(i)]), from, blockers_);
    }
    // A promoted man attacks as queen or as knight, not as both.
    struct Ways {
        std::array<int, 2> types;
        int count;
        const int* begin() const noexcept { return types.data(); }
        const int* end() const noexcept { return types.data() + count; }
    };
    Ways ways(int i) const noexcept {
        const int type = layer_.type[at(i)];
        return type == Layer::amazon ? Ways{{7, 2}, 2} : Ways{{type, type}, 1};
    }
    static bool seen(const Choices& failed, Set left) noexcept {
        for (int n = 0; n < failed.count; ++n)
            if ((~left & ~failed.masks[at(n)]) == 0) return true;
        return false;
    }
    bool may_check(int i) const noexcept {
        return (last_.movers >> i & 1) != 0 || (slides(layer_.type[at(i)]) && last_.vacated != 0);
    }
    // Only one man, or only bishops, can give check: no bishop uncovers another by a move that
    // gives check itself.
    bool no_double_check() const noexcept {
        int men = 0;
        bool bishops = true;
        for (int i = 2; i < layer_.count; ++i) {
            if (layer_.color[at(i)] != static_cast<std::uint8_t>(winner_) || !may_check(i))
                continue;
            ++men;
            bishops = bishops && layer_.type[at(i)] == bishop_code;
        }
        return men <= 1 || bishops;
    }
    // Whether man i on `from` is sure to take the man that gives check or to step between.
    bool answers(int i, int from) const noexcept {
        const Set ring = neighbours(from);
        const Set rook = ring & answers_ & (file(from) | rank(from));
        const Set bishop = ring & answers_ & ~(file(from) | rank(from));
        const Set knight = attacks::knight(static_cast<Square>(from)).bits() & answers_;
        const auto color = static_cast<Color>(layer_.color[at(i)]);
        const Set one = Set{1} << from;
        bool can = false;
        switch (layer_.type[at(i)]) {
            case 1:
                can =
                    ((attacks::pawn(color, static_cast<Square>(from)).bits() & answers_ & ~line_) |
                     (line_ & (color == Color::white ? one << 8 : one >> 8))) != 0;
                break;
            case 2:
                can = knight != 0;
                break;
            case bishop_code:
                can = bishop != 0;
                break;
            case 5:
                can = rook != 0;
                break;
            case 7:
                can = (rook | bishop) != 0;
                break;
            default:
                can = is_single(layer_.born[at(i)]) && rook != 0 && knight != 0 &&
                      (bishop != 0 || (layer_.born[at(i)] & same_shade(from)) == 0);
        }
        return can && !may_be_pinned(from);
    }
    bool may_be_pinned(int from) const noexcept {
        const Set line =
            attacks::line(static_cast<Square>(king_), static_cast<Square>(from)).bits();
        if (line == 0) return false;
        const Set beyond = behind(king_, from);
        const bool straight = ((file(king_) | rank(king_)) >> from & 1) != 0;
        for (int j = 2; j < layer_.count; ++j) {
            if (j == checker_ || layer_.color[at(j)] != static_cast<std::uint8_t>(winner_))
                continue;
            const int type = layer_.type[at(j)];
            if (!slides(type) || type == (straight ? bishop_code : 5)) continue;
            if ((layer_.set[at(j)] & beyond) != 0) return true;
        }
        return false;
    }
    bool guard_answers(std::uint32_t guards) const noexcept {
        for (; guards != 0; guards &= guards - 1) {
            const int i = std::countr_zero(guards);
            if (answers(i, std::countr_zero(layer_.set[at(i)]))) return true;
        }
        return false;
    }

    // Whether the squares of `need` can be denied by men that are not `used`.
    bool cover(Set need, std::uint32_t used) {
        if (need == 0) return true;
        if (++steps_ > limit) return true;
        const Set e = need & (0 - need);
        for (int i = 0; i < layer_.count; ++i) {
            if (layer_.color[at(i)] != static_cast<std::uint8_t>(winner_)) {
                if (i <= 1 || (blocking_ >> i & 1) != 0 || (layer_.set[at(i)] & e) == 0) continue;
                if (answers_ != 0 && answers(i, std::countr_zero(e))) continue;
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
    const LastMove& last_;
    Set blockers_;
    int king_;
    int checker_ = 0;
    Set line_ = 0;     // squares between the man that gives check and the king
    Set answers_ = 0;  // where a man of the loser ends a check; empty if not looked at
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

LastMove any_move_inside(const Layer& layer, Color winner) noexcept {
    LastMove last;
    for (int i = 0; i < layer.count; ++i) {
        const auto n = static_cast<std::size_t>(i);
        if (layer.color[n] == static_cast<std::uint8_t>(winner)) {
            if (is_single(layer.set[n])) continue;
            if (i > 1) last.movers |= 1U << i;
            last.vacated |= layer.set[n];
        } else if (layer.falls(i) && (layer.type[n] == 1 || layer.type[n] == Layer::amazon)) {
            last.vacated |= layer.set[n];  // taken en passant
        }
    }
    return last;
}

bool mate_fits(const Layer& layer, Color winner, const LastMove& last) {
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
        if (loose && Pattern{layer, winner, last, fixed, square}.exists()) return true;
    }
    return false;
}

}  // namespace hakam::solve

#include "region.hpp"

#include <algorithm>
#include <bit>

#include "hakam/core/attacks.hpp"
#include "mate_pattern.hpp"

namespace hakam::solve {
namespace {

using Set = std::uint64_t;

constexpr int pawn_code = 1;

std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
constexpr bool is_single(Set s) noexcept { return (s & (s - 1)) == 0; }
constexpr Set file_mask(int square) noexcept { return 0x0101010101010101ULL << (square & 7); }
constexpr Set last_ranks = 0xFF000000000000FFULL;
Set push(int color, Set s) noexcept { return color == 0 ? s << 8 : s >> 8; }
Set pawn_attacks(int color, Set s) noexcept {
    return attacks::pawns(static_cast<Color>(color), Bitboard{s}).bits();
}
// Squares strictly ahead of `square` on its file, seen by a pawn of `color`.
Set ahead(int color, int square) noexcept {
    const Set f = file_mask(square);
    return color == 0 ? f & (~Set{0} << square << 1) : f & ((Set{1} << square) - 1);
}

// Squares that the king of `color` can never enter: some enemy man that stays on its one square and
// cannot be captured attacks them along lines that no other man can ever stand on.
Set guarded(const Layer& l, int color) noexcept {
    Set result = 0;
    for (int i = 0; i < l.count; ++i) {
        if (l.color[at(i)] == color || l.falls(i) || !is_single(l.set[at(i)])) continue;
        const int type = l.type[at(i)];
        if (type == Layer::amazon) continue;  // nobody knows what it attacks
        const Set from = l.set[at(i)];
        Set obstacles = 0;
        if (type == 3 || type > 4)
            for (int j = 0; j < l.count; ++j)
                if (j != i && j != color) obstacles |= l.set[at(j)];
        result |= attacked_from(type, static_cast<Color>(l.color[at(i)]), from, obstacles);
    }
    return result;
}

// How far a pawn that cannot leave its file can go: pawns on one file keep their order as long as
// neither is captured nor leaves it.
Set order_limit(const Layer& l, int i) noexcept {
    const Set own = l.set[at(i)];
    const int color = l.color[at(i)];
    const int square = std::countr_zero(own);
    const Set file = file_mask(square);
    if ((own & ~file) != 0) return ~Set{0};
    // The square the pawn started from is the hindmost of its set.
    const int start = color == 0 ? std::countr_zero(own) : 63 - std::countl_zero(own);
    Set limit = ~Set{0};
    for (int j = 2; j < l.count; ++j) {
        if (j == i || l.type[at(j)] != pawn_code || l.falls(j)) continue;
        const Set other = l.set[at(j)];
        if ((other & ~file) != 0) continue;
        const int low = std::countr_zero(other), high = 63 - std::countl_zero(other);
        if (l.color[at(j)] != color) {
            const int other_start = color == 0 ? high : low;  // its hindmost is my foremost
            if ((ahead(color, start) >> other_start & 1) != 0)
                limit &= ~(ahead(color, other_start) | Set{1} << other_start);
        } else {
            const int other_start = color == 0 ? low : high;
            const int other_end = color == 0 ? high : low;
            if ((ahead(color, start) >> other_start & 1) != 0)
                limit &= ~(ahead(color, other_end) | Set{1} << other_end);
        }
    }
    return limit;
}

}  // namespace

struct Castle {
    int king;  // index of the man
    int rook;
    std::uint64_t king_to;
    std::uint64_t rook_to;
    std::uint64_t path;  // squares that must be empty
};

struct Rights {
    int count = 0;
    std::array<Castle, 4> castles{};
    std::optional<Square> passed;
    std::uint8_t passed_pawn = 64;  // home of the pawn that has just made a double step
};

namespace {

Rights rights_of(const Position& p, const Layer& l) {
    Rights r;
    r.passed = p.en_passant_square();
    if (r.passed)
        r.passed_pawn =
            static_cast<std::uint8_t>(index(*r.passed) + (p.turn() == Color::white ? -8 : 8));
    for (const Square rook : p.castling().rooks()) {
        const Color c = rank_of(rook) == Rank::r1 ? Color::white : Color::black;
        const Square king = p.king(c);
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        const Square k = castled_king(c, wing), t = castled_rook(c, wing);
        for (int i = 2; i < l.count; ++i)
            if (l.home[at(i)] == static_cast<std::uint8_t>(rook)) {
                const Bitboard path = attacks::between(king, rook) | attacks::between(king, k) |
                                      attacks::between(rook, t) | k | t;
                r.castles[at(r.count++)] = {index(c), i, Bitboard{k}.bits(), Bitboard{t}.bits(),
                                            (path & ~(Bitboard{king} | rook)).bits()};
            }
    }
    return r;
}

// The sets of both sides, and what stands still.
struct Sums {
    std::array<Set, 2> officers_and_pawns{};
    std::array<Set, 2> fixed{};
    std::array<Set, 2> fixed_king{};
    Set all_fixed = 0;

    explicit Sums(const Layer& l) {
        for (int i = 0; i < l.count; ++i) {
            const Set set = l.set[at(i)];
            if (i > 1) officers_and_pawns[l.color[at(i)]] |= set;
            if (is_single(set) && !l.falls(i)) fixed[l.color[at(i)]] |= set;
        }
        for (const std::size_t c : {std::size_t{0}, std::size_t{1}})
            if (is_single(l.set[c])) fixed_king[c] = l.set[c];
        all_fixed = fixed[0] | fixed[1];
    }
};

// Lines are walked one step at a time: every square passed can be stopped on.
Set flood(int type, Set from, Set blocked) noexcept {
    for (Set reach = from;;) {
        const Set next = reach | (steps(type, reach) & ~blocked);
        if (next == reach) return reach;
        reach = next;
    }
}

constexpr std::array<Set, 2> second_rank = {0x000000000000FF00ULL, 0x00FF000000000000ULL};

// Grows a layer until no move leaves it, captures and pawn moves included.
class Lumping {
public:
    Lumping(Layer& layer, Color winner, const Rights* rights)
        : l_{layer}, winner_{index(winner)}, rights_{rights}, sums_{layer} {}

    /// Returns false if a pawn of the winner may promote: then nothing can be proved this way.
    bool close() {
        do {
            changed_ = false;
            for (int i = 2; i < l_.count; ++i)
                if (l_.type[at(i)] != pawn_code) grow_officer(i, 0);
            bool pawns;
            do {
                pawns = false;
                for (int i = 2; i < l_.count; ++i) {
                    if (l_.type[at(i)] != pawn_code) continue;
                    const Set before = l_.set[at(i)];
                    if (!grow_pawn(i)) return false;
                    pawns = pawns || l_.set[at(i)] != before;
                }
            } while (pawns);
            // Kings come last: in most positions a pawn has promoted before.
            if (changed_) continue;
            for (int i = 0; i < 2; ++i) grow_officer(i, guarded(l_, i));
            if (rights_ != nullptr) use_rights();
        } while (changed_);
        return true;
    }

private:
    void grow_officer(int i, Set guard) {
        const int c = l_.color[at(i)];
        const Set blocked = sums_.fixed[at(c)] | sums_.fixed_king[at(1 - c)] | guard;
        const Set reach = flood(l_.type[at(i)], l_.set[at(i)], blocked);
        enlarge(i, reach);
        fell(1 - c, steps(l_.type[at(i)], reach) & ~blocked & sums_.officers_and_pawns[at(1 - c)]);
    }
    void enlarge(int i, Set more) {
        if ((more & ~l_.set[at(i)]) == 0) return;
        unfix(i);
        l_.set[at(i)] |= more;
        const std::size_t c = l_.color[at(i)];
        if (i > 1)
            sums_.officers_and_pawns[c] |= more;
        else
            sums_.fixed_king[c] = 0;
        changed_ = true;
    }
    void unfix(int i) {
        if (!is_single(l_.set[at(i)]) || l_.falls(i)) return;
        sums_.fixed[l_.color[at(i)]] &= ~l_.set[at(i)];
        sums_.all_fixed &= ~l_.set[at(i)];
    }
    void fell(int color, Set where) {
        if (where == 0) return;
        for (int j = 2; j < l_.count; ++j)
            if (l_.color[at(j)] == color && (l_.set[at(j)] & where) != 0) fell(j);
    }
    void fell(int j) {
        if (l_.falls(j)) return;
        unfix(j);
        l_.may_fall |= 1U << j;
        changed_ = true;
    }
    // Enemy pawns that attack a square passed over by pawn i may take it.
    void take_passed(int i, Set passed) {
        const int c = l_.color[at(i)];
        for (int j = 2; j < l_.count; ++j) {
            if (l_.color[at(j)] == c || l_.type[at(j)] != pawn_code) continue;
            const Set to = pawn_attacks(1 - c, l_.set[at(j)]) & passed;
            if (to == 0) continue;
            enlarge(j, to);
            fell(i);
        }
    }
    bool grow_pawn(int i) {
        const int c = l_.color[at(i)];
        const Set hits = pawn_attacks(c, l_.set[at(i)]) & sums_.officers_and_pawns[at(1 - c)];
        fell(1 - c, hits);
        enlarge(i, hits);
        const Set ahead = push(c, l_.set[at(i)]) & ~sums_.all_fixed & ~l_.set[at(i)];
        if (ahead != 0) enlarge(i, ahead & order_limit(l_, i));
        if ((l_.set[at(i)] & last_ranks) != 0) {
            if (c == winner_) return false;
            l_.type[at(i)] = Layer::amazon;
            l_.born[at(i)] = c == 0 ? 0xFF00000000000000ULL : 0xFFULL;
            changed_ = true;
            return true;
        }
        const Set third = push(c, l_.set[at(i)] & second_rank[at(c)]) & l_.set[at(i)];
        const Set passed = third & push(1 - c, l_.set[at(i)]) &
                           pawn_attacks(1 - c, sums_.officers_and_pawns[at(1 - c)]);
        if (passed != 0) take_passed(i, passed);
        return true;
    }
    void use_rights() {
        for (int n = 0; n < rights_->count; ++n) {
            const Castle& castle = rights_->castles[at(n)];
            if ((castle.path & sums_.all_fixed) != 0) continue;
            enlarge(castle.king, castle.king_to);
            enlarge(castle.rook, castle.rook_to);
        }
        if (!rights_->passed) return;
        for (int i = 2; i < l_.count; ++i)
            if (l_.home[at(i)] == rights_->passed_pawn)
                take_passed(i, Bitboard{*rights_->passed}.bits());
    }

    Layer& l_;
    int winner_;
    const Rights* rights_;
    Sums sums_;
    bool changed_ = false;
};

bool has_free_officer(const Layer& l, int color) noexcept {
    for (int i = 2; i < l.count; ++i)
        if (l.color[at(i)] == color && l.type[at(i)] != pawn_code && !is_single(l.set[at(i)]))
            return true;
    return false;
}
Set king_neighbours(int square) noexcept {
    return attacks::king(static_cast<Square>(square)).bits();
}

// Squares one step away from some square of the set.
Set king_moves(Set s) noexcept {
    constexpr Set not_a = 0xFEFEFEFEFEFEFEFEULL, not_h = 0x7F7F7F7F7F7F7F7FULL;
    const Set sides = (s << 1 & not_a) | (s >> 1 & not_h);
    const Set row = s | sides;
    return sides | row << 8 | row >> 8;
}

// A look at all attacks at once, which already rules out most pairs of kings.
class PairFilter {
public:
    PairFilter(const Layer& l, Color winner) : loser_{index(~winner)} {
        Set fixed = 0;
        for (int i = 2; i < l.count; ++i) {
            if (is_single(l.set[at(i)])) fixed |= l.set[at(i)];
            if (l.color[at(i)] != loser_) continue;
            own_anywhere_ |= l.set[at(i)];
            if (is_single(l.set[at(i)])) own_fixed_ |= l.set[at(i)];
        }
        for (int i = 2; i < l.count; ++i)
            if (l.color[at(i)] != loser_)
                attacked_ |= attacked_from(l.type[at(i)], winner, l.set[at(i)], fixed);
    }
    bool lets_through(int white, int black) const noexcept {
        const int hunted = loser_ == 0 ? white : black, helper = loser_ == 0 ? black : white;
        const Set flights =
            king_neighbours(hunted) & ~own_fixed_ & ~attacked_ & ~king_neighbours(helper);
        return (attacked_ >> hunted & 1) != 0 && (flights & ~own_anywhere_) == 0;
    }

private:
    int loser_;
    Set own_fixed_ = 0;
    Set own_anywhere_ = 0;
    Set attacked_ = 0;
};

// Whether a move of the winner that leads into a layer may be mate: man `mover` has come to where
// it stands and has left one of the squares `vacated`.
bool entry_mates(const Layer& l, const KingPairs& kings, Color winner, int mover, Set vacated,
                 int& tests) {
    const int loser = index(~winner);
    const PairFilter filter{l, winner};
    Layer exact = l;
    for (int w = 0; w < 64; ++w)
        for (Set b = kings.black[at(loser)][at(w)]; b != 0; b &= b - 1) {
            const int k = std::countr_zero(b);
            if (!filter.lets_through(w, k)) continue;
            ++tests;
            LastMove last{mover > 1 ? 1U << mover : 0U, vacated};
            if (mover <= 1) last.vacated &= king_neighbours(mover == 0 ? w : k);
            exact.set[0] = Set{1} << w;
            exact.set[1] = Set{1} << k;
            if (solve::mate_fits(exact, winner, last)) return true;
        }
    return false;
}

// Grows a split layer until no move but captures and pawn moves leaves it, and looks for mates.
class Splitting {
public:
    Splitting(SplitLayer& layer, Color winner) : s_{layer}, l_{layer.men}, winner_{winner} {}

    void close() {
        for (bool changed = true; changed;) {
            changed = grow_officers();
            changed = grow_kings() || changed;
        }
    }

    /// Whether a move inside the layer may give mate. Pre: close() was called.
    bool mate_fits() {
        const int loser = index(~winner_);
        const int hunter = index(winner_);
        LastMove officers;
        for (int i = 2; i < l_.count; ++i) {
            if (l_.color[at(i)] != hunter || l_.type[at(i)] == pawn_code ||
                is_single(l_.set[at(i)]))
                continue;
            officers.movers |= 1U << i;
            officers.vacated |= l_.set[at(i)];
        }
        std::array<Set, 64> by_officers{};
        if (officers.movers != 0) by_officers = s_.kings.black[at(hunter)];
        std::array<Set, 64> by_king{};
        add_discovered(by_king);
        const PairFilter filter{l_, winner_};
        Layer exact = l_;
        for (int w = 0; w < 64; ++w)
            for (Set b = (by_officers[at(w)] | by_king[at(w)]) & s_.kings.black[at(loser)][at(w)];
                 b != 0; b &= b - 1) {
                const int k = std::countr_zero(b);
                if (!filter.lets_through(w, k)) continue;
                ++tests_;
                if (tests_ > most_tests) return true;
                LastMove last;
                if ((by_officers[at(w)] >> k & 1) != 0) last = officers;
                if ((by_king[at(w)] >> k & 1) != 0)
                    last.vacated |= king_neighbours(hunter == 0 ? w : k);
                exact.set[0] = Set{1} << w;
                exact.set[1] = Set{1} << k;
                if (solve::mate_fits(exact, winner_, last)) return true;
            }
        return false;
    }
    /// For every pair whether a mate fits, by plies of king moves to the nearest such pair.
    KingGuide guide() const {
        KingGuide result;
        const int loser = index(~winner_);
        Layer exact = l_;
        const LastMove last{~0U, ~Set{0}};
        std::vector<std::uint16_t> queue;
        std::vector<std::uint8_t> plies(8192, KingGuide::never);
        const auto id = [](int turn, int w, int b) {
            return static_cast<std::uint16_t>(turn * 4096 + w * 64 + b);
        };
        for (int w = 0; w < 64; ++w)
            for (Set b = s_.kings.black[at(loser)][at(w)]; b != 0; b &= b - 1) {
                exact.set[0] = Set{1} << w;
                exact.set[1] = b & (0 - b);
                if (!solve::mate_fits(exact, winner_, last)) continue;
                queue.push_back(id(loser, w, std::countr_zero(b)));
                plies[queue.back()] = 0;
            }
        if (queue.empty()) return result;
        for (std::size_t n = 0; n < queue.size(); ++n) {
            const int turn = queue[n] >> 12, w = queue[n] >> 6 & 63, b = queue[n] & 63;
            const int mover = 1 - turn;  // who has just moved into this pair
            const auto reach = [&](int from_w, int from_b) {
                if ((s_.kings.black[at(mover)][at(from_w)] >> from_b & 1) == 0) return;
                const auto from = id(mover, from_w, from_b);
                if (plies[from] != KingGuide::never) return;
                plies[from] =
                    static_cast<std::uint8_t>(std::min(plies[queue[n]] + 1, KingGuide::never - 1));
                queue.push_back(from);
            };
            reach(w, b);
            for (Set f = king_neighbours(mover == 0 ? w : b); f != 0; f &= f - 1)
                mover == 0 ? reach(std::countr_zero(f), b) : reach(w, std::countr_zero(f));
        }
        result.plies = std::move(plies);
        return result;
    }
    /// Pairs that were looked at closely.
    int tests() const noexcept { return tests_; }

private:
    bool grow_officers() {
        bool changed = false;
        const Sums sums{l_};
        for (int i = 2; i < l_.count; ++i) {
            if (l_.type[at(i)] == pawn_code) continue;
            const Set reach = flood(l_.type[at(i)], l_.set[at(i)], sums.all_fixed);
            if (reach == l_.set[at(i)]) continue;
            l_.set[at(i)] = reach;
            changed = true;
        }
        return changed;
    }
    bool grow_kings() {
        const Sums sums{l_};
        Set fixed = 0;
        for (int i = 2; i < l_.count; ++i)
            if (is_single(l_.set[at(i)])) fixed |= l_.set[at(i)];
        const std::array<Set, 2> closed = {fixed | guarded(l_, 0), fixed | guarded(l_, 1)};
        const std::array<bool, 2> can_pass = {has_free_officer(l_, 0), has_free_officer(l_, 1)};
        // By rows of one square of the white king: the rows that have grown are gone through again.
        bool changed = false;
        auto& pairs = s_.kings.black;
        std::array<Set, 2> grown{};
        for (std::size_t turn = 0; turn < 2; ++turn)
            for (std::size_t w = 0; w < 64; ++w)
                if (pairs[turn][w] != 0) grown[turn] |= Set{1} << w;
        const auto reach = [&](int turn, int w, Set b) {
            Set& row = pairs[at(turn)][at(w)];
            if ((b & ~row) == 0) return;
            row |= b;
            grown[at(turn)] |= Set{1} << w;
            changed = true;
        };
        while ((grown[0] | grown[1]) != 0) {
            for (; grown[0] != 0; grown[0] &= grown[0] - 1) {
                const int w = std::countr_zero(grown[0]);
                const Set row = pairs[0][at(w)];
                if (can_pass[0]) reach(1, w, row);
                for (Set to = king_neighbours(w) & ~closed[0]; to != 0; to &= to - 1) {
                    const int t = std::countr_zero(to);
                    reach(1, t, row & ~(king_neighbours(t) | Set{1} << t));
                }
            }
            for (; grown[1] != 0; grown[1] &= grown[1] - 1) {
                const int w = std::countr_zero(grown[1]);
                const Set row = pairs[1][at(w)];
                if (can_pass[1]) reach(0, w, row);
                reach(0, w, king_moves(row) & ~closed[1] & ~(king_neighbours(w) | Set{1} << w));
            }
        }
        const auto squares = s_.kings.squares();
        l_.set[0] = squares[0];
        l_.set[1] = squares[1];
        return changed;
    }
    // Pairs in which the winner's king has just stepped off a line of one of his own men.
    void add_discovered(std::array<Set, 64>& test) const {
        const int hunter = index(winner_);
        Set diagonal = 0, straight = 0;
        for (int i = 2; i < l_.count; ++i) {
            if (l_.color[at(i)] != hunter) continue;
            if (l_.type[at(i)] == 3 || l_.type[at(i)] > 5) diagonal |= l_.set[at(i)];
            if (l_.type[at(i)] >= 5) straight |= l_.set[at(i)];
        }
        if ((diagonal | straight) == 0) return;
        for (int w = 0; w < 64; ++w)
            for (Set b = s_.kings.black[at(hunter)][at(w)]; b != 0; b &= b - 1) {
                const int k = std::countr_zero(b);
                const int from = hunter == 0 ? w : k, hunted = hunter == 0 ? k : w;
                const Bitboard line =
                    attacks::line(static_cast<Square>(from), static_cast<Square>(hunted));
                if (line.empty()) continue;
                const bool slant = file_mask(from) != file_mask(hunted) && from / 8 != hunted / 8;
                if ((line.bits() & (slant ? diagonal : straight)) == 0) continue;
                for (Set to = king_neighbours(from) & ~line.bits(); to != 0; to &= to - 1) {
                    const int t = std::countr_zero(to);
                    const int white = hunter == 0 ? t : hunted, black = hunter == 0 ? hunted : t;
                    if ((s_.kings.black[at(1 - hunter)][at(white)] >> black & 1) != 0)
                        test[at(white)] |= Set{1} << black;
                }
            }
    }

    static constexpr int most_tests = 8192;
    SplitLayer& s_;
    Layer& l_;
    Color winner_;
    int tests_ = 0;
};

std::uint64_t hash(const Layer& l) noexcept {
    std::uint64_t h = static_cast<std::uint64_t>(l.count);
    for (int i = 0; i < l.count; ++i) {
        h = (h ^ l.set[at(i)]) * 0xBF58476D1CE4E5B9ULL;
        h ^= h >> 31;
        h = (h + l.home[at(i)] * 8U + l.type[at(i)] + l.born[at(i)]) * 0x94D049BB133111EBULL;
        h ^= h >> 30;
    }
    return h;
}
bool same(const Layer& a, const Layer& b) noexcept {
    if (a.count != b.count) return false;
    for (int i = 0; i < a.count; ++i)
        if (a.home[at(i)] != b.home[at(i)] || a.type[at(i)] != b.type[at(i)] ||
            a.set[at(i)] != b.set[at(i)] || a.born[at(i)] != b.born[at(i)])
            return false;
    return true;
}

std::uint64_t hash(const SplitLayer& s) noexcept {
    std::uint64_t h = hash(s.men);
    for (const auto& by_turn : s.kings.black)
        for (std::size_t w = 0; w < 64; ++w)
            if (by_turn[w] != 0) {
                h = (h ^ by_turn[w] ^ std::uint64_t{w} << 57) * 0xBF58476D1CE4E5B9ULL;
                h ^= h >> 29;
            }
    return h;
}

}  // namespace

std::array<std::uint64_t, 2> KingPairs::squares() const noexcept {
    std::array<std::uint64_t, 2> result{};
    for (const auto& by_turn : black)
        for (std::size_t w = 0; w < 64; ++w) {
            if (by_turn[w] != 0) result[0] |= Set{1} << w;
            result[1] |= by_turn[w];
        }
    return result;
}

std::optional<Layer> Layer::of(const Position& position) {
    if (position.occupied().size() > 32) return std::nullopt;
    Layer l;
    const auto add = [&](Square s) {
        const Piece piece = *position.at(s);
        const std::size_t i = at(l.count++);
        l.home[i] = static_cast<std::uint8_t>(s);
        l.type[i] = static_cast<std::uint8_t>(piece.type);
        l.color[i] = static_cast<std::uint8_t>(piece.color);
        l.set[i] = Bitboard{s}.bits();
    };
    add(position.king(Color::white));
    add(position.king(Color::black));
    for (const Square s : position.occupied() & ~position.men(PieceType::king)) add(s);
    return l;
}

void Layer::remove(int i) noexcept {
    for (int j = i; j + 1 < count; ++j) {
        home[at(j)] = home[at(j + 1)];
        type[at(j)] = type[at(j + 1)];
        color[at(j)] = color[at(j + 1)];
        set[at(j)] = set[at(j + 1)];
        born[at(j)] = born[at(j + 1)];
    }
    const std::uint32_t below = (1U << i) - 1;
    may_fall = (may_fall & below) | ((may_fall >> 1) & ~below);
    --count;
}

RegionLayer Layer::published() const {
    RegionLayer result;
    for (int i = 0; i < count; ++i) {
        const bool promoted = type[at(i)] == amazon;
        result.men.push_back({static_cast<Square>(home[at(i)]),
                              {static_cast<Color>(color[at(i)]),
                               promoted ? PieceType::queen : static_cast<PieceType>(type[at(i)])},
                              promoted,
                              falls(i),
                              Bitboard{set[at(i)]},
                              Bitboard{promoted ? born[at(i)] : 0}});
    }
    return result;
}

RegionProver::RegionProver(const Position& position, Color winner)
    : position_{position}, winner_{winner} {}

bool RegionProver::prove_lumped() {
    if (position_.rules() == RulesetId::torpedo) return false;
    auto layer = Layer::of(position_);
    if (!layer) return false;
    ++effort_;
    const Rights rights = rights_of(position_, *layer);
    if (!Lumping{*layer, winner_, &rights}.close() ||
        mate_fits(*layer, winner_, any_move_inside(*layer, winner_)))
        return false;
    proof_ = {layer->published()};
    return true;
}

bool RegionProver::prove_split(int limit) {
    if (position_.rules() == RulesetId::torpedo || !position_.castling().empty()) return false;
    const auto layer = Layer::of(position_);
    if (!layer) return false;
    limit_ = effort_ + limit;
    proof_.clear();
    root_ = true;
    SplitLayer start;
    start.men = *layer;
    start.kings.black[at(index(position_.turn()))][at(index(position_.king(Color::white)))] =
        layer->set[1];
    if (!prove(start)) return false;
    std::swap(proof_.front(), proof_.back());
    return true;
}

bool RegionProver::prove(const SplitLayer& start) {
    const std::uint64_t h = hash(start);
    const auto [first, last] = known_.equal_range(h);
    for (auto known = first; known != last; ++known)
        if (same(known->second.first.men, start.men) && known->second.first.kings == start.kings)
            return known->second.second;
    if (++effort_ > limit_) return false;
    const bool at_root = root_;
    root_ = false;
    const bool result = prove_new(start, at_root);
    if (effort_ <= limit_) known_.emplace(h, std::pair{start, result});
    return result;
}

bool RegionProver::prove_new(const SplitLayer& start, bool at_root) {
    Rights rights;
    if (at_root) rights = rights_of(position_, start.men);
    Layer lumped = start.men;
    if (Lumping{lumped, winner_, &rights}.close() &&
        !mate_fits(lumped, winner_, any_move_inside(lumped, winner_))) {
        proof_.push_back(lumped.published());
        return true;
    }
    SplitLayer split = start;
    Splitting splitting{split, winner_};
    splitting.close();
    const bool fits = splitting.mate_fits();
    effort_ += splitting.tests() / 8;
    if (fits) return false;
    if (!prove_events(split, rights)) return false;
    proof_.push_back(split.men.published());
    for (const auto& by_turn : split.kings.black)
        for (const Set b : by_turn) proof_.back().king_pairs.push_back(Bitboard{b});
    return true;
}

bool RegionProver::prove_events(const SplitLayer& split, const Rights& rights) {
    const Layer& l = split.men;
    const Sums sums{l};
    const std::array<Set, 2> guard = {guarded(l, 0), guarded(l, 1)};
    // The layer after a move by `color` has led to the pairs of kings `kings`, man i stands on `to`
    // (and, if it is a pawn, has perhaps promoted), man `taken` has gone, and nobody else stands
    // on `empty`.
    const auto follow = [&](int color, KingPairs kings, int i, Set to, int taken, Set empty) {
        SplitLayer next{l, kings};
        Layer& men = next.men;
        men.set[at(i)] = to;
        if (men.type[at(i)] == pawn_code && (to & last_ranks) != 0) {
            men.type[at(i)] = Layer::amazon;
            men.born[at(i)] = to;
        }
        const Set empty_before = empty;
        if (is_single(to)) empty |= to;
        for (int j = 2; j < men.count; ++j) {
            if (j == i || j == taken) continue;
            men.set[at(j)] &= ~empty;
            if (men.set[at(j)] == 0) return true;  // somebody must stand there: it cannot happen
        }
        if (i > 1)
            for (auto& by_turn : next.kings.black)
                for (std::size_t w = 0; w < 64; ++w)
                    by_turn[w] = (empty >> w & 1) != 0 ? 0 : by_turn[w] & ~empty;
        const auto squares = next.kings.squares();
        if (squares[0] == 0) return true;
        men.set[0] = squares[0];
        men.set[1] = squares[1];
        int mover = i;
        if (taken >= 0) {
            men.remove(taken);
            if (taken < i) --mover;
        }
        if (color == index(winner_)) {
            int tests = 0;
            const bool mates =
                entry_mates(men, next.kings, winner_, mover, l.set[at(i)] | empty_before, tests);
            effort_ += tests / 8;
            if (mates) return false;
        }
        return prove(next);
    };
    const auto after_move_of = [&](int color) {
        KingPairs kings;
        kings.black[at(1 - color)] = split.kings.black[at(color)];
        return kings;
    };
    const auto after_capture_by_king = [&](int color, Set where) {
        KingPairs kings;
        for (int w = 0; w < 64; ++w)
            for (Set b = split.kings.black[at(color)][at(w)]; b != 0; b &= b - 1) {
                const int k = std::countr_zero(b);
                const int mover = color == 0 ? w : k, other = color == 0 ? k : w;
                for (Set to = king_neighbours(mover) & where & ~king_neighbours(other); to != 0;
                     to &= to - 1) {
                    const int t = std::countr_zero(to);
                    kings.black[at(1 - color)][at(color == 0 ? t : w)] |= Set{1}
                                                                          << (color == 0 ? k : t);
                }
            }
        return kings;
    };
    for (int i = 0; i < 2; ++i)
        for (int j = 2; j < l.count; ++j) {
            if (l.color[at(j)] == i) continue;
            const Set where = l.set[at(j)] & ~guard[at(i)];
            const KingPairs kings = after_capture_by_king(i, where);
            const auto squares = kings.squares();
            if (squares[0] != 0 && !follow(i, kings, i, squares[at(i)], j, 0)) return false;
        }
    for (int i = 2; i < l.count; ++i) {
        const int c = l.color[at(i)];
        const Set own = l.set[at(i)];
        const bool pawn = l.type[at(i)] == pawn_code;
        const KingPairs kings = after_move_of(c);
        Set hits = pawn ? pawn_attacks(c, own) : steps(l.type[at(i)], own);
        hits &= sums.officers_and_pawns[at(1 - c)];
        for (int j = 2; j < l.count && hits != 0; ++j) {
            if (l.color[at(j)] == c) continue;
            Set to = hits & l.set[at(j)];
            if (!pawn) {
                if (to != 0 && !follow(c, kings, i, to, j, 0)) return false;
                continue;
            }
            for (; to != 0; to &= to - 1)
                if (!follow(c, kings, i, to & (0 - to), j, 0)) return false;
        }
        if (!pawn) continue;
        const Set one = push(c, own) & ~sums.all_fixed;
        if (one == 0) continue;
        if (!follow(c, kings, i, one, -1, 0)) return false;
        const Set two = push(c, one) & ~sums.all_fixed;
        if ((own & second_rank[at(c)]) == 0 || two == 0) continue;
        if (!follow(c, kings, i, two, -1, one)) return false;
        KingPairs again;  // two plies later it is the same side's turn
        again.black[at(c)] = split.kings.black[at(c)];
        for (int j = 2; j < l.count; ++j)
            if (l.color[at(j)] != c && l.type[at(j)] == pawn_code &&
                (pawn_attacks(1 - c, l.set[at(j)]) & one) != 0 &&
                !follow(1 - c, again, j, one, i, two))
                return false;
    }
    if (!rights.passed) return true;
    const Set passed = Bitboard{*rights.passed}.bits();
    const int turn = index(position_.turn());
    KingPairs exact;
    exact.black[at(1 - turn)][at(index(position_.king(Color::white)))] =
        Bitboard{position_.king(Color::black)}.bits();
    for (int i = 2; i < l.count; ++i) {
        if (l.home[at(i)] != rights.passed_pawn) continue;
        for (int j = 2; j < l.count; ++j)
            if (l.color[at(j)] != l.color[at(i)] && l.type[at(j)] == pawn_code &&
                (pawn_attacks(l.color[at(j)], l.set[at(j)]) & passed) != 0 &&
                !follow(turn, exact, j, passed, i, l.set[at(i)]))
                return false;
    }
    return true;
}

KingGuide king_guide(const Position& position, Color winner) {
    const auto layer = Layer::of(position);
    if (!layer || position.rules() == RulesetId::torpedo) return {};
    SplitLayer split;
    split.men = *layer;
    split.kings.black[at(index(position.turn()))][at(index(position.king(Color::white)))] =
        layer->set[1];
    Splitting splitting{split, winner};
    splitting.close();
    return splitting.guide();
}

RegionCertificate RegionProver::certificate() const { return {pack(position_), proof_}; }

}  // namespace hakam::solve

#include "splitting.hpp"

#include <algorithm>
#include <bit>

#include "hakam/core/attacks.hpp"
#include "layer_sets.hpp"
#include "mate_pattern.hpp"

namespace hakam::solve {
namespace {

bool has_free_officer(const Layer& l, int color) noexcept {
    for (int i = 2; i < l.count; ++i)
        if (l.color[at(i)] == color && l.type[at(i)] != pawn_code && !is_single(l.set[at(i)]))
            return true;
    return false;
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

}  // namespace

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

void Splitting::close() {
    for (bool changed = true; changed;) {
        changed = grow_officers();
        changed = grow_kings() || changed;
    }
}

bool Splitting::mate_fits() {
    const int loser = index(~winner_);
    const int hunter = index(winner_);
    LastMove officers;
    for (int i = 2; i < l_.count; ++i) {
        if (l_.color[at(i)] != hunter || l_.type[at(i)] == pawn_code || is_single(l_.set[at(i)]))
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

KingGuide Splitting::guide() const {
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

bool Splitting::grow_officers() {
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

bool Splitting::grow_kings() {
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
void Splitting::add_discovered(std::array<Set, 64>& test) const {
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

}  // namespace hakam::solve

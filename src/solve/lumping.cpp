#include "lumping.hpp"

#include <bit>

#include "hakam/core/attacks.hpp"
#include "layer_sets.hpp"
#include "mate_pattern.hpp"

namespace hakam::solve {
namespace {

// Squares strictly ahead of `square` on its file, seen by a pawn of `color`.
Set ahead(int color, int square) noexcept {
    const Set f = file_mask(square);
    return color == 0 ? f & (~Set{0} << square << 1) : f & ((Set{1} << square) - 1);
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

}  // namespace

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

bool close_lumped(Layer& layer, Color winner, const Rights& rights) {
    return Lumping{layer, winner, &rights}.close();
}

}  // namespace hakam::solve

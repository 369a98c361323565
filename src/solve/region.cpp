#include "region.hpp"

#include <algorithm>
#include <bit>

#include "hakam/core/attacks.hpp"
#include "layer_sets.hpp"
#include "lumping.hpp"
#include "mate_pattern.hpp"
#include "splitting.hpp"

namespace hakam::solve {
namespace {

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

// Officers of one kind and colour are interchangeable: a layer says where such men can stand, not
// which of them stands where. Their homes are but names, of which the first ones are used.
bool interchangeable(const Layer& l, int i, int j) noexcept {
    return l.color[at(i)] == l.color[at(j)] && l.type[at(i)] == l.type[at(j)] &&
           l.type[at(i)] != pawn_code && l.type[at(i)] != Layer::amazon;
}
bool is_first_of_its_like(const Layer& l, int i) noexcept {
    for (int j = 2; j < i; ++j)
        if (interchangeable(l, i, j) && l.set[at(i)] == l.set[at(j)]) return false;
    return true;
}
// Takes man i off. Returns: the index of the man whose name has gone.
int remove_like(Layer& l, int i) noexcept {
    int last = i;
    for (int j = i + 1; j < l.count; ++j)
        if (interchangeable(l, i, j)) last = j;
    std::swap(l.set[at(i)], l.set[at(last)]);
    l.remove(last);
    return last;
}
// Gives the sets of interchangeable officers to them in one order. Pre: nobody falls.
void order_alike(Layer& l) noexcept {
    for (int i = 2; i < l.count; ++i)
        for (int j = i + 1; j < l.count; ++j)
            if (l.set[at(j)] < l.set[at(i)] && interchangeable(l, i, j))
                std::swap(l.set[at(i)], l.set[at(j)]);
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

RegionProver::RegionProver(const Position& position, Color winner)
    : position_{position}, winner_{winner} {}

bool RegionProver::prove_lumped() {
    if (position_.rules() == RulesetId::torpedo) return false;
    auto layer = Layer::of(position_);
    if (!layer) return false;
    ++effort_;
    const Rights rights = rights_of(position_, *layer);
    if (!close_lumped(*layer, winner_, rights) ||
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
    if (close_lumped(lumped, winner_, rights) &&
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
            const int gone = remove_like(men, taken);
            if (gone < i) --mover;
        }
        if (color == index(winner_)) {
            int tests = 0;
            const bool mates =
                entry_mates(men, next.kings, winner_, mover, l.set[at(i)] | empty_before, tests);
            effort_ += tests / 8;
            if (mates) return false;
        }
        order_alike(men);
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
            if (l.color[at(j)] == i || !is_first_of_its_like(l, j)) continue;
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
        if (!is_first_of_its_like(l, i)) continue;
        Set hits = pawn ? pawn_attacks(c, own) : steps(l.type[at(i)], own);
        hits &= sums.officers_and_pawns[at(1 - c)];
        for (int j = 2; j < l.count && hits != 0; ++j) {
            if (l.color[at(j)] == c || !is_first_of_its_like(l, j)) continue;
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

RegionCertificate RegionProver::certificate() const { return {pack(position_), proof_}; }

}  // namespace hakam::solve

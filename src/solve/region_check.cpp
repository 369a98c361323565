// The checker of region certificates: no search for regions, only a walk over every man, every
// square of its region and every move from there. It shares no code with the prover.
//
// What must hold of each layer, so that by induction on moves no reachable position lies outside
// the layers and none is mate:
//   1. a move that may be legal in a position of the layer leads into this or another layer;
//   2. no arrangement of the men on squares of their regions is mate of the loser.
// Facts used about a layer: a man with one square that may not fall always stands there ("fixed"),
// so it blocks lines; a king never steps where a fixed man attacks along lines that no other man
// can enter; pawns on one file that cannot leave it, the one in front not falling, keep their
// order.

#include <algorithm>
#include <map>
#include <vector>

#include "hakam/core/attacks.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam {
namespace {

using Men = std::vector<ManRegion>;

bool is_king(const ManRegion& m) { return m.piece.type == PieceType::king; }
bool is_pawn(const ManRegion& m) { return m.piece.type == PieceType::pawn; }
bool is_fixed(const ManRegion& m) { return m.squares.only() && !m.may_fall; }

Bitboard squares_attacked(const ManRegion& m, Square s, Bitboard blockers) {
    Bitboard result = attacks::of(m.piece, s, blockers);
    if (m.promoted) result |= attacks::knight(s);
    return result;
}

Bitboard fixed_squares(const Men& men) {
    Bitboard result;
    for (const ManRegion& m : men)
        if (is_fixed(m)) result |= m.squares;
    return result;
}

// Where the king of `color` can never go.
Bitboard guarded_squares(const Men& men, Color color) {
    Bitboard result;
    for (const ManRegion& guard : men) {
        if (guard.piece.color == color || !is_fixed(guard)) continue;
        Bitboard others;
        for (const ManRegion& m : men)
            if (m.home != guard.home && !(is_king(m) && m.piece.color == color))
                others |= m.squares;
        result |= squares_attacked(guard, guard.squares.first(), others);
    }
    return result;
}

// Whether `front` is known to stay in front of `man` on their common file while the layer lasts.
bool stays_in_front(const ManRegion& man, const ManRegion& front) {
    if (!is_pawn(man) || !is_pawn(front) || front.may_fall || man.home == front.home) return false;
    const Bitboard file = Bitboard::of(file_of(man.squares.first()));
    if (!((man.squares | front.squares) & ~file).empty()) return false;
    const auto hindmost = [](const ManRegion& m) {
        return m.piece.color == Color::white ? m.squares.first() : m.squares.last();
    };
    return man.piece.color == Color::white ? hindmost(man) < hindmost(front)
                                           : hindmost(man) > hindmost(front);
}
Square foremost(Color direction, Bitboard squares) {
    return direction == Color::white ? squares.last() : squares.first();
}

// An arrangement of men that would be mate of the king on `king`, looked for by trying everything.
class MateArrangement {
public:
    MateArrangement(const Men& men, Color winner, Square king)
        : men_{men}, winner_{winner}, king_{king} {
        for (const ManRegion& m : men)
            if (is_fixed(m) && !(is_king(m) && m.piece.color != winner)) blockers_ |= m.squares;
    }

    bool exists() {
        Bitboard flights = attacks::king(king_);
        for (const ManRegion& m : men_) {
            const auto only = m.squares.only();
            if (!only) continue;
            if (m.piece.color == winner_)
                flights &= ~squares_attacked(m, *only, blockers_);
            else if (!is_king(m) && !m.may_fall)
                flights &= ~m.squares;
        }
        for (std::size_t i = 0; i < men_.size(); ++i) {
            const ManRegion& m = men_[i];
            if (m.piece.color != winner_ || is_king(m)) continue;
            for (const Square s : m.squares & ~Bitboard{king_}) {
                const Bitboard hit = squares_attacked(m, s, blockers_);
                if (!hit.contains(king_)) continue;
                used_ = std::vector<bool>(men_.size());
                used_[i] = true;
                if (can_deny(flights & ~hit, Bitboard{s} | king_)) return true;
            }
        }
        return false;
    }

private:
    bool can_deny(Bitboard flights, Bitboard taken) {
        if (flights.empty() || ++tries_ > most_tries) return true;
        const Square flight = flights.first();
        for (std::size_t i = 0; i < men_.size(); ++i) {
            const ManRegion& m = men_[i];
            if (used_[i]) continue;
            used_[i] = true;
            if (m.piece.color != winner_) {
                if (!is_king(m) && m.squares.contains(flight) && !taken.contains(flight) &&
                    can_deny(flights & ~Bitboard{flight}, taken | flight))
                    return true;
            } else {
                for (const Square s : m.squares & ~taken) {
                    if (is_king(m) && attacks::king(king_).contains(s)) continue;
                    const Bitboard hit = squares_attacked(m, s, blockers_);
                    if (hit.contains(flight) && can_deny(flights & ~hit, taken | s)) return true;
                }
            }
            used_[i] = false;
        }
        return false;
    }

    static constexpr int most_tries = 1'000'000;
    const Men& men_;
    Color winner_;
    Square king_;
    Bitboard blockers_;
    std::vector<bool> used_;
    int tries_ = 0;
};

class Checker {
public:
    Checker(const RegionCertificate& certificate, const Position& position, Color winner)
        : layers_{certificate.layers}, position_{position}, winner_{winner} {
        for (std::size_t n = 0; n < layers_.size(); ++n)
            by_homes_[homes(layers_[n].men)].push_back(n);
    }

    bool passes() {
        if (layers_.empty() || position_.rules() == RulesetId::torpedo) return false;
        if (!position_.castling().empty() && layers_.size() != 1) return false;
        for (const RegionLayer& layer : layers_)
            if (!is_well_formed(layer.men)) return false;
        if (!holds_position(layers_.front().men)) return false;
        for (const RegionLayer& layer : layers_)
            if (!is_closed(layer.men) || mate_is_possible(layer.men)) return false;
        return rights_stay_inside();
    }

private:
    static std::uint64_t homes(const Men& men) {
        Bitboard result;
        for (const ManRegion& m : men) result |= m.home;
        return result.bits();
    }

    bool is_well_formed(const Men& men) const {
        Bitboard seen;
        int kings = 0;
        for (const ManRegion& m : men) {
            const auto there = position_.at(m.home);
            if (!there || seen.contains(m.home) || m.squares.empty()) return false;
            seen |= m.home;
            if (m.promoted) {
                if (*there != Piece{m.piece.color, PieceType::pawn} ||
                    m.piece.type != PieceType::queen)
                    return false;
            } else if (*there != m.piece) {
                return false;
            }
            if (is_pawn(m) &&
                !(m.squares & (Bitboard::of(Rank::r1) | Bitboard::of(Rank::r8))).empty())
                return false;
            if (is_king(m)) {
                ++kings;
                if (m.may_fall) return false;
            }
        }
        return kings == 2;
    }

    bool holds_position(const Men& men) const {
        Men exact;
        for (const Square s : position_.occupied())
            exact.push_back({s, *position_.at(s), false, false, Bitboard{s}});
        return contains(men, exact, nullptr);
    }

    // Whether every position of `inner` is one of `outer`. `from`: the layer that was just left,
    // whose order of pawns still holds.
    static bool contains(const Men& outer, const Men& inner, const Men* from) {
        std::size_t found = 0;
        for (const ManRegion& o : outer) {
            const auto i = std::find_if(inner.begin(), inner.end(),
                                        [&](const ManRegion& m) { return m.home == o.home; });
            if (i == inner.end()) {
                if (!o.may_fall) return false;
                continue;
            }
            ++found;
            if (!(i->squares & ~o.squares).empty()) return false;
            if (i->promoted && !o.promoted) return false;
        }
        if (found != inner.size()) return false;
        for (const ManRegion& o : outer)
            for (const ManRegion& front : outer)
                if (stays_in_front(o, front) && !is_in_front(inner, o.home, front.home, from))
                    return false;
        return true;
    }
    static bool is_in_front(const Men& inner, Square man, Square front, const Men* from) {
        const auto find = [](const Men& men, Square home) {
            return std::find_if(men.begin(), men.end(),
                                [&](const ManRegion& m) { return m.home == home; });
        };
        const auto a = find(inner, man), b = find(inner, front);
        if (a == inner.end() || b == inner.end()) return a == inner.end();
        if (from != nullptr) {
            const auto c = find(*from, man), d = find(*from, front);
            if (c != from->end() && d != from->end() && stays_in_front(*c, *d) &&
                a->squares == c->squares && b->squares == d->squares)
                return true;
        }
        return a->piece.color == Color::white ? a->squares.last() < b->squares.first()
                                              : a->squares.first() > b->squares.last();
    }

    // The layer after man `mover` has come to `to` and man `taken` has gone (if there is one),
    // nobody else standing on `empty`. True if a layer holds it or if it cannot be.
    bool goes_inside(const Men& men, const ManRegion& mover, Square to, const ManRegion* taken,
                     Bitboard empty) const {
        const bool last = rank_of(to) == Rank::r1 || rank_of(to) == Rank::r8;
        const bool promotes = is_pawn(mover) && last;
        if (mover.squares.contains(to) && !promotes && (taken == nullptr || taken->may_fall))
            return true;
        Men next;
        for (const ManRegion& m : men) {
            if (taken != nullptr && m.home == taken->home) continue;
            next.push_back(m);
            ManRegion& now = next.back();
            now.may_fall = false;
            if (m.home == mover.home) {
                now.squares = Bitboard{to};
                if (promotes) {
                    now.promoted = true;
                    now.piece.type = PieceType::queen;
                }
            } else {
                if (m.may_fall) return false;  // only layers in which nobody falls lead to others
                now.squares &= ~(empty | to);
                if (now.squares.empty()) return true;
            }
        }
        const auto inside = [&](std::size_t n) { return contains(layers_[n].men, next, &men); };
        if (const auto same = by_homes_.find(homes(next)); same != by_homes_.end())
            if (std::any_of(same->second.begin(), same->second.end(), inside)) return true;
        for (std::size_t n = 0; n < layers_.size(); ++n)
            if (inside(n)) return true;
        return false;
    }

    bool is_closed(const Men& men) const {
        const Bitboard fixed = fixed_squares(men);
        for (const ManRegion& m : men) {
            const Bitboard guarded = guarded_squares(men, m.piece.color);
            for (const Square s : m.squares) {
                if (is_pawn(m)) {
                    if (!pawn_stays_inside(men, m, s, fixed)) return false;
                    continue;
                }
                Bitboard targets = squares_attacked(m, s, fixed);
                if (is_king(m)) targets &= ~guarded;
                for (const Square to : targets)
                    if (!arrives_inside(men, m, to, fixed, false)) return false;
                if (m.promoted && !may_be_passed(men, m, s, fixed)) return false;
            }
        }
        return true;
    }

    // All ways in which `m` may come to `to`: taking one of the men that can be there, or none.
    bool arrives_inside(const Men& men, const ManRegion& m, Square to, Bitboard fixed,
                        bool only_captures) const {
        if (!fixed.contains(to)) {
            if (!only_captures && !goes_inside(men, m, to, nullptr, {})) return false;
        }
        for (const ManRegion& victim : men) {
            if (victim.piece.color == m.piece.color || is_king(victim)) continue;
            if (!victim.squares.contains(to)) continue;
            if (!goes_inside(men, m, to, &victim, {})) return false;
        }
        return true;
    }

    bool pawn_stays_inside(const Men& men, const ManRegion& m, Square s, Bitboard fixed) const {
        const Color c = m.piece.color;
        for (const Square to : attacks::pawn(c, s))
            if (!arrives_inside(men, m, to, fixed, true)) return false;
        const int up = c == Color::white ? 8 : -8;
        const Square one = square(index(s) + up);
        if (fixed.contains(one)) return true;
        if (has_room(men, m, one) && !goes_inside(men, m, one, nullptr, {})) return false;
        if (relative_rank(c, s) != Rank::r2) return true;
        const Square two = square(index(one) + up);
        if (fixed.contains(two) || !has_room(men, m, two)) return true;
        if (!goes_inside(men, m, two, nullptr, one)) return false;
        return may_be_passed(men, m, s, fixed);
    }

    // A pawn in its order cannot come so far that nothing is left for the pawn in front of it.
    static bool has_room(const Men& men, const ManRegion& m, Square to) {
        for (const ManRegion& front : men) {
            if (!stays_in_front(m, front)) continue;
            const Square limit = foremost(m.piece.color, front.squares);
            if (m.piece.color == Color::white ? to >= limit : to <= limit) return false;
        }
        return true;
    }

    // A double step of `m` from `s`, and every way to take it en passant.
    bool may_be_passed(const Men& men, const ManRegion& m, Square s, Bitboard fixed) const {
        const Color c = m.piece.color;
        if (m.home != s || relative_rank(c, s) != Rank::r2) return true;
        const int up = c == Color::white ? 8 : -8;
        const Square one = square(index(s) + up), two = square(index(one) + up);
        if (fixed.contains(one) || fixed.contains(two)) return true;
        for (const ManRegion& j : men) {
            if (j.piece.color == c || !(is_pawn(j) || j.promoted)) continue;
            if ((attacks::pawn(c, one) & j.squares).empty()) continue;
            if (!goes_inside(men, j, one, &m, two)) return false;
        }
        return true;
    }

    // Rights that only the position itself has: the en passant capture and castling.
    bool rights_stay_inside() const {
        const Men& men = layers_.front().men;
        const auto man_from = [&](Square home) {
            return std::find_if(men.begin(), men.end(),
                                [&](const ManRegion& m) { return m.home == home; });
        };
        if (const auto passed = position_.en_passant_square()) {
            const Color c = position_.turn();
            const auto victim = man_from(square(index(*passed) + (c == Color::white ? -8 : 8)));
            for (const Square from : attacks::pawn(~c, *passed) & position_.men(c, PieceType::pawn))
                if (!goes_inside(men, *man_from(from), *passed, &*victim, {})) return false;
        }
        const Bitboard fixed = fixed_squares(men);
        for (const Square rook : position_.castling().rooks()) {
            const Color c = rank_of(rook) == Rank::r1 ? Color::white : Color::black;
            const Square king = position_.king(c);
            const Wing wing = rook > king ? Wing::king : Wing::queen;
            const Square king_to = castled_king(c, wing), rook_to = castled_rook(c, wing);
            const Bitboard path =
                (attacks::between(king, king_to) | attacks::between(rook, rook_to) |
                 attacks::between(king, rook) | king_to | rook_to) &
                ~(Bitboard{king} | rook);
            if (!(path & fixed).empty()) continue;
            if (!man_from(king)->squares.contains(king_to) ||
                !man_from(rook)->squares.contains(rook_to))
                return false;
        }
        return true;
    }

    bool mate_is_possible(const Men& men) const {
        for (const ManRegion& m : men)
            if (is_king(m) && m.piece.color != winner_)
                for (const Square k : m.squares)
                    if (MateArrangement{men, winner_, k}.exists()) return true;
        return false;
    }

    const std::vector<RegionLayer>& layers_;
    const Position& position_;
    Color winner_;
    std::map<std::uint64_t, std::vector<std::size_t>> by_homes_;
};

}  // namespace

bool holds(const RegionCertificate& certificate, const Position& position, Color side) {
    return certificate.position == pack(position) && Checker{certificate, position, side}.passes();
}

}  // namespace hakam

// The checker of region certificates: no search for regions, only a walk over every man, every
// square of its region and every move from there. It shares no code with the prover.
//
// What must hold of each layer, so that by induction on moves no reachable position lies outside
// the layers and none is mate:
//   1. a move that may be legal in a position of the layer leads into this or another layer;
//   2. no arrangement of the men on squares of their regions is mate of the loser.
// In a layer with king pairs nothing is captured and no pawn moves; there (1) is asked for every
// pair of kings that the layer lists, and (2) only for pairs that a move of the winner can make.
// Facts used about a layer: a man with one square that may not fall always stands there ("fixed"),
// so it blocks lines; a king never steps where a fixed man attacks along lines that no other man
// can enter; pawns on one file that cannot leave it, the one in front not falling, keep their
// order.

#include "region_check.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace hakam {
namespace region_check {
namespace {

constexpr std::size_t at(Color turn, Square white_king) {
    return static_cast<std::size_t>(64 * index(turn) + index(white_king));
}
using Pairs = std::vector<Bitboard>;
Pairs no_pairs() { return Pairs(128); }

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
        if (position_.turn() != winner_ && position_.is_checkmate()) return false;
        for (const RegionLayer& layer : layers_)
            if (!is_well_formed(layer.men) || !pairs_fit(layer)) return false;
        if (!holds_position(layers_.front())) return false;
        for (const RegionLayer& layer : layers_)
            if (!is_closed(layer)) return false;
        if (!rights_stay_inside()) return false;
        return std::none_of(layers_.begin(), layers_.end(),
                            [&](const RegionLayer& layer) { return mate_is_possible(layer); });
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
                    m.piece.type != PieceType::queen || m.born.empty())
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

    // Pairs speak of two kings on different, not adjacent squares of their regions, and of a layer
    // in which nothing falls and pawns stand still.
    static bool pairs_fit(const RegionLayer& layer) {
        if (layer.king_pairs.empty()) return true;
        if (layer.king_pairs.size() != 128) return false;
        const Bitboard white = king_of(layer.men, Color::white).squares;
        const Bitboard black = king_of(layer.men, Color::black).squares;
        for (const Color turn : colors)
            for (int w = 0; w < 64; ++w) {
                const Bitboard pairs = layer.king_pairs[at(turn, square(w))];
                if (pairs.empty()) continue;
                if (!white.contains(square(w)) || !(pairs & ~black).empty()) return false;
            }
        return std::all_of(layer.men.begin(), layer.men.end(), [](const ManRegion& m) {
            return !m.may_fall && (!is_pawn(m) || m.squares.only());
        });
    }
    static const ManRegion& king_of(const Men& men, Color c) {
        return *std::find_if(men.begin(), men.end(),
                             [&](const ManRegion& m) { return is_king(m) && m.piece.color == c; });
    }

    Pairs position_pairs(Color turn) const {
        Pairs pairs = no_pairs();
        pairs[at(turn, position_.king(Color::white))] = Bitboard{position_.king(Color::black)};
        return pairs;
    }
    static bool lists(const RegionLayer& layer, const Pairs& pairs) {
        if (layer.king_pairs.empty()) return true;
        for (std::size_t i = 0; i < 128; ++i)
            if (!(pairs[i] & ~layer.king_pairs[i]).empty()) return false;
        return true;
    }
    bool holds_position(const RegionLayer& layer) const {
        Men exact;
        for (const Square s : position_.occupied())
            exact.push_back({s, *position_.at(s), false, false, Bitboard{s}, {}});
        return contains(layer.men, exact, nullptr) &&
               lists(layer, position_pairs(position_.turn()));
    }

    // Whether every position of `inner` is one of `outer`. `from`: the layer that was just left,
    // whose order of pawns still holds.
    static bool contains(const Men& outer, const Men& inner, const Men* from) {
        std::size_t found = 0;
        for (const PieceType type :
             {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
            for (const Color c : colors) {
                const auto matched = officers_fit(outer, inner, {c, type});
                if (!matched) return false;
                found += *matched;
            }
        for (const ManRegion& o : outer) {
            if (is_officer(o)) continue;
            const auto i = std::find_if(inner.begin(), inner.end(),
                                        [&](const ManRegion& m) { return m.home == o.home; });
            if (i == inner.end()) {
                if (!o.may_fall) return false;
                continue;
            }
            ++found;
            if (!(i->squares & ~o.squares).empty()) return false;
            if (i->promoted && !o.promoted) return false;
            const Bitboard born = i->promoted ? i->born : Bitboard::of(back_rank(~o.piece.color));
            if (o.promoted && !(born & ~o.born).empty()) return false;
        }
        if (found != inner.size()) return false;
        for (const ManRegion& o : outer)
            for (const ManRegion& front : outer)
                if (stays_in_front(o, front) && !is_in_front(inner, o.home, front.home, from))
                    return false;
        return true;
    }
    // Officers of one kind and colour are interchangeable: it does not matter which of them stands
    // where. Returns: how many there are in `inner`, if each can be given a region of its own in
    // `outer` and no man of `outer` that does not fall is left without one of them.
    static std::optional<std::size_t> officers_fit(const Men& outer, const Men& inner,
                                                   Piece piece) {
        Men of_inner, of_outer, standing;
        for (const ManRegion& m : inner)
            if (is_officer(m) && m.piece == piece) of_inner.push_back(m);
        for (const ManRegion& m : outer) {
            if (!is_officer(m) || m.piece != piece) continue;
            of_outer.push_back(m);
            if (!m.may_fall) standing.push_back(m);
        }
        const auto fits = [](const ManRegion& in, const ManRegion& out) {
            return (in.squares & ~out.squares).empty();
        };
        const auto fits_back = [&](const ManRegion& out, const ManRegion& in) {
            return fits(in, out);
        };
        if (!can_match_all(of_inner, of_outer, fits) ||
            !can_match_all(standing, of_inner, fits_back))
            return std::nullopt;
        return of_inner.size();
    }
    // Whether every man of `some` can be given a man of its own among `others`. (If that can be
    // done for some men on either side, then by one matching for both.)
    template <typename Fits>
    static bool can_match_all(const Men& some, const Men& others, Fits fits) {
        std::vector<int> owner(others.size(), -1);
        std::vector<bool> tried;
        const std::function<bool(int)> place = [&](int i) {
            for (std::size_t j = 0; j < others.size(); ++j) {
                if (tried[j] || !fits(some[static_cast<std::size_t>(i)], others[j])) continue;
                tried[j] = true;
                if (owner[j] >= 0 && !place(owner[j])) continue;
                owner[j] = i;
                return true;
            }
            return false;
        };
        for (std::size_t i = 0; i < some.size(); ++i) {
            tried.assign(others.size(), false);
            if (!place(static_cast<int>(i))) return false;
        }
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
    // nobody else standing on `empty`; `kings` are the pairs after the move if the layer has pairs.
    // True if a layer holds it or if it cannot be.
    bool goes_inside(const RegionLayer& layer, const ManRegion& mover, Square to,
                     const ManRegion* taken, Bitboard empty, Pairs kings) const {
        const bool last = rank_of(to) == Rank::r1 || rank_of(to) == Rank::r8;
        const bool promotes = is_pawn(mover) && last;
        const bool paired = !layer.king_pairs.empty();
        if (!paired && mover.squares.contains(to) && !promotes &&
            (taken == nullptr || taken->may_fall))
            return true;
        if (!paired) return false;  // only layers in which nobody falls lead to others
        if (!is_king(mover)) {
            for (const Color turn : colors)
                for (int w = 0; w < 64; ++w) {
                    Bitboard& pairs = kings[at(turn, square(w))];
                    pairs = (empty | to).contains(square(w)) ? Bitboard{} : pairs & ~(empty | to);
                }
        }
        std::array<Bitboard, 2> spots;
        for (const Color turn : colors)
            for (int w = 0; w < 64; ++w) {
                const Bitboard pairs = kings[at(turn, square(w))];
                if (!pairs.empty()) spots[0] |= square(w);
                spots[1] |= pairs;
            }
        if (spots[0].empty()) return true;
        Men next;
        for (const ManRegion& m : layer.men) {
            if (taken != nullptr && m.home == taken->home) continue;
            next.push_back(m);
            ManRegion& now = next.back();
            now.may_fall = false;
            if (m.home == mover.home) {
                now.squares = Bitboard{to};
                if (promotes) {
                    now.promoted = true;
                    now.piece.type = PieceType::queen;
                    now.born = Bitboard{to};
                }
            } else {
                now.squares &= ~(empty | to);
                if (is_king(m)) now.squares = spots[static_cast<std::size_t>(index(m.piece.color))];
                if (now.squares.empty()) return true;
            }
        }
        if (mover.piece.color == winner_ && may_be_mate(next, kings, mover, mover.squares | empty))
            return false;
        const auto inside = [&](std::size_t n) {
            if (!contains(layers_[n].men, next, &layer.men)) return false;
            return lists(layers_[n], kings);
        };
        if (const auto same = by_homes_.find(homes(next)); same != by_homes_.end())
            if (std::any_of(same->second.begin(), same->second.end(), inside)) return true;
        for (std::size_t n = 0; n < layers_.size(); ++n)
            if (inside(n)) return true;
        return false;
    }

    // The pairs after a move by a man of `c` other than the king.
    static Pairs after_move(const RegionLayer& layer, Color c) {
        Pairs result = no_pairs();
        if (layer.king_pairs.empty()) return result;
        for (int w = 0; w < 64; ++w) result[at(~c, square(w))] = layer.king_pairs[at(c, square(w))];
        return result;
    }
    // The pairs after the king of `c` has stepped to `to` from anywhere.
    static Pairs after_king_step(const RegionLayer& layer, Color c, Square to) {
        Pairs result = no_pairs();
        if (layer.king_pairs.empty()) return result;
        for (int w = 0; w < 64; ++w)
            for (const Square b : layer.king_pairs[at(c, square(w))]) {
                const Square mover = c == Color::white ? square(w) : b;
                const Square other = c == Color::white ? b : square(w);
                if (!attacks::king(mover).contains(to) || to == other ||
                    attacks::king(other).contains(to))
                    continue;
                result[at(~c, c == Color::white ? to : square(w))] |= c == Color::white ? b : to;
            }
        return result;
    }

    bool is_closed(const RegionLayer& layer) {
        const Men& men = layer.men;
        const Bitboard fixed = fixed_squares(men);
        for (const ManRegion& m : men) {
            const Bitboard guarded = guarded_squares(men, m.piece.color);
            const Color c = m.piece.color;
            if (is_king(m) && !layer.king_pairs.empty()) {
                if (!king_steps_inside(layer, m, guarded)) return false;
                continue;
            }
            if (!is_pawn(m) && m.squares.has_many() && !layer.king_pairs.empty() &&
                !lists(layer, after_move(layer, c)))
                return false;
            for (const Square s : m.squares) {
                if (is_pawn(m)) {
                    if (!pawn_stays_inside(layer, m, s, fixed)) return false;
                    continue;
                }
                Bitboard targets = squares_attacked(m, s, fixed);
                if (is_king(m)) targets &= ~guarded;
                for (const Square to : targets)
                    if (!arrives_inside(layer, m, to, fixed)) return false;
                if (m.promoted && !may_be_passed(layer, m, s, fixed)) return false;
            }
        }
        return true;
    }

    // Steps and captures of a king whose pairs are listed.
    bool king_steps_inside(const RegionLayer& layer, const ManRegion& m, Bitboard guarded) {
        Bitboard standing;
        for (const ManRegion& other : layer.men)
            if (!is_king(other) && other.squares.only()) standing |= other.squares;
        for (const Square to : ~guarded) {
            const Pairs kings = after_king_step(layer, m.piece.color, to);
            if (!standing.contains(to) && !lists(layer, kings)) return false;
            if (!captures_go_inside(layer, m, to, kings)) return false;
        }
        return true;
    }

    // All ways in which an officer or an unpaired king may come to `to`.
    bool arrives_inside(const RegionLayer& layer, const ManRegion& m, Square to, Bitboard fixed) {
        const Pairs kings = after_move(layer, m.piece.color);
        if (!fixed.contains(to)) {
            // With pairs the step itself was looked at once for all squares.
            if (layer.king_pairs.empty() ? !goes_inside(layer, m, to, nullptr, {}, kings)
                                         : !m.squares.contains(to))
                return false;
        }
        return captures_go_inside(layer, m, to, kings);
    }
    bool captures_go_inside(const RegionLayer& layer, const ManRegion& m, Square to,
                            const Pairs& kings) {
        for (const ManRegion& victim : layer.men) {
            if (victim.piece.color == m.piece.color || is_king(victim)) continue;
            if (!victim.squares.contains(to)) continue;
            if (!goes_inside(layer, m, to, &victim, {}, kings)) return false;
        }
        return true;
    }

    bool pawn_stays_inside(const RegionLayer& layer, const ManRegion& m, Square s, Bitboard fixed) {
        const Men& men = layer.men;
        const Color c = m.piece.color;
        const Pairs kings = after_move(layer, c);
        for (const Square to : attacks::pawn(c, s))
            if (!captures_go_inside(layer, m, to, kings)) return false;
        const int up = c == Color::white ? 8 : -8;
        const Square one = square(index(s) + up);
        if (fixed.contains(one)) return true;
        if (has_room(men, m, one) && !goes_inside(layer, m, one, nullptr, {}, kings)) return false;
        if (relative_rank(c, s) != Rank::r2) return true;
        const Square two = square(index(one) + up);
        if (fixed.contains(two) || !has_room(men, m, two)) return true;
        if (!goes_inside(layer, m, two, nullptr, one, kings)) return false;
        return may_be_passed(layer, m, s, fixed);
    }

    // A double step of `m` from `s`, and every way to take it en passant.
    bool may_be_passed(const RegionLayer& layer, const ManRegion& m, Square s, Bitboard fixed) {
        const Color c = m.piece.color;
        if (m.home != s || relative_rank(c, s) != Rank::r2) return true;
        const int up = c == Color::white ? 8 : -8;
        const Square one = square(index(s) + up), two = square(index(one) + up);
        if (fixed.contains(one) || fixed.contains(two)) return true;
        Pairs kings = no_pairs();  // two plies later it is the same side's turn
        if (!layer.king_pairs.empty())
            for (int w = 0; w < 64; ++w)
                kings[at(c, square(w))] = layer.king_pairs[at(c, square(w))];
        for (const ManRegion& j : layer.men) {
            if (j.piece.color == c || !(is_pawn(j) || j.promoted)) continue;
            if ((attacks::pawn(c, one) & j.squares).empty()) continue;
            if (!goes_inside(layer, j, one, &m, two, kings)) return false;
        }
        return true;
    }

    // Rights that only the position itself has: the en passant capture and castling.
    bool rights_stay_inside() {
        const RegionLayer& layer = layers_.front();
        const Men& men = layer.men;
        const auto man_from = [&](Square home) {
            return std::find_if(men.begin(), men.end(),
                                [&](const ManRegion& m) { return m.home == home; });
        };
        if (const auto passed = position_.en_passant_square()) {
            const Color c = position_.turn();
            const auto victim = man_from(square(index(*passed) + (c == Color::white ? -8 : 8)));
            for (const Square from : attacks::pawn(~c, *passed) & position_.men(c, PieceType::pawn))
                if (!goes_inside(layer, *man_from(from), *passed, &*victim, {}, position_pairs(~c)))
                    return false;
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

    // Whether the move of the winner's man `mover` that has led to `men` may be mate.
    bool may_be_mate(const Men& men, const Pairs& kings, const ManRegion& mover,
                     Bitboard vacated) const {
        LastMove last{is_king(mover) ? Bitboard{} : Bitboard{mover.home}, vacated};
        for (int w = 0; w < 64; ++w)
            for (const Square b : kings[at(~winner_, square(w))]) {
                if (is_king(mover))
                    last.vacated = vacated & attacks::king(winner_ == Color::white ? square(w) : b);
                if (mates_on(men, square(w), b, last)) return true;
            }
        return false;
    }
    bool mates_on(const Men& men, Square w, Square b, const LastMove& last) const {
        Men exact = men;
        for (ManRegion& m : exact)
            if (is_king(m)) m.squares = Bitboard{m.piece.color == Color::white ? w : b};
        return mate_exists(exact, winner_, winner_ == Color::white ? b : w, last);
    }
    bool mate_is_possible(const RegionLayer& layer) const {
        const LastMove any = any_move_inside(layer.men, winner_);
        if (layer.king_pairs.empty()) {
            for (const Square k : king_of(layer.men, ~winner_).squares)
                if (mate_exists(layer.men, winner_, k, any)) return true;
            return false;
        }
        LastMove officers;
        for (const ManRegion& m : layer.men)
            if (m.piece.color == winner_ && !is_king(m) && m.squares.has_many()) {
                officers.movers |= m.home;
                officers.vacated |= m.squares;
            }
        for (int w = 0; w < 64; ++w)
            for (const Square b : layer.king_pairs[at(~winner_, square(w))]) {
                LastMove last;
                if (layer.king_pairs[at(winner_, square(w))].contains(b)) last = officers;
                last.vacated |= uncovered_by_king(layer, square(w), b);
                if (last.vacated.empty()) continue;
                if (mates_on(layer.men, square(w), b, last)) return true;
            }
        return false;
    }
    // Squares that the winner's king can have left for its square, off a line on which one of his
    // men may stand and attack the other king.
    Bitboard uncovered_by_king(const RegionLayer& layer, Square w, Square b) const {
        const Square hunter = winner_ == Color::white ? w : b;
        const Square hunted = winner_ == Color::white ? b : w;
        Bitboard result;
        for (const Square from : attacks::king(hunter)) {
            const Square white = winner_ == Color::white ? from : w;
            const Square black = winner_ == Color::white ? b : from;
            if (!layer.king_pairs[at(winner_, white)].contains(black)) continue;
            const Bitboard line = attacks::line(from, hunted);
            if (line.contains(hunter)) continue;
            for (const ManRegion& m : layer.men)
                if (m.piece.color == winner_ && !is_king(m) && !is_pawn(m) &&
                    !(m.squares & line).empty())
                    result |= from;
        }
        return result;
    }

    const std::vector<RegionLayer>& layers_;
    const Position& position_;
    Color winner_;
    std::map<std::uint64_t, std::vector<std::size_t>> by_homes_;
};

}  // namespace
}  // namespace region_check

bool holds(const RegionCertificate& certificate, const Position& position, Color side) {
    return certificate.position == pack(position) &&
           region_check::Checker{certificate, position, side}.passes();
}

}  // namespace hakam

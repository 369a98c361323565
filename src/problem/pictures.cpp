#include "pictures.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <unordered_map>

#include "hakam/core/attacks.hpp"
#include "table.hpp"

namespace hakam::problem {

Men::Men(const Position& p) {
    on.fill(none);
    std::uint8_t n = 0;
    for (const Square s : p.occupied()) {
        square[n] = s;
        man[n] = *p.at(s);
        on[static_cast<std::size_t>(s)] = n;
        present |= std::uint32_t{1} << n++;
    }
}

StaticVector<Castled, 4> castled(const Position& p, Piece man, Square from) {
    StaticVector<Castled, 4> all;
    const Bitboard rooks = p.castling().rooks(man.color);
    if (rooks.empty()) return all;
    const Square king = p.king(man.color);
    for (const Square rook : rooks) {
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        if (man.type == PieceType::king) all.push_back({castled_king(man.color, wing), 1});
        if (man.type == PieceType::rook && rook == from)
            all.push_back({castled_rook(man.color, wing), 0});
    }
    return all;
}

Ways::Ways(const Distances& distances, std::array<int, 2> captures) : distances_{distances} {
    for (const Color c : colors) {
        const auto side = static_cast<std::size_t>(index(c));
        const int most = captures[side];
        for (int from = 0; from < 64; ++from) {
            const auto f = static_cast<std::size_t>(from);
            auto& pawns = pawns_[side][static_cast<std::size_t>(index(PieceType::pawn))][f];
            for (int to = 0; to < 64; ++to) {
                const bool stays = rank_of(square(to)) != back_rank(~c) &&
                                   std::abs((from & 7) - (to & 7)) <= most;
                pawns[static_cast<std::size_t>(to)] =
                    stays ? distances.pawn(c, square(from), square(to)) : Distances::never;
            }
            for (const PieceType type : promotion_types) {
                auto& row = pawns_[side][static_cast<std::size_t>(index(type))][f];
                row.fill(Distances::never);
                for (const Square last : Bitboard::of(back_rank(~c))) {
                    const int steps = distances.pawn(c, square(from), last);
                    if (steps >= Distances::never || std::abs((from & 7) - (index(last) & 7)) > most)
                        continue;
                    for (int to = 0; to < 64; ++to) {
                        auto& least = row[static_cast<std::size_t>(to)];
                        least = static_cast<std::uint8_t>(std::min<int>(
                            least, steps + distances.officer(type, last, square(to))));
                    }
                }
            }
        }
    }
}

namespace {

constexpr std::array all_types = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                  PieceType::rook, PieceType::queen,  PieceType::king};

class Painter {
public:
    Painter(const Position& start, const Men& men, const Ways& ways, Color attacker, int attack,
            int defence, int patience, const std::function<bool()>& expired)
        : start_{start},
          men_{men},
          ways_{ways},
          attacker_{attacker},
          attack_{attack},
          defence_{defence},
          patience_{patience},
          expired_{expired} {
        for (int i = 0; i < 32; ++i) {
            if ((men.present >> i & 1) == 0) continue;
            const Piece man = men.man[at(i)];
            if (man.color == attacker)
                attackers_.push_back(i);
            else if (man.type != PieceType::king)
                blockers_.push_back(i);
            else
                king_ = i;
        }
    }

    std::optional<Pictures> paint() {
        for (int k = 0; k < 64 && patience_ > 0; ++k) {
            const int way = cost(king_, PieceType::king, square(k));
            if (way > defence_) continue;
            mated_ = square(k);
            beside_ = attacks::king(mated_);
            State s;
            s.defence = defence_ - way;
            s.attack = attack_;
            put(s, king_, PieceType::king, mated_);
            checks(s);
        }
        if (patience_ <= 0) return std::nullopt;
        return std::move(pictures_);
    }

private:
    struct State {
        Board board;
        std::array<Target, 32> targets;
        std::uint32_t placed = 0;
        Bitboard empty;     ///< squares that are certainly empty
        Square checker{};
        bool single = true;  ///< one man alone gives check
        int attack = 0, defence = 0;  ///< moves that are not spoken for
    };
    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
    static std::uint32_t bit(int i) noexcept { return std::uint32_t{1} << i; }

    int cost(int i, PieceType type, Square to) const {
        const Piece man = men_.man[at(i)];
        const Square from = men_.square[at(i)];
        int least = ways_(man, from, type, to);
        if (start_.castling().rooks(man.color).empty()) return least;
        for (const Castled& c : castled(start_, man, from))
            least = std::min(least, ways_(man, c.square, type, to) + c.cost);
        return least;
    }
    void put(State& s, int i, PieceType type, Square to) const {
        s.board.put(to, {men_.man[at(i)].color, type});
        s.targets[at(i)] = {type, to};
        s.placed |= bit(i);
    }
    bool is_free(const State& s, Square to) const {
        return !s.board.occupied().contains(to) && !s.empty.contains(to);
    }
    /// The types that man `i` may be in the end.
    bool may_be(int i, PieceType type) const {
        const PieceType now = men_.man[at(i)].type;
        return now == type || (now == PieceType::pawn && type != PieceType::king);
    }

    // Calls f(i, type, square, cost) for every placing of a man of the attacker that attacks `to`.
    template <class F>
    void each_attack(const State& s, Square to, F&& f) {
        const Bitboard occupied = s.board.occupied() & ~Bitboard{mated_};
        for (const PieceType type : all_types) {
            Bitboard from = type == PieceType::pawn
                                ? attacks::pawn(~attacker_, to)
                                : attacks::of({attacker_, type}, to, occupied);
            from = from & ~s.board.occupied() & ~s.empty;
            if (type == PieceType::king) from = from & ~beside_;
            for (const int i : attackers_) {
                if ((s.placed & bit(i)) != 0 || !may_be(i, type)) continue;
                for (const Square at_square : from) {
                    const int c = cost(i, type, at_square);
                    if (c <= s.attack) f(i, type, at_square, c);
                }
            }
        }
    }

    void checks(const State& s) {
        each_attack(s, mated_, [&](int i, PieceType type, Square from, int c) {
            if (type == PieceType::king || spent()) return;
            State one = s;
            one.checker = from;
            one.empty = attacks::between(from, mated_);
            put(one, i, type, from);
            one.attack -= std::max(c, moves_to_check(i, c, one.empty));
            if (one.attack >= 0) cover(one);
            // The same man and another one: a double check, in which one of them is a man of lines
            // that stands away from the king.
            State two = one;
            two.attack = s.attack - c;
            two.single = false;
            each_attack(one, mated_, [&](int j, PieceType other, Square second, int d) {
                if (j < i || other == PieceType::king || spent()) return;
                const Bitboard between = attacks::between(second, mated_);
                if (between.contains(from) || (between.empty() && one.empty.empty())) return;
                State both = two;
                both.attack -= d;
                both.empty |= between;
                put(both, j, other, second);
                cover(both);
            });
        });
    }

    // Moves that a man needs for giving check alone from where it stands, given the squares between
    // it and the king: unless another man uncovers it, it moves last, so it has left and come back.
    int moves_to_check(int i, int c, Bitboard between) const {
        const Piece man = men_.man[at(i)];
        if (c > 0 || !between.empty()) return 0;
        if (man.type == PieceType::pawn) return 100;
        return start_.castling().rooks().contains(men_.square[at(i)]) ? 1 : 2;
    }

    Bitboard attacked(const State& s) const {
        Bitboard all;
        const Bitboard occupied = s.board.occupied() & ~Bitboard{mated_};
        for (const Square from : s.board.men(attacker_))
            all |= attacks::of(*s.board.at(from), from, occupied);
        return all;
    }

    // Fills the squares beside the king, one after the other, in every possible way.
    void cover(const State& s) {
        if (spent()) return;
        const Bitboard open = beside_ & ~attacked(s) & ~s.board.men(~attacker_);
        if (open.empty()) {
            if (is_possible(s)) keep(s);
            return;
        }
        // Men that stand beside the king must be guarded; no blocking there.
        const Bitboard own = open & s.board.men(attacker_);
        const Square x = own.empty() ? open.first() : own.first();
        if (is_free(s, x))
            for (const int i : blockers_) {
                if ((s.placed & bit(i)) != 0) continue;
                for (const PieceType type : all_types) {
                    if (!may_be(i, type)) continue;
                    const int c = cost(i, type, x);
                    if (c > s.defence) continue;
                    State next = s;
                    next.defence -= c;
                    put(next, i, type, x);
                    cover(next);
                }
            }
        each_attack(s, x, [&](int i, PieceType type, Square from, int c) {
            // With one check alone no other man attacks the king for certain.
            if (s.single && attacks::of({attacker_, type}, from, ~s.empty).contains(mated_)) return;
            State next = s;
            next.attack -= c;
            put(next, i, type, from);
            cover(next);
        });
    }

    bool is_possible(const State& s) const {
        const Color defender = ~attacker_;
        Bitboard king_of_attacker = s.board.men(attacker_, PieceType::king);
        const Bitboard parries = s.single ? s.empty | s.checker : Bitboard{};
        for (const Square from : s.board.men(defender)) {
            const Piece man = *s.board.at(from);
            if (man.type == PieceType::king) continue;
            const Bitboard certain = attacks::of(man, from, ~s.empty);
            if (!(certain & king_of_attacker).empty()) return false;
            Bitboard to = certain & parries;
            if (man.type == PieceType::pawn) to = to & Bitboard{s.checker};
            if (!to.empty() && !may_be_pinned(s, from)) return false;
        }
        return captures_suffice(s);
    }

    // Whether some man of the attacker could stand behind the man on `from`, seen from the king.
    bool may_be_pinned(const State& s, Square from) const {
        const Bitboard line = attacks::line(mated_, from);
        const bool straight = (index(mated_) & 7) == (index(from) & 7) ||
                              (index(mated_) >> 3) == (index(from) >> 3);
        for (const int i : attackers_) {
            const bool placed = (s.placed & bit(i)) != 0;
            const PieceType type = placed ? s.targets[at(i)].type : men_.man[at(i)].type;
            if (placed && !line.contains(s.targets[at(i)].square)) continue;
            if (type == PieceType::queen || type == (straight ? PieceType::rook : PieceType::bishop))
                return true;
            if (!placed && type == PieceType::pawn) return true;
        }
        return false;
    }

    // A pawn changes its file by a capture; men of the picture are not captured.
    bool captures_suffice(const State& s) const {
        for (const Color c : colors) {
            int needed = 0;
            int others = 0;
            for (int i = 0; i < 32; ++i) {
                if ((men_.present & bit(i)) == 0) continue;
                const Piece man = men_.man[at(i)];
                const bool placed = (s.placed & bit(i)) != 0;
                if (man.color != c) {
                    if (!placed && man.type != PieceType::king) ++others;
                } else if (placed && man.type == PieceType::pawn &&
                           s.targets[at(i)].type == PieceType::pawn) {
                    needed += std::abs((index(men_.square[at(i)]) & 7) -
                                       (index(s.targets[at(i)].square) & 7));
                }
            }
            if (needed > others) return false;
        }
        return true;
    }

    void keep(const State& s) {
        std::uint64_t hash = s.placed;
        const auto first = static_cast<std::uint32_t>(pictures_.targets.size());
        for (int i = 0; i < 32; ++i) {
            if ((s.placed & bit(i)) == 0) continue;
            const Target t = s.targets[at(i)];
            pictures_.targets.push_back(t);
            hash = mixed(hash ^ static_cast<std::uint64_t>(index(t.type) << 8 | index(t.square)));
        }
        const auto [it, fresh] =
            seen_.try_emplace(hash, static_cast<std::uint32_t>(pictures_.all.size()));
        if (!fresh) {
            const Picture& p = pictures_.all[it->second];
            if (p.men == s.placed && same(p.first, first)) {
                pictures_.targets.resize(first);
                return;
            }
        }
        pictures_.all.push_back({s.placed, first});
    }
    bool same(std::uint32_t a, std::uint32_t b) const {
        for (std::size_t i = 0; b + i < pictures_.targets.size(); ++i)
            if (pictures_.targets[a + i].type != pictures_.targets[b + i].type ||
                pictures_.targets[a + i].square != pictures_.targets[b + i].square)
                return false;
        return true;
    }

    const Position& start_;
    const Men& men_;
    const Ways& ways_;
    Color attacker_;
    int attack_, defence_;
    /// One step more. Returns: whether that was too many.
    bool spent() {
        if ((--patience_ & 1023) == 0 && expired_ && expired_()) patience_ = 0;
        return patience_ <= 0;
    }

    int patience_;
    const std::function<bool()>& expired_;
    std::vector<int> attackers_, blockers_;
    int king_ = 0;
    Square mated_{};
    Bitboard beside_;
    Pictures pictures_;
    std::unordered_map<std::uint64_t, std::uint32_t> seen_;
};

}  // namespace

std::optional<Pictures> mate_pictures(const Position& start, const Men& men, const Ways& ways,
                                      Color attacker, int attack, int defence, int patience,
                                      const std::function<bool()>& expired) {
    return Painter{start, men, ways, attacker, attack, defence, patience, expired}.paint();
}

}  // namespace hakam::problem

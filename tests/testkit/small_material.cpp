#include "testkit/small_material.hpp"

#include <algorithm>
#include <cstdlib>

#include "hakam/core/attacks.hpp"

namespace hakam::testkit {
namespace {

int worth(Piece p) { return (p.color == Color::white ? 0 : 8) - index(p.type); }

/// Like men in one order, White's first, the strongest first.
void sort_men(Placement& p) {
    if (p.count < 2) return;
    const auto key = [&](int i) {
        return worth(p.men[static_cast<std::size_t>(i)]) * 64 +
               index(p.squares[static_cast<std::size_t>(i)]);
    };
    if (key(0) > key(1)) {
        std::swap(p.men[0], p.men[1]);
        std::swap(p.squares[0], p.squares[1]);
    }
}

/// Whether the class is stored with its colours changed: the stronger side is White.
bool is_stored_flipped(const Placement& p) {
    if (p.count == 0 || p.men[0].color == Color::black) return p.count != 0;
    return p.count == 2 && p.men[1].color == Color::black &&
           index(p.men[1].type) > index(p.men[0].type);
}

Placement flipped(Placement p) {
    p.turn = ~p.turn;
    p.kings = {mirrored(p.kings[1]), mirrored(p.kings[0])};
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.count); ++i) {
        p.men[i].color = ~p.men[i].color;
        p.squares[i] = mirrored(p.squares[i]);
    }
    sort_men(p);
    return p;
}

std::uint8_t with_colors_changed(std::uint8_t fate) {
    return static_cast<std::uint8_t>((fate & 12) | (fate & 1) << 1 | (fate & 2) >> 1);
}

bool has_pawn(const Placement& p) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.count); ++i)
        if (p.men[i].type == PieceType::pawn) return true;
    return false;
}

template <typename F>
void map_squares(Placement& p, F f) {
    for (Square& s : p.kings) s = square(f(index(s)));
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.count); ++i)
        p.squares[i] = square(f(index(p.squares[i])));
}

void transpose(Placement& p) {
    map_squares(p, [](int s) { return (s & 7) << 3 | s >> 3; });
}
bool is_on_diagonal(Square s) { return index(file_of(s)) == index(rank_of(s)); }

/// The image with White's king on the files a to d; without pawns in the triangle a1-d1-d4.
void reduce(Placement& p) {
    if ((index(p.kings[0]) & 7) > 3) map_squares(p, [](int s) { return s ^ 7; });
    if (!has_pawn(p)) {
        if (index(p.kings[0]) > 31) map_squares(p, [](int s) { return s ^ 56; });
        if (index(p.kings[0]) >> 3 > (index(p.kings[0]) & 7)) transpose(p);
    }
    sort_men(p);
}

bool attacks_square(const Placement& p, Color by, Square target, Bitboard occupied) {
    if (attacks::king(p.kings[static_cast<std::size_t>(index(by))]).contains(target)) return true;
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.count); ++i)
        if (p.men[i].color == by && attacks::of(p.men[i], p.squares[i], occupied).contains(target))
            return true;
    return false;
}

Square king_of(const Placement& p, Color c) { return p.kings[static_cast<std::size_t>(index(c))]; }

bool in_check(const Placement& p, Color c) {
    return attacks_square(p, ~c, king_of(p, c), p.occupied());
}

/// Men on different squares, no pawn on its last ranks, and the side that has moved not in check.
bool is_legal(const Placement& p) {
    if (p.occupied().size() != 2 + p.count) return false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.count); ++i)
        if (p.men[i].type == PieceType::pawn &&
            (rank_of(p.squares[i]) == Rank::r1 || rank_of(p.squares[i]) == Rank::r8))
            return false;
    return !in_check(p, ~p.turn);
}

/// The squares of the triangle a1-d1-d4, numbered; -1 elsewhere.
constexpr std::array<int, 64> make_triangle() {
    std::array<int, 64> slots{};
    int next = 0;
    for (int s = 0; s < 64; ++s)
        slots[static_cast<std::size_t>(s)] = (s & 7) < 4 && s >> 3 <= (s & 7) ? next++ : -1;
    return slots;
}
constexpr std::array<int, 64> triangle = make_triangle();
int slot_in_triangle(int s) { return triangle[static_cast<std::size_t>(s)]; }

struct Successor {
    Placement after;
    bool leaves_class = false;         ///< by capture or promotion
    std::optional<Square> en_passant;  ///< a pawn has passed this square
};

Placement without(Placement p, int i) {
    if (i == 0) {
        p.men[0] = p.men[1];
        p.squares[0] = p.squares[1];
    }
    --p.count;
    return p;
}

/// Calls `found` with every legal successor; `en_passant` is the square that the last move passed.
template <typename F>
void each_successor(const Placement& p, std::optional<Square> en_passant, F found) {
    const Color us = p.turn;
    const Bitboard occupied = p.occupied();
    Bitboard own{king_of(p, us)};
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.count); ++i)
        if (p.men[i].color == us) own |= p.squares[i];
    // `mover` -1 is the king.
    const auto play = [&](int mover, Square to, std::optional<PieceType> promoted,
                          std::optional<Square> passed, std::optional<Square> taken) {
        Successor s{p, promoted.has_value(), passed};
        s.after.turn = ~us;
        if (mover < 0)
            s.after.kings[static_cast<std::size_t>(index(us))] = to;
        else
            s.after.squares[static_cast<std::size_t>(mover)] = to;
        if (promoted) s.after.men[static_cast<std::size_t>(mover)].type = *promoted;
        for (int i = 0; i < p.count; ++i)
            if (i != mover && p.squares[static_cast<std::size_t>(i)] == taken.value_or(to)) {
                s.after = without(s.after, i);
                s.leaves_class = true;
                break;
            }
        if (!in_check(s.after, us)) {
            sort_men(s.after);
            found(s);
        }
    };
    for (const Square to : attacks::king(king_of(p, us)) & ~own)
        if (to != king_of(p, ~us)) play(-1, to, {}, {}, {});
    for (int i = 0; i < p.count; ++i) {
        const Piece man = p.men[static_cast<std::size_t>(i)];
        const Square from = p.squares[static_cast<std::size_t>(i)];
        if (man.color != us) continue;
        if (man.type != PieceType::pawn) {
            for (const Square to : attacks::of(man, from, occupied) & ~own)
                if (to != king_of(p, ~us)) play(i, to, {}, {}, {});
            continue;
        }
        const int up = us == Color::white ? 8 : -8;
        const auto arrive = [&](Square to, std::optional<Square> taken) {
            if (relative_rank(us, to) == Rank::r8)
                for (const PieceType type :
                     {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
                    play(i, to, type, {}, taken);
            else
                play(i, to, {}, {}, taken);
        };
        const Square step = square(index(from) + up);
        if (!occupied.contains(step)) {
            arrive(step, {});
            if (relative_rank(us, from) == Rank::r2 && !occupied.contains(square(index(step) + up)))
                play(i, square(index(step) + up), {}, step, {});
        }
        for (const Square to : attacks::pawn(us, from)) {
            if (occupied.contains(to) && !own.contains(to) && to != king_of(p, ~us)) arrive(to, {});
            if (en_passant == to) play(i, to, {}, {}, square(index(to) - up));
        }
    }
}

/// Whether the pawn that has just passed `square_passed` may be taken en passant.
bool can_take_en_passant(const Placement& after, Square passed) {
    int moves = 0;
    each_successor(after, passed, [&](const Successor&) { ++moves; });
    each_successor(after, std::nullopt, [&](const Successor&) { --moves; });
    return moves > 0;
}

}  // namespace

Bitboard Placement::occupied() const noexcept {
    Bitboard set = Bitboard{kings[0]} | kings[1];
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) set |= squares[i];
    return set;
}

Position Placement::position() const {
    Setup setup;
    setup.turn = turn;
    for (const Color c : colors)
        setup.board.put(kings[static_cast<std::size_t>(index(c))], {c, PieceType::king});
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        setup.board.put(squares[i], men[i]);
    const auto made = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
    if (!made) std::abort();
    return *made;
}

std::vector<Piece> men_of_class(std::string_view name) {
    std::vector<Piece> men;
    Color c = Color::white;
    for (const char letter : name) {
        if (letter == 'v') c = Color::black;
        const auto type = piece_type_from(letter);
        if (type && *type != PieceType::king) men.push_back({c, *type});
    }
    return men;
}

class MateTables::Table {
public:
    explicit Table(const Placement& men) : men_{men}, pawns_{has_pawn(men)} {
        std::size_t size = 2U * kings() * 64;
        for (int i = 0; i < men.count; ++i) size *= 64;
        fates_.assign(size, 0);
    }

    std::uint8_t& at(const Placement& reduced) { return fates_[index_of(reduced)]; }

    std::size_t index_of(const Placement& p) const {
        const int wk = index(p.kings[0]);
        const int slot = pawns_ ? (wk >> 3) * 4 + (wk & 7) : slot_in_triangle(wk);
        std::size_t i =
            static_cast<std::size_t>(index(p.turn)) * kings() + static_cast<std::size_t>(slot);
        i = i * 64 + static_cast<std::size_t>(index(p.kings[1]));
        for (std::size_t m = 0; m < static_cast<std::size_t>(p.count); ++m)
            i = i * 64 + static_cast<std::size_t>(index(p.squares[m]));
        return i;
    }

    /// Every placement that stands for its images, legal or not, once.
    template <typename F>
    void each(F f) const {
        Placement p = men_;
        const int seconds = p.count > 1 ? 64 : 1;
        const int firsts = p.count > 0 ? 64 : 1;
        const bool like = p.count > 1 && p.men[0] == p.men[1];
        for (const Color turn : colors)
            for (int wk = 0; wk < 64; ++wk) {
                if (pawns_ ? (wk & 7) > 3 : slot_in_triangle(wk) < 0) continue;
                const int weight = pawns_ ? 2 : wk >> 3 == (wk & 7) ? 4 : 8;
                for (int bk = 0; bk < 64; ++bk)
                    for (int a = 0; a < firsts; ++a)
                        for (int b = like ? a + 1 : 0; b < seconds; ++b) {
                            p.turn = turn;
                            p.kings = {square(wk), square(bk)};
                            p.squares = {square(a), square(b)};
                            f(p, weight);
                        }
            }
    }

    /// Moves to a forced mate of each placement and one more; 0 if there is none.
    std::vector<std::uint8_t>& forced(Color attacker) {
        return forced_[static_cast<std::size_t>(index(attacker))];
    }
    std::size_t size() const { return fates_.size(); }

private:
    std::size_t kings() const { return pawns_ ? 32 : 10; }

    Placement men_;
    bool pawns_;
    std::vector<std::uint8_t> fates_;
    std::array<std::vector<std::uint8_t>, 2> forced_;
};

MateTables::MateTables() = default;
MateTables::~MateTables() = default;

namespace {

/// The men of a class in the order in which it is stored.
Placement stored(const std::vector<Piece>& men) {
    Placement p;
    p.count = static_cast<int>(men.size());
    for (std::size_t i = 0; i < men.size(); ++i) {
        p.men[i] = men[i];
        p.squares[i] = square(static_cast<int>(i));
    }
    sort_men(p);
    return p;
}

/// The placements from which a move that neither captures nor promotes leads to `p`; `found` learns
/// of a pawn's double step the square it passed.
template <typename F>
void each_predecessor(const Placement& p, F found) {
    const Color mover = ~p.turn;
    const Bitboard occupied = p.occupied();
    Placement before = p;
    before.turn = mover;
    const auto c = static_cast<std::size_t>(index(mover));
    for (const Square from : attacks::king(p.kings[c]) & ~occupied) {
        before.kings[c] = from;
        found(before, std::nullopt);
    }
    before.kings[c] = p.kings[c];
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.count); ++i) {
        if (p.men[i].color != mover) continue;
        const Square to = p.squares[i];
        const auto from = [&](Square s, std::optional<Square> passed) {
            before.squares[i] = s;
            found(before, passed);
            before.squares[i] = to;
        };
        if (p.men[i].type != PieceType::pawn) {
            for (const Square s : attacks::of(p.men[i], to, occupied) & ~occupied) from(s, {});
            continue;
        }
        const int down = mover == Color::white ? -8 : 8;
        if (relative_rank(mover, to) <= Rank::r2) continue;
        const Square step = square(index(to) + down);
        if (occupied.contains(step)) continue;
        from(step, {});
        if (relative_rank(mover, to) == Rank::r4 && !occupied.contains(square(index(step) + down)))
            from(square(index(step) + down), step);
    }
}

}  // namespace

MateTables::Table& MateTables::table(const std::vector<Piece>& men) {
    const Placement like = stored(men);
    std::vector<int> key;
    for (std::size_t i = 0; i < static_cast<std::size_t>(like.count); ++i)
        key.push_back(worth(like.men[i]));
    if (const auto known = tables_.find(key); known != tables_.end()) return *known->second;
    auto made = std::make_unique<Table>(like);
    Table& t = *made;

    // Ends of the game, and what leaves the class.
    std::vector<Placement> open;
    t.each([&](const Placement& p, int) {
        if (!is_legal(p)) return;
        std::uint8_t bits = Fate::legal;
        bool can_move = false;
        each_successor(p, std::nullopt, [&](const Successor& s) {
            can_move = true;
            if (s.leaves_class) bits |= fate(s.after) & 3;
            if (s.en_passant)
                each_successor(s.after, s.en_passant, [&](const Successor& reply) {
                    if (reply.leaves_class) bits |= fate(reply.after) & 3;
                });
        });
        if (can_move)
            bits |= Fate::ongoing;
        else if (in_check(p, p.turn))
            bits |= p.turn == Color::white ? Fate::black_can : Fate::white_can;
        t.at(p) = bits;
        if ((bits & 3) != 0) open.push_back(p);
    });
    // Backward through the moves that stay in it.
    while (!open.empty()) {
        const Placement p = open.back();
        open.pop_back();
        const std::uint8_t bits = t.at(p);
        each_predecessor(p, [&](const Placement& earlier, std::optional<Square> passed) {
            // After this double step there is a move that the table of `p` does not know.
            if (passed && (bits & Fate::ongoing) == 0 && can_take_en_passant(p, *passed)) return;
            Placement before = earlier;
            reduce(before);
            const auto lead_to = [&](const Placement& q) {
                std::uint8_t& known = t.at(q);
                if ((known & Fate::legal) == 0 || (bits & 3 & ~known) == 0) return;
                known |= bits & 3;
                open.push_back(q);
            };
            lead_to(before);
            // With White's king on the diagonal two images are stored.
            if (!has_pawn(before) && is_on_diagonal(before.kings[0])) {
                transpose(before);
                sort_men(before);
                lead_to(before);
            }
        });
    }
    return *tables_.emplace(key, std::move(made)).first->second;
}

std::uint8_t MateTables::fate(const Placement& placement) {
    Placement p = placement;
    sort_men(p);
    if (p.count == 0) return Fate::legal | Fate::ongoing;
    const bool flip = is_stored_flipped(p);
    if (flip) p = flipped(p);
    reduce(p);
    const std::uint8_t bits = table({p.men.begin(), p.men.begin() + p.count}).at(p);
    return flip ? with_colors_changed(bits) : bits;
}

void MateTables::visit(const std::vector<Piece>& men, const Visit& visit) {
    Table& t = table(men);
    t.each([&](const Placement& p, int weight) {
        const std::uint8_t bits = t.at(p);
        if ((bits & Fate::legal) != 0) visit(p, bits, weight);
    });
}

ClassCounts MateTables::counts(const std::vector<Piece>& men) {
    ClassCounts sums;
    visit(men, [&](const Placement& p, std::uint8_t bits, int weight) {
        const auto w = static_cast<std::uint64_t>(weight);
        sums.legal += w;
        if ((bits & Fate::ongoing) == 0) {
            ((bits & 3) == 0          ? sums.stalemates
             : p.turn == Color::black ? sums.mates_by_white
                                      : sums.mates_by_black) += w;
            return;
        }
        sums.ongoing += w;
        switch (bits & 3) {
            case 0:
                sums.dead += w;
                break;
            case 1:
                sums.only_white += w;
                break;
            case 2:
                sums.only_black += w;
                break;
            default:
                sums.both += w;
        }
    });
    return sums;
}

std::uint8_t MateTables::forced(const Placement& placement, Color attacker) {
    Placement p = placement;
    sort_men(p);
    if (p.count == 0) return 0;
    if (is_stored_flipped(p)) {
        p = flipped(p);
        attacker = ~attacker;
    }
    reduce(p);
    Table& t = table({p.men.begin(), p.men.begin() + p.count});
    if (t.forced(attacker).empty()) force(t, attacker);
    return t.forced(attacker)[t.index_of(p)];
}

void MateTables::force(Table& t, Color attacker) {
    std::vector<std::uint8_t> value(t.size(), 0);
    const std::uint8_t mate = attacker == Color::white ? Fate::white_can : Fate::black_can;
    t.each([&](const Placement& p, int) {
        const std::uint8_t bits = t.at(p);
        if (p.turn != attacker && (bits & Fate::legal) != 0 && (bits & Fate::ongoing) == 0 &&
            (bits & mate) != 0)
            value[t.index_of(p)] = 1;
    });
    std::uint8_t outside = 0;
    const auto value_of = [&](const Successor& s) {
        if (s.leaves_class) {
            const std::uint8_t found = forced(s.after, attacker);
            outside = std::max(outside, found);
            return found;
        }
        Placement after = s.after;
        reduce(after);
        return value[t.index_of(after)];
    };
    bool changed = true;
    for (std::uint8_t n = 1; changed || n <= outside; ++n) {
        changed = false;
        for (const bool attacks : {true, false})
            t.each([&](const Placement& p, int) {
                std::uint8_t& known = value[t.index_of(p)];
                const std::uint8_t bits = t.at(p);
                if (known != 0 || (p.turn == attacker) != attacks || (bits & Fate::ongoing) == 0 ||
                    (bits & mate) == 0)
                    return;
                bool one = false, all = true;
                each_successor(p, std::nullopt, [&](const Successor& s) {
                    const std::uint8_t after = value_of(s);
                    one |= after != 0 && after <= n;
                    all &= after != 0 && after <= n + 1;
                });
                if (attacks ? one : all) {
                    known = static_cast<std::uint8_t>(n + 1);
                    changed = true;
                }
            });
    }
    t.forced(attacker) = std::move(value);
}

int MateTables::longest_forced_mate(const std::vector<Piece>& men, Color attacker) {
    int longest = 0;
    visit(men, [&](const Placement& p, std::uint8_t, int) {
        if (p.turn == attacker)
            longest = std::max(longest, std::max<int>(forced(p, attacker), 1) - 1);
    });
    return longest;
}

}  // namespace hakam::testkit

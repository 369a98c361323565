// The last two plies of perft in one go. The first move is made on bare sets of men; its replies
// are counted, not listed, and counted for all men at once: each of eight lanes slides every
// slider in one direction (lanes.hpp). There is no loop over men and hardly a branch: the
// processor works at several moves at once, which look-ups man by man do not let it.

#include "two_plies.hpp"

#include <array>

#include "lanes.hpp"
#include "movegen.hpp"

#if defined(__GNUC__)
#define HAKAM_NOINLINE __attribute__((noinline))
#else
#define HAKAM_NOINLINE
#endif

namespace hakam {
namespace {

using lanes::Lanes;
using movegen::Pawns;

/// The men of one side as replies need them; a queen is in both sets of sliders.
struct Men {
    Bitboard pawns, knights, diagonal, straight;
    Square king;

    static Men of(const Board& b, Color c) noexcept {
        return {b.men(c, PieceType::pawn), b.men(c, PieceType::knight),
                b.diagonal_sliders() & b.men(c), b.straight_sliders() & b.men(c),
                b.men(c, PieceType::king).first()};
    }
    template <PieceType T>
    constexpr Men with(Bitboard squares) const noexcept {
        Men m = *this;
        if constexpr (T == PieceType::pawn) m.pawns ^= squares;
        if constexpr (T == PieceType::knight) m.knights ^= squares;
        if constexpr (T == PieceType::bishop || T == PieceType::queen) m.diagonal ^= squares;
        if constexpr (T == PieceType::rook || T == PieceType::queen) m.straight ^= squares;
        return m;
    }
};

/// Counts the replies of `Us` to moves of the other side from one position, in which `Us` is not in
/// check. `men` are those before the move: what it takes is missing from `mine`.
template <Color Us>
class Replies {
public:
    using P = Pawns<Us>;
    static constexpr Color them = ~Us;

    Replies(const Board& board, Bitboard rights) noexcept
        : men_{Men::of(board, Us)},
          king_{men_.king},
          king_steps_{attacks::king(king_)},
          rays_{lanes::load(lanes::rays[static_cast<std::size_t>(king_)])},
          sliders_{lanes::by_line(men_.straight, men_.diagonal)},
          sum_{lanes::same({})} {
        for (const Square rook : rights & Bitboard::of(back_rank(Us))) {
            const Wing wing = rook > king_ ? Wing::king : Wing::queen;
            const Bitboard movers = Bitboard{king_} | rook;
            const Bitboard goals = Bitboard{castled_king(Us, wing)} | castled_rook(Us, wing);
            castlings_[castling_count_++] = {
                rook, movegen::rank_span(movers | goals) & ~movers,
                movegen::rank_span(Bitboard{king_} | castled_king(Us, wing)), wing};
        }
    }

    std::uint64_t total() const noexcept { return total_ + lanes::sum(sum_); }

    /// Adds the replies in the position with these men of the other side and these own ones.
    HAKAM_INLINE void add(const Men& enemy, Bitboard occupied, Bitboard mine,
                          Bitboard step_checkers) noexcept {
        const Lanes all = lanes::same(occupied);
        const Lanes enemy_sliders = lanes::by_line(enemy.straight, enemy.diagonal);
        const Lanes on_lines = rays_ & all;
        const Lanes near = lanes::nearest(on_lines);
        if (lanes::meet(near, enemy_sliders) || !step_checkers.empty()) [[unlikely]] {
            add_in_check(enemy, occupied, mine, step_checkers);
            return;
        }
        add_moves(enemy_sliders, all, on_lines, near, occupied, mine, ~mine);
        const Bitboard steps = king_steps_ & ~mine & ~attacks::king(enemy.king) &
                               ~attacks::pawns(them, enemy.pawns);
        bool castling_way = false;
        for (std::size_t i = 0; i < castling_count_; ++i)
            castling_way |= (castlings_[i].way & occupied).empty();
        if (!steps.empty() || castling_way) {
            const Bitboard danger = attacked_by_officers(enemy, enemy_sliders, all);
            total_ += static_cast<std::uint64_t>((steps & ~danger).size());
            if (castling_way)
                add_castlings(danger | attacks::king(enemy.king) |
                                  attacks::pawns(them, enemy.pawns),
                              enemy, occupied, mine);
        }
    }

    /// Adds the captures en passant on `passed` after a double step to `taken`.
    HAKAM_NOINLINE void add_en_passant(const Men& enemy, Bitboard occupied, Square passed) noexcept {
        const Bitboard taken = movegen::Pawns<them>::step(passed);
        for (const Square from : attacks::pawn(them, passed) & men_.pawns) {
            const Bitboard after = (occupied & ~(taken | from)) | passed;
            const Bitboard checkers = (sliders::bishop(king_, after) & enemy.diagonal) |
                                      (sliders::rook(king_, after) & enemy.straight) |
                                      (attacks::knight(king_) & enemy.knights) |
                                      (attacks::pawn(Us, king_) & enemy.pawns & ~taken);
            total_ += checkers.empty();
        }
    }

    Square king() const noexcept { return king_; }

private:
    struct Castling {
        Square rook{};
        Bitboard way;   // must be empty
        Bitboard path;  // the king's, must not be attacked
        Wing wing{};
    };

    HAKAM_NOINLINE void add_in_check(const Men& enemy, Bitboard occupied, Bitboard mine,
                                     Bitboard checkers) noexcept {
        const Lanes all = lanes::same(occupied);
        const Lanes enemy_sliders = lanes::by_line(enemy.straight, enemy.diagonal);
        const Lanes on_lines = rays_ & all;
        const Lanes near = lanes::nearest(on_lines);
        checkers |= lanes::joined(near & enemy_sliders);
        const Bitboard steps = king_steps_ & ~mine & ~attacks::king(enemy.king) &
                               ~attacks::pawns(them, enemy.pawns);
        total_ += static_cast<std::uint64_t>(
            (steps & ~attacked_by_officers(enemy, enemy_sliders, all)).size());
        if (checkers.has_many()) return;
        add_moves(enemy_sliders, all, on_lines, near, occupied, mine,
                  checkers | attacks::between(king_, checkers.first()));
    }

    /// Squares attacked by knights and sliders, through the king too.
    HAKAM_INLINE Bitboard attacked_by_officers(const Men& enemy, Lanes enemy_sliders,
                                               Lanes all) const noexcept {
        return lanes::joined(lanes::slides(enemy_sliders, ~(all ^ lanes::same(king_))) |
                             lanes::knights(enemy.knights));
    }

    /// Adds the moves of all men but the king to `where`. On each line from the king `near` is the
    /// first man.
    HAKAM_INLINE void add_moves(Lanes enemy_sliders, Lanes all, Lanes on_lines, Lanes near,
                                Bitboard occupied, Bitboard mine, Bitboard where) noexcept {
        const Lanes own = lanes::same(mine);
        const Lanes far = lanes::nearest(on_lines ^ near);
        const Lanes pinned = lanes::where_meet(far, enemy_sliders, near & own);
        Lanes sliders = sliders_ & own;
        Bitboard knights = men_.knights & mine;
        const Bitboard pawns = men_.pawns & mine;
        Bitboard pushers = pawns, left_takers = pawns, right_takers = pawns;
        if (lanes::any(pinned)) {
            const Lanes axes = pinned | lanes::opposite(pinned);
            const Bitboard held = lanes::joined(pinned);
            sliders = sliders & (lanes::same(~held) | axes);
            knights &= ~held;
            const lanes::Words axis = lanes::words(axes);
            pushers &= ~held | Bitboard{axis[0]};
            left_takers &= ~held | Bitboard{axis[Us == Color::white ? 3 : 2]};
            right_takers &= ~held | Bitboard{axis[Us == Color::white ? 2 : 3]};
        }
        const Lanes targets = lanes::same(where);
        sum_ = sum_ + lanes::sizes(lanes::slides(sliders, ~all) & lanes::without(targets, own)) +
               lanes::sizes(lanes::knights(knights) & lanes::without(targets, own));

        const Bitboard single = P::step(pushers) & ~occupied;
        const Bitboard twice = P::step(single & P::third_rank) & ~occupied & where;
        const Bitboard steps = single & where;
        const Bitboard enemies = occupied & ~mine & where;
        const Bitboard left = P::left(left_takers) & enemies;
        const Bitboard right = P::right(right_takers) & enemies;
        int n = steps.size() + twice.size() + left.size() + right.size();
        if (!((steps | left | right) & P::last_rank).empty())
            n += 3 * ((steps & P::last_rank).size() + (left & P::last_rank).size() +
                      (right & P::last_rank).size());
        total_ += static_cast<std::uint64_t>(n);
    }

    HAKAM_NOINLINE void add_castlings(Bitboard danger, const Men& enemy, Bitboard occupied,
                                      Bitboard mine) noexcept {
        for (std::size_t i = 0; i < castling_count_; ++i) {
            const Castling& c = castlings_[i];
            if (!(c.way & occupied).empty() || !mine.contains(c.rook) ||
                !(c.path & danger).empty())
                continue;
            // Taking the rook away can uncover an attack along the back rank (Chess960).
            const Bitboard after = (occupied & ~(Bitboard{king_} | c.rook)) |
                                   castled_king(Us, c.wing) | castled_rook(Us, c.wing);
            const Bitboard lines = enemy.straight & Bitboard::of(back_rank(Us));
            if (lines.empty() || (sliders::rook(castled_king(Us, c.wing), after) & lines).empty())
                ++total_;
        }
    }

    Men men_;
    Square king_;
    Bitboard king_steps_;
    Lanes rays_;
    Lanes sliders_;
    Lanes sum_;
    std::uint64_t total_ = 0;
    std::size_t castling_count_ = 0;
    std::array<Castling, 2> castlings_;
};

/// Takes the first moves from the generator and makes each of them.
template <Color Us>
class FirstMoves {
public:
    using P = Pawns<Us>;
    static constexpr Color them = ~Us;

    FirstMoves(const Board& board, Bitboard rights) noexcept
        : men_{Men::of(board, Us)},
          occupied_{board.occupied()},
          theirs_{board.men(them)},
          replies_{board, rights},
          knight_checks_{attacks::knight(replies_.king())},
          pawn_checks_{attacks::pawn(them, replies_.king())} {}

    static constexpr bool is_full() noexcept { return false; }
    void piece(PieceType type, Square from, Bitboard targets) noexcept {
        groups_[group_count_++] = {from, type, targets};
    }
    void castle(Square king, Square rook) noexcept {
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        const Bitboard rooks = Bitboard{rook} ^ castled_rook(Us, wing);
        Men men = men_.with<PieceType::rook>(rooks);
        men.king = castled_king(Us, wing);
        const Bitboard gone = Bitboard{king} | rook;
        replies_.add(men, (occupied_ & ~gone) | men.king | castled_rook(Us, wing), theirs_, {});
    }
    void pawns(Bitboard targets, int delta, bool) noexcept {
        pawn_sets_[pawn_set_count_++] = {targets, delta};
    }
    void double_steps(Bitboard targets, int) noexcept { twice_ |= targets; }
    void promotions(Bitboard targets, int delta, bool) noexcept {
        for (const Square to : targets) promote(square(index(to) - delta), to);
    }
    void en_passant(Square from, Square to) noexcept {
        const Bitboard taken = Pawns<them>::step(to);
        const Bitboard moved = Bitboard{from} | to;
        replies_.add(men_.with<PieceType::pawn>(moved), (occupied_ ^ moved) & ~taken,
                     theirs_ & ~taken, pawn_checks_ & to);
    }

    std::uint64_t total() noexcept {
        for (std::size_t i = 0; i < group_count_; ++i) {
            const Group& g = groups_[i];
            switch (g.type) {
                case PieceType::knight: officer<PieceType::knight>(g.from, g.targets); break;
                case PieceType::bishop: officer<PieceType::bishop>(g.from, g.targets); break;
                case PieceType::rook: officer<PieceType::rook>(g.from, g.targets); break;
                case PieceType::queen: officer<PieceType::queen>(g.from, g.targets); break;
                case PieceType::king: officer<PieceType::king>(g.from, g.targets); break;
                case PieceType::pawn: break;
            }
        }
        for (std::size_t i = 0; i < pawn_set_count_; ++i) {
            const auto& [targets, delta] = pawn_sets_[i];
            for (const Square to : targets) {
                const Bitboard moved = Bitboard{to} | square(index(to) - delta);
                replies_.add(men_.with<PieceType::pawn>(moved), (occupied_ & ~moved) | to,
                             theirs_ & ~Bitboard{to}, pawn_checks_ & to);
            }
        }
        for (const Square to : twice_) {
            const Square passed = square(index(to) - P::up);
            const Bitboard moved = Bitboard{to} | square(index(to) - 2 * P::up);
            const Men men = men_.with<PieceType::pawn>(moved);
            replies_.add(men, occupied_ ^ moved, theirs_, pawn_checks_ & to);
            replies_.add_en_passant(men, occupied_ ^ moved, passed);
        }
        return replies_.total();
    }

private:
    struct Group {
        Square from;
        PieceType type;
        Bitboard targets;
    };
    struct PawnSet {
        Bitboard targets;
        int delta;
    };

    template <PieceType T>
    HAKAM_INLINE void officer(Square from, Bitboard targets) noexcept {
        const Men left = men_.with<T>(from);
        const Bitboard others = occupied_ & ~Bitboard{from};
        for (const Square to : targets) {
            Men men = left.with<T>(to);
            if constexpr (T == PieceType::king) men.king = to;
            replies_.add(men, others | to, theirs_ & ~Bitboard{to},
                         T == PieceType::knight ? knight_checks_ & to : Bitboard{});
        }
    }
    HAKAM_NOINLINE void promote(Square from, Square to) noexcept {
        const Men left = men_.with<PieceType::pawn>(from);
        const Bitboard occupied = (occupied_ & ~Bitboard{from}) | to;
        const Bitboard theirs = theirs_ & ~Bitboard{to};
        const std::array<Men, 4> all = {
            left.with<PieceType::knight>(to), left.with<PieceType::bishop>(to),
            left.with<PieceType::rook>(to), left.with<PieceType::queen>(to)};
        for (std::size_t i = 0; i < 4; ++i)
            replies_.add(all[i], occupied, theirs, i == 0 ? knight_checks_ & to : Bitboard{});
    }

    Men men_;
    Bitboard occupied_;
    Bitboard theirs_;
    Replies<them> replies_;
    Bitboard knight_checks_;
    Bitboard pawn_checks_;
    Bitboard twice_;
    std::size_t group_count_ = 0;
    std::size_t pawn_set_count_ = 0;
    std::array<Group, 64> groups_;
    std::array<PawnSet, 64> pawn_sets_;
};

}  // namespace

std::uint64_t count_two_plies(const Position& position) noexcept {
    return movegen::dispatch(position, [&]<Ruleset R, Color Us>() {
        FirstMoves<Us> moves{position.board(), position.castling().rooks()};
        movegen::generate<R, Us>(position, moves);
        return moves.total();
    });
}

}  // namespace hakam

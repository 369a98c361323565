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
};

/// What the men of the side that has just moved may attack.
struct Attack {
    Lanes sliders;
    Bitboard steps;  ///< squares attacked by pawns, knights and king

    Bitboard straight() const noexcept { return Bitboard{lanes::words(sliders)[0]}; }
};

/// Counts the replies of `Us` to moves of the other side from one position, in which `Us` is not in
/// check. Men of `Us` are those before the move; what it takes is missing from `mine`.
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
        for (const Square rook : rights& Bitboard::of(back_rank(Us))) {
            const Wing wing = rook > king_ ? Wing::king : Wing::queen;
            const Bitboard movers = Bitboard{king_} | rook;
            const Bitboard goals = Bitboard{castled_king(Us, wing)} | castled_rook(Us, wing);
            castlings_[castling_count_++] = {
                rook, movegen::rank_span(movers | goals) & ~movers,
                movegen::rank_span(Bitboard{king_} | castled_king(Us, wing)), wing};
        }
    }

    std::uint64_t total() const noexcept { return total_ + lanes::sum(sum_); }
    Square king() const noexcept { return king_; }

    /// Adds the replies to a move that left these men. `step_checkers`: pawns or knights that
    /// check.
    HAKAM_INLINE void add(const Attack& enemy, Bitboard occupied, Bitboard mine,
                          Bitboard step_checkers) noexcept {
        Lanes pinned = lanes::same({});
        if (!step_checkers.empty()) [[unlikely]]
            return add_in_check(enemy, occupied, mine, step_checkers);
        const Lanes all = lanes::same(occupied);
        if (lanes::meet(rays_, enemy.sliders)) {
            const Lanes on_lines = rays_ & all;
            const Lanes near = lanes::nearest(on_lines);
            if (lanes::meet(near, enemy.sliders)) [[unlikely]]
                return add_in_check(enemy, occupied, mine, step_checkers);
            const Lanes far = lanes::nearest(on_lines ^ near);
            pinned = lanes::where_meet(far, enemy.sliders, near & lanes::same(mine));
        }
        const lanes::Ways ways{~all};
        add_moves(pinned, ways, occupied, mine, Bitboard::all());
        // The king is in nobody's way, since no slider looks at it.
        const Bitboard steps = king_steps_ & ~mine & ~enemy.steps;
        Bitboard open;
        for (std::size_t i = 0; i < castling_count_; ++i)
            if ((castlings_[i].way & occupied).empty()) open |= castlings_[i].rook;
        if (steps.empty() && open.empty()) return;
        const Bitboard lines = lanes::joined(lanes::slides(enemy.sliders, ways));
        total_ += static_cast<std::uint64_t>((steps & ~lines).size());
        if (!(open & mine).empty())
            add_castlings(open & mine, lines | enemy.steps, enemy.straight(), occupied);
    }

    /// Adds the captures en passant on `passed` after a double step.
    HAKAM_NOINLINE void add_en_passant(const Men& enemy, Bitboard occupied,
                                       Square passed) noexcept {
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

private:
    struct Castling {
        Square rook{};
        Bitboard way;   // must be empty
        Bitboard path;  // the king's, must not be attacked
        Wing wing{};
    };

    HAKAM_NOINLINE void add_in_check(Attack enemy, Bitboard occupied, Bitboard mine,
                                     Bitboard checkers) noexcept {
        const Lanes on_lines = rays_ & lanes::same(occupied);
        const Lanes near = lanes::nearest(on_lines);
        checkers |= lanes::joined(near & enemy.sliders);
        // Lines go on through the king (Law 3.8.1).
        const Lanes through = ~lanes::same(occupied ^ Bitboard{king_});
        const Bitboard lines = lanes::joined(lanes::slides(enemy.sliders, lanes::Ways{through}));
        total_ += static_cast<std::uint64_t>((king_steps_ & ~mine & ~enemy.steps & ~lines).size());
        if (checkers.has_many()) return;
        const Lanes far = lanes::nearest(on_lines ^ near);
        const Lanes pinned = lanes::where_meet(far, enemy.sliders, near & lanes::same(mine));
        add_moves(pinned, lanes::Ways{~lanes::same(occupied)}, occupied, mine,
                  checkers | attacks::between(king_, checkers.first()));
    }

    /// Adds the moves of all men but the king to `where`. `pinned` has the pinned men by line.
    HAKAM_INLINE void add_moves(Lanes pinned, const lanes::Ways& ways, Bitboard occupied,
                                Bitboard mine, Bitboard where) noexcept {
        const Lanes own = lanes::same(mine);
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
        const Lanes targets = lanes::without(lanes::same(where), own);
        sum_ = sum_ + lanes::sizes(lanes::slides(sliders, ways) & targets);
        if (!men_.knights.empty()) sum_ = sum_ + lanes::sizes(lanes::knights(knights) & targets);

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

    HAKAM_NOINLINE void add_castlings(Bitboard rooks, Bitboard danger, Bitboard straight,
                                      Bitboard occupied) noexcept {
        for (std::size_t i = 0; i < castling_count_; ++i) {
            const Castling& c = castlings_[i];
            if (!rooks.contains(c.rook) || !(c.path & danger).empty()) continue;
            // Taking the rook away can uncover an attack along the back rank (Chess960).
            const Bitboard after = (occupied & ~(Bitboard{king_} | c.rook)) |
                                   castled_king(Us, c.wing) | castled_rook(Us, c.wing);
            const Bitboard lines = straight & Bitboard::of(back_rank(Us));
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
          their_pawns_{board.men(them, PieceType::pawn)},
          king_steps_{attacks::king(men_.king)},
          knight_steps_{steps_of_knights(men_.knights)},
          attack_{attack_of(men_)},
          replies_{board, rights},
          knight_checks_{attacks::knight(replies_.king())},
          pawn_checks_{attacks::pawn(them, replies_.king())} {}

    static constexpr bool is_full() noexcept { return false; }
    void piece(PieceType type, Square from, Bitboard targets) noexcept {
        groups_[group_count_++] = {targets.bits(), from, type};
    }
    void castle(Square king, Square rook) noexcept {
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        const Bitboard gone = Bitboard{king} | rook;
        const Bitboard come = Bitboard{castled_king(Us, wing)} | castled_rook(Us, wing);
        Men men = men_;
        men.straight = (men.straight & ~Bitboard{rook}) | castled_rook(Us, wing);
        men.king = castled_king(Us, wing);
        replies_.add(attack_of(men), (occupied_ & ~gone) | come, theirs_, {});
    }
    void pawns(Bitboard targets, int delta, bool) noexcept {
        pawn_sets_[pawn_set_count_++] = {targets.bits(), delta};
    }
    void double_steps(Bitboard targets, int) noexcept { twice_ |= targets; }
    void promotions(Bitboard targets, int delta, bool) noexcept {
        for (const Square to : targets) promote(square(index(to) - delta), to);
    }
    void en_passant(Square from, Square to) noexcept {
        const Bitboard taken = Pawns<them>::step(to);
        const Bitboard moved = Bitboard{from} | to;
        pawn_move(moved, (occupied_ ^ moved) & ~taken, theirs_ & ~taken, to);
    }

    std::uint64_t total() noexcept {
        for (std::size_t i = 0; i < group_count_; ++i) {
            const Group& g = groups_[i];
            switch (g.type) {
                case PieceType::knight:
                    officer<PieceType::knight>(g.from, Bitboard{g.targets});
                    break;
                case PieceType::bishop:
                    officer<PieceType::bishop>(g.from, Bitboard{g.targets});
                    break;
                case PieceType::rook:
                    officer<PieceType::rook>(g.from, Bitboard{g.targets});
                    break;
                case PieceType::queen:
                    officer<PieceType::queen>(g.from, Bitboard{g.targets});
                    break;
                case PieceType::king:
                    officer<PieceType::king>(g.from, Bitboard{g.targets});
                    break;
                case PieceType::pawn:
                    break;
            }
        }
        for (std::size_t i = 0; i < pawn_set_count_; ++i) {
            const auto& [targets, delta] = pawn_sets_[i];
            for (const Square to : Bitboard{targets}) {
                const Bitboard moved = Bitboard{to} | square(index(to) - delta);
                pawn_move(moved, (occupied_ & ~moved) | to, theirs_ & ~Bitboard{to}, to);
            }
        }
        for (const Square to : twice_) {
            const Square passed = square(index(to) - P::up);
            const Bitboard moved = Bitboard{to} | square(index(to) - 2 * P::up);
            pawn_move(moved, occupied_ ^ moved, theirs_, to);
            if (!(attacks::pawn(Us, passed) & their_pawns_).empty()) {
                Men men = men_;
                men.pawns ^= moved;
                replies_.add_en_passant(men, occupied_ ^ moved, passed);
            }
        }
        return replies_.total();
    }

private:
    // Left unset until used, unlike a Bitboard.
    struct Group {
        std::uint64_t targets;
        Square from;
        PieceType type;
    };
    struct PawnSet {
        std::uint64_t targets;
        int delta;
    };

    static Bitboard steps_of_knights(Bitboard knights) noexcept {
        Bitboard result;
        for (const Square s : knights) result |= attacks::knight(s);
        return result;
    }
    static Attack attack_of(const Men& m) noexcept {
        return {lanes::by_line(m.straight, m.diagonal),
                attacks::pawns(Us, m.pawns) | steps_of_knights(m.knights) | attacks::king(m.king)};
    }
    HAKAM_INLINE void pawn_move(Bitboard moved, Bitboard occupied, Bitboard theirs,
                                Square to) noexcept {
        const Bitboard steps = attacks::pawns(Us, men_.pawns ^ moved) | knight_steps_ | king_steps_;
        replies_.add({attack_.sliders, steps}, occupied, theirs, pawn_checks_ & to);
    }
    template <PieceType T>
    HAKAM_INLINE void officer(Square from, Bitboard targets) noexcept {
        const Bitboard others = occupied_ & ~Bitboard{from};
        const Bitboard pawn_steps = attacks::pawns(Us, men_.pawns);
        const Bitboard stay =
            T == PieceType::knight
                ? pawn_steps | king_steps_ | steps_of_knights(men_.knights & ~Bitboard{from})
            : T == PieceType::king ? pawn_steps | knight_steps_
                                   : attack_.steps;
        for (const Square to : targets) {
            Attack attack{attack_.sliders, stay};
            const Bitboard moved = Bitboard{from} | to;
            if constexpr (T == PieceType::knight) attack.steps |= attacks::knight(to);
            if constexpr (T == PieceType::king) attack.steps |= attacks::king(to);
            if constexpr (T == PieceType::bishop)
                attack.sliders = attack.sliders ^ lanes::by_line({}, moved);
            if constexpr (T == PieceType::rook)
                attack.sliders = attack.sliders ^ lanes::by_line(moved, {});
            if constexpr (T == PieceType::queen)
                attack.sliders = attack.sliders ^ lanes::same(moved);
            replies_.add(attack, others | to, theirs_ & ~Bitboard{to},
                         T == PieceType::knight ? knight_checks_ & to : Bitboard{});
        }
    }
    HAKAM_NOINLINE void promote(Square from, Square to) noexcept {
        Men left = men_;
        left.pawns &= ~Bitboard{from};
        const Bitboard occupied = (occupied_ & ~Bitboard{from}) | to;
        const Bitboard theirs = theirs_ & ~Bitboard{to};
        std::array<Men, 4> all = {left, left, left, left};
        all[0].knights |= to;
        all[1].diagonal |= to;
        all[2].straight |= to;
        all[3].diagonal |= to;
        all[3].straight |= to;
        for (std::size_t i = 0; i < 4; ++i)
            replies_.add(attack_of(all[i]), occupied, theirs,
                         i == 0 ? knight_checks_ & to : Bitboard{});
    }

    Men men_;
    Bitboard occupied_;
    Bitboard theirs_;
    Bitboard their_pawns_;
    Bitboard king_steps_;
    Bitboard knight_steps_;
    Attack attack_;
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

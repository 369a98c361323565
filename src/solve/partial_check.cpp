// The checker of partial sets: it enumerates them again, square by square, and shares no code with
// the search that found them.
//
// A partial position stands for all positions in which, besides its own men, at most so many men of
// the loser stand on its empty squares: some anywhere, bishops in groups of which each has squares
// that it cannot leave (but by taking) as long as the walls stand: all pawns, and the loser's
// officers that are there. Groups that can meet are one. A group beyond thirty-two is not kept: its
// bishop may stand anywhere. What must hold, so that by induction on moves every position that can
// arise is meant by one that was visited, and none is mate:
//   1. the root is the position without some men of the loser;
//   2. every move that may be legal in a position meant leads to a position meant by a visited one:
//      a move of a man that is there; a pawn's capture of a man left out; a move of a man left out,
//      which changes nothing or takes a man of the winner;
//   3. in every position meant in which the loser is in check he has a legal answer.
// A move may be legal unless its side's king is then attacked along squares that no man left out
// can stand on. From a partial position a further man of the loser may be left out at any time.

#include "partial_check.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "hakam/core/attacks.hpp"
#include "hakam/core/packed.hpp"

namespace hakam {
namespace {

struct Group {
    Bitboard squares;
    int count = 0;
    friend bool operator==(const Group&, const Group&) = default;
};

struct Partial {
    Board board;
    Color turn{};
    std::optional<Square> arrived;  // the loser's man, or pawn by a double step, that came just now
    bool double_step = false;
    // The square a man of the loser has left just now, so that no man left out stands there; noted
    // only if no other square of a line to the winner's king can hide one.
    std::optional<Square> vacated;
    int anywhere = 0;            // men left out of which nothing is known
    std::vector<Group> bishops;  // left out

    friend bool operator==(const Partial&, const Partial&) = default;
};
PackedPosition planes(const Partial& p) {
    const Board& b = p.board;
    return {{b.plane(0).bits(), b.plane(1).bits(), b.plane(2).bits(), b.plane(3).bits()}, p.turn};
}
struct Hash {
    std::size_t operator()(const Partial& p) const {
        return static_cast<std::size_t>(mixed(planes(p)));
    }
};

constexpr std::size_t most_groups = 32;

void leave_out_man(Partial& p, Piece man, Square s) {
    if (man.type == PieceType::bishop && p.bishops.size() < most_groups)
        p.bishops.push_back({Bitboard{s}, 1});
    else
        ++p.anywhere;
}

// The squares next to `s` on the lines of a bishop.
Bitboard diagonal_neighbors(Square s) {
    return attacks::king(s) & (is_light(s) ? Bitboard::light() : Bitboard::dark());
}

class Checker {
public:
    Checker(const Argument& argument, Color winner)
        : winner_{winner}, loser_{~winner}, argument_{argument} {}

    Decision check(const Position& position, const Budget& budget) {
        if (position.rules() == RulesetId::torpedo || !position.castling().empty())
            return Decision::no;
        visit(root_of(position));
        std::uint64_t fingerprint = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            if (i >= budget.nodes) return Decision::unknown;
            if (i % 4096 == 4095 && budget.expired && budget.expired()) return Decision::unknown;
            const Partial p = *order_[i];
            fingerprint += mixed(planes(p));
            if (p.turn == loser_ && !can_answer(p)) return Decision::no;
            follow(p);
        }
        return order_.size() == argument_.positions && fingerprint == argument_.fingerprint
                   ? Decision::yes
                   : Decision::no;
    }

private:
    Partial root_of(const Position& position) const {
        Partial root;
        root.turn = position.turn();
        for (const Square s : position.occupied()) {
            const Piece man = *position.at(s);
            if (man.color == loser_ && man.type != PieceType::king &&
                argument_.left_out.contains(s))
                leave_out_man(root, man, s);
            else
                root.board.put(s, man);
        }
        if (const auto passed = position.en_passant_square()) {
            root.double_step = true;
            root.arrived = square(index(*passed) + (root.turn == Color::white ? -8 : 8));
        }
        return root;
    }
    void visit(Partial p) {
        if (!p.board.men(winner_).has_many()) return;  // a lone king never mates
        let_bishops_go(p);
        const auto [there, is_new] = visited_.insert(std::move(p));
        if (is_new) order_.push_back(&*there);
    }
    // The bishops left out may have come to any square that no wall keeps them from.
    void let_bishops_go(Partial& p) const {
        const Bitboard walls =
            p.board.men(PieceType::pawn) | (p.board.men(loser_) & ~p.board.men(PieceType::king));
        std::vector<Group> groups;
        for (Group group : p.bishops) {
            group.squares &= ~walls;
            std::vector<Square> stack(group.squares.begin(), group.squares.end());
            while (!stack.empty()) {
                const Square s = stack.back();
                stack.pop_back();
                for (const Square next : diagonal_neighbors(s) & ~walls & ~group.squares) {
                    group.squares |= next;
                    stack.push_back(next);
                }
            }
            std::erase_if(groups, [&](const Group& other) {
                if ((other.squares & group.squares).empty()) return false;
                group.squares |= other.squares;
                group.count += other.count;
                return true;
            });
            // Bishops that can stand nowhere have been taken.
            if (!group.squares.empty()) groups.push_back(group);
        }
        std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
            return a.squares.bits() < b.squares.bits();
        });
        p.bishops = std::move(groups);
    }

    // Whether a man left out can stand on `s`.
    static bool may_hide(const Partial& p, Square s) {
        if (p.board.at(s) || p.vacated == s) return false;
        return p.anywhere > 0 ||
               std::any_of(p.bishops.begin(), p.bishops.end(),
                           [&](const Group& group) { return group.squares.contains(s); });
    }
    static bool is_open(const Partial& p, Square a, Square b) {
        for (const Square s : attacks::between(a, b))
            if (may_hide(p, s)) return false;
        return true;
    }
    // The men of `by` that attack `s` if no man left out stands between.
    static Bitboard attackers(const Board& board, Square s, Color by) {
        Bitboard result;
        for (const Square from : board.men(by))
            if (attacks::of(*board.at(from), from, board.occupied()).contains(s)) result |= from;
        return result;
    }
    static Square king(const Board& board, Color c) {
        return board.men(c, PieceType::king).first();
    }
    static bool may_be_legal(const Partial& after, Color mover) {
        const Square k = king(after.board, mover);
        for (const Square from : attackers(after.board, k, ~mover))
            if (is_open(after, from, k)) return false;
        return true;
    }

    void follow(const Partial& p) {
        if (p.turn == loser_ && (p.anywhere > 0 || !p.bishops.empty())) follow_left_out(p);
        for (const Square from : p.board.men(p.turn)) {
            const Piece man = *p.board.at(from);
            if (man.type == PieceType::pawn) {
                follow_pawn(p, from, man);
                continue;
            }
            for (const Square to : attacks::of(man, from, p.board.occupied()))
                move(p, from, to, to, man);
        }
    }
    void follow_left_out(const Partial& p) {
        Partial next = p;
        next.turn = winner_;
        next.arrived.reset();
        next.double_step = false;
        if (may_be_legal(next, loser_)) visit(next);
        for (const Square s : p.board.men(winner_)) {
            if (s == king(p.board, winner_)) continue;
            Partial taken = next;
            taken.board.remove(s);
            if (p.anywhere > 0 && may_be_legal(taken, loser_)) visit(taken);
            for (std::size_t g = 0; g < p.bishops.size(); ++g) {
                const Bitboard from = p.bishops[g].squares;
                if (!from.contains(s) && (from & diagonal_neighbors(s)).empty()) continue;
                Partial by_bishop = taken;
                by_bishop.bishops[g].squares |= s;
                if (may_be_legal(by_bishop, loser_)) visit(by_bishop);
            }
        }
    }
    void follow_pawn(const Partial& p, Square from, Piece pawn) {
        const int up = pawn.color == Color::white ? 8 : -8;
        const Square one = square(index(from) + up);
        if (!p.board.at(one)) {
            move(p, from, one, one, pawn);
            if (relative_rank(pawn.color, from) == Rank::r2) {
                const Square two = square(index(one) + up);
                if (!p.board.at(two)) move(p, from, two, two, pawn);
            }
        }
        for (const Square to : attacks::pawn(pawn.color, from)) {
            if (p.board.at(to) || (pawn.color == winner_ && may_hide(p, to)))
                move(p, from, to, to, pawn);
            if (p.double_step && index(*p.arrived) + up == index(to))
                move(p, from, to, *p.arrived, pawn);
        }
    }
    void move(const Partial& p, Square from, Square to, Square victim, Piece man) {
        const auto taken = p.board.at(victim);
        if (taken && (taken->color == man.color || taken->type == PieceType::king)) return;
        Partial next = p;
        next.turn = ~man.color;
        next.board.remove(from);
        next.board.remove(victim);
        const int way = index(to) - index(from);
        next.double_step = man.type == PieceType::pawn && (way == 16 || way == -16);
        next.arrived.reset();
        if (next.double_step || (man.color == loser_ && man.type != PieceType::king))
            next.arrived = to;
        const bool promotes =
            man.type == PieceType::pawn && relative_rank(man.color, to) == Rank::r8;
        for (const PieceType type : piece_types) {
            if (promotes ? type == PieceType::pawn || type == PieceType::king : type != man.type)
                continue;
            next.board.put(to, {man.color, type});
            if (!may_be_legal(next, man.color)) continue;
            Partial known = next;
            known.vacated.reset();
            if (man.color == loser_) note_vacated(known, from);
            if (man.color == winner_ && p.arrived) leave_out(known, *p.arrived);
            visit(known);
        }
    }
    void note_vacated(Partial& p, Square from) const {
        let_bishops_go(p);
        const Square k = king(p.board, winner_);
        for (const Square attacker : attackers(p.board, k, loser_)) {
            int hiding = 0;
            for (const Square s : attacks::between(attacker, k)) hiding += may_hide(p, s) ? 1 : 0;
            if (hiding == 1 && attacks::between(attacker, k).contains(from) && may_hide(p, from)) {
                p.vacated = from;
                return;
            }
        }
    }
    // The man of the loser that came to `s` before this move.
    void leave_out(Partial& p, Square s) const {
        const auto man = p.board.at(s);
        if (!man || man->color != loser_ || man->type == PieceType::king) return;
        if (argument_.follows_pawns && man->type == PieceType::pawn) return;
        p.board.remove(s);
        leave_out_man(p, *man, s);
    }

    // Whether the loser is not in check or has a legal move in every position meant by `p`.
    bool can_answer(const Partial& p) const {
        const Square k = king(p.board, loser_);
        const Bitboard checks = attackers(p.board, k, winner_);
        if (checks.empty()) return true;
        Bitboard to_fill;  // flights where nothing but a man left out can stand in the way
        for (const Square to : attacks::king(k)) {
            const auto there = p.board.at(to);
            if ((there && there->color == loser_) || !is_safe_after(p, k, to, k)) continue;
            if (there || !may_hide(p, to)) return true;
            to_fill |= to;
        }
        int missing = to_fill.size();
        for (const Group& group : p.bishops)
            missing -= std::min((to_fill & group.squares).size(), group.count);
        if (missing > p.anywhere) return true;
        if (checks.has_many()) return false;
        // One man gives check; if it is not interrupted, nobody stands between it and the king.
        const Square checker = checks.first();
        for (const Square from : p.board.men(loser_)) {
            if (from == k) continue;
            for (const Square to : attacks::between(checker, k) | checker)
                if (surely_reaches(p, from, to, to == checker) && is_safe_after(p, from, to, k))
                    return true;
        }
        return false;
    }
    // Whether no man of the winner attacks the loser's king after the move.
    bool is_safe_after(const Partial& p, Square from, Square to, Square k) const {
        Board after = p.board;
        after.remove(from);
        after.put(to, *p.board.at(from));
        return attackers(after, from == k ? to : k, winner_).empty();
    }
    static bool surely_reaches(const Partial& p, Square from, Square to, bool captures) {
        const Piece man = *p.board.at(from);
        if (man.type != PieceType::pawn || captures)
            return attacks::of(man, from, p.board.occupied()).contains(to) && is_open(p, from, to);
        const int up = man.color == Color::white ? 8 : -8;
        const Square one = square(index(from) + up);
        if (to == one) return true;
        return relative_rank(man.color, from) == Rank::r2 && index(to) == index(one) + up &&
               !p.board.at(one) && !may_hide(p, one);
    }

    Color winner_;
    Color loser_;
    const Argument& argument_;
    std::unordered_set<Partial, Hash> visited_;
    std::vector<const Partial*> order_;
};

}  // namespace

Decision verify_partial_set(const Position& position, Color side, const Argument& argument,
                            const Budget& budget) {
    return Checker{argument, side}.check(position, budget);
}

}  // namespace hakam

// Whether a mate fits into a layer: the part of the checker that asks for arrangements of men.

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "region_check.hpp"

namespace hakam::region_check {
namespace {

bool slides(const ManRegion& m) {
    return m.piece.type == PieceType::bishop || m.piece.type == PieceType::rook ||
           m.piece.type == PieceType::queen;
}
// An arrangement of men that would be mate of the king on `king`, looked for by trying everything:
// each man of the winner attacks from one square of its region, each man of the loser blocks one
// square next to his king. A man of the loser that stands next to the line of check, cannot be
// pinned and can step onto it refutes an arrangement.
class MateArrangement {
public:
    MateArrangement(const Men& men, Color winner, Square king, const LastMove& last)
        : men_{men}, winner_{winner}, king_{king}, last_{last}, flights_{attacks::king(king)} {
        for (const ManRegion& m : men)
            if (is_fixed(m) && !(is_king(m) && m.piece.color != winner)) blockers_ |= m.squares;
        for (const ManRegion& m : men) {
            const auto only = m.squares.only();
            if (!only) continue;
            if (m.piece.color == winner_ && !m.promoted)
                flights_ &= ~squares_attacked(m, *only, blockers_);
            else if (m.piece.color != winner_ && !is_king(m) && !m.may_fall)
                flights_ &= ~m.squares;
        }
        int men_that_check = 0;
        bool bishops_only = true;
        for (const ManRegion& m : men)
            if (may_check(m)) {
                ++men_that_check;
                bishops_only = bishops_only && m.piece.type == PieceType::bishop;
            }
        no_double_check_ = bishops_only || men_that_check < 2;
    }

    bool exists() {
        for (const ManRegion& m : men_) {
            denied_.emplace_back();
            if (m.piece.color != winner_) continue;
            for (const Square s : m.squares & ~Bitboard{king_})
                if (!is_king(m) || !attacks::king(king_).contains(s))
                    for (const Bitboard hit : attacks_from(m, s))
                        denied_.back().insert((hit & flights_).bits());
        }
        used_ = std::vector<bool>(men_.size());
        for (std::size_t i = 0; i < men_.size(); ++i)
            if (may_check(men_[i]) && exists_with_check_by(i)) return true;
        return false;
    }

private:
    // What a man attacks from a square: a promoted one as queen or as knight, which is at least as
    // much as it can attack as anything else.
    std::array<Bitboard, 2> attacks_from(const ManRegion& m, Square s) const {
        const Bitboard hit = attacks::of(m.piece, s, blockers_);
        return {hit, m.promoted ? attacks::knight(s) : hit};
    }
    bool may_check(const ManRegion& m) const {
        if (m.piece.color != winner_ || is_king(m)) return false;
        return last_.movers.contains(m.home) || (slides(m) && !last_.vacated.empty());
    }

    bool exists_with_check_by(std::size_t i) {
        const ManRegion& checker = men_[i];
        used_[i] = true;
        for (const Square s : checker.squares & ~Bitboard{king_}) {
            const Bitboard line = attacks::between(s, king_);
            if (!last_.movers.contains(checker.home) && (line & last_.vacated).empty()) continue;
            for (const Bitboard hit : attacks_from(checker, s)) {
                if (!hit.contains(king_)) continue;
                line_ = line;
                checker_ = s;
                if (a_fixed_man_answers(checker)) continue;
                if (can_deny(flights_ & ~hit, checker)) return true;
            }
        }
        used_[i] = false;
        return false;
    }
    bool a_fixed_man_answers(const ManRegion& checker) const {
        return std::any_of(men_.begin(), men_.end(), [&](const ManRegion& m) {
            return m.piece.color != winner_ && !is_king(m) && is_fixed(m) &&
                   answers(m, m.squares.first(), checker);
        });
    }
    // Whether man `m` on `from` can certainly end the check by one step.
    bool answers(const ManRegion& m, Square from, const ManRegion& checker) const {
        if (!no_double_check_ || may_be_pinned(from, checker)) return false;
        if (!m.promoted) return answers_as(m.piece.type, m.piece.color, from);
        if (!m.born.only()) return false;
        const bool may_be_bishop = is_light(m.born.first()) == is_light(from);
        return answers_as(PieceType::rook, m.piece.color, from) &&
               answers_as(PieceType::knight, m.piece.color, from) &&
               (!may_be_bishop || answers_as(PieceType::bishop, m.piece.color, from));
    }
    bool answers_as(PieceType type, Color color, Square from) const {
        const Bitboard target = line_ | checker_;
        if (type == PieceType::pawn) {
            const int ahead = index(from) + (color == Color::white ? 8 : -8);
            return attacks::pawn(color, from).contains(checker_) || line_.contains(square(ahead));
        }
        if (type == PieceType::knight) return !(attacks::knight(from) & target).empty();
        // Only steps to the next square: nobody can stand in their way.
        return !(attacks::of({color, type}, from, ~Bitboard{}) & target).empty();
    }
    bool may_be_pinned(Square from, const ManRegion& checker) const {
        const Bitboard line = attacks::line(king_, from);
        for (const ManRegion& m : men_) {
            if (m.piece.color != winner_ || m.home == checker.home || !slides(m)) continue;
            for (const Square s : m.squares& line)
                if (attacks::between(s, king_).contains(from) &&
                    attacks::of(m.piece, s, {}).contains(king_))
                    return true;
        }
        return false;
    }

    bool can_deny(Bitboard flights, const ManRegion& checker) {
        if (flights.empty() || ++tries_ > most_tries) return true;
        const Square flight = flights.first();
        for (std::size_t i = 0; i < men_.size(); ++i) {
            const ManRegion& m = men_[i];
            if (used_[i]) continue;
            used_[i] = true;
            if (m.piece.color != winner_) {
                if (!is_king(m) && m.squares.contains(flight) && !answers(m, flight, checker) &&
                    can_deny(flights & ~Bitboard{flight}, checker))
                    return true;
            } else {
                for (const std::uint64_t hit : denied_[i])
                    if (Bitboard{hit}.contains(flight) &&
                        can_deny(flights & ~Bitboard{hit}, checker))
                        return true;
            }
            used_[i] = false;
        }
        return false;
    }

    static constexpr int most_tries = 10'000'000;
    const Men& men_;
    Color winner_;
    Square king_;
    const LastMove& last_;
    Bitboard flights_;
    Bitboard blockers_;
    bool no_double_check_ = false;
    Square checker_{};  // the arrangement that is being looked at: who gives check, along what
    Bitboard line_;
    std::vector<std::set<std::uint64_t>> denied_;  // by man: what it denies from one square
    std::vector<bool> used_;
    int tries_ = 0;
};

}  // namespace

LastMove any_move_inside(const Men& men, Color winner) {
    LastMove last;
    for (const ManRegion& m : men) {
        if (m.piece.color != winner) {
            if (m.may_fall && (is_pawn(m) || m.promoted)) last.vacated |= m.squares;
        } else if (m.squares.has_many()) {
            last.movers |= m.home;
            last.vacated |= m.squares;
        }
    }
    return last;
}

bool mate_exists(const Men& men, Color winner, Square king, const LastMove& last) {
    return MateArrangement{men, winner, king, last}.exists();
}

}  // namespace hakam::region_check

// Pure, model and ideal mates. The field of a king is its square and those beside it. A man takes
// part if it guards a square of the field, gives check, blocks a square, or pins a man that could
// end the check otherwise.

#include <array>

#include "hakam/core/attacks.hpp"
#include "hakam/problem/themes.hpp"

namespace hakam::problem {
namespace {

class Picture {
public:
    explicit Picture(const Position& p)
        : position_{p},
          board_{p.board()},
          mated_{p.turn()},
          king_{p.king(mated_)},
          unseen_{board_.occupied() & ~Bitboard{king_}} {}

    MatePicture judge() {
        MatePicture result;
        find_pins();
        check();
        for (const Square s : attacks::king(king_)) field(s);
        if (!fault_.empty()) {
            result.why_not = fault_;
            return result;
        }
        result.pure = true;
        const Bitboard own = board_.men(~mated_) & ~busy_;
        const Bitboard officers =
            own & ~board_.men(PieceType::pawn) & ~board_.men(PieceType::king);
        if (!officers.empty()) {
            result.why_not = idle(officers.first());
            return result;
        }
        result.model = true;
        const Bitboard others =
            own | (board_.men(mated_) & ~busy_ & ~Bitboard{king_});
        if (!others.empty()) {
            result.why_not = idle(others.first());
            return result;
        }
        result.ideal = true;
        return result;
    }

private:
    Bitboard guards(Square s) const {
        Bitboard all;
        for (const Square from : board_.men(~mated_))
            if (from != s && attacks::of(*board_.at(from), from, unseen_).contains(s)) all |= from;
        return all;
    }

    std::string man(Square s) const {
        const Piece p = *board_.at(s);
        return (p.color == Color::white ? "White's " : "Black's ") +
               (p.type == PieceType::pawn ? "" : std::string(1, to_char(Piece{Color::white, p.type}))) +
               to_string(s);
    }
    std::string idle(Square s) const { return man(s) + " takes no part"; }
    void fault(std::string text) {
        if (fault_.empty()) fault_ = std::move(text);
    }

    // Men whose only offence is to be pinned: without the pin they could end the check.
    void find_pins() {
        for (const Square from : board_.men(~mated_)) {
            const Piece piece = *board_.at(from);
            if (!attacks::of(piece, from, Bitboard{from}).contains(king_)) continue;
            const auto pinned = (attacks::between(from, king_) & board_.occupied()).only();
            if (!pinned || !board_.men(mated_).contains(*pinned)) continue;
            if (!could_move(*pinned, from)) continue;
            needed_pin_[static_cast<std::size_t>(index(*pinned))] = from;
            busy_ |= from;
            busy_ |= *pinned;
        }
    }
    bool could_move(Square man, Square without) const {
        Setup setup = position_.setup();
        setup.board.remove(without);
        const auto p = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
        if (!p) return false;
        for (const Move m : p->legal_moves())
            if (m.from() == man) return true;
        return false;
    }

    void check() {
        const Bitboard checkers = position_.checkers();
        busy_ |= checkers;
        if (!checkers.has_many()) return;
        // Two checks are pure only if each of them alone could be met by a man.
        for (const Square checker : checkers) {
            Setup setup = position_.setup();
            setup.board.remove(checker);
            const auto p = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
            bool met = false;
            if (p)
                for (const Move m : p->legal_moves()) met = met || m.from() != king_;
            if (!met) fault("the king is checked twice without need");
        }
    }

    void field(Square s) {
        Bitboard by = guards(s);
        const auto there = board_.at(s);
        if (there && there->color == mated_) {
            const auto pin = needed_pin_[static_cast<std::size_t>(index(s))];
            if (pin) by &= ~Bitboard{*pin};
            if (!by.empty()) {
                fault(to_string(s) + " is blocked and guarded");
                return;
            }
            busy_ |= s;
            return;
        }
        if (by.has_many()) fault(to_string(s) + " is guarded more than once");
        busy_ |= by;
    }

    const Position& position_;
    Board board_;
    Color mated_;
    Square king_;
    Bitboard unseen_;  // men that stop lines: all but the mated king
    Bitboard busy_;    // men that take part
    std::array<std::optional<Square>, 64> needed_pin_{};
    std::string fault_;
};

}  // namespace

MatePicture mate_picture(const Position& position) { return Picture{position}.judge(); }

}  // namespace hakam::problem

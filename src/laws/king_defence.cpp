#include "king_defence.hpp"

#include "hakam/core/attacks.hpp"

// The sets are kept as one bitboard of the defender's king for each placement of the attacker's
// men, so that a sweep over all positions is a few thousand steps on 64 positions at once.

namespace hakam::laws {
namespace {

/// All squares next to a square of the set.
Bitboard around(Bitboard set) noexcept {
    Bitboard next;
    for (const Square s : set) next |= attacks::king(s);
    return next;
}

}  // namespace

bool KingDefence::is_about(const Position& position, Color attacker) noexcept {
    const Bitboard bishops = position.men(attacker, PieceType::bishop);
    const Bitboard knights = position.men(attacker, PieceType::knight);
    return position.men(attacker).size() == 2 && !(bishops | knights).empty();
}

std::size_t KingDefence::at(Square king, Square minor) const noexcept {
    return static_cast<std::size_t>(index(king) * 64 + index(minor));
}

Bitboard KingDefence::reach(Square minor, Square king) const noexcept {
    return minor_ == PieceType::knight ? attacks::knight(minor) : attacks::bishop(minor, king);
}

/// Where the defender's king can step from onto one of `safe_targets`, which neither king nor men
/// deny it.
Bitboard KingDefence::escapes(Bitboard safe_targets, Square king) const noexcept {
    return around(safe_targets & ~attacks::king(king) & ~squares_ & ~Bitboard{king});
}

KingDefence::KingDefence(PieceType minor, Bitboard squares) : minor_{minor}, squares_{squares} {
    safe_.assign(64 * 64, Bitboard::all());
    std::vector<Bitboard> answered(64 * 64);  // the same with the defender to move
    bool changed = true;
    while (changed) {
        changed = false;
        for (int k = 0; k < 64; ++k)
            for (int m = 0; m < 64; ++m) {
                const Square king = square(k), piece = square(m);
                Bitboard held =
                    escapes(safe_[at(king, piece)] & ~reach(piece, king) & ~Bitboard{piece}, king);
                if (!attacks::king(king).contains(piece)) held |= attacks::king(piece);
                answered[at(king, piece)] = held;
            }
        for (int k = 0; k < 64; ++k)
            for (int m = 0; m < 64; ++m) {
                const Square king = square(k), piece = square(m);
                if (king == piece) continue;
                Bitboard safe = safe_[at(king, piece)];
                // A king cannot step next to the other, nor a man onto it.
                for (const Square to : attacks::king(king) & ~Bitboard{piece})
                    safe &= answered[at(to, piece)] | attacks::king(to) | to;
                for (const Square to : reach(piece, king) & ~Bitboard{king})
                    safe &= answered[at(king, to)] | to;
                if (safe != safe_[at(king, piece)]) {
                    safe_[at(king, piece)] = safe;
                    changed = true;
                }
            }
    }
}

bool KingDefence::holds(const Position& position, Color attacker) const noexcept {
    const Square king = position.king(attacker);
    const Bitboard minor = position.men(attacker) & ~Bitboard{king};
    return safe_[at(king, minor.first())].contains(position.king(~attacker));
}

}  // namespace hakam::laws

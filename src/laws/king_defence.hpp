#pragma once

#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::laws {

/// Positions in which a king escapes a king and one minor piece for ever: he moves and nobody else
/// of his side does. Taking moves away from the defender can only help the attacker, so whoever
/// stands in such a position is not forced into mate.
///
/// The sets are the greatest in which, after every move of the attacker, some move of the king
/// stays in the set or takes the piece. The defender's other men never move, and the attacker may
/// or may not have captured them: no king steps on their squares, and no line is closed by them.
/// What is safe under these worse conditions is safe.
class KingDefence {
public:
    /// Whether the men of `attacker` are a king with one bishop or knight.
    static bool is_about(const Position& position, Color attacker) noexcept;

    /// `squares`: those of the defender's men other than the king. Pre: is_about().
    /// Cost: some milliseconds.
    KingDefence(PieceType minor, Bitboard squares);

    /// Whether the defender's king is safe for ever with the attacker to move.
    /// Pre: the men are those of this object.
    bool holds(const Position& position, Color attacker) const noexcept;

private:
    Bitboard reach(Square minor, Square king) const noexcept;
    std::size_t at(Square king, Square minor) const noexcept;
    Bitboard escapes(Bitboard safe_targets, Square king) const noexcept;

    PieceType minor_;
    Bitboard squares_;
    /// By the attacker's king and piece: where the defender's king is safe, the attacker to move.
    std::vector<Bitboard> safe_;
};

}  // namespace hakam::laws

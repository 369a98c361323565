#pragma once

// The checker of region certificates; it shares no code with the prover.

#include <vector>

#include "hakam/core/attacks.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam::region_check {

using Men = std::vector<ManRegion>;

inline bool is_king(const ManRegion& m) { return m.piece.type == PieceType::king; }
inline bool is_pawn(const ManRegion& m) { return m.piece.type == PieceType::pawn; }
/// A queen, rook, bishop or knight that has been one from the start.
inline bool is_officer(const ManRegion& m) { return !is_king(m) && !is_pawn(m) && !m.promoted; }
/// Whether the man always stands on its one square.
inline bool is_fixed(const ManRegion& m) { return m.squares.only() && !m.may_fall; }

/// A promoted man attacks as queen or knight; here as both.
Bitboard squares_attacked(const ManRegion& m, Square s, Bitboard blockers);
Bitboard fixed_squares(const Men& men);
/// Where the king of `color` can never go.
Bitboard guarded_squares(const Men& men, Color color);
/// Whether `front` is known to stay in front of `man` on their common file while the layer lasts.
bool stays_in_front(const ManRegion& man, const ManRegion& front);
/// Whether a pawn in its order can come to `to` so that something is left for the pawn in front.
bool has_room(const Men& men, const ManRegion& m, Square to);

/// The winner's move that would be mate. The loser was not in check before it, so a man that gives
/// check has just moved or stands on a line that was uncovered.
struct LastMove {
    Bitboard movers;   // homes of the men that can have moved
    Bitboard vacated;  // squares that can have been left empty by it
};
LastMove any_move_inside(const Men& men, Color winner);

/// Whether some arrangement of the men would be mate of the king on `king`.
bool mate_exists(const Men& men, Color winner, Square king, const LastMove& last);

}  // namespace hakam::region_check

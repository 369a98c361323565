#pragma once

#include <utility>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/retro/legality.hpp"
#include "hakam/retro/unmove.hpp"

namespace hakam::retro {

/// Which castling rights can still be there together.
struct RightsFound {
    /// All sets that are not refuted and are in no larger such set; one empty set if no right can
    /// be left; no set at all if the diagram itself is illegal.
    std::vector<CastlingRights> maximal;
    /// The larger sets that were refuted, and why.
    std::vector<std::pair<CastlingRights, Reason>> refuted;
    std::uint64_t nodes = 0;
};
/// The rights of the diagram are ignored: every king and rook at home is asked for.
/// Cost: at most 16 refutations; `budget.nodes` bounds each.
RightsFound rights(const Diagram& diagram, const Budget& budget);

/// Last moves that are not refuted, and those that are.
struct LastMoves {
    std::vector<Unmove> possible;
    std::vector<RefutedMove> refuted;
    std::uint64_t nodes = 0;
};
LastMoves last_moves(const Diagram& diagram, const Budget& budget);

/// Lines of the last `plies` half-moves, the latest first, at most `limit` of them.
std::vector<std::vector<Move>> last_lines(const Diagram& diagram, int plies, std::size_t limit,
                                          const Budget& budget);

/// Whether the last move was certainly the double step over `passed`: yes if every other last move
/// is refuted, no if that one is, else unknown.
Decision last_was_double_step(const Diagram& diagram, Square passed, const Budget& budget);

/// Whose move it can be: the sides for which the board is not refuted.
std::vector<Color> possible_turns(const Diagram& diagram, const Budget& budget);

/// Fewest men that pawns of the side have taken, by the pawns and promoted men of the diagram.
int fewest_pawn_captures(const Diagram& diagram, Color side);
/// Whether the man on the square must be a promoted one: with it as an officer of the array its side
/// could not share out its home squares with the captures at hand.
bool certainly_promoted(const Diagram& diagram, Square man);

}  // namespace hakam::retro

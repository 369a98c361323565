#pragma once

#include <vector>

#include "hakam/retro/deduce.hpp"

namespace hakam::retro {

/// What the Codex for Chess Composition (Articles 16 and 17) allows in a diagram.
struct Conventions {
    /// Article 16.1: castling is allowed unless it is proved impossible. The granted rights that
    /// may each be used; if `parts` has more than one set they exclude each other.
    CastlingRights castling;
    /// Partial retro analysis: the sets of granted rights that can coexist, none within another.
    /// With one part nothing excludes anything. Under retro strategy whoever castles first keeps
    /// the parts that hold its right.
    std::vector<CastlingRights> parts;
    bool exclusive() const noexcept { return parts.size() > 1; }
    /// Why two rights exclude each other, or a granted right is false.
    std::vector<std::pair<CastlingRights, Reason>> refuted;
    /// Article 16.2: en passant is allowed only if proved: squares passed over by the one possible
    /// last move, where a capture is legal.
    std::vector<Square> en_passant;
    /// A posteriori (16.3): squares where a capture would be legal if castling proved the double
    /// step, and the rights that would have to be used.
    struct Posterior {
        Square passed;
        CastlingRights by;
    };
    std::vector<Posterior> posterior;
};

/// Conventions for the granted rights of the diagram. Cost: some refutations of `budget` each.
Conventions conventions(const Diagram& diagram, const Budget& budget);

/// Rooks of the setup that stand at home beside unmoved kings by its rights, one of each side, that
/// cannot both have their right (Article 16.1): White's first. Empty if nothing is proved.
/// Cost: that of conventions().
std::vector<std::pair<Square, Square>> exclusive_castlings(const Setup& setup,
                                                           const Budget& budget);

/// The parts that are left after castling with the rook on `rook` (retro strategy).
std::vector<CastlingRights> parts_after(const std::vector<CastlingRights>& parts, Square rook);

/// Article 17.2: the fifty-move rule is for retro problems only.
inline constexpr int fifty_moves_in_plies = 100;

}  // namespace hakam::retro

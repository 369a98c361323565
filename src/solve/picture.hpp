#pragma once

// Pictures of mate: a square of the mated king, a man that gives check, and for each flight a man
// that takes it away. The cheapest to arrange are found first; a search is then led to one of them.

#include <vector>

#include "hakam/core/position.hpp"
#include "routes.hpp"

namespace hakam::solve {

class Picture {
public:
    struct Need {
        Piece piece;
        Square square;
    };
    /// The first need is the mated king, the second the man that gives check: it comes last.
    Picture(const Routes& routes, std::vector<Need> needs);

    static constexpr int never = 1000;
    /// How many moves, roughly, until all men stand as in the picture; `never` if a man is missing.
    int distance(const Position& position) const noexcept;
    const std::vector<Need>& needs() const noexcept { return needs_; }

private:
    struct Table {
        Costs officer;
        Costs pawn;
    };
    int assign(const Position& position, std::size_t n, Bitboard used, int spent,
               int best) const noexcept;

    std::vector<Need> needs_;
    std::vector<Table> tables_;
};

/// At most so many pictures, those that seem easiest to reach first; none that are much harder than
/// the easiest one.
std::vector<Picture> easiest_pictures(const Position& position, Color winner, std::size_t most);

}  // namespace hakam::solve

#pragma once

#include <array>
#include <cstdint>

#include "king_guide.hpp"
#include "layer.hpp"

namespace hakam::solve {

/// Grows a split layer until no move but captures and pawn moves leaves it, and looks for mates.
class Splitting {
public:
    Splitting(SplitLayer& layer, Color winner) : s_{layer}, l_{layer.men}, winner_{winner} {}

    void close();
    /// Whether a move inside the layer may give mate. Pre: close() was called.
    bool mate_fits();
    /// For every pair whether a mate fits, by plies of king moves to the nearest such pair.
    KingGuide guide() const;
    /// Pairs that were looked at closely.
    int tests() const noexcept { return tests_; }

private:
    bool grow_officers();
    bool grow_kings();
    void add_discovered(std::array<std::uint64_t, 64>& test) const;

    static constexpr int most_tests = 8192;
    SplitLayer& s_;
    Layer& l_;
    Color winner_;
    int tests_ = 0;
};

/// Whether a move of the winner that leads into a layer may be mate: man `mover` has come to where
/// it stands and has left one of the squares `vacated`. Adds to `tests` what was looked at closely.
bool entry_mates(const Layer& layer, const KingPairs& kings, Color winner, int mover,
                 std::uint64_t vacated, int& tests);

}  // namespace hakam::solve

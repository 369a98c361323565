#pragma once

// The region prover. A layer says for every man on which squares it can stand; the prover grows the
// sets of a layer to the least ones that moves do not leave, and then asks whether a mate fits into
// them. Two kinds of layers:
//   lumped: pawn moves and captures happen inside the layer, which therefore needs no other;
//   split:  nothing irreversible happens inside; every capture and pawn move leads to a further
//           layer in which that man stands exactly where it arrived.
// A proof is one lumped layer, or split layers that end in lumped ones.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"
#include "king_guide.hpp"
#include "layer.hpp"
#include "lumping.hpp"

namespace hakam::solve {

class RegionProver {
public:
    RegionProver(const Position& position, Color winner);

    /// Tries the one lumped layer. Cost: a few microseconds.
    bool prove_lumped();
    /// Tries split layers, at most `limit` of them.
    bool prove_split(int limit);
    /// Pre: one of the above has returned true.
    RegionCertificate certificate() const;
    /// Layers looked at so far.
    int effort() const noexcept { return effort_; }

private:
    bool prove(const SplitLayer& start);
    bool prove_new(const SplitLayer& start, bool at_root);
    bool prove_events(const SplitLayer& layer, const Rights& rights);

    const Position& position_;
    Color winner_;
    bool root_ = true;
    int limit_ = 0;
    int effort_ = 0;
    std::vector<RegionLayer> proof_;
    std::unordered_multimap<std::uint64_t, std::pair<SplitLayer, bool>> known_;
};

}  // namespace hakam::solve

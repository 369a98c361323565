#pragma once

// The region prover. A layer says for every man on which squares it can stand; the prover grows the
// sets of a layer to the least ones that moves do not leave, and then asks whether a mate fits into
// them. Two kinds of layers:
//   lumped: pawn moves and captures happen inside the layer, which therefore needs no other;
//   split:  nothing irreversible happens inside; every capture and pawn move leads to a further
//           layer in which that man stands exactly where it arrived.
// A proof is one lumped layer, or split layers that end in lumped ones.

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam::solve {

/// Men of a layer; index 0 is the white king, 1 the black king.
struct Layer {
    int count = 0;
    std::uint32_t may_fall = 0;
    std::array<std::uint8_t, 32> home{};
    std::array<std::uint8_t, 32> type{};  ///< plane code of PieceType; `amazon` for a promoted man
    std::array<std::uint8_t, 32> color{};
    std::array<std::uint64_t, 32> set{};
    std::array<std::uint64_t, 32> born{};  ///< where a promoted man can have promoted

    static constexpr std::uint8_t amazon = 6;  ///< queen or knight

    /// Nothing if there are more than 32 men.
    static std::optional<Layer> of(const Position& position);
    bool falls(int i) const noexcept { return ((may_fall >> i) & 1) != 0; }
    void remove(int i) noexcept;
    RegionLayer published() const;
};

/// The squares on which the two kings can stand at the same time: by the side to move and the
/// square of the white king, those of the black king.
struct KingPairs {
    std::array<std::array<std::uint64_t, 64>, 2> black{};

    std::array<std::uint64_t, 2> squares() const noexcept;
    bool operator==(const KingPairs&) const = default;
};

/// A layer without captures and pawn moves, in which kings are followed exactly and the other men
/// by their regions.
struct SplitLayer {
    Layer men;
    KingPairs kings;
};

/// How far the kings are, in plies of king moves alone, from a pair in which a mate may fit as long
/// as nothing irreversible happens: only an order of search.
struct KingGuide {
    static constexpr std::uint8_t never = 255;
    std::vector<std::uint8_t> plies;  ///< 8192, by turn, white and black king; or empty

    int at(Color turn, Square white, Square black) const noexcept {
        return plies[static_cast<std::size_t>(index(turn) * 4096 + index(white) * 64 +
                                              index(black))];
    }
};
KingGuide king_guide(const Position& position, Color winner);

struct Rights;

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

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/core/packed.hpp"

/// Proofs that a side can never mate, in a form that simple code can check without the search that
/// found them.
namespace hakam {

/// A fact about the men on the board alone, true of every position reached by a legal move.
enum class MaterialLemma : std::uint8_t {
    none,
    lone_king,         ///< the side has only its king
    lone_knight,       ///< king and one knight against king and at most queens
    one_color_bishops  ///< only bishops, all bishops of both sides on one colour, no pawn, no
                       ///< knight
};

/// Stable name, e.g. "lone-king".
std::string_view name(MaterialLemma lemma) noexcept;
/// One English sentence without the full stop.
std::string_view describe(MaterialLemma lemma) noexcept;

/// Where one man can stand while a RegionLayer lasts.
struct ManRegion {
    Square home{};          ///< where it stands in the certificate's position: its name
    Piece piece{};          ///< for a promoted pawn its colour, and queen
    bool promoted = false;  ///< a pawn that has become a queen, rook, bishop or knight: any of them
    bool may_fall = false;  ///< whether it may be captured while the layer lasts
    Bitboard squares;       ///< every square it can stand on
    /// Where a promoted man can have promoted; if that is a whole rank it may still be a pawn.
    Bitboard born;

    friend bool operator==(const ManRegion&, const ManRegion&) = default;
};

/// A set of positions: each man that is still there stands on a square of its region; a man that is
/// not listed has been captured.
struct RegionLayer {
    std::vector<ManRegion> men;
    /// Empty, or the pairs of squares that the kings can stand on at the same time:
    /// king_pairs[64 * index(turn) + index(white king)] holds those of the black king.
    /// In such a layer nothing is captured and no pawn moves.
    std::vector<Bitboard> king_pairs;

    friend bool operator==(const RegionLayer&, const RegionLayer&) = default;
};

/// A static proof: layers such that no legal move leaves their union, the first of which holds the
/// position, and in none of which the side can mate. Most proofs need one layer only.
/// Shape: at most 32 bitboards a layer.
struct RegionCertificate {
    PackedPosition position;
    std::vector<RegionLayer> layers;

    friend bool operator==(const RegionCertificate&, const RegionCertificate&) = default;
};

/// What a "no" rests on.
enum class ArgumentKind : std::uint8_t {
    none,         ///< there is no "no"
    game_over,    ///< the game has ended and the side has not mated
    material,     ///< a MaterialLemma holds
    region,       ///< one RegionCertificate of the position itself
    closed_set,   ///< every reachable position was seen, but for those excused by the kinds above
    partial_set,  ///< the same without some of the other side's men, wherever they may stand
};

/// Stable name, e.g. "closed-set".
std::string_view name(ArgumentKind kind) noexcept;

/// Why a side can never mate.
struct Argument {
    ArgumentKind kind = ArgumentKind::none;
    MaterialLemma lemma = MaterialLemma::none;
    /// region: exactly one. closed_set: one for each reachable position that was not followed
    /// further because its certificate shows that nothing can come of it.
    std::vector<RegionCertificate> regions;
    /// closed_set: how many positions were followed, and the sum of their mixed() forms.
    std::uint64_t positions = 0;
    std::uint64_t fingerprint = 0;
    /// partial_set: men of the other side that are followed from no position on; and whether its
    /// pawns are followed after they have moved (its officers are not). `positions` and
    /// `fingerprint` are those of the partial positions.
    Bitboard left_out;
    bool follows_pawns = false;
};

/// One English sentence without the full stop, for people.
std::string describe(const Argument& argument);

/// Whether the certificate proves that `side` can never mate from `position`. Separate from the
/// prover and without search: each layer is checked square by square.
bool holds(const RegionCertificate& certificate, const Position& position, Color side);

}  // namespace hakam

#pragma once

#include <optional>
#include <string_view>

#include "hakam/core/position.hpp"

/// Numberings of moves that networks for chess put out. All are seen from the side to move: for Black
/// the board is mirrored, so that its pawns go up as well.
namespace hakam::python {

enum class Scheme {
    from_to,  ///< from * 64 + to, 4,096; every promotion of one pair of squares has one number
    az73,     ///< from * 73 + plane, 4,672: docs/formats/policy.md
    lc0,      ///< 1,858: all queen and knight moves by square, then promotions q, r, b
};
inline constexpr int scheme_size(Scheme s) {
    return s == Scheme::from_to ? 4096 : s == Scheme::az73 ? 4672 : 1858;
}
std::optional<Scheme> scheme_from(std::string_view name);

/// The number of a legal move. Castling is the king's move to its target square in from-to and az73
/// (onto its own rook where the two are not two files apart, as in Chess960), and onto its own rook
/// in lc0.
int policy_index(Move move, Color turn, Scheme scheme);

}  // namespace hakam::python

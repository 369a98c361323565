#pragma once

#include <optional>

#include "hakam/core/bitboard.hpp"
#include "hakam/core/color.hpp"

namespace hakam {

/// The rights to castle (Law 3.8.2.1): the set of rooks that, like their king, have not moved.
/// A right is kept while castling is prevented for the moment (Law 3.8.2.2). Works for any start
/// array: in Chess960 the rook may stand on any file.
class CastlingRights {
public:
    constexpr CastlingRights() noexcept = default;
    constexpr explicit CastlingRights(Bitboard rooks) noexcept : rooks_{rooks} {}

    constexpr Bitboard rooks() const noexcept { return rooks_; }
    constexpr Bitboard rooks(Color c) const noexcept { return rooks_ & Bitboard::of(back_rank(c)); }
    constexpr bool empty() const noexcept { return rooks_.empty(); }

    /// The rook with which the king on `king` may castle to the given wing, if that right exists.
    constexpr std::optional<Square> rook(Square king, Wing wing) const noexcept {
        const Bitboard same_rank = rooks_ & Bitboard::of(rank_of(king));
        const std::uint64_t below = (std::uint64_t{1} << index(king)) - 1;
        const Bitboard side{same_rank.bits() & (wing == Wing::king ? ~below : below)};
        if (side.empty()) return std::nullopt;
        return wing == Wing::king ? side.first() : side.last();
    }

    friend constexpr bool operator==(CastlingRights, CastlingRights) noexcept = default;

private:
    Bitboard rooks_;
};

/// Where king and rook arrive (Law 3.8.2, Guidelines II.3).
constexpr Square castled_king(Color c, Wing w) noexcept {
    return square(w == Wing::king ? File::g : File::c, back_rank(c));
}
constexpr Square castled_rook(Color c, Wing w) noexcept {
    return square(w == Wing::king ? File::f : File::d, back_rank(c));
}

}  // namespace hakam

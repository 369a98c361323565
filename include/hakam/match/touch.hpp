#pragma once

#include <optional>
#include <string>

#include "hakam/base/static_vector.hpp"
#include "hakam/core/move.hpp"
#include "hakam/core/position.hpp"

namespace hakam::match {

/// A man touched with intent (Law 4.3).
struct Touch {
    Square square{};
    Piece man{};
    bool unclear = false;  ///< whether this man or the one before was touched first is not known
};
/// In the order of touching; later ones than these change nothing.
using Touches = StaticVector<Touch, 8>;

/// What Article 4 still allows the player to do.
struct Obligation {
    enum class Kind : std::uint8_t {
        none,     ///< nothing was touched
        free,     ///< something was, but it binds to nothing (4.5)
        move,     ///< any legal move of the man on `square`
        capture,  ///< any legal capture of the man on `square`
        exact,    ///< the man on `square` goes to `to`
        castle,   ///< to `wing`, with the rook on `to`
    };
    Kind kind = Kind::none;
    Square square{};
    Square to{};
    Wing wing = Wing::king;
    std::optional<Square> barred_rook;   ///< no castling with this rook now (4.4.2)
    std::optional<PieceType> promotion;  ///< chosen by touch (4.4.4)

    /// Whether a legal move satisfies it.
    bool permits(Move move) const noexcept;
    /// Whether no choice of squares is left; a promotion may still be open.
    bool decided() const noexcept { return kind == Kind::exact || kind == Kind::castle; }
    friend bool operator==(const Obligation&, const Obligation&) = default;
};

/// What the touches so far oblige the side to move to.
/// Law: 4.3.1 to 4.3.3, 4.4.1 to 4.4.3, 4.5. Articles applied are appended to `articles` if given.
/// Returns: an obligation that at least one legal move satisfies, or free, or none.
Obligation obligation(const Position& position, const Touches& touches,
                      bool rook_first_castles = false);
/// The articles by which obligation() came to its answer, e.g. "4.4.1".
std::string obligation_articles(const Position& position, const Touches& touches,
                                const Obligation& obligation);

/// "move:e1", "capture:d5", "exact:e4d5", "castle:K", "promo:n@e8", "free", "" for none.
std::string format(const Obligation& obligation);

}  // namespace hakam::match

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hakam/core/position.hpp"

namespace hakam {

/// Why a move from one square to another is not legal. Codes are API.
enum class IllegalCode : std::uint8_t {
    no_man,              ///< nothing stands on the square of departure
    not_your_man,        ///< the man there is the opponent's (Law 1.3)
    own_man,             ///< a man of the same colour stands on the target (Law 3.1.1)
    wrong_way,           ///< the man does not move like that (Laws 3.2 to 3.8.1)
    blocked,             ///< a man stands in between (Law 3.5)
    nothing_to_capture,  ///< a pawn moves diagonally only to capture (Law 3.7.3)
    captures_ahead,      ///< a pawn does not capture straight ahead (Law 3.7.1)
    promotion_missing,   ///< a pawn on the last rank must become another man (Law 3.7.3.3)
    promotion_false,     ///< only a pawn on the last rank becomes another man
    castling_right,      ///< king or rook has moved, or castling is not played (Law 3.8.2.1)
    castling_blocked,    ///< a man stands between king and rook, or on their way
    castling_check,      ///< the king is in check (Law 3.8.2.2)
    castling_through,    ///< the king would pass an attacked square (Law 3.8.2.2)
    leaves_check,        ///< the king is in check and stays in check (Law 3.9.2)
    exposes_king,        ///< the man is pinned, or the king would step into check (Law 3.9.2)
};
/// Stable name, e.g. "exposes-king".
std::string_view name(IllegalCode code) noexcept;
/// The article of the FIDE Laws that forbids it: "3.9.2".
std::string_view article_of(IllegalCode code) noexcept;

/// A reason, and the men it is about.
struct Illegality {
    IllegalCode code{};
    Square from{};
    Square to{};
    std::optional<Piece> man;      ///< on `from`
    std::optional<Square> culprit;  ///< the blocking man, the one that gives check, the own man

    friend bool operator==(const Illegality&, const Illegality&) = default;
};

/// Why the man on `from` may not go to `to`; nothing if it may. Castling is the king's step to its
/// target square or onto its own rook.
/// Cost: one move generation; meant for people, not for searches.
std::optional<Illegality> why_illegal(const Position& position, Square from, Square to,
                                      std::optional<PieceType> promotion = {});

/// One English sentence without the full stop: "the rook on e2 is pinned by the rook on e8".
std::string describe(const Illegality& illegality);

/// "knight", "queen".
std::string_view word(PieceType type) noexcept;

}  // namespace hakam

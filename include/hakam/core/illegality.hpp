#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hakam/core/position.hpp"

/// Why a move is not legal, as a value. laws/illegality.hpp has the sentence and the article.
namespace hakam {

/// Codes are API.
enum class IllegalReason : std::uint8_t {
    no_such_man,          ///< no own man of that kind stands where the text says, or at all
    empty_square,         ///< nobody stands on the square of origin
    wrong_turn,           ///< the man there is the opponent's, or only he could make the move
    own_man_on_target,    ///< an own man stands on the square of arrival
    cannot_reach,         ///< men of that kind do not move so
    blocked,              ///< a man stands between, or before a pawn
    pawn_takes_nothing,   ///< a pawn moves diagonally only to capture
    no_en_passant,        ///< the pawn beside has not just made its double step
    promotion_missing,    ///< a pawn that reaches the last rank must become something
    promotion_false,      ///< nothing promotes there, or not to that
    left_in_check,        ///< the king is in check and stays so
    pinned,               ///< the man uncovers an attack on its king
    king_into_check,      ///< the king steps onto an attacked square
    castling_right_lost,  ///< king or rook has moved before, or there is no such rook
    castling_in_check,
    castling_blocked,         ///< a man stands between
    castling_through_attack,  ///< the king would cross an attacked square
    castling_into_check,
    checkmated,  ///< no move is legal: the king is in check
    stalemated,  ///< no move is legal
};

/// Stable name of a code, e.g. "left-in-check".
std::string_view name(IllegalReason reason) noexcept;

/// The reason, and the squares it is about.
struct Illegality {
    IllegalReason reason{};
    std::optional<PieceType> man;  ///< that was to move; absent if the text does not say
    std::optional<Square> from;
    std::optional<Square> to;
    /// Who is in the way: the man that gives check or attacks, pins, blocks, or stands on the
    /// target. A pawn that could not be taken en passant.
    std::optional<Square> by;
    /// The attacked square of castling.
    std::optional<Square> crossing;
    std::optional<Wing> wing;  ///< of castling

    friend bool operator==(const Illegality&, const Illegality&) = default;
};

/// Why going from `from` to `to` is not legal; nothing if it is (with a promotion where one is due).
/// Castling is the king's move to its own rook, or two squares sideways. Where several reasons
/// hold, the first that bars it is told: a man in the way before a
/// pinned one.
/// Cost: under 1 us.
std::optional<Illegality> why_illegal(const Position& position, Square from, Square to,
                                      std::optional<PieceType> promotion = std::nullopt);
/// The same of castling to a wing.
std::optional<Illegality> why_illegal(const Position& position, Wing wing);

}  // namespace hakam

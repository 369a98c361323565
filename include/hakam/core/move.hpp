#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hakam/base/static_vector.hpp"
#include "hakam/core/castling.hpp"
#include "hakam/core/piece.hpp"
#include "hakam/core/square.hpp"

namespace hakam {

enum class MoveKind : std::uint8_t {
    normal,       ///< anything not named below, captures included
    double_step,  ///< a pawn's double step (Law 3.7.2)
    en_passant,   ///< Law 3.7.3.1; the captured pawn does not stand on to()
    promotion,    ///< Law 3.7.3.3, capturing or not
    castling,     ///< Law 3.8.2; to() is the square of the king's own rook
};

/// A legal move in some position; it knows its mover, what it captures and what it promotes to.
/// Made only by the generator (Position::legal_moves) or by resolving text against a position, so
/// that Position::after needs no look-up. Shape: 4 bytes.
class Move {
public:
    constexpr Move() noexcept = default;
    /// For generators; `captured` and `promotion` are 0 where there is none.
    static constexpr Move make(Square from, Square to, MoveKind kind, PieceType mover,
                               int captured = 0, int promotion = 0) noexcept {
        Move m;
        m.bits_ = static_cast<std::uint32_t>(index(from)) | static_cast<std::uint32_t>(mover) << 6 |
                  static_cast<std::uint32_t>(index(to)) << 9 |
                  static_cast<std::uint32_t>(promotion != 0 ? promotion : index(mover)) << 15 |
                  static_cast<std::uint32_t>(captured) << 18 |
                  static_cast<std::uint32_t>(kind) << 21;
        return m;
    }

    constexpr Square from() const noexcept { return static_cast<Square>(bits_ & 63); }
    /// Where the mover arrives; for castling the square of the rook.
    constexpr Square to() const noexcept { return static_cast<Square>(bits_ >> 9 & 63); }
    constexpr MoveKind kind() const noexcept { return static_cast<MoveKind>(bits_ >> 21); }
    constexpr PieceType mover() const noexcept { return static_cast<PieceType>(bits_ >> 6 & 7); }
    constexpr std::optional<PieceType> captured() const noexcept {
        return type_or_none(captured_code());
    }
    constexpr std::optional<PieceType> promotion() const noexcept {
        return type_or_none(promotion_code());
    }
    constexpr bool is_capture() const noexcept { return captured_code() != 0; }
    constexpr bool is_promotion() const noexcept { return kind() == MoveKind::promotion; }
    constexpr bool is_castling() const noexcept { return kind() == MoveKind::castling; }
    constexpr bool is_en_passant() const noexcept { return kind() == MoveKind::en_passant; }
    /// A capture or pawn move: what resets the fifty-move count (Law 9.3).
    constexpr bool resets_clock() const noexcept {
        return is_capture() || mover() == PieceType::pawn;
    }
    /// Pre: is_castling().
    constexpr Wing wing() const noexcept { return to() > from() ? Wing::king : Wing::queen; }
    /// Where the mover really stands afterwards: to(), or the king's square after castling.
    constexpr Square arrival() const noexcept {
        if (!is_castling()) return to();
        return square(wing() == Wing::king ? File::g : File::c, rank_of(from()));
    }
    /// Raw plane codes, 0 where there is none; for the generator and for hashing.
    constexpr int captured_code() const noexcept { return static_cast<int>(bits_ >> 18 & 7); }
    constexpr int promotion_code() const noexcept { return is_promotion() ? landing_code() : 0; }
    /// The man that arrives: the promoted one, or the mover.
    constexpr int landing_code() const noexcept { return static_cast<int>(bits_ >> 15 & 7); }
    /// Man and square as one index below 512, code * 64 + square: of departure, of landing, and of
    /// the man taken on to() (that of an empty square if none).
    constexpr std::size_t departure() const noexcept { return bits_ & 511; }
    constexpr std::size_t landing() const noexcept { return bits_ >> 9 & 511; }
    constexpr std::size_t taken() const noexcept {
        return (bits_ >> 12 & 0x1C0) | (bits_ >> 9 & 63);
    }
    constexpr std::uint32_t code() const noexcept { return bits_; }

    friend constexpr bool operator==(Move, Move) noexcept = default;

private:
    static constexpr std::optional<PieceType> type_or_none(int code) noexcept {
        if (code == 0) return std::nullopt;
        return static_cast<PieceType>(code);
    }

    std::uint32_t bits_ = 0;  // from 6, mover 3, to 6, landing 3, captured 3, kind 3
};
static_assert(sizeof(Move) == 4);

/// Room for every legal move of any setup with one king a side, however absurd: each own man has
/// at most 27 moves and each target square takes at most 16 arrivals (18 on the last rank, where a
/// pawn counts four times), so n men have at most min(27 n, 16 (64 - n) + 16) moves, which is
/// never above 660.
using MoveList = StaticVector<Move, 664>;

}  // namespace hakam

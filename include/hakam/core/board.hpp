#pragma once

#include <array>
#include <optional>

#include "hakam/core/bitboard.hpp"
#include "hakam/core/piece.hpp"

namespace hakam {

/// Men on squares: a printed diagram. Any arrangement at all. Shape: 32 bytes, four planes.
class Board {
public:
    constexpr Board() noexcept = default;
    /// Planes as a Position keeps them: the three bits of PieceType, then Black's men.
    constexpr Board(Bitboard bit0, Bitboard bit1, Bitboard bit2, Bitboard black) noexcept
        : planes_{bit0, bit1, bit2, black} {}

    constexpr Bitboard plane(int bit) const noexcept {
        return planes_[static_cast<std::size_t>(bit)];
    }
    constexpr Bitboard occupied() const noexcept { return planes_[0] | planes_[1] | planes_[2]; }
    constexpr Bitboard men(Color c) const noexcept {
        return c == Color::black ? planes_[3] : occupied() & ~planes_[3];
    }
    constexpr Bitboard men(PieceType t) const noexcept {
        Bitboard result = Bitboard::all();
        for (int bit = 0; bit < 3; ++bit)
            result &= ((index(t) >> bit) & 1) != 0 ? plane(bit) : ~plane(bit);
        return result;
    }
    constexpr Bitboard men(Color c, PieceType t) const noexcept { return men(c) & men(t); }
    constexpr Bitboard men(Piece p) const noexcept { return men(p.color, p.type); }
    /// Bishops and queens; rooks and queens.
    constexpr Bitboard diagonal_sliders() const noexcept { return planes_[0] & planes_[1]; }
    constexpr Bitboard straight_sliders() const noexcept { return planes_[0] & planes_[2]; }

    /// Plane code of the man on `s`, 0 if none. Cost: no branches.
    constexpr int code_at(Square s) const noexcept {
        const int i = index(s);
        return static_cast<int>(((plane(0).bits() >> i) & 1) | ((plane(1).bits() >> i) & 1) << 1 |
                                ((plane(2).bits() >> i) & 1) << 2);
    }
    constexpr std::optional<Piece> at(Square s) const noexcept {
        const int code = code_at(s);
        if (code == 0) return std::nullopt;
        return Piece{planes_[3].contains(s) ? Color::black : Color::white,
                     static_cast<PieceType>(code)};
    }

    constexpr void put(Square s, Piece p) noexcept {
        remove(s);
        for (int bit = 0; bit < 3; ++bit)
            if (((index(p.type) >> bit) & 1) != 0) planes_[static_cast<std::size_t>(bit)] |= s;
        if (p.color == Color::black) planes_[3] |= s;
    }
    constexpr void remove(Square s) noexcept {
        for (auto& plane : planes_) plane &= ~Bitboard{s};
    }
    /// The board after the squares `vacated` are cleared and a man of plane code `code` is put on
    /// `arrival`, which is one of them. Cost: no branches; one vector of four planes.
    constexpr Board with(Bitboard vacated, Bitboard arrival, Color color, int code) const noexcept {
        const auto& shape =
            shapes[static_cast<std::size_t>(index(color))][static_cast<std::size_t>(code)];
        Board next;
        for (std::size_t i = 0; i < 4; ++i)
            next.planes_[i] = (planes_[i] & ~vacated) | (shape[i] & arrival);
        return next;
    }

    friend constexpr bool operator==(const Board&, const Board&) noexcept = default;

private:
    // For each man the planes it is in: all squares or none.
    using Shapes = std::array<std::array<std::array<Bitboard, 4>, 8>, 2>;
    static constexpr Shapes make_shapes() noexcept {
        Shapes result{};
        for (std::size_t color = 0; color < 2; ++color)
            for (std::size_t code = 0; code < 8; ++code) {
                for (std::size_t bit = 0; bit < 3; ++bit)
                    if ((code >> bit & 1) != 0) result[color][code][bit] = Bitboard::all();
                if (color == 1) result[color][code][3] = Bitboard::all();
            }
        return result;
    }
    static const Shapes shapes;

    std::array<Bitboard, 4> planes_{};  // the bits of the codes, then Black's men
};

inline constexpr Board::Shapes Board::shapes = Board::make_shapes();

}  // namespace hakam

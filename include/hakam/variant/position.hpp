#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "hakam/base/static_vector.hpp"
#include "hakam/core/color.hpp"
#include "hakam/core/zobrist.hpp"
#include "hakam/variant/cell.hpp"
#include "hakam/variant/man.hpp"

namespace hakam::variant {

/// A move of a variant. Made by the generator or by reading text against a position.
struct Move {
    enum class Kind : std::uint8_t {
        normal,
        double_step,  ///< leaves a square on which it may be taken in passing
        en_passant,   ///< the victim does not stand on `to`
        castling,     ///< the partner moves, too
    };
    Cell from = no_cell;
    Cell to = no_cell;
    Kind kind = Kind::normal;
    Code promotion = Code::none;  ///< what the pawn becomes, with its colour; none: nothing
    Cell victim = no_cell;        ///< where the captured man stands
    Cell partner_from = no_cell;  ///< of the rook, when castling
    Cell partner_to = no_cell;
    std::uint8_t reserved = 0;

    constexpr bool is_capture() const noexcept { return victim != no_cell; }
    constexpr bool is_castling() const noexcept { return kind == Kind::castling; }
    friend constexpr bool operator==(const Move&, const Move&) noexcept = default;
};
static_assert(sizeof(Move) == 8);

using MoveList = StaticVector<Move, 2048>;

/// Men on cells, whose turn it is, and what the rules remember of the game. A value; what it means
/// is up to a Variant. Unlike the core's Position it may hold anything, so it is also the set-up.
class Position {
public:
    Code at(Cell c) const noexcept { return cells_[static_cast<std::size_t>(index(c))]; }
    bool is_empty(Cell c) const noexcept { return at(c) == Code::none; }
    Color turn() const noexcept { return turn_; }
    const CellSet& men(Color c) const noexcept {
        return men_[static_cast<std::size_t>(hakam::index(c))];
    }
    CellSet occupied() const noexcept { return men_[0] | men_[1]; }
    /// Men that have not moved, as far as the rules care: kings and rooks that may castle, men that
    /// may still make their first leap.
    const CellSet& unmoved() const noexcept { return unmoved_; }
    std::optional<Cell> en_passant_target() const noexcept {
        if (ep_target_ == no_cell) return std::nullopt;
        return ep_target_;
    }
    /// The pawn that may be taken in passing. Pre: en_passant_target().
    Cell en_passant_victim() const noexcept { return ep_victim_; }
    std::uint32_t halfmove_clock() const noexcept { return halfmove_clock_; }
    std::uint32_t fullmove_number() const noexcept { return fullmove_number_; }
    /// A hash of what repeats() compares. It changes from release to release.
    std::uint64_t key() const noexcept { return key_; }

    /// Changing a set-up; rights of a cell are lost with its man.
    void put(Cell c, Code man) noexcept;
    void take(Cell c) noexcept;
    void set_turn(Color c) noexcept;
    void set_unmoved(Cell c) noexcept;
    void clear_unmoved(Cell c) noexcept;
    void set_en_passant(Cell target, Cell victim) noexcept;
    void clear_en_passant() noexcept;
    void set_halfmove_clock(std::uint32_t n) noexcept { halfmove_clock_ = n; }
    void set_fullmove_number(std::uint32_t n) noexcept { fullmove_number_ = n; }

    friend bool operator==(const Position&, const Position&) noexcept = default;
    /// The same position for the laws of repetition: men, turn, rights, en passant square.
    friend bool repeats(const Position& a, const Position& b) noexcept {
        return a.key_ == b.key_ && a.cells_ == b.cells_ && a.turn_ == b.turn_ &&
               a.unmoved_ == b.unmoved_ && a.ep_target_ == b.ep_target_;
    }

private:
    std::array<Code, max_cells> cells_{};
    std::array<CellSet, 2> men_{};
    CellSet unmoved_{};
    std::uint64_t key_ = 0;
    std::uint32_t halfmove_clock_ = 0;
    std::uint32_t fullmove_number_ = 1;
    Cell ep_target_ = no_cell;
    Cell ep_victim_ = no_cell;
    Color turn_ = Color::white;
};
static_assert(std::is_trivially_copyable_v<Position>);

namespace detail {
/// The key of one fact (what, where): splitmix64, so that no table is needed.
constexpr std::uint64_t fact_key(unsigned what, unsigned where) noexcept {
    std::uint64_t z = (static_cast<std::uint64_t>(what) << 8 | where) * 0x9E3779B97F4A7C15ULL +
                      0xD1B54A32D192ED03ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
inline constexpr unsigned unmoved_fact = 64;
inline constexpr unsigned en_passant_fact = 65;
inline constexpr std::uint64_t black_to_move = fact_key(66, 0);
}  // namespace detail

inline void Position::take(Cell c) noexcept {
    const Code man = at(c);
    if (man == Code::none) return;
    clear_unmoved(c);
    cells_[static_cast<std::size_t>(index(c))] = Code::none;
    men_[static_cast<std::size_t>(hakam::index(color_of(man)))].erase(c);
    key_ ^= detail::fact_key(static_cast<unsigned>(man), static_cast<unsigned>(c));
}
inline void Position::put(Cell c, Code man) noexcept {
    take(c);
    if (man == Code::none) return;
    cells_[static_cast<std::size_t>(index(c))] = man;
    men_[static_cast<std::size_t>(hakam::index(color_of(man)))].insert(c);
    key_ ^= detail::fact_key(static_cast<unsigned>(man), static_cast<unsigned>(c));
}
inline void Position::set_turn(Color c) noexcept {
    if (c != turn_) key_ ^= detail::black_to_move;
    turn_ = c;
}
inline void Position::set_unmoved(Cell c) noexcept {
    if (unmoved_.contains(c)) return;
    unmoved_.insert(c);
    key_ ^= detail::fact_key(detail::unmoved_fact, static_cast<unsigned>(c));
}
inline void Position::clear_unmoved(Cell c) noexcept {
    if (!unmoved_.contains(c)) return;
    unmoved_.erase(c);
    key_ ^= detail::fact_key(detail::unmoved_fact, static_cast<unsigned>(c));
}
inline void Position::clear_en_passant() noexcept {
    if (ep_target_ != no_cell)
        key_ ^= detail::fact_key(detail::en_passant_fact, static_cast<unsigned>(ep_target_));
    ep_target_ = ep_victim_ = no_cell;
}
inline void Position::set_en_passant(Cell target, Cell victim) noexcept {
    clear_en_passant();
    ep_target_ = target;
    ep_victim_ = victim;
    key_ ^= detail::fact_key(detail::en_passant_fact, static_cast<unsigned>(target));
}

}  // namespace hakam::variant

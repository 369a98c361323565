#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/base/expected.hpp"
#include "hakam/variant/variant.hpp"

namespace hakam::variant {

/// Who wins an ending of a few men, and how soon: every position of the same men, worked back from
/// the ends of the game (retrograde analysis). Sound and complete for the men given; a capture leads
/// out of the table and is judged by ending(), one that ends nothing counts as saving the side that
/// makes it.
class EndgameTable {
public:
    /// The table of the men of `men`, wherever they may get to from their squares.
    /// Errors: unsupported, for pawns, men whose moves cannot be taken back by the same man, memory
    /// of unmoved men, or conditions; out_of_range where the budget has not the memory.
    /// Cost: about a microsecond and two bytes (six while building) for each position.
    static Expected<EndgameTable> build(const Variant& variant, const Position& men,
                                        const Budget& budget = {});

    struct Value {
        bool wins = false;      ///< the side to move; else it loses
        unsigned plies = 0;     ///< to the end of the game or the deciding capture, by best play
    };
    /// Nothing: neither side wins, or the position is not of this table.
    std::optional<Value> value(const Variant& variant, const Position& position) const noexcept;
    std::size_t positions() const noexcept { return distance_.size(); }

private:
    friend class EndgameBuilder;
    struct MenOfTable {
        Code code{};
        std::vector<Cell> cells;                 // where this man can be
        std::vector<std::uint16_t> place;        // by cell: its number in `cells`, or none
    };
    static constexpr std::uint16_t none = 0xFFFF;
    std::optional<std::size_t> index_of(const Position& position) const noexcept;

    std::vector<MenOfTable> men_;
    std::vector<std::uint8_t> distance_;  // of the side to move; see endgame.cpp
};

}  // namespace hakam::variant

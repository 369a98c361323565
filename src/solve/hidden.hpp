#pragma once

// The men of the loser that a partial position leaves out, and where they can be.

#include <array>
#include <cstdint>
#include <vector>

#include "hakam/core/bitboard.hpp"
#include "hakam/core/piece.hpp"

namespace hakam::solve {

/// Men left out: of some nothing is known, of the bishops where they can have come to. Groups of
/// bishops have no square in common.
struct Hidden {
    struct Group {
        std::uint64_t squares = 0;
        std::uint64_t count = 0;
        friend bool operator==(const Group&, const Group&) = default;
    };
    static constexpr std::size_t most_groups = 32;

    std::uint8_t any = 0;
    std::uint8_t group_count = 0;
    std::array<Group, most_groups> groups{};  // those not used are empty

    friend bool operator==(const Hidden&, const Hidden&) = default;

    bool empty() const noexcept { return any == 0 && group_count == 0; }
    /// Where a man left out may stand.
    Bitboard squares() const noexcept;
    /// One more man, that is seen on `s`.
    void add(PieceType type, Square s) noexcept;
    /// The bishops come wherever they can if nobody stands on `walls` but those who stay there.
    void spread(Bitboard walls) noexcept;
    /// Where bishops of a group can come in one more move, walls included.
    Bitboard reach(std::size_t group) const noexcept;
    /// Whether men left out can stand on all these squares at once.
    bool can_fill(Bitboard wanted) const noexcept;
};

/// Gives each different `Hidden` a number, and remembers how they follow from each other.
class HiddenNumbers {
public:
    std::uint32_t number(const Hidden& hidden);
    const Hidden& operator[](std::uint32_t number) const noexcept { return all_[number]; }
    Bitboard squares(std::uint32_t number) const noexcept { return squares_[number]; }

    /// What becomes of the men left out when these are the walls.
    std::uint32_t spread(std::uint32_t number, Bitboard walls) {
        return after(number, nothing, walls);
    }
    /// The same with one more man, that is seen on `s`.
    std::uint32_t with(std::uint32_t number, PieceType type, Square s, Bitboard walls) {
        return after(
            number,
            type == PieceType::bishop ? bishop_on + static_cast<std::uint32_t>(index(s)) : man,
            walls);
    }
    /// The same after a bishop of the group has taken on `s`.
    std::uint32_t taken(std::uint32_t number, std::size_t group, Square s, Bitboard walls) {
        return after(number,
                     takes_on + static_cast<std::uint32_t>(64 * group) +
                         static_cast<std::uint32_t>(index(s)),
                     walls);
    }

private:
    static constexpr std::uint32_t nothing = 0, man = 1, bishop_on = 64, takes_on = 128;
    struct Step {
        std::uint32_t number = 0;
        std::uint32_t event = UINT32_MAX;
        Bitboard walls;
        std::uint32_t result = 0;
    };

    std::uint32_t after(std::uint32_t number, std::uint32_t event, Bitboard walls);
    std::uint32_t made(std::uint32_t number, std::uint32_t event, Bitboard walls);
    std::size_t slot_of(const Hidden& hidden) const noexcept;

    std::vector<Hidden> all_;
    std::vector<Bitboard> squares_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);
    std::vector<Step> steps_ = std::vector<Step>(1024);
};

}  // namespace hakam::solve

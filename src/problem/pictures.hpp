#pragma once

// Mate pictures: which men must stand where for the last position of a help line to be mate. Every
// mate that can come about is an instance of some picture; docs/design/problem.md proves it.

#include <functional>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "guide.hpp"
#include "hakam/base/static_vector.hpp"
#include "hakam/core/position.hpp"

namespace hakam::problem {

/// The men of a position by number, as they were at the start; a promoted pawn keeps its number.
struct Men {
    static constexpr std::uint8_t none = 32;
    std::array<Square, 32> square{};
    std::array<Piece, 32> man{};
    std::array<std::uint8_t, 64> on{};  ///< the man on each square
    std::uint32_t present = 0;

    explicit Men(const Position& p);
    Men() = default;
};

/// Where castling, while it is allowed, puts a man: a rook for nothing, a king for one move.
struct Castled {
    Square square;
    std::uint8_t cost;
};
StaticVector<Castled, 4> castled(const Position& p, Piece man, Square from);

/// Moves that a man needs at least to be of that type on that square.
class Ways {
public:
    /// `captures`: of the pawns of White and of Black, at the most.
    Ways(const Distances& distances, std::array<int, 2> captures);

    std::uint8_t operator()(Piece man, Square from, PieceType type, Square to) const noexcept {
        if (man.type == type && type != PieceType::pawn) return distances_.officer(type, from, to);
        if (man.type != PieceType::pawn) return Distances::never;
        return pawns_[static_cast<std::size_t>(index(man.color))]
                     [static_cast<std::size_t>(index(type))][static_cast<std::size_t>(from)]
                     [static_cast<std::size_t>(to)];
    }

private:
    const Distances& distances_;
    std::array<std::array<std::array<std::array<std::uint8_t, 64>, 64>, 8>, 2> pawns_;
};

/// Men that must stand on squares in the end; the mated king is always among them.
struct Picture {
    std::uint32_t men = 0;    ///< by number
    std::uint32_t first = 0;  ///< place of the first man's target
};
struct Target {
    PieceType type;
    Square square;
};

struct Pictures {
    std::vector<Picture> all;
    std::vector<Target> targets;  ///< of each picture, by rising number of the man

    Target target(const Picture& p, int man) const noexcept {
        const auto before = static_cast<unsigned>(
            std::popcount(p.men & ((std::uint32_t{1} << man) - 1)));
        return targets[p.first + before];
    }
};

/// Every picture that `attacker` may bring about, each side within its number of moves.
/// Returns: nothing if that takes more than `patience` steps, or `expired`, asked now and then, says
/// so.
std::optional<Pictures> mate_pictures(const Position& start, const Men& men, const Ways& ways,
                                      Color attacker, int attack, int defence, int patience,
                                      const std::function<bool()>& expired);

}  // namespace hakam::problem

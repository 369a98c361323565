#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hakam/problem/problem.hpp"

namespace hakam::problem {

/// One change of a diagram.
struct Change {
    enum class Kind : std::uint8_t {
        move,         ///< the man on `a` to `b`; what stands there goes
        exchange,     ///< the men on `a` and `b`
        remove,       ///< the man on `a`
        add,          ///< `man` on `a`; what stands there goes
        rotate,       ///< the board by `degrees` (90, 180, 270) to the left
        mirror,       ///< the board so that `a` comes to `b`: corners
        shift,        ///< all men by the way from `a` to `b`
        polish,       ///< all men change colour
        stipulation,  ///< another stipulation
    };
    Kind kind = Kind::move;
    Square a{}, b{};
    Piece man{};
    int degrees = 0;
    std::optional<Stipulation> stipulation{};
};

/// Changes that make another problem of one; of the problem before it if `continued`.
struct Twin {
    bool continued = false;
    std::vector<Change> changes;
};

/// The problem after the changes. Castling rights are kept where king and rook still stand at
/// home; an en passant right is gone.
/// Errors: bad_position if a square is empty or a man would leave the board.
Expected<Problem> apply(const Problem& problem, const Twin& twin);

}  // namespace hakam::problem

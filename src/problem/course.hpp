#pragma once

// Who moves when in line play, and what must be true at the end.

#include <vector>

#include "hakam/core/color.hpp"
#include "hakam/problem/stipulation.hpp"

namespace hakam::problem {

enum class Ending : std::uint8_t {
    aim,         ///< the last move reaches the aim
    forced,      ///< after the last move every reply reaches the aim (selfmate)
    reflex,      ///< after the last move some reply reaches the aim, and the mover had none himself
    reciprocal,  ///< the side to move can reach its aim, and can also let the other side reach it
    board,       ///< the last move leads to the wanted board
};

/// One length of line play. `movers` are the sides in order; where a side moves twice the other
/// passes, which it may not do in check.
struct Course {
    std::vector<Color> movers;
    Ending ending = Ending::aim;
    int moves = 0;        ///< as the stipulation counts them
    std::size_t intro = 0;
};

/// The side that begins if the diagram does not say: Black in help play of whole moves.
Color usual_starter(const Stipulation& stipulation) noexcept;

/// Every length up to the stipulated one, shortest first; exact- only the last.
/// Pre: stipulation.is_line_play() and no parry series.
std::vector<Course> courses(const Stipulation& stipulation, Color starter);

}  // namespace hakam::problem

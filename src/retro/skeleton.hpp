#pragma once

#include <optional>
#include <vector>

#include "plan.hpp"

namespace hakam::retro {

/// Something that pawns and promoted men do, told backwards: the man stands on `to` and goes back
/// to `from`.
struct PawnEvent {
    enum class Kind : std::uint8_t {
        unpromote,  ///< an officer on the last rank becomes the pawn on `from`
        step,       ///< a pawn goes back one square or two
        uncapture,  ///< a pawn goes back diagonally
        set_down,   ///< any enemy officer leaves `to`, where pawn `left` then stands
    };
    Kind kind = Kind::step;
    std::int8_t man = -1;   ///< none of set_down
    /// Who then stands on `to`: a pawn by number, or any missing officer.
    std::int8_t left = -1;
    bool captures = false;  ///< some man then stands on `to`
    Square to = Square::a1;
    Square from = Square::a1;
};

/// The kernel on squares: what takes the pawns of the diagram and the promoted men back to files
/// that hold one pawn of each colour, White's below. Pawns go back no further than they must, since
/// pawns that have passed each other walk towards each other on the way back. Nothing if the squares
/// do not suffice. `variant` chooses other squares where several serve.
/// Pre: `plan` was made by `kernel`.
std::optional<std::vector<PawnEvent>> pawn_skeleton(const Plan& plan, const Kernel& kernel,
                                                    std::uint64_t variant);

}  // namespace hakam::retro

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "layer.hpp"

namespace hakam::solve {

struct Castle {
    int king;  // index of the man
    int rook;
    std::uint64_t king_to;
    std::uint64_t rook_to;
    std::uint64_t path;  // squares that must be empty
};

struct Rights {
    int count = 0;
    std::array<Castle, 4> castles{};
    std::optional<Square> passed;
    std::uint8_t passed_pawn = 64;  // home of the pawn that has just made a double step
};
Rights rights_of(const Position& position, const Layer& layer);

/// Grows a layer until no move leaves it, captures and pawn moves included.
/// Returns false if a pawn of the winner may promote: then nothing can be proved this way.
bool close_lumped(Layer& layer, Color winner, const Rights& rights);

}  // namespace hakam::solve

#pragma once

#include "structure.hpp"

namespace hakam::retro {

/// Asks the origins of officers again while the few pawns whose ways are short are followed through
/// time: a man cannot pass a pawn that stood on either of two squares whenever it came by. Only
/// origins that were possible are asked. Sound: whatever is not followed is taken to be out of the
/// way. Cost: up to some milliseconds.
void follow_pawns(const Diagram& diagram, Structure& structure);

}  // namespace hakam::retro

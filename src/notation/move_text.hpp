#pragma once

// The lenient reader of algebraic move texts, short and long: first the shape, whatever the
// position, then the legal moves that fit it, then what had to be overlooked.

#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/note.hpp"

namespace hakam::notation {

/// Which form is the canonical one for the notes.
enum class Algebraic : std::uint8_t { abbreviated, full };

Expected<LenientMove> read_move(std::string_view text, const Position& position,
                                const Letters& letters, Algebraic form);

}  // namespace hakam::notation

#pragma once

#include <optional>
#include <string_view>

#include "hakam/core/illegal.hpp"
#include "hakam/notation/letters.hpp"

namespace hakam {

/// Why a move text (UCI, SAN or LAN) names no legal move, as far as one man is meant by it: the only
/// one of its kind, or the only one that could go there if nothing were in the way.
/// Returns: nothing if the text is unreadable, the move is legal, or several men could be meant.
std::optional<Illegality> why_illegal(const Position& position, std::string_view text,
                                      const Letters& letters = english);

}  // namespace hakam

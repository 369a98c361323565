#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hakam/core/illegality.hpp"
#include "hakam/notation/letters.hpp"

/// Why a move text is no legal move (core/illegality.hpp has the reasons, laws/illegality.hpp the
/// sentence and the article).
namespace hakam {

/// SAN, long notation or UCI, in these letters or English or figurines. Of several men that may be
/// meant it tells of the one that comes nearest. Nothing if the text is legal, ambiguous, or no
/// move text.
/// Cost: some microseconds.
std::optional<Illegality> why_illegal(std::string_view text, const Position& position,
                                      const Letters& letters = english);

/// The men of an illegality, as a sentence names them: "Bb4", "e4" for a pawn, "Q" if it stands
/// nowhere. Empty where there is none.
struct IllegalityMen {
    std::string man;  ///< that was to move
    std::string by;   ///< that is in the way
};
IllegalityMen men_of(const Illegality& why, const Position& position, const Letters& letters);

}  // namespace hakam

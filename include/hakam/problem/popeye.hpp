#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakam/problem/twin.hpp"

/// The input language of Popeye: English keywords or their unambiguous beginnings.
namespace hakam::problem {

/// A problem as a file of problems has it.
struct FiledProblem {
    Problem problem;
    std::string author, source, title, date;
    bool set_play = false;
    bool tries = false;
    int refutations = 0;  ///< of tries
    bool duplex = false;
    bool half_duplex = false;
    std::vector<Twin> twins;
    bool zero_position = false;  ///< the diagram itself is not to be solved
};

/// Longer texts are refused unread. Units: bytes.
inline constexpr std::size_t max_popeye_length = std::size_t{1} << 20;

/// Whether the text begins like Popeye's input.
bool looks_like_popeye(std::string_view text);

/// Every problem from BeginProblem to EndProblem. Orthodox men (S or N for the knight), conditions
/// of the room variant, the options Try, Defence, SetPlay, Duplex, HalfDuplex, NoCastling,
/// EnPassant, CastlingMutuallyExclusive, Quodlibet; those that only change the output are skipped.
/// Castling rights: wherever king and rook stand at home, unless NoCastling names them.
/// Errors: located; words that are not known.
Expected<std::vector<FiledProblem>> read_popeye(std::string_view text);

/// The problem as Popeye reads it, from BeginProblem to EndProblem; read_popeye gives it back.
/// Pre: no fairy men, and a castling right only of a king and rook at home.
std::string write_popeye(const FiledProblem& filed);
/// The options of write_popeye: "SetPlay", "NoCastling e1", ...
std::vector<std::string> popeye_options(const FiledProblem& filed);
/// The changes of a twin, as Popeye reads them.
std::string write_popeye(const Twin& twin);

}  // namespace hakam::problem

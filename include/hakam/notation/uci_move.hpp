#pragma once

#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/note.hpp"

/// Moves as the UCI protocol writes them: e2e4, e7e8q.
namespace hakam::uci {

/// Longer texts are refused unread. Units: bytes.
inline constexpr std::size_t max_length = 32;

/// How castling is written.
enum class Castling : std::uint8_t {
    automatic,  ///< as `standard` from e1 or e8 with a corner rook, else as `chess960`
    standard,   ///< king to its target square: e1g1
    chess960,   ///< king to its own rook's square: e1h1 (option UCI_Chess960)
};

/// The text of a legal move.
std::string format(Move move, Castling castling = Castling::automatic);

/// Strict reading. Errors: unexpected_text, illegal_move (also "0000", which is no move),
/// not_canonical (castling in the other form, capital letters).
Expected<Move> parse(std::string_view text, const Position& position,
                     Castling castling = Castling::automatic);

/// Lenient reading: either form of castling where only castling can be meant, capital promotion
/// letters, "e7e8=q", "e2-e4", spaces around; each gives a note.
Expected<LenientMove> parse_lenient(std::string_view text, const Position& position,
                                    Castling castling = Castling::automatic);

}  // namespace hakam::uci

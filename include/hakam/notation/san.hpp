#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/note.hpp"

/// Standard Algebraic Notation (PGN standard 8.2.3; Laws, Appendix C). docs/formats/san.md lists
/// what a lenient reading accepts.
namespace hakam::san {

/// Longer texts are refused unread. Units: bytes.
inline constexpr std::size_t max_length = 64;

using Lenient = LenientMove;

/// The canonical text of a legal move: Nbxd2+. Pre: position.is_legal(move).
/// Cost: no allocation (at most 7 characters), under 100 ns.
std::string format(Move move, const Position& position);
/// The same with the letters of another language; castling is O-O in all of them.
std::string format(Move move, const Position& position, const Letters& letters);

/// The move whose canonical text this is, letter for letter; the reading for programs.
/// Cost: under 40 ns; no allocation.
std::optional<Move> canonical(std::string_view text, const Position& position) noexcept;

/// Fast reading for files: English letters and the shape of SAN; check signs and !? are skipped
/// over unread, x need not be true, and more of the origin may be given than needed.
/// Returns: the one legal move that fits, or nothing. Cost: under 40 ns; no allocation.
std::optional<Move> resolve(std::string_view text, const Position& position) noexcept;

/// Strict reading: the canonical text or an error that says what was expected.
Expected<Move> parse(std::string_view text, const Position& position);

/// Lenient reading; each departure from the canonical text is a note.
/// Errors: unexpected_text (no move text), illegal_move, ambiguous_move, missing_text (a promotion
/// without its piece: no queen is assumed).
Expected<Lenient> parse_lenient(std::string_view text, const Position& position,
                                const Letters& letters = english);

}  // namespace hakam::san

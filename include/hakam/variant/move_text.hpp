#pragma once

#include <string>
#include <string_view>

#include "hakam/variant/variant.hpp"

/// Moves of a variant as text: like SAN with the variant's letters, or as coordinates.
namespace hakam::variant {

inline constexpr std::size_t max_move_text = 32;

/// "Fd2", "exf5", "a8=F", "O-O", "O-O-O-O" (vertical), "Kh8-Rf8" (free castling), with + and #.
/// Pre: the move is legal.
std::string format_san(const Variant& variant, const Position& position, const Move& move);
/// "e2e4", "a7a8f", "e1g1"; free castling names the rook's square, too: "e1h1f1".
std::string format_coordinates(const Variant& variant, const Move& move);
/// Reads either form; figures of the move that are not needed may be left out, check signs and
/// "x" are not insisted on. Errors: unexpected_text, illegal_move, ambiguous_move.
Expected<Move> parse_move(const Variant& variant, const Position& position, std::string_view text);

}  // namespace hakam::variant

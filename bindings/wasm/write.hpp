#pragma once

#include <string_view>

#include "hakam/base/error.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/letters.hpp"
#include "json.hpp"

namespace hakam::wasm {

std::string_view name(Color color) noexcept;
std::string_view name(PieceType type) noexcept;

/// The letters named, else English.
const Letters& letters(std::string_view language) noexcept;

/// The members of a legal move; the caller has begun the object.
void write_move(Json& json, Move move, const Position& position, const Letters& letters);
/// A position with its legal moves.
void write_position(Json& json, const Position& position, const Letters& letters);
void write_span(Json& json, const TextSpan& where);
/// {"ok":false,"error":{...}}; the caller has begun nothing.
void write_failure(Json& json, const Error& error);

}  // namespace hakam::wasm

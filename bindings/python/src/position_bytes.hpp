#pragma once

#include <string>
#include <string_view>

#include "hakam/core/position.hpp"

namespace hakam::python {

/// A position in 40 bytes: the four planes of its board (docs/design/core.md), the castling rooks
/// being rooks with the unused type code 6, then turn, rules, double-step square (64: none), and 20
/// and 20 bits of the counters. Little endian on every machine.
inline constexpr std::size_t position_bytes = 40;
std::string bytes_of(const Position& position);
void put_bytes(const Position& position, char* to);
/// Raises ValueError if no position has these bytes. Nothing in them is believed.
Position position_from(std::string_view bytes);
/// The same; nothing if no position has these bytes.
std::optional<Position> position_or_none(std::string_view bytes);

}  // namespace hakam::python

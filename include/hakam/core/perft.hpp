#pragma once

#include <cstdint>

#include "hakam/core/position.hpp"

namespace hakam {

/// Number of legal move sequences of exactly `depth` plies. Play does not stop for draws.
/// Counts the last ply without making its moves. Pre: depth >= 0.
std::uint64_t perft(const Position& position, int depth) noexcept;

/// The same by the public interface alone: the plain reference that perft is tested against.
std::uint64_t perft_plain(const Position& position, int depth) noexcept;

}  // namespace hakam

#pragma once

#include <cstdint>

namespace hakam {

/// The two sides (Law 1.2: White, with the light men, moves first).
enum class Color : std::uint8_t { white, black };

inline constexpr Color colors[] = {Color::white, Color::black};

constexpr Color operator~(Color c) noexcept {
    return c == Color::white ? Color::black : Color::white;
}
constexpr int index(Color c) noexcept { return static_cast<int>(c); }

/// The two wings a king can castle to, named from White's side of the board.
enum class Wing : std::uint8_t { king, queen };

}  // namespace hakam

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/color.hpp"

namespace hakam::variant {

/// One way to move: from a square in one direction.
struct Step {
    enum class Kind : std::uint8_t {
        ride,         ///< step after step over empty squares, at most `limit` steps; a leap is limit 1
        lame,         ///< one leap that needs the square in the middle empty
        grasshopper,  ///< to the square directly behind the first man met
        cannon,       ///< rides on behind the first man met
    };
    enum Mode : std::uint8_t { moves = 1, captures = 2, both = 3 };

    std::int8_t right = 0;    ///< files towards the h-file, seen from White
    std::int8_t forward = 0;  ///< ranks forward, seen from the man's owner
    Kind kind = Kind::ride;
    Mode mode = both;
    std::uint8_t limit = 1;  ///< steps of a ride; 0: no limit
    bool first_move = false; ///< only while the man has not moved

    friend constexpr bool operator==(const Step&, const Step&) = default;
};

/// Reads the men's moves in Betza's notation: leaps W F D N A H C Z G, riders by doubling (WW, NN) or
/// by the letters R B Q, K for WF, a digit for the limit of a ride; before a letter the directions
/// f b l r v s, `m` only moves, `c` only captures, `n` lame, `g` grasshopper, `p` cannon, `i` only as
/// first move. At most 64 characters.
Expected<std::vector<Step>> steps_from_betza(std::string_view text);

/// A kind of man: what a variant's data says of it.
struct Man {
    std::string name;     ///< English, lower case: "ferz"
    char letter = 0;      ///< upper case; lower case in a FEN is Black's
    std::string moves;    ///< Betza's notation
    bool royal = false;   ///< whose capture is what a check threatens
    bool pawn = false;    ///< promotes, resets the clock, is written without its letter
    std::string also{};   ///< other letters accepted when reading

    friend bool operator==(const Man&, const Man&) = default;
};

/// A man that Hakam knows by name.
struct KnownMan {
    std::string_view name;
    char letter = 0;
    std::string_view moves;  ///< Betza's notation
    std::string_view also{}; ///< other names, separated by spaces
    bool royal = false;
    bool pawn = false;

    Man man() const { return {std::string{name}, letter, std::string{moves}, royal, pawn, {}}; }
};

/// All of them, with their usual letters: orthodox, fairy, and those of older games. Names are
/// unique, and so are letters.
std::span<const KnownMan> known_men() noexcept;
/// By its name or one of its other names ("chancellor" is "empress"); case, blanks and
/// hyphens do not count.
const KnownMan* known_man(std::string_view name) noexcept;

/// Which man of a variant, and whose: 0 is an empty square. Shape: (kind + 1) * 2 + colour.
enum class Code : std::uint8_t { none = 0 };

inline constexpr int max_kinds = 31;
inline constexpr int max_codes = 64;

constexpr int index(Code c) noexcept { return static_cast<int>(c); }
constexpr Code code_of(Color color, int kind) noexcept {
    return static_cast<Code>((kind + 1) * 2 + hakam::index(color));
}
/// Pre for all of these: the code is not none.
constexpr Color color_of(Code c) noexcept { return static_cast<Color>(index(c) & 1); }
constexpr int kind_of(Code c) noexcept { return index(c) / 2 - 1; }
constexpr Code recoloured(Code c) noexcept { return static_cast<Code>(index(c) ^ 1); }

}  // namespace hakam::variant

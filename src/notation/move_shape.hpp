#pragma once

// Reads the shape of an algebraic move text: everything that can be known without the position.

#include <optional>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/move.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/note.hpp"

namespace hakam::notation {

/// How the first letter is taken.
enum class FirstLetter : std::uint8_t {
    piece,        ///< a man's letter if it is one, else a file
    small_piece,  ///< a man's letter written small: nf3
    file,         ///< a file, although it could be a man's letter (Arabic)
};

enum class CheckSign : std::uint8_t { none, check, mate };

/// Where a part stands in the text. Units: bytes.
struct Part {
    std::size_t offset = 0;
    std::size_t length = 0;
};

struct MoveShape {
    std::optional<Wing> castling;
    std::optional<PieceType> type;  ///< absent: no letter
    std::optional<File> file;
    std::optional<Rank> rank;
    Square to{};
    std::optional<PieceType> promotion;
    bool capture = false;
    CheckSign sign = CheckSign::none;
    bool en_passant = false;
    bool has_latin_file = false;
    Part whole, origin, separator, target, promotion_part, sign_part;
    std::vector<Note> notes;

    bool has_full_origin() const noexcept { return file && rank; }
};

Expected<MoveShape> read_shape(std::string_view text, const Letters& letters, FirstLetter first);

}  // namespace hakam::notation

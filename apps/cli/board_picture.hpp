#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"

/// Pictures of a board: text for a terminal, SVG, and PNG through librsvg and cairo.
namespace hakam::cli {

struct Arrow {
    Square from{};
    Square to{};
};

struct PictureOptions {
    Color bottom = Color::white;  ///< whose side is at the bottom
    bool coordinates = true;
    int size = 480;  ///< edge of the picture. Units: pixels
    std::vector<Square> highlights;
    std::vector<Arrow> arrows;
    std::vector<Arrow> last_move;  ///< none or one; both squares are tinted
};

/// Eight rows of eight characters from the eighth rank down: FEN letters and '.'.
std::vector<std::string> board_rows(const Position& position);

/// The board as lines of text. With colour: figurines on tinted squares; without: letters.
enum class Ink : std::uint8_t { plain, colour };
std::string board_text(const Position& position, const PictureOptions& options, Ink ink);

/// The board as an SVG document. The men are drawn for Hakam, as plain paths.
std::string board_svg(const Position& position, const PictureOptions& options);

/// A man as an SVG group for <defs>, drawn on a square of 100 units, and the group's name.
std::string man_definition(Piece piece);
std::string man_identifier(Piece piece);

/// An SVG document as a PNG file of that size, square unless a height is given. Units: pixels.
/// Errors: in words, for people.
Expected<std::string, std::string> png_from_svg(std::string_view svg, int width, int height = 0);

}  // namespace hakam::cli

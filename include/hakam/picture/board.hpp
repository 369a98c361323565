#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakam/core/position.hpp"

/// Pictures of a board: text for a terminal, and SVG with men drawn for Hakam.
namespace hakam::picture {

struct Arrow {
    Square from{};
    Square to{};
};

struct Options {
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
std::string board_text(const Position& position, const Options& options, Ink ink);

/// A man as an SVG group for <defs>, drawn on a square of 100 units, and the group's name: for who
/// draws boards of his own.
std::string man_definition(Piece piece);
std::string man_identifier(Piece piece);

/// The board as an SVG document. The men are drawn for Hakam, as plain paths.
std::string board_svg(const Position& position, const Options& options);

}  // namespace hakam::picture

#pragma once

#include <string>
#include <string_view>

#include "hakam/base/expected.hpp"
#include "hakam/picture/board.hpp"

/// The room picture in this program, and PNG through librsvg and cairo.
namespace hakam::cli {

using picture::Arrow;
using picture::board_rows;
using picture::board_svg;
using picture::board_text;
using picture::Ink;
using picture::man_definition;
using picture::man_identifier;
using PictureOptions = picture::Options;

/// An SVG document as a PNG file of that size, square unless a height is given. Units: pixels.
/// Errors: in words, for people.
Expected<std::string, std::string> png_from_svg(std::string_view svg, int width, int height = 0);

}  // namespace hakam::cli

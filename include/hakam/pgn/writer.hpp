#pragma once

#include <string>
#include <string_view>

#include "hakam/notation/letters.hpp"
#include "hakam/pgn/tree.hpp"

namespace hakam::pgn {

enum class WriterStyle : std::uint8_t {
    /// Export format (PGN standard 3.2, 8): the seven tags first and the others by name, canonical
    /// SAN, lines of less than 80 columns.
    exported,
    /// Tags in their order and moves in their words, as they were read.
    as_found,
};
/// What is left out.
struct WriterOptions {
    WriterStyle style = WriterStyle::exported;
    const Letters* letters = &english;  ///< of the men, in exported style
    bool leave_out_comments = false;
    bool leave_out_glyphs = false;
    bool leave_out_variations = false;
    /// Tag values and comments as UTF-8, what is none being taken as Windows-1252; else their bytes as
    /// they were read.
    bool as_utf8 = false;
    std::size_t columns = 79;  ///< no line is longer if a blank can be broken
};

/// The whole game with a blank line after the tags and one after the moves. Reading it again gives
/// an equal tree (exported: up to the order of tags and the tags that the standard demands).
/// Move texts that were not played follow as a comment. Cost: linear; no recursion.
std::string format(const Tree& tree, const WriterOptions& options = {});
/// Only the moves and the termination marker, without a line end.
std::string format_moves(const Tree& tree, const WriterOptions& options = {});

}  // namespace hakam::pgn

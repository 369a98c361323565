#pragma once

#include <memory>
#include <string>

#include "hakam/variant/variant.hpp"

namespace hakam::cli {

struct VariantPlayOptions {
    std::string fen = "startpos";
    std::string pgn;  ///< write the score to this file at the end
    std::string white, black;
    bool json = false;
};

/// A game other than chess between two people: moves and commands from standard input, until the
/// game's own rules end it. Returns: the exit status.
int play_variant(const variant::Variant& game, const VariantPlayOptions& options);

/// Converts lists of moves or FENs of a game: each of `inputs` is a text, or "-" for lines of
/// standard input. `to` is san, uci, fen or pgn.
struct VariantConvertOptions {
    std::string start = "startpos";
    std::string from = "auto";
    std::string to = "san";
    bool each_position = false;
    bool without_numbers = false;
    bool json = false;
};
int convert_variant(const variant::Variant& game, const std::vector<std::string>& inputs,
                    const VariantConvertOptions& options);

}  // namespace hakam::cli

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakam/variant/variant.hpp"

/// FEN of any board: the men's letters are the variant's, runs of empty squares are numbers, the
/// rest of the fields as usual (docs/formats/variant-fen.md).
namespace hakam::variant::fen {

inline constexpr std::size_t max_length = 512;

struct Options {
    bool kings_optional = false;  ///< a side may have no royal man, as in some problems
    bool any_check = false;       ///< the side that has just moved may stand in check
};

/// Everything wrong with a text, in order of place; empty if a position could be made of it.
struct Report {
    std::optional<Position> position;
    std::vector<Error> faults;
};
Report read(const Variant& variant, std::string_view text, const Options& options = {});
Expected<Position> parse(const Variant& variant, std::string_view text, const Options& options = {});
/// All six fields.
std::string format(const Variant& variant, const Position& position);
/// The placement alone.
std::string format_board(const Variant& variant, const Position& position);

}  // namespace hakam::variant::fen

#pragma once

#include <hakam/core/position.hpp>
#include <hakam/notation/fen.hpp>
#include <hakam/notation/letters.hpp>
#include <hakam/pgn/tree.hpp>
#include <string>
#include <string_view>
#include <vector>

/// What `hakam convert` reads and writes.
namespace hakam::cli::convert {

struct Options {
    std::vector<std::string> inputs;  ///< files, move texts or "-"
    std::string from = "auto";
    std::string to = "san";
    std::string language = "en";
    std::string from_language = "auto";  ///< English and figurines, else what fits
    std::string start = "startpos";
    std::string output;
    std::string castling = "xfen";
    std::string en_passant = "legal";
    bool json = false;
    bool chess960 = false;
    bool each_position = false;  ///< FEN and EPD after every ply, not only the last
    bool as_found = false;
    bool without_comments = false;
    bool without_variations = false;
    bool without_numbers = false;
    bool strict = false;
    bool keep_text = false;  ///< of PGN: what stands between games

    bool is_move_list(std::string_view format) const {
        return format != "pgn" && format != "fen" && format != "epd";
    }
    const Letters& letters() const { return *letters_for(language); }
    bool detects_letters() const { return from_language == "auto"; }
    const Letters& from_letters() const {
        return detects_letters() ? english : *letters_for(from_language);
    }
    fen::FormatOptions fen_form() const;
};

/// One move in the notation of Options::to; SAN for formats that are no notation.
std::string write_move(Move move, const Position& position, const Options& options,
                       std::string_view notation);
/// One move text in a notation.
Expected<Move> read_move(std::string_view text, const Position& position, const Options& options,
                         std::string_view notation);

/// A token of a list of moves and where it stands.
struct MoveText {
    std::string_view text;
    std::size_t offset = 0;
};
/// The move texts of a list without its result: numbers with a full stop are left out; the words that
/// descriptive notation sets apart (ch, mate, e.p.) go with their move.
std::vector<MoveText> move_texts(std::string_view list, std::string_view notation);

/// A list of moves played from `start`, as a game without tags.
/// Errors: located in `list`; moves before it are not returned.
Expected<pgn::Tree> read_moves(std::string_view list, const Position& start,
                               const Options& options, std::string_view notation);

/// The main line in a notation, with move numbers unless left out.
std::string write_moves(const pgn::Tree& tree, const Options& options);

}  // namespace hakam::cli::convert

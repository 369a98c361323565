#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/note.hpp"

/// Forsyth-Edwards Notation (PGN standard 16.1) with X-FEN and Shredder-FEN castling letters.
/// docs/formats/fen.md describes the dialect.
namespace hakam::fen {

/// Longer texts are refused unread. Units: bytes. The longest canonical FEN has 103.
inline constexpr std::size_t max_length = 256;
/// Counters above this are refused.
inline constexpr std::uint32_t max_counter = 99'999;

/// What the letters KQkq name.
enum class Castling : std::uint8_t {
    /// Home rooks if kings and rooks fit the standard array or no Chess960 array; outermost rooks
    /// if a file letter occurs, or if all rights claimed fit one other array of Chess960.
    automatic,
    standard,  ///< king on the e-file, rooks in the corners; any other right is false
    chess960,  ///< X-FEN: the outermost rook on that side of the king
};

struct Options {
    Reading reading = Reading::strict;
    RulesetId rules = RulesetId::standard;
    Tolerance tolerated{};
    Castling castling = Castling::automatic;
};

/// One thing wrong with a text, in its grammar or in what it describes.
struct Fault {
    std::string_view code;  ///< stable: "rank-too-short", "adjacent-kings", ...
    TextSpan where;
    std::string text;  ///< one English sentence without the full stop
    Error error;       ///< the same as an Error: expected and found
};

/// Everything that one reading found.
struct Report {
    std::optional<Setup> setup;        ///< if the grammar is right
    std::optional<Position> position;  ///< if moreover no fault is left that is not tolerated
    std::vector<Fault> faults;         ///< every fault at once, in order of place
    std::vector<Note> notes;           ///< what a lenient reading overlooked

    bool valid() const noexcept { return position.has_value(); }
};

/// Reads a FEN and reports all that is wrong with it. Cost: linear.
Report read(std::string_view text, const Options& options = {});

/// The position, or the first thing wrong with the text. Cost: about 200 ns for a valid text.
Expected<Position> position(std::string_view text, const Options& options = {});

/// How castling rights are written.
enum class CastlingForm : std::uint8_t {
    automatic,  ///< as xfen, but with file letters where Castling::automatic would misread KQkq
    xfen,       ///< KQkq for the outermost rook, a file letter for an inner one
    shredder,   ///< file letters always
};
/// When the en passant square is written: only if a legal capture exists (Laws 9.2.3.1; the PGN
/// standard as supplemented in 2024), or after every double step (PGN standard of 1994).
enum class EnPassantForm : std::uint8_t { legal_only, always };

struct FormatOptions {
    CastlingForm castling = CastlingForm::automatic;
    EnPassantForm en_passant = EnPassantForm::legal_only;
};

/// The first field of a FEN: what stands on the board, whatever it is.
std::string placement(const Board& board);
/// Canonical FEN with all six fields. With EnPassantForm::always, position(format(p)) == p.
std::string format(const Position& position, const FormatOptions& options = {});
/// The same for any setup; the en passant square is written as it stands.
std::string format(const Setup& setup, const FormatOptions& options = {});
/// Only the first four fields (as EPD begins).
std::string format_four_fields(const Position& position, const FormatOptions& options = {});

}  // namespace hakam::fen

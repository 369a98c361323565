#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/error.hpp"
#include "hakam/core/move.hpp"

namespace hakam {

/// How a text is read: strictly (the one canonical form, or an error) or leniently (what is meant
/// beyond doubt is accepted, and each departure from the canonical form becomes a Note).
enum class Reading : std::uint8_t { strict, lenient };

/// What a lenient reading had to overlook. Codes are API.
enum class NoteCode : std::uint8_t {
    spacing,               ///< spaces around or between where one or none belongs
    letter_case,           ///< capital or small letter where the other belongs
    field_missing,         ///< a field left out; its usual value was taken
    field_form,            ///< a field not written in its one canonical way
    trailing_slash,        ///< a slash after the last rank of a FEN
    move_number_zero,      ///< move number 0, read as 1
    operations_ignored,    ///< EPD operations after the four fields, left unread
    fault_tolerated,       ///< a fault of the setup that the caller tolerates
    claim_dropped,         ///< a false castling right or en passant square, left out
    castling_zeros,        ///< 0-0 for O-O
    castling_dash,         ///< castling with another dash, or as a move of the king
    king_takes_rook,       ///< castling in the Chess960 form of UCI
    lower_case_piece,      ///< nf3 for Nf3
    pawn_letter,           ///< Pe4 for e4
    piece_letter_missing,  ///< g1f3 for Nf3
    foreign_file_letter,   ///< a file named in another alphabet
    origin_superfluous,    ///< Ngf3 where Nf3 would do
    origin_form,           ///< the origin given, but not in the shortest way: N1f3 for Ngf3
    origin_missing,        ///< Nf3 in long notation
    long_form,             ///< e2-e4 for e4
    capture_missing,       ///< a capture without its sign
    capture_false,         ///< a capture sign though nothing is captured
    capture_form,          ///< another sign than x
    promotion_form,        ///< e8Q, e8(Q), e8/Q for e8=Q
    en_passant_mark,       ///< e.p. after the move, or falsely so
    check_missing,         ///< no + though the move gives check
    check_false,           ///< + though it does not
    mate_missing,          ///< no # though the move mates
    mate_false,            ///< # though it does not
    check_form,            ///< another sign than + or #
    annotation,            ///< ! or ? after the move
    target_rank_missing,   ///< exd for exd5
};

/// Stable name of a code, e.g. "castling-zeros".
std::string_view name(NoteCode code) noexcept;

/// One departure from the canonical form.
struct Note {
    NoteCode code{};
    TextSpan where;
    std::string text;  ///< in words, e.g. "zeros for the letter O"

    friend bool operator==(const Note&, const Note&) = default;
};

/// A note as one line for people: "1:3: zeros for the letter O".
std::string describe(const Note& note);

/// A move read leniently, and what had to be overlooked.
struct LenientMove {
    Move move;
    std::vector<Note> notes;
};

}  // namespace hakam

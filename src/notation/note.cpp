#include "hakam/notation/note.hpp"

namespace hakam {

std::string_view name(NoteCode code) noexcept {
    switch (code) {
        case NoteCode::spacing:
            return "spacing";
        case NoteCode::letter_case:
            return "letter-case";
        case NoteCode::field_missing:
            return "field-missing";
        case NoteCode::field_form:
            return "field-form";
        case NoteCode::trailing_slash:
            return "trailing-slash";
        case NoteCode::move_number_zero:
            return "move-number-zero";
        case NoteCode::operations_ignored:
            return "operations-ignored";
        case NoteCode::fault_tolerated:
            return "fault-tolerated";
        case NoteCode::claim_dropped:
            return "claim-dropped";
        case NoteCode::castling_zeros:
            return "castling-zeros";
        case NoteCode::castling_dash:
            return "castling-dash";
        case NoteCode::king_takes_rook:
            return "king-takes-rook";
        case NoteCode::lower_case_piece:
            return "lower-case-piece";
        case NoteCode::pawn_letter:
            return "pawn-letter";
        case NoteCode::piece_letter_missing:
            return "piece-letter-missing";
        case NoteCode::foreign_file_letter:
            return "foreign-file-letter";
        case NoteCode::origin_superfluous:
            return "origin-superfluous";
        case NoteCode::origin_form:
            return "origin-form";
        case NoteCode::origin_missing:
            return "origin-missing";
        case NoteCode::long_form:
            return "long-form";
        case NoteCode::capture_missing:
            return "capture-missing";
        case NoteCode::capture_false:
            return "capture-false";
        case NoteCode::capture_form:
            return "capture-form";
        case NoteCode::promotion_form:
            return "promotion-form";
        case NoteCode::en_passant_mark:
            return "en-passant-mark";
        case NoteCode::target_rank_missing:
            return "target-rank-missing";
        case NoteCode::check_missing:
            return "check-missing";
        case NoteCode::check_false:
            return "check-false";
        case NoteCode::mate_missing:
            return "mate-missing";
        case NoteCode::mate_false:
            return "mate-false";
        case NoteCode::check_form:
            return "check-form";
        case NoteCode::annotation:
            return "annotation";
    }
    return "unknown";
}

std::string describe(const Note& note) {
    return std::to_string(note.where.line) + ':' + std::to_string(note.where.column) + ": " +
           note.text;
}

}  // namespace hakam

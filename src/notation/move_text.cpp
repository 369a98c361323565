#include "move_text.hpp"

#include <algorithm>

#include "hakam/notation/lan.hpp"
#include "hakam/notation/san.hpp"
#include "move_shape.hpp"
#include "text.hpp"

namespace hakam::notation {

namespace {

using Moves = std::vector<Move>;

/// Whether the move fits in all but the promotion.
bool fits(const MoveShape& shape, Move move) {
    if (shape.castling) return move.is_castling() && move.wing() == *shape.castling;
    if (move.is_castling() || move.to() != shape.to) return false;
    if (shape.file && *shape.file != file_of(move.from())) return false;
    if (shape.rank && *shape.rank != rank_of(move.from())) return false;
    if (shape.type) return move.mover() == *shape.type;
    return move.mover() == PieceType::pawn || shape.has_full_origin();
}

/// Castling written as the king's move: Ke1-g1, e1g1, or onto the rook.
bool fits_as_castling(const MoveShape& shape, Move move) {
    return move.is_castling() && shape.has_full_origin() && !shape.promotion &&
           (!shape.type || *shape.type == PieceType::king) &&
           move.from() == square(*shape.file, *shape.rank) &&
           (move.arrival() == shape.to || move.to() == shape.to) && move.from() != shape.to;
}

struct Matches {
    Moves moves;
    bool lacks_promotion = false;
    bool as_king_move = false;
};

Matches match(const MoveShape& shape, const Position& position) {
    Matches result;
    const MoveList all = position.legal_moves();
    for (const Move move : all) {
        if (!fits(shape, move)) continue;
        if (move.promotion() == shape.promotion)
            result.moves.push_back(move);
        else if (!shape.promotion)
            result.lacks_promotion = true;
    }
    if (!result.moves.empty() || result.lacks_promotion) return result;
    for (const Move move : all)
        if (fits_as_castling(shape, move)) {
            result.moves.push_back(move);
            result.as_king_move = true;
        }
    return result;
}

/// Whether an own pawn stands where a pawn of the b-file could take on `to` or step to it, be that
/// legal or not.
bool b_pawn_may_be_meant(Square to, const Position& position) {
    const int distance = index(file_of(to)) - index(File::b);
    if (distance == 0) return true;
    if (distance != 1 && distance != -1) return false;
    const Rank rank = relative_rank(position.turn(), to);
    if (rank == Rank::r1) return false;
    const int from_rank = index(rank_of(to)) + (position.turn() == Color::white ? -1 : 1);
    return position.men(position.turn(), PieceType::pawn)
        .contains(square(File::b, static_cast<Rank>(from_rank)));
}

/// The ways to take the first letter, more than one only where two are sensible; or why none is.
Expected<std::vector<MoveShape>> shapes(std::string_view text, const Position& position,
                                        const Letters& letters) {
    std::vector<MoveShape> result;
    auto usual = read_shape(text, letters, FirstLetter::piece);
    const std::optional<Error> refusal = usual ? std::nullopt : std::optional<Error>{usual.error()};
    const std::string_view inner = text::trimmed(text).inner;
    const bool is_english = letters.language == english.language;
    const bool has_files = !letters.files[0].empty();
    if (usual) {
        const MoveShape& s = *usual;
        // A small b is a pawn wherever a pawn stands that may be meant: with a pawn on b3, bxc4 is
        // never Bxc4, even if the pawn may not move.
        const bool small_b = is_english && inner.starts_with('b') && !s.type && !s.castling &&
                             s.file == File::b && !s.rank;
        const bool pawn = !small_b || b_pawn_may_be_meant(s.to, position);
        std::optional<MoveShape> small_piece;
        if (small_b && (!pawn || file_of(s.to) == File::b))
            if (auto small = read_shape(text, letters, FirstLetter::small_piece))
                small_piece = std::move(*small);
        if (!small_piece || pawn) result.push_back(std::move(*usual));
        if (small_piece) result.push_back(std::move(*small_piece));
    } else if (is_english && !inner.starts_with('b')) {
        if (auto small = read_shape(text, letters, FirstLetter::small_piece))
            result.push_back(std::move(*small));
    }
    // A letter can name a man and a file in Arabic; a pawn's text does not mix alphabets.
    if (has_files && (result.empty() || result.front().type))
        if (auto file = read_shape(text, letters, FirstLetter::file))
            if (!file->has_latin_file && (file->rank || file->file != file_of(file->to)))
                result.push_back(std::move(*file));
    if (result.empty() && refusal) return Unexpected{*refusal};
    return result;
}

void add(std::vector<Note>& notes, std::string_view text, NoteCode code, Part part,
         std::string words) {
    notes.push_back({code, span_in(text, part.offset, part.length), std::move(words)});
}

/// What differs from the canonical text, given that the shape has been matched.
void compare(const MoveShape& read, const MoveShape& canonical, Move move, std::string_view text,
             Algebraic form, std::vector<Note>& notes) {
    const Part end{read.whole.offset + read.whole.length, 0};
    if (!read.castling && !move.is_castling()) {
        if (!read.type && move.mover() != PieceType::pawn)
            add(notes, text, NoteCode::piece_letter_missing, {read.whole.offset, 0},
                "no letter for the piece");
        const bool given = read.file || read.rank;
        const bool wanted = canonical.file || canonical.rank;
        if (read.file != canonical.file || read.rank != canonical.rank) {
            if (!given)
                add(notes, text, NoteCode::origin_missing, read.target, "the origin is left out");
            else if (!wanted)
                add(notes, text, NoteCode::origin_superfluous, read.origin,
                    "the origin need not be given");
            else
                add(notes, text, NoteCode::origin_form, read.origin,
                    "the origin is not written in the usual way");
        }
        if (form == Algebraic::abbreviated && read.separator.length != 0 && !read.capture)
            add(notes, text, NoteCode::long_form, read.separator, "long notation");
        if (form == Algebraic::full && read.separator.length == 0 && read.has_full_origin())
            add(notes, text, NoteCode::long_form, read.target, "no sign between the squares");
        if (read.capture && !move.is_capture())
            add(notes, text, NoteCode::capture_false, read.separator, "nothing is captured");
        if (!read.capture && move.is_capture())
            add(notes, text, NoteCode::capture_missing, read.target, "no sign for the capture");
    }
    if (read.en_passant && !move.is_en_passant())
        add(notes, text, NoteCode::en_passant_mark, read.whole, "this is not en passant");
    if (read.sign == canonical.sign) return;
    switch (canonical.sign) {
        case CheckSign::none:
            add(notes, text,
                read.sign == CheckSign::mate ? NoteCode::mate_false : NoteCode::check_false,
                read.sign_part, "the move gives no check");
            break;
        case CheckSign::check:
            if (read.sign == CheckSign::mate)
                add(notes, text, NoteCode::mate_false, read.sign_part, "check, but not mate");
            else
                add(notes, text, NoteCode::check_missing, end, "no sign for the check");
            break;
        case CheckSign::mate:
            add(notes, text, NoteCode::mate_missing,
                read.sign == CheckSign::none ? end : read.sign_part, "no sign for the mate");
            break;
    }
}

/// ed, exd, e:d, where that fits one legal move: a pawn's capture without the rank.
std::optional<LenientMove> capture_by_files(std::string_view text, const Position& position,
                                            Algebraic form) {
    std::string_view files = text::trimmed(text).inner;
    const char sign = files.ends_with('+') || files.ends_with('#') ? files.back() : '\0';
    if (sign != 0) files.remove_suffix(1);
    const bool has_sign = files.size() == 3 && (files[1] == 'x' || files[1] == ':');
    if (form != Algebraic::abbreviated || !(files.size() == 2 || has_sign)) return std::nullopt;
    const auto from = file_from(files.front());
    const auto to = file_from(files.back());
    if (!from || !to || *from == *to) return std::nullopt;
    std::optional<Move> found;
    for (const Move move : position.legal_moves()) {
        if (move.mover() != PieceType::pawn || file_of(move.from()) != *from ||
            file_of(move.to()) != *to)
            continue;
        if (found || move.promotion()) return std::nullopt;
        found = move;
    }
    if (!found) return std::nullopt;
    LenientMove result{*found, {}};
    add(result.notes, text, NoteCode::target_rank_missing,
        {static_cast<std::size_t>(files.data() - text.data()), files.size()},
        "the rank of the capture is left out");
    return result;
}

Error no_such_move(const MoveShape& shape, std::string_view text, bool lacks_promotion) {
    if (lacks_promotion)
        return text::error_at(ErrorCode::missing_text, text,
                              shape.target.offset + shape.target.length, 0,
                              "a promotion: =Q, =R, =B or =N");
    return text::error_at(ErrorCode::illegal_move, text, shape.whole.offset, shape.whole.length,
                          "a legal move");
}

}  // namespace

Expected<LenientMove> read_move(std::string_view text, const Position& position,
                                const Letters& letters, Algebraic form) {
    if (text.size() > san::max_length) return text::too_long(text, san::max_length);
    const auto read = shapes(text, position, letters);
    if (!read) {
        if (auto capture = capture_by_files(text, position, form)) return std::move(*capture);
        return Unexpected{read.error()};
    }
    const std::vector<MoveShape>& readings = *read;

    const MoveShape* chosen = nullptr;
    bool as_king_move = false;
    bool lacks_promotion = false;
    Moves moves;
    for (const MoveShape& shape : readings) {
        const Matches matches = match(shape, position);
        lacks_promotion = lacks_promotion || matches.lacks_promotion;
        if (matches.moves.empty()) continue;
        if (!chosen) {
            chosen = &shape;
            as_king_move = matches.as_king_move;
        }
        for (const Move move : matches.moves)
            if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    }
    if (moves.empty()) return Unexpected{no_such_move(readings.front(), text, lacks_promotion)};
    const auto write = [&](Move move) {
        return form == Algebraic::abbreviated ? san::format(move, position)
                                              : lan::format(move, position);
    };
    if (moves.size() > 1) {
        std::string choices;
        for (const Move move : moves) {
            if (!choices.empty()) choices += " or ";
            choices += write(move);
        }
        return Unexpected{text::error_at(ErrorCode::ambiguous_move, text, chosen->whole.offset,
                                         chosen->whole.length, std::move(choices))};
    }
    LenientMove result{moves.front(), chosen->notes};
    const std::string canonical = write(result.move);
    if (as_king_move)
        add(result.notes, text, NoteCode::castling_dash, chosen->whole,
            "castling written as a move of the king");
    if (auto shape = read_shape(canonical, english, FirstLetter::piece))
        compare(*chosen, *shape, result.move, text, form, result.notes);
    text::sort_by_place(result.notes);
    return result;
}

}  // namespace hakam::notation

namespace hakam {

Expected<san::Lenient> san::parse_lenient(std::string_view text, const Position& position,
                                          const Letters& letters) {
    return notation::read_move(text, position, letters, notation::Algebraic::abbreviated);
}

Expected<LenientMove> lan::parse_lenient(std::string_view text, const Position& position,
                                         const Letters& letters) {
    return notation::read_move(text, position, letters, notation::Algebraic::full);
}

}  // namespace hakam

#include "fen_reader.hpp"

#include <algorithm>

#include "usual_fen.hpp"

namespace hakam::fen {
namespace {

constexpr std::string_view field_names[] = {
    "the men on the board",         "'w' or 'b'",          "the castling rights or '-'",
    "the en passant square or '-'", "the half-move clock", "the move number"};

void put(std::array<std::uint64_t, 4>& planes, unsigned meaning, int square) {
    const std::uint64_t code = meaning;
    planes[0] |= (code & 1) << square;
    planes[1] |= (code >> 1 & 1) << square;
    planes[2] |= (code >> 2 & 1) << square;
    planes[3] |= (code >> 5 & 1) << square;
}

}  // namespace

bool Reader::scan() {
    if (text_.size() > max_length) {
        fault("too-long", ErrorCode::too_long, max_length, text_.size() - max_length,
              "at most " + std::to_string(max_length) + " bytes", "the text is too long");
        return false;
    }
    begin();
    board(next(reading_ = 0));
    turn(next(reading_ = 1));
    castling(next(reading_ = 2));
    en_passant(next(reading_ = 3));
    if (lenient()) operations();
    counter(next(reading_ = 4), 4);
    counter(next(reading_ = 5), 5);
    finish();
    return grammar_ok_;
}

void Reader::fault(std::string_view code, ErrorCode error, std::size_t offset, std::size_t length,
                   std::string expected, std::string words) {
    grammar_ok_ = false;
    unread_ |= 1U << reading_;
    Error e = text::error_at(error, text_, offset, length, std::move(expected));
    faults_.push_back({code, e.where, std::move(words), e});
}

void Reader::note(NoteCode code, std::size_t offset, std::size_t length, std::string words) {
    notes_.push_back({code, span_in(text_, offset, length), std::move(words)});
}

void Reader::departure(NoteCode code, std::string_view fault_code, std::size_t offset,
                       std::size_t length, std::string expected, std::string words) {
    if (lenient())
        note(code, offset, length, std::move(words));
    else
        fault(fault_code, ErrorCode::not_canonical, offset, length, std::move(expected),
              std::move(words));
}

void Reader::begin() {
    end_ = text_.size();
    if (!lenient()) return;
    const auto [inner, offset] = text::trimmed(text_);
    if (inner.size() == text_.size()) return;
    note(NoteCode::spacing, 0, text_.size(), "spaces around");
    at_ = offset;
    end_ = offset + inner.size();
}

Reader::Field Reader::next(int number) {
    if (number > 0 && at_ < end_) {
        const std::size_t gap = at_;
        while (at_ < end_ && separates(text_[at_])) ++at_;
        if (at_ - gap != 1 || text_[gap] != ' ')
            departure(NoteCode::spacing, "spacing", gap, at_ - gap, "one space",
                      "more than one space");
    }
    Field field;
    field.offset = at_;
    while (at_ < end_ && !separates(text_[at_])) ++at_;
    field.text = text_.substr(field.offset, at_ - field.offset);
    field.present = !field.text.empty();
    return field;
}

void Reader::missing(const Field& field, int number) {
    const std::string words =
        std::string{"the text ends before "} + std::string{field_names[number]};
    if (lenient() && number >= 2)
        note(NoteCode::field_missing, field.offset, 0, words);
    else
        fault("missing-field", ErrorCode::missing_text, field.offset, 0,
              std::string{field_names[number]}, words);
}

void Reader::unexpected(std::string_view code, std::size_t offset, std::size_t length, int number,
                        std::string words) {
    fault(code, ErrorCode::unexpected_text, offset, length, std::string{field_names[number]},
          std::move(words));
}

void Reader::board(const Field& field) {
    board_offset_ = field.offset;
    if (const auto usual = usual_board(field.text)) {
        setup_.board = *usual;
        return;
    }
    if (!field.present) return missing(field, 0);
    std::array<std::uint64_t, 4> planes{};
    std::size_t i = 0;
    const std::string_view s = field.text;
    for (int rank = 7; rank >= 0; --rank) {
        const std::size_t start = i;
        int file = 0;
        bool after_digit = false;
        for (; i < s.size() && s[i] != '/'; ++i) {
            const unsigned meaning = character_meanings[static_cast<unsigned char>(s[i])];
            if (meaning > 8) {
                if (file < 8) put(planes, meaning, rank * 8 + file);
                ++file;
                after_digit = false;
            } else if (meaning != 0) {
                if (after_digit)
                    departure(NoteCode::field_form, "adjacent-digits", field.offset + i - 1, 2,
                              "one digit for neighbouring empty squares",
                              "two digits for neighbouring empty squares");
                file += static_cast<int>(meaning);
                after_digit = true;
            } else {
                i += unknown_man(field, i) - 1;
                ++file;
            }
        }
        if (file != 8) bad_rank(field, start, i, rank, file);
        if (i == s.size()) {
            if (rank > 0)
                fault("too-few-ranks", ErrorCode::missing_text, field.offset + i, 0, "eight ranks",
                      "only " + std::to_string(8 - rank) + (rank == 7 ? " rank" : " ranks"));
            break;
        }
        if (rank > 0) ++i;
    }
    if (i < s.size()) after_last_rank(field, i);
    setup_.board =
        Board{Bitboard{planes[0]}, Bitboard{planes[1]}, Bitboard{planes[2]}, Bitboard{planes[3]}};
}

std::size_t Reader::unknown_man(const Field& field, std::size_t i) {
    const std::size_t length = text::character_length(field.text, i);
    fault("unknown-man", ErrorCode::unexpected_text, field.offset + i, length,
          "a man (PNBRQK or pnbrqk), a digit 1 to 8 or '/'",
          "'" + excerpt(field.text.substr(i, length)) + "' is no man");
    return length;
}

void Reader::bad_rank(const Field& field, std::size_t start, std::size_t end, int rank, int file) {
    fault(file < 8 ? "rank-too-short" : "rank-too-long", ErrorCode::unexpected_text,
          field.offset + start, end - start, "eight squares on rank " + std::to_string(rank + 1),
          "rank " + std::to_string(rank + 1) + " has " + std::to_string(file) + " squares");
}

void Reader::after_last_rank(const Field& field, std::size_t i) {
    const std::size_t length = field.text.size() - i;
    if (length == 1)
        departure(NoteCode::trailing_slash, "trailing-slash", field.offset + i, 1,
                  "a space after the last rank", "a slash after the last rank");
    else
        fault("too-many-ranks", ErrorCode::trailing_text, field.offset + i, length, "eight ranks",
              "more than eight ranks");
}

void Reader::turn(const Field& field) {
    if (!field.present) return missing(field, 1);
    if (field.text == "w" || field.text == "b") {
        setup_.turn = field.text == "w" ? Color::white : Color::black;
    } else if (lenient() && (field.text == "W" || field.text == "B")) {
        setup_.turn = field.text == "W" ? Color::white : Color::black;
        note(NoteCode::letter_case, field.offset, 1, "the side to move in a capital letter");
    } else {
        unexpected("bad-turn", field.offset, field.text.size(), 1,
                   "'" + excerpt(field.text) + "' is neither 'w' nor 'b'");
    }
}

void Reader::castling(const Field& field) {
    if (!field.present) return missing(field, 2);
    if (field.text == "-") return;
    Claims claims;
    for (std::size_t i = 0; i < field.text.size();) {
        const std::size_t length = text::character_length(field.text, i);
        auto claim = claim_from(field.text[i]);
        if (!claim || claims.size() == Claims::capacity()) {
            unexpected("bad-castling", field.offset + i, length, 2,
                       "'" + excerpt(field.text.substr(i, length)) + "' is no castling letter");
        } else {
            claim->offset = static_cast<std::uint16_t>(field.offset + i);
            claims.push_back(*claim);
        }
        i += length;
    }
    resolve(claims);
}

void Reader::resolve(const Claims& claims) {
    const Castling reading = reading_of(claims, setup_.board, options_.castling);
    Bitboard named_rooks;
    int last = -1;
    std::array<bool, 4> taken{};
    for (const Claim& claim : claims) {
        const NamedRook named = named_rook(claim, setup_.board, reading);
        const int order = 2 * index(claim.color) + static_cast<int>(named.wing);
        auto& slot = taken[static_cast<std::size_t>(order)];
        if (named_rooks.contains(named.square)) {
            departure(NoteCode::field_form, "castling-form", claim.offset, 1,
                      "each castling right once", "a castling right given twice");
            continue;
        }
        if (order < last)
            departure(NoteCode::field_form, "castling-form", claim.offset, 1,
                      "castling rights in the order KQkq", "castling rights in another order");
        last = std::max(last, order);
        named_rooks |= named.square;
        if (named.is_true && !slot) {
            true_rooks_ |= named.square;
            letters_.push_back({named.square, claim.offset});
            slot = true;
        } else {
            false_letters_.push_back(claim.offset);
        }
    }
    setup_.castling = CastlingRights{named_rooks};
}

void Reader::en_passant(const Field& field) {
    en_passant_ = field;
    if (!field.present) return missing(field, 3);
    if (field.text == "-") return;
    setup_.en_passant = square_from(field.text);
    if (setup_.en_passant) return;
    if (lenient() && field.text.size() == 2) {
        const char lower[] = {text::to_lower(field.text[0]), field.text[1]};
        if ((setup_.en_passant = square_from({lower, 2})))
            return note(NoteCode::letter_case, field.offset, 2, "a file in a capital letter");
    }
    unexpected("bad-en-passant", field.offset, field.text.size(), 3,
               "'" + excerpt(field.text) + "' is no square");
}

void Reader::operations() {
    std::size_t begin = at_;
    while (begin < end_ && text::is_space(text_[begin])) ++begin;
    if (begin == at_ || begin == end_ || !text::is_letter(text_[begin])) return;
    note(NoteCode::operations_ignored, begin, end_ - begin, "operations of an EPD, left unread");
    end_ = at_;
}

void Reader::counter(const Field& field, int number) {
    (number == 4 ? halfmove_ : fullmove_) = field;
    if (!field.present) return missing(field, number);
    std::uint32_t value = 0;
    bool digits = true;
    bool too_large = false;
    for (const char c : field.text) {
        digits = digits && text::is_digit(c);
        if (!digits) break;
        value = value * 10 + static_cast<std::uint32_t>(c - '0');
        if (value > max_counter) {
            too_large = true;
            value = max_counter;
        }
    }
    const std::string_view code = number == 4 ? "bad-halfmove-clock" : "bad-fullmove-number";
    if (!digits) {
        if (lenient() && field.text == "-")
            return note(NoteCode::field_missing, field.offset, 1, "a dash for a counter");
        return unexpected(code, field.offset, field.text.size(), number,
                          "'" + excerpt(field.text) + "' is no number");
    }
    if (too_large)
        return fault(code, ErrorCode::out_of_range, field.offset, field.text.size(),
                     "a number up to " + std::to_string(max_counter),
                     "'" + excerpt(field.text) + "' is too large");
    if (field.text.size() > 1 && field.text[0] == '0')
        departure(NoteCode::field_form, "counter-form", field.offset, field.text.size(),
                  "a number without leading zeros", "leading zeros");
    if (number == 4) {
        setup_.halfmove_clock = HalfmoveClock{value};
    } else if (value == 0 && lenient()) {
        note(NoteCode::move_number_zero, field.offset, field.text.size(),
             "move number 0, read as 1");
    } else {
        setup_.fullmove_number = FullmoveNumber{value};
    }
}

void Reader::finish() {
    if (at_ == end_) return;
    fault("trailing-text", ErrorCode::trailing_text, at_, end_ - at_, "the end of the FEN",
          "text after the sixth field");
}

}  // namespace hakam::fen

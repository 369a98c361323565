#include "hakam/notation/fen.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "castling_field.hpp"
#include "text.hpp"
#include "usual_fen.hpp"

namespace hakam::fen {

namespace {

using text::error_at;

/// What a character means in the first field: 0 nothing, 1-8 empty squares, 16 + plane code of a
/// man, 32 more for Black's.
constexpr std::array<std::uint8_t, 256> make_meanings() noexcept {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t n = 1; n <= 8; ++n) table['0' + n] = static_cast<std::uint8_t>(n);
    for (const PieceType type : piece_types)
        for (const Color color : colors)
            table[static_cast<unsigned char>(to_char(Piece{color, type}))] =
                static_cast<std::uint8_t>(16 + index(type) + 32 * index(color));
    return table;
}
constexpr auto meanings = make_meanings();

constexpr std::string_view field_names[] = {
    "the men on the board",         "'w' or 'b'",          "the castling rights or '-'",
    "the en passant square or '-'", "the half-move clock", "the move number"};

std::string expectation(SetupFaultCode code) {
    switch (code) {
        case SetupFaultCode::missing_king:
        case SetupFaultCode::extra_king:
            return "one king a side";
        case SetupFaultCode::adjacent_kings:
            return "kings that do not touch";
        case SetupFaultCode::opponent_in_check:
            return "a king not in check";
        case SetupFaultCode::pawn_on_back_rank:
            return "pawns on ranks 2 to 7";
        case SetupFaultCode::false_castling_right:
            return "a true castling right";
        case SetupFaultCode::false_en_passant:
            return "a true en passant square";
        case SetupFaultCode::too_many_men:
        case SetupFaultCode::too_many_pawns:
        case SetupFaultCode::too_many_promoted:
            return "men that a game can have";
        case SetupFaultCode::too_many_checkers:
        case SetupFaultCode::impossible_check:
        case SetupFaultCode::impossible_double_check:
        case SetupFaultCode::check_against_en_passant:
            return "a check that a game can have";
        case SetupFaultCode::bad_halfmove_clock:
            return "half-move clock 0";
        case SetupFaultCode::bad_fullmove_number:
            return "a move number from 1";
    }
    return "a possible position";
}

/// Position::from refuses the others whatever the caller tolerates.
constexpr bool may_be_tolerated(SetupFaultCode code) noexcept {
    return code != SetupFaultCode::missing_king && code != SetupFaultCode::extra_king &&
           code != SetupFaultCode::adjacent_kings && code != SetupFaultCode::opponent_in_check;
}

/// Reads the six fields once; faults and notes cost nothing unless there are some.
class Reader {
public:
    Reader(std::string_view text, const Options& options) : text_{text}, options_{options} {}

    /// Reads the text into setup(). Returns: whether the grammar is right.
    bool scan() {
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

    const Setup& setup() const { return setup_; }
    std::vector<Fault>& faults() { return faults_; }
    std::vector<Note>& notes() { return notes_; }
    /// The setup without the castling letters that are false by the FEN's own reading.
    Setup playable() const {
        Setup result = setup_;
        result.castling = CastlingRights{true_rooks_};
        return result;
    }
    bool has_false_letters() const { return !false_letters_.empty(); }

    /// Reports false castling letters and all faults that the rules find.
    void judge() {
        for (const std::uint16_t at : false_letters_) judge_false_letter(at);
        for (const SetupFault& f : hakam::faults(playable(), options_.rules)) {
            const auto [offset, length] = place(f);
            judge_one(f.code, offset, length, describe(f));
        }
        text::sort_by_place(faults_);
    }

    /// What is wrong with the setup whatever the fields mean that could not be read.
    void judge_what_was_read() {
        if (!was_read(0)) return judge_kings();
        for (const std::uint16_t at : false_letters_) judge_false_letter(at);
        for (const SetupFault& f : hakam::faults(playable(), options_.rules)) {
            if (!stands_without_unread(f.code)) continue;
            const auto [offset, length] = place(f);
            judge_one(f.code, offset, length, describe(f));
        }
        text::sort_by_place(faults_);
    }

private:
    bool was_read(int field) const { return (unread_ >> field & 1U) == 0; }
    /// Whether a fault is one for every meaning of the fields that could not be read.
    bool stands_without_unread(SetupFaultCode code) const {
        switch (code) {
            case SetupFaultCode::opponent_in_check:
            case SetupFaultCode::too_many_checkers:
                return was_read(1);
            case SetupFaultCode::false_en_passant:
                return was_read(1) && was_read(3);
            case SetupFaultCode::impossible_double_check:
            case SetupFaultCode::impossible_check:
            case SetupFaultCode::check_against_en_passant:
                return was_read(1) && was_read(3);
            case SetupFaultCode::bad_halfmove_clock:
                return was_read(1) && was_read(3) && was_read(4);
            case SetupFaultCode::bad_fullmove_number:
                return was_read(5);
            default:
                return true;
        }
    }
    void judge_false_letter(std::uint16_t at) {
        const Claim claim = *claim_from(text_[at]);
        judge_one(SetupFaultCode::false_castling_right, at, 1,
                  std::string{"a false "} + (claim.color == Color::white ? "white" : "black") +
                      " castling right '" + text_[at] + "': king or rook is not at home");
    }
    /// Kings that are too many whatever the rest of the text means.
    void judge_kings() {
        for (const Color color : colors) {
            const Bitboard kings = setup_.board.men(color, PieceType::king);
            if (kings.empty()) continue;
            for (const Square s : kings.without_first()) {
                const SetupFault f{SetupFaultCode::extra_king, s, color};
                judge_one(f.code, offset_of(s), 1, describe(f));
            }
        }
        text::sort_by_place(faults_);
    }

    struct Field {
        std::size_t offset = 0;
        std::string_view text;
        bool present = false;
    };
    /// A true castling letter: its rook and its place.
    struct Letter {
        Square rook{};
        std::uint16_t offset = 0;
    };

    bool lenient() const { return options_.reading == Reading::lenient; }

    void fault(std::string_view code, ErrorCode error, std::size_t offset, std::size_t length,
               std::string expected, std::string words) {
        grammar_ok_ = false;
        unread_ |= 1U << reading_;
        Error e = error_at(error, text_, offset, length, std::move(expected));
        faults_.push_back({code, e.where, std::move(words), e});
    }
    void note(NoteCode code, std::size_t offset, std::size_t length, std::string words) {
        notes_.push_back({code, span_in(text_, offset, length), std::move(words)});
    }
    /// A departure from the canonical form: a note when reading leniently, else a fault.
    void departure(NoteCode code, std::string_view fault_code, std::size_t offset,
                   std::size_t length, std::string expected, std::string words) {
        if (lenient())
            note(code, offset, length, std::move(words));
        else
            fault(fault_code, ErrorCode::not_canonical, offset, length, std::move(expected),
                  std::move(words));
    }

    void begin() {
        end_ = text_.size();
        if (!lenient()) return;
        const auto [inner, offset] = text::trimmed(text_);
        if (inner.size() == text_.size()) return;
        note(NoteCode::spacing, 0, text_.size(), "spaces around");
        at_ = offset;
        end_ = offset + inner.size();
    }

    bool separates(char c) const { return lenient() ? text::is_space(c) : c == ' '; }

    /// The next field, having skipped the space before it.
    Field next(int number) {
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

    void missing(const Field& field, int number) {
        const std::string words =
            std::string{"the text ends before "} + std::string{field_names[number]};
        if (lenient() && number >= 2)
            note(NoteCode::field_missing, field.offset, 0, words);
        else
            fault("missing-field", ErrorCode::missing_text, field.offset, 0,
                  std::string{field_names[number]}, words);
    }

    void unexpected(std::string_view code, std::size_t offset, std::size_t length, int number,
                    std::string words) {
        fault(code, ErrorCode::unexpected_text, offset, length, std::string{field_names[number]},
              std::move(words));
    }

    void board(const Field& field) {
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
                const unsigned meaning = meanings[static_cast<unsigned char>(s[i])];
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
                    fault("too-few-ranks", ErrorCode::missing_text, field.offset + i, 0,
                          "eight ranks",
                          "only " + std::to_string(8 - rank) + (rank == 7 ? " rank" : " ranks"));
                break;
            }
            if (rank > 0) ++i;
        }
        if (i < s.size()) after_last_rank(field, i);
        setup_.board = Board{Bitboard{planes[0]}, Bitboard{planes[1]}, Bitboard{planes[2]},
                             Bitboard{planes[3]}};
    }

    static void put(std::array<std::uint64_t, 4>& planes, unsigned meaning, int square) {
        const std::uint64_t code = meaning;
        planes[0] |= (code & 1) << square;
        planes[1] |= (code >> 1 & 1) << square;
        planes[2] |= (code >> 2 & 1) << square;
        planes[3] |= (code >> 5 & 1) << square;
    }

    /// Returns: the bytes of the character.
    std::size_t unknown_man(const Field& field, std::size_t i) {
        const std::size_t length = text::character_length(field.text, i);
        fault("unknown-man", ErrorCode::unexpected_text, field.offset + i, length,
              "a man (PNBRQK or pnbrqk), a digit 1 to 8 or '/'",
              "'" + excerpt(field.text.substr(i, length)) + "' is no man");
        return length;
    }

    void bad_rank(const Field& field, std::size_t start, std::size_t end, int rank, int file) {
        fault(file < 8 ? "rank-too-short" : "rank-too-long", ErrorCode::unexpected_text,
              field.offset + start, end - start,
              "eight squares on rank " + std::to_string(rank + 1),
              "rank " + std::to_string(rank + 1) + " has " + std::to_string(file) + " squares");
    }

    void after_last_rank(const Field& field, std::size_t i) {
        const std::size_t length = field.text.size() - i;
        if (length == 1)
            departure(NoteCode::trailing_slash, "trailing-slash", field.offset + i, 1,
                      "a space after the last rank", "a slash after the last rank");
        else
            fault("too-many-ranks", ErrorCode::trailing_text, field.offset + i, length,
                  "eight ranks", "more than eight ranks");
    }

    void turn(const Field& field) {
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

    void castling(const Field& field) {
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

    void resolve(const Claims& claims) {
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

    void en_passant(const Field& field) {
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

    /// An EPD has operations in place of the counters: from a letter on nothing is read.
    void operations() {
        std::size_t begin = at_;
        while (begin < end_ && text::is_space(text_[begin])) ++begin;
        if (begin == at_ || begin == end_ || !text::is_letter(text_[begin])) return;
        note(NoteCode::operations_ignored, begin, end_ - begin,
             "operations of an EPD, left unread");
        end_ = at_;
    }

    void counter(const Field& field, int number) {
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

    void finish() {
        if (at_ == end_) return;
        fault("trailing-text", ErrorCode::trailing_text, at_, end_ - at_, "the end of the FEN",
              "text after the sixth field");
    }

    void judge_one(SetupFaultCode code, std::size_t offset, std::size_t length, std::string words) {
        if (may_be_tolerated(code) && options_.tolerated.contains(code)) {
            const bool dropped = code == SetupFaultCode::false_castling_right ||
                                 code == SetupFaultCode::false_en_passant;
            note(dropped ? NoteCode::claim_dropped : NoteCode::fault_tolerated, offset, length,
                 std::move(words));
            return;
        }
        Error error{ErrorCode::bad_position, span_in(text_, offset, length), expectation(code),
                    words};
        faults_.push_back({hakam::name(code), error.where, std::move(words), error});
    }

    /// Place of a square's man in the first field, or of the field itself.
    std::size_t offset_of(Square wanted) const {
        int rank = 7;
        int file = 0;
        for (std::size_t i = board_offset_; i < end_ && !separates(text_[i]); ++i) {
            const unsigned meaning = meanings[static_cast<unsigned char>(text_[i])];
            if (text_[i] == '/') {
                --rank;
                file = 0;
            } else if (meaning <= 8) {
                file += static_cast<int>(meaning);
            } else if (rank * 8 + file++ == index(wanted)) {
                return i;
            }
        }
        return board_offset_;
    }

    std::pair<std::size_t, std::size_t> place(const SetupFault& f) const {
        switch (f.code) {
            case SetupFaultCode::false_castling_right:
                for (const Letter& letter : letters_)
                    if (f.square == letter.rook) return {letter.offset, 1};
                break;
            case SetupFaultCode::false_en_passant:
            case SetupFaultCode::check_against_en_passant:
                return {en_passant_.offset, en_passant_.text.size()};
            case SetupFaultCode::bad_halfmove_clock:
                return {halfmove_.offset, halfmove_.text.size()};
            case SetupFaultCode::bad_fullmove_number:
                return {fullmove_.offset, fullmove_.text.size()};
            default:
                break;
        }
        if (f.square) return {offset_of(*f.square), 1};
        return {board_offset_, 0};
    }

    std::string_view text_;
    const Options& options_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::size_t board_offset_ = 0;
    bool grammar_ok_ = true;
    int reading_ = 0;      // the field being read
    unsigned unread_ = 0;  // fields with faults of grammar, one bit each
    Setup setup_;
    Bitboard true_rooks_;
    StaticVector<std::uint16_t, 16> false_letters_;
    StaticVector<Letter, 4> letters_;
    Field en_passant_, halfmove_, fullmove_;
    std::vector<Fault> faults_;
    std::vector<Note> notes_;
};

}  // namespace

Report read(std::string_view text, const Options& options) {
    Report report;
    if (const auto setup = usual_setup(text))
        if (const auto position = Position::from(*setup, options.rules)) {
            report.setup = *setup;
            report.position = *position;
            return report;
        }
    Reader reader{text, options};
    if (reader.scan()) {
        report.setup = reader.setup();
        reader.judge();
        if (reader.faults().empty()) {
            auto position = Position::from(reader.playable(), options.rules, options.tolerated);
            if (position) report.position = *position;
        }
    } else {
        reader.judge_what_was_read();
    }
    report.faults = std::move(reader.faults());
    report.notes = std::move(reader.notes());
    return report;
}

Expected<Position> position(std::string_view text, const Options& options) {
    if (const auto setup = usual_setup(text)) {
        auto position = Position::from(*setup, options.rules, options.tolerated);
        if (position) return *position;
    }
    Reader reader{text, options};
    if (reader.scan() && (!reader.has_false_letters() ||
                          options.tolerated.contains(SetupFaultCode::false_castling_right))) {
        auto position = Position::from(reader.playable(), options.rules, options.tolerated);
        if (position) return *position;
    }
    Report report = read(text, options);
    HAKAM_ASSERT(!report.faults.empty());
    return Unexpected{std::move(report.faults.front().error)};
}

}  // namespace hakam::fen

#pragma once

// The full reading of a FEN, with everything that is wrong with it. fen_reader.cpp reads the
// fields, fen_judge.cpp holds what they say against the rules.

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "castling_field.hpp"
#include "hakam/notation/fen.hpp"
#include "text.hpp"

namespace hakam::fen {

/// What a character means in the first field: 0 nothing, 1-8 empty squares, 16 + plane code of a
/// man, 32 more for Black's.
constexpr std::array<std::uint8_t, 256> make_character_meanings() noexcept {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t n = 1; n <= 8; ++n) table['0' + n] = static_cast<std::uint8_t>(n);
    for (const PieceType type : piece_types)
        for (const Color color : colors)
            table[static_cast<unsigned char>(to_char(Piece{color, type}))] =
                static_cast<std::uint8_t>(16 + index(type) + 32 * index(color));
    return table;
}
inline constexpr auto character_meanings = make_character_meanings();

/// Reads the six fields once; faults and notes cost nothing unless there are some.
class Reader {
public:
    Reader(std::string_view text, const Options& options) : text_{text}, options_{options} {}

    /// Reads the text into setup(). Returns: whether the grammar is right.
    bool scan();

    const Setup& setup() const { return setup_; }
    std::vector<Fault>& faults() { return faults_; }
    std::vector<Note>& notes() { return notes_; }
    /// The setup without the castling letters that are false by the FEN's own reading.
    Setup playable() const;
    bool has_false_letters() const { return !false_letters_.empty(); }

    /// Reports false castling letters and all faults that the rules find.
    void judge();

    /// What is wrong with the setup whatever the fields mean that could not be read.
    void judge_what_was_read();

private:
    // fen_judge.cpp
    bool was_read(int field) const { return (unread_ >> field & 1U) == 0; }
    /// Whether a fault is one for every meaning of the fields that could not be read.
    bool stands_without_unread(SetupFaultCode code) const;
    void judge_false_letter(std::uint16_t at);
    /// Kings that are too many whatever the rest of the text means.
    void judge_kings();
    void judge_one(SetupFaultCode code, std::size_t offset, std::size_t length, std::string words);
    /// Place of a square's man in the first field, or of the field itself.
    std::size_t offset_of(Square wanted) const;
    std::pair<std::size_t, std::size_t> place(const SetupFault& f) const;

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

    // fen_reader.cpp
    bool lenient() const { return options_.reading == Reading::lenient; }

    void fault(std::string_view code, ErrorCode error, std::size_t offset, std::size_t length,
               std::string expected, std::string words);
    void note(NoteCode code, std::size_t offset, std::size_t length, std::string words);
    /// A departure from the canonical form: a note when reading leniently, else a fault.
    void departure(NoteCode code, std::string_view fault_code, std::size_t offset,
                   std::size_t length, std::string expected, std::string words);
    void begin();

    bool separates(char c) const { return lenient() ? text::is_space(c) : c == ' '; }

    /// The next field, having skipped the space before it.
    Field next(int number);
    void missing(const Field& field, int number);
    void unexpected(std::string_view code, std::size_t offset, std::size_t length, int number,
                    std::string words);
    void board(const Field& field);

    /// Returns: the bytes of the character.
    std::size_t unknown_man(const Field& field, std::size_t i);
    void bad_rank(const Field& field, std::size_t start, std::size_t end, int rank, int file);
    void after_last_rank(const Field& field, std::size_t i);
    void turn(const Field& field);
    void castling(const Field& field);
    void resolve(const Claims& claims);
    void en_passant(const Field& field);

    /// An EPD has operations in place of the counters: from a letter on nothing is read.
    void operations();
    void counter(const Field& field, int number);
    void finish();

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

}  // namespace hakam::fen

#include <array>
#include <bit>

#include "castling_field.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::fen {

namespace {

/// Room for 71 characters of board, the other fields and two ten-digit counters.
class Writer {
public:
    void add(char c) noexcept { text_[size_++] = c; }
    void add_square(Square s) noexcept {
        add(to_char(file_of(s)));
        add(to_char(rank_of(s)));
    }
    void add_number(std::uint32_t n) noexcept {
        char digits[10];
        int count = 0;
        do {
            digits[count++] = static_cast<char>('0' + n % 10);
            n /= 10;
        } while (n != 0);
        while (count > 0) add(digits[--count]);
    }
    std::string text() const { return {text_.data(), size_}; }

    void board(const Board& board) noexcept {
        const std::uint64_t black = board.men(Color::black).bits();
        const std::uint64_t low = board.plane(0).bits();
        const std::uint64_t middle = board.plane(1).bits();
        const std::uint64_t high = board.plane(2).bits();
        for (int rank = 56; rank >= 0; rank -= 8) {
            // From man to man; what lies between them is a number.
            int next = 0;
            for (std::uint64_t row = board.occupied().bits() >> rank & 0xFF; row != 0;
                 row &= row - 1) {
                const int file = std::countr_zero(row);
                add_gap(file - next);
                next = file + 1;
                const int s = rank + file;
                add(" pnbkr?q PNBKR?Q"[(low >> s & 1) | (middle >> s & 1) << 1 |
                                       (high >> s & 1) << 2 | (~black >> s & 1) << 3]);
            }
            add_gap(8 - next);
            if (rank != 0) add('/');
        }
    }

private:
    /// The number of empty squares, unless there is none: without a branch, since nobody can
    /// foretell it.
    void add_gap(int squares) noexcept {
        text_[size_] = static_cast<char>('0' + squares);
        size_ += squares != 0 ? 1 : 0;
    }

    std::array<char, 128> text_{};
    std::size_t size_ = 0;
};

constexpr char cased(Color color, char upper) noexcept {
    return color == Color::white ? upper : static_cast<char>(upper + ('a' - 'A'));
}

/// The letter of one right in X-FEN.
char xfen_letter(const Board& board, Color color, Square rook) noexcept {
    const auto king = board.men(color, PieceType::king).only();
    if (king && rank_of(*king) == back_rank(color)) {
        const Wing wing = rook > *king ? Wing::king : Wing::queen;
        if (outermost_rook(board, color, *king, wing) == rook)
            return cased(color, wing == Wing::king ? 'K' : 'Q');
    }
    // A false right: the corners keep their usual letters.
    if (!board.men(color, PieceType::rook).contains(rook)) {
        if (file_of(rook) == File::h) return cased(color, 'K');
        if (file_of(rook) == File::a) return cased(color, 'Q');
    }
    return cased(color, static_cast<char>('A' + index(file_of(rook))));
}

using Letters = StaticVector<char, 64>;

Letters letters(const Board& board, CastlingRights rights, CastlingForm form) noexcept {
    Letters result;
    for (const Color color : colors) {
        // From the h-file down: king's wing first.
        for (std::uint64_t left = rights.rooks(color).bits(); left != 0;) {
            const Square rook = Bitboard{left}.last();
            left &= ~Bitboard{rook}.bits();
            result.push_back(form == CastlingForm::shredder
                                 ? cased(color, static_cast<char>('A' + index(file_of(rook))))
                                 : xfen_letter(board, color, rook));
        }
    }
    return result;
}

/// Whether Castling::automatic reads the letters as these rights, the true ones as true.
bool reads_back(const Letters& written, const Board& board, CastlingRights rights) noexcept {
    Claims claims;
    for (const char letter : written) {
        if (claims.size() == Claims::capacity()) return false;
        if (const auto claim = claim_from(letter)) claims.push_back(*claim);
    }
    const Castling reading = reading_of(claims, board, Castling::automatic);
    Bitboard rooks;
    for (const Claim& claim : claims) {
        const NamedRook named = named_rook(claim, board, reading);
        // A true right must stay true: where KQkq would name the right rook, but in the standard
        // array, where it is false, only file letters will do.
        const Claim by_file{claim.color, std::nullopt, file_of(named.square), 0};
        if (named.is_true != named_rook(by_file, board, Castling::chess960).is_true) return false;
        rooks |= named.square;
    }
    return rooks == rights.rooks();
}

/// Whether all rights are true in the standard array, so that KQkq has one meaning.
bool are_usual(const Board& board, CastlingRights rights) noexcept {
    for (const Color color : colors) {
        const Bitboard rooks = rights.rooks(color);
        const Rank back = back_rank(color);
        const Bitboard corners = Bitboard{square(File::a, back)} | square(File::h, back);
        if (rooks.empty()) continue;
        if (!(rooks & ~(corners & board.men(color, PieceType::rook))).empty() ||
            board.men(color, PieceType::king) != Bitboard{square(File::e, back)})
            return false;
    }
    return true;
}

void castling(Writer& out, const Board& board, CastlingRights rights, CastlingForm form) noexcept {
    if (rights.rooks(Color::white).empty() && rights.rooks(Color::black).empty())
        return out.add('-');
    Letters written = letters(board, rights, form);
    if (form == CastlingForm::automatic && !are_usual(board, rights) &&
        !reads_back(written, board, rights))
        written = letters(board, rights, CastlingForm::shredder);
    for (const char letter : written) out.add(letter);
}

void four_fields(Writer& out, const Setup& setup, const FormatOptions& options) noexcept {
    out.board(setup.board);
    out.add(' ');
    out.add(setup.turn == Color::white ? 'w' : 'b');
    out.add(' ');
    castling(out, setup.board, setup.castling, options.castling);
    out.add(' ');
    if (setup.en_passant)
        out.add_square(*setup.en_passant);
    else
        out.add('-');
}

Setup written_setup(const Position& position, const FormatOptions& options) noexcept {
    Setup setup = position.setup();
    if (options.en_passant == EnPassantForm::legal_only)
        setup.en_passant = position.en_passant_square();
    return setup;
}

}  // namespace

std::string placement(const Board& board) {
    Writer out;
    out.board(board);
    return out.text();
}

std::string format(const Setup& setup, const FormatOptions& options) {
    Writer out;
    four_fields(out, setup, options);
    out.add(' ');
    out.add_number(setup.halfmove_clock.value);
    out.add(' ');
    out.add_number(setup.fullmove_number.value);
    return out.text();
}

std::string format(const Position& position, const FormatOptions& options) {
    return format(written_setup(position, options), options);
}

std::string format_four_fields(const Position& position, const FormatOptions& options) {
    Writer out;
    four_fields(out, written_setup(position, options), options);
    return out.text();
}

}  // namespace hakam::fen

#include "hakam/notation/iccf.hpp"

#include "square_move.hpp"
#include "text.hpp"

namespace hakam::iccf {

using notation::Squares;

namespace {

constexpr std::string_view shape = "a move such as 5254 or 57581";

constexpr char file_digit(Square s) noexcept { return static_cast<char>('1' + index(file_of(s))); }
constexpr char rank_digit(Square s) noexcept { return to_char(rank_of(s)); }

std::optional<Square> read_square(std::string_view text) noexcept {
    if (text[0] < '1' || text[0] > '8') return std::nullopt;
    const auto rank = rank_from(text[1]);
    if (!rank) return std::nullopt;
    return square(static_cast<File>(text[0] - '1'), *rank);
}

std::optional<Squares> read(std::string_view text) noexcept {
    if (text.size() != 4 && text.size() != 5) return std::nullopt;
    const auto from = read_square(text);
    const auto to = read_square(text.substr(2));
    if (!from || !to) return std::nullopt;
    Squares squares{*from, *to, std::nullopt};
    if (text.size() == 5) {
        if (text[4] < '1' || text[4] > '4') return std::nullopt;
        squares.promotion = promotion_types[text[4] - '1'];
    }
    return squares;
}

Error wrong_shape(std::string_view text) {
    return text::error_at(text.empty() ? ErrorCode::missing_text : ErrorCode::unexpected_text, text,
                          0, text.size(), std::string{shape});
}

}  // namespace

std::string format(Move move, uci::Castling castling) {
    const Square to = notation::written_target(move, castling);
    std::string text{file_digit(move.from()), rank_digit(move.from()), file_digit(to),
                     rank_digit(to)};
    for (std::size_t i = 0; i < 4; ++i)
        if (move.promotion() == promotion_types[i]) text += static_cast<char>('1' + i);
    return text;
}

Expected<Move> parse(std::string_view text, const Position& position, uci::Castling castling) {
    if (text.size() > uci::max_length) return text::too_long(text, uci::max_length);
    const auto squares = read(text);
    if (!squares) return Unexpected{wrong_shape(text)};
    return notation::find_strict(*squares, position, castling, text,
                                 [castling](Move move) { return iccf::format(move, castling); });
}

Expected<LenientMove> parse_lenient(std::string_view text, const Position& position,
                                    uci::Castling castling) {
    if (text.size() > uci::max_length) return text::too_long(text, uci::max_length);
    LenientMove result;
    const auto [inner, offset] = text::trimmed(text);
    if (inner.size() != text.size())
        result.notes.push_back({NoteCode::spacing, span_in(text, 0, text.size()), "spaces around"});
    std::string plain;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (inner[i] == '-' && i == 2)
            result.notes.push_back({NoteCode::long_form, span_in(text, offset + i, 1), "a hyphen"});
        else
            plain += inner[i];
    }
    const auto squares = read(plain);
    if (!squares) return Unexpected{wrong_shape(text)};
    return notation::find_lenient(*squares, position, castling, text, std::move(result));
}

}  // namespace hakam::iccf

#include "hakam/notation/uci_move.hpp"

#include "square_move.hpp"
#include "text.hpp"

namespace hakam::uci {

using notation::Squares;

std::string format(Move move, Castling castling) {
    std::string text = to_string(move.from()) + to_string(notation::written_target(move, castling));
    if (const auto type = move.promotion()) text += text::to_lower(to_char(*type));
    return text;
}

namespace {

constexpr std::string_view shape = "a move such as e2e4 or e7e8q";

/// Reads the canonical letters; the caller has taken spaces, hyphens and '=' away.
std::optional<Squares> read(std::string_view text) {
    if (text.size() != 4 && text.size() != 5) return std::nullopt;
    const auto from = square_from(text.substr(0, 2));
    const auto to = square_from(text.substr(2, 2));
    if (!from || !to) return std::nullopt;
    Squares squares{*from, *to, std::nullopt};
    if (text.size() == 5) {
        const char c = text[4];
        if (c != 'q' && c != 'r' && c != 'b' && c != 'n') return std::nullopt;
        squares.promotion = piece_type_from(text::to_upper(c));
    }
    return squares;
}

Error wrong_shape(std::string_view text) {
    return text::error_at(text.empty() ? ErrorCode::missing_text : ErrorCode::unexpected_text, text,
                          0, text.size(), std::string{shape});
}

}  // namespace

Expected<Move> parse(std::string_view text, const Position& position, Castling castling) {
    if (text.size() > max_length) return text::too_long(text, max_length);
    const auto squares = read(text);
    if (!squares) {
        const auto lenient = parse_lenient(text, position, castling);
        if (!lenient) return Unexpected{wrong_shape(text)};
        return Unexpected{text::error_at(ErrorCode::not_canonical, text, 0, text.size(),
                                         "'" + format(lenient->move, castling) + "'")};
    }
    return notation::find_strict(*squares, position, castling, text,
                                 [castling](Move move) { return uci::format(move, castling); });
}

Expected<LenientMove> parse_lenient(std::string_view text, const Position& position,
                                    Castling castling) {
    if (text.size() > max_length) return text::too_long(text, max_length);
    LenientMove result;
    const auto note = [&](NoteCode code, std::size_t at, std::size_t length, std::string words) {
        result.notes.push_back({code, span_in(text, at, length), std::move(words)});
    };
    const auto [inner, offset] = text::trimmed(text);
    if (inner.size() != text.size()) note(NoteCode::spacing, 0, text.size(), "spaces around");
    std::string plain;
    bool lowered = false;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        const char c = inner[i];
        if (c == '-' && i == 2) {
            note(NoteCode::long_form, offset + i, 1, "a hyphen");
        } else if (c == '=' && i + 2 == inner.size()) {
            note(NoteCode::promotion_form, offset + i, 1, "an equals sign");
        } else {
            lowered = lowered || text::to_lower(c) != c;
            plain += text::to_lower(c);
        }
    }
    if (lowered) note(NoteCode::letter_case, offset, inner.size(), "capital letters");
    const auto squares = read(plain);
    if (!squares) return Unexpected{wrong_shape(text)};
    return notation::find_lenient(*squares, position, castling, text, std::move(result));
}

}  // namespace hakam::uci

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hakam {

/// A place in a text. Units: bytes. `line` and `column` count from 1.
struct TextSpan {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    std::uint32_t line = 1;
    std::uint32_t column = 1;

    friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// What kind of thing is wrong with a text. Codes are API and never change meaning; words are not.
enum class ErrorCode : std::uint8_t {
    unexpected_text,   ///< something else stands where `expected` should
    missing_text,      ///< the text ends (or the field is empty) where `expected` should stand
    trailing_text,     ///< the value is complete but the text goes on
    too_long,          ///< the text exceeds the parser's stated limit
    out_of_range,      ///< a number or name outside its range
    bad_encoding,      ///< not the encoding the format asks for
    bad_position,      ///< well-formed text of a board that the rules refuse
    illegal_move,      ///< a well-formed move that is not legal in the position
    ambiguous_move,    ///< a move text that fits more than one legal move
    not_canonical,     ///< strict reading only: legal, but not written the one right way
    unknown_variant,   ///< a chess variant Hakam does not know
    unsupported,       ///< understood, but not handled
};

/// Stable name of a code, e.g. "illegal-move".
std::string_view name(ErrorCode code) noexcept;

/// Why a text was refused: what was expected where, and what stood there instead.
struct Error {
    ErrorCode code = ErrorCode::unexpected_text;
    TextSpan where;
    std::string expected;  ///< in words, e.g. "'w' or 'b'"
    std::string found;     ///< the offending text, shortened; empty at the end of the text

    friend bool operator==(const Error&, const Error&) = default;
};

/// One line for people: "1:21: expected 'w' or 'b', found 'x'".
std::string describe(const Error& error);

/// The span of text[offset, offset + length), with its line and column found by counting.
/// Pre: offset + length <= text.size(). Cost: linear in offset.
TextSpan span_in(std::string_view text, std::size_t offset, std::size_t length) noexcept;

/// At most `limit` bytes of `text`, cut at a UTF-8 boundary, with control and invalid bytes
/// written as \xHH, for use in Error::found.
std::string excerpt(std::string_view text, std::size_t limit = 40);

}  // namespace hakam

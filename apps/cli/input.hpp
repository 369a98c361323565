#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"

/// How the command reads its inputs: arguments, or lines of standard input.
namespace hakam::cli {

/// Longer lines are refused; the rest of such a line is skipped. Units: bytes.
inline constexpr std::size_t max_line_length = 65'536;

/// One input and where it stands.
struct InputLine {
    std::string text;    ///< without the line end
    std::string source;  ///< "argument" or "-"
    std::uint32_t line = 1;
    bool too_long = false;  ///< `text` holds the first max_line_length bytes only

    /// The same error counted from the start of the source.
    Error located(Error error) const;
};

/// Reads a descriptor line by line in bounded memory. Lines end in LF or CR LF; the last may lack
/// its end. A UTF-8 byte order mark before the first line is no part of it. Standard output is flushed before a read that could block.
class LineReader {
public:
    explicit LineReader(int descriptor, std::string source)
        : descriptor_{descriptor}, source_{std::move(source)} {}
    /// The next line, or nothing at the end.
    std::optional<InputLine> next();
    /// Whether reading ended because of a failure, not at the end of the input.
    bool failed() const { return failed_; }

private:
    bool fill();

    int descriptor_;
    std::string source_;
    std::string buffer_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 0;
    bool failed_ = false;
};

/// Words of the command line as one text.
std::string joined(const std::vector<std::string>& words);

}  // namespace hakam::cli

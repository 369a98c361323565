#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "hakam/notation/letters.hpp"
#include "hakam/notation/note.hpp"
#include "hakam/pgn/visitor.hpp"

namespace hakam::pgn {

/// Bounds of memory and time. What goes beyond is cut or passed over, with a finding.
struct Limits {
    std::size_t tag_bytes = 65'536;         ///< a tag pair
    std::size_t comment_bytes = 1'048'576;  ///< a comment
    std::size_t word_bytes = 255;           ///< a move text or any other word
    std::uint32_t depth = 131'072;          ///< variations inside each other
    std::uint32_t findings = 1'000;         ///< told per game; the rest is only counted
};

/// Whether a game may have the letters of any language for its men. Figurines are always read.
enum class OtherLetters : std::uint8_t {
    refuse,  ///< only `letters` and English
    detect,  ///< found out from the first letter that is none of English; told once a game
};

struct ReaderOptions {
    /// Lenient: what is clear is read and noted. Strict: each departure from the import format of
    /// the standard, and each move not in canonical SAN, is an error.
    Reading reading = Reading::lenient;
    const Letters* letters = &english;  ///< of the men; English is always understood as well
    OtherLetters other_letters = OtherLetters::refuse;
    Limits limits{};
    std::uint64_t first_offset = 0;  ///< what is fed first stands there in the whole text
    std::uint32_t first_line = 1;
};

/// Reads a collection of games piece by piece and calls a Visitor. What it does depends on the
/// text alone, never on how it was cut into pieces. docs/formats/pgn.md describes the dialect.
///
/// No game swallows its neighbour: a tag pair at the beginning of a line starts a new game
/// wherever moves are read, and where next_cut() says so it does everywhere, inside an unclosed
/// comment too.
/// Every byte belongs to a game (GameEnd::begin and end), to a finding between games, or is white
/// space.
///
/// Cost: no allocation per token; about 25 ns a move. Memory: the limits, and 100 bytes for each
/// level of open variations.
class Reader {
public:
    explicit Reader(Visitor& visitor, const ReaderOptions& options = {});
    ~Reader();
    Reader(Reader&&) noexcept;
    Reader& operator=(Reader&&) noexcept;

    /// The next bytes of the text, any number of them.
    void feed(std::string_view bytes);
    /// The text is over. The reader is then as new, except that offsets go on.
    void finish();

    /// Games begun so far.
    std::uint64_t games() const noexcept;
    /// The position after the last move of the line being read; for use inside visitor calls.
    /// Cost: about 100 ns.
    Position position() const;

private:
    class Parser;
    std::unique_ptr<Parser> parser_;
};

/// A whole text at once.
void read(std::string_view text, Visitor& visitor, const ReaderOptions& options = {});

/// The next place at or after `from` where a game begins whatever stands before it: a line that
/// begins with [Event " after a blank line or after one that ends with 1-0, 0-1, 1/2-1/2 or *, or
/// with any tag name so after such a line and a blank one. A collection may be cut at such places and
/// its parts read separately.
/// Returns: text.size() if there is none. Only places that the text shows to be such are found:
/// what stands up to 16 bytes before them must be there.
std::size_t next_cut(std::string_view text, std::size_t from) noexcept;
/// The last such place; 0 if there is none.
std::size_t last_cut(std::string_view text) noexcept;
/// The last place where a collection of games without tags may be cut as well: where a game begins
/// after a line that ends with a termination marker outside of comments and variations. It is
/// looked for from the beginning as far as the text is plain, up to the first [, < or brace inside
/// a comment.
/// Pre: `text` begins where a collection does, or where it was cut.
/// Returns: 0 if there is none. Cost: about 1 ns a byte.
std::size_t last_plain_cut(std::string_view text) noexcept;

}  // namespace hakam::pgn

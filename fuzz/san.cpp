// Any bytes as SAN in some position and language: a move that is read is legal, its canonical text
// reads back without notes, and the fast readers agree with the careful one.

#include "hakam/notation/san.hpp"

#include <algorithm>

#include "property.hpp"

using namespace hakam;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const Position p = fuzz::position(data[0]);
    const Letters& letters = all_letters()[data[1] % all_letters().size()];
    const std::string_view text = fuzz::text_of(data + 2, size - 2);

    const auto lenient = san::parse_lenient(text, p, letters);
    if (lenient) {
        require(p.is_legal(lenient->move));
        for (const Note& note : lenient->notes)
            require(note.where.offset + note.where.length <= text.size());
        const std::string canonical = san::format(lenient->move, p, letters);
        const auto again = san::parse_lenient(canonical, p, letters);
        require(again.has_value() && again->move == lenient->move && again->notes.empty());
        // No notes means the canonical text, whatever the language.
        require(!lenient->notes.empty() || canonical == text);
    } else {
        require(lenient.error().where.offset <= text.size() || text.size() > san::max_length);
    }

    const auto strict = san::parse(text, p);
    const auto canonical = san::canonical(text, p);
    require(strict.has_value() == canonical.has_value());
    if (strict) {
        require(*strict == *canonical);
        require(san::format(*strict, p) == text);
        const auto english_reading = san::parse_lenient(text, p);
        require(english_reading.has_value() && english_reading->move == *strict);
    }
    if (const auto resolved = san::resolve(text, p)) {
        require(p.is_legal(*resolved));
        if (const auto careful = san::parse_lenient(text, p)) require(careful->move == *resolved);
    }
    return 0;
}

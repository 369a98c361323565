// Any bytes as long algebraic notation: a move that is read is legal and its text reads back.

#include "hakam/notation/lan.hpp"

#include "property.hpp"

using namespace hakam;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const Position p = fuzz::position(data[0]);
    const Letters& letters = all_letters()[data[1] % all_letters().size()];
    const std::string_view text = fuzz::text_of(data + 2, size - 2);
    if (const auto read = lan::parse_lenient(text, p, letters)) {
        require(p.is_legal(read->move));
        const std::string canonical = lan::format(read->move, p, letters);
        const auto again = lan::parse_lenient(canonical, p, letters);
        require(again.has_value() && again->move == read->move && again->notes.empty());
    }
    if (const auto strict = lan::parse(text, p)) require(lan::format(*strict, p) == text);
    return 0;
}

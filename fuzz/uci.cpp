// Any bytes as a UCI move in both forms of castling: what is read is legal and reads back.

#include "hakam/notation/uci_move.hpp"
#include "property.hpp"

using namespace hakam;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const Position p = fuzz::position(data[0]);
    const auto form = static_cast<uci::Castling>(data[1] % 3);
    const std::string_view text = fuzz::text_of(data + 2, size - 2);
    const auto strict = uci::parse(text, p, form);
    const auto lenient = uci::parse_lenient(text, p, form);
    if (strict) {
        require(p.is_legal(*strict));
        require(uci::format(*strict, form) == text);
        require(lenient.has_value() && lenient->move == *strict && lenient->notes.empty());
    }
    if (lenient) {
        require(p.is_legal(lenient->move));
        // The standard form can not tell castling from a step of the king in Chess960.
        if (form != uci::Castling::standard) {
            const auto again = uci::parse(uci::format(lenient->move, form), p, form);
            require(again.has_value() && *again == lenient->move);
        }
        require(!lenient->notes.empty() || strict.has_value());
    }
    return 0;
}

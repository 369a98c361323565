// Any bytes as EPD: what is read is written and read back alike.

#include "hakam/notation/epd.hpp"

#include "property.hpp"

using namespace hakam;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    constexpr fen::FormatOptions always{fen::CastlingForm::automatic, fen::EnPassantForm::always};
    const fen::Options options{.tolerated = Tolerance::unreachable()};
    const auto strict = epd::parse(text, options);
    const auto lenient = epd::parse_lenient(text, options);
    if (strict) {
        require(lenient.has_value());
        require(lenient->epd == *strict);
        const auto again = epd::parse(epd::format(*strict, always), options);
        require(again.has_value() && *again == *strict);
    } else {
        require(strict.error().where.offset <= text.size());
    }
    if (lenient) {
        const auto again = epd::parse_lenient(epd::format(lenient->epd, always), options);
        require(again.has_value() && again->epd == lenient->epd);
        for (const epd::Operation& operation : lenient->epd.operations)
            if (operation.opcode == "pv" || operation.opcode == "bm")
                require(epd::moves(operation, lenient->epd.position).has_value());
    } else {
        require(lenient.error().where.offset <= text.size());
    }
    return 0;
}

// Any bytes as a line of the UCI protocol: what is written from what was read reads back, and the
// moves of a position line are legal.

#include "hakam/notation/uci_protocol.hpp"

#include "property.hpp"

using namespace hakam;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    const auto line = uci::line_from(text);
    if (const auto option = uci::parse_set_option(text)) {
        require(line && line->command == uci::Command::setoption);
        const auto again = uci::parse_set_option(uci::format(*option));
        require(again && *again == *option);
    }
    if (const auto option = uci::parse_option(text)) {
        require(line && line->command == uci::Command::option);
        for (const std::string& value : option->choices) {
            const auto chosen = uci::choose(*option, value);
            if (option->type != uci::OptionType::combo || value.empty()) continue;
            require(chosen.has_value());
            if (!*chosen) continue;
            require(uci::format(**chosen).find('\n') == std::string::npos);
        }
    }
    if (const auto read = uci::parse_position(text)) {
        Position p = read->start;
        for (const Move move : read->moves) {
            require(p.is_legal(move));
            p = p.after(move);
        }
        require(p == read->current);
    }
    if (const auto info = uci::parse_info(text)) require(info->pv.size() <= size);
    if (const auto best = uci::parse_best_move(text)) require(!best->move.empty());
    return 0;
}

// Lines of the UCI protocol as values, for the client in hakam/engine.py.

#include <nanobind/stl/vector.h>

#include "common.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/notation/uci_protocol.hpp"

namespace hakam::python {

namespace {

std::string_view word(uci::OptionType type) {
    switch (type) {
        case uci::OptionType::check: return "check";
        case uci::OptionType::spin: return "spin";
        case uci::OptionType::combo: return "combo";
        case uci::OptionType::button: return "button";
        case uci::OptionType::string: break;
    }
    return "string";
}

/// Moves of a line as far as they are legal: an engine is not believed.
nb::tuple legal_moves_of(const std::vector<std::string>& texts, Position position) {
    std::vector<Move> moves;
    for (const std::string& text : texts) {
        const auto read = uci::parse_lenient(text, position);
        if (!read) break;
        moves.push_back(read->move);
        position = position.after(read->move);
    }
    return moves_tuple(moves);
}

nb::object line(std::string_view text, const Position& position) {
    const auto cut = uci::line_from(text);
    if (!cut) return nb::none();
    nb::dict made;
    switch (cut->command) {
        case uci::Command::uciok: made["command"] = "uciok"; break;
        case uci::Command::readyok: made["command"] = "readyok"; break;
        case uci::Command::id: {
            made["command"] = "id";
            made["text"] = to_str(cut->arguments);
            break;
        }
        case uci::Command::option: {
            const auto option = uci::parse_option(text);
            if (!option) return nb::none();
            made["command"] = "option";
            made["name"] = to_str(option->name);
            made["type"] = nb::cast(word(option->type));
            made["default"] = to_str(option->initial);
            made["min"] = nb::cast(option->least);
            made["max"] = nb::cast(option->most);
            made["choices"] = nb::cast(option->choices);
            break;
        }
        case uci::Command::info: {
            const auto info = uci::parse_info(text);
            if (!info) return nb::none();
            made["command"] = "info";
            made["depth"] = nb::cast(info->depth);
            made["multipv"] = nb::cast(info->multipv);
            made["mate"] = info->score && info->score->is_mate ? nb::cast(info->score->value) : nb::none();
            made["centipawns"] = info->score && !info->score->is_mate ? nb::cast(info->score->value) : nb::none();
            made["bound"] = !info->score || info->score->bound == uci::Bound::exact ? "exact"
                            : info->score->bound == uci::Bound::lower               ? "lower"
                                                                                    : "upper";
            made["pv"] = legal_moves_of(info->pv, position);
            made["text"] = to_str(info->text);
            break;
        }
        case uci::Command::bestmove: {
            const auto best = uci::parse_best_move(text);
            if (!best) return nb::none();
            made["command"] = "bestmove";
            made["text"] = to_str(best->move);
            std::vector<std::string> both{best->move};
            if (best->ponder) both.push_back(*best->ponder);
            made["moves"] = legal_moves_of(both, position);
            break;
        }
        default: return nb::none();
    }
    return made;
}

}  // namespace

void bind_uci(nb::module_& m) {
    m.def("uci_line", line, "text"_a, "position"_a,
          nb::sig("def uci_line(text: str, position: Position) -> dict[str, typing.Any] | None"),
          "What an engine says, read as docs/formats/uci.md tells; None if it means nothing here.");
    m.def("uci_set_option", [](std::string_view option_line, std::string_view value) -> nb::object {
        const auto option = value_or_raise(uci::parse_option(option_line));
        const auto chosen = value_or_raise(uci::choose(option, value));
        return chosen ? nb::cast(uci::format(*chosen)) : nb::none();
    }, "option"_a, "value"_a,
          nb::sig("def uci_set_option(option: str, value: str) -> str | None"),
          "What to send so that an option, given by its line, has a value; None if it has it.");
}

}  // namespace hakam::python

#include "retro_json.hpp"

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam::cli {

boost::json::array moves_json(const std::vector<Move>& moves) {
    boost::json::array all;
    for (const Move move : moves) all.emplace_back(uci::format(move));
    return all;
}

std::string rights_letters(CastlingRights rights) {
    std::string text;
    for (const Color c : colors)
        for (const File f : {File::h, File::a})
            if (rights.rooks().contains(square(f, back_rank(c)))) {
                const char letter = f == File::h ? 'K' : 'Q';
                text += c == Color::white ? letter : static_cast<char>(letter + ('a' - 'A'));
            }
    return text.empty() ? "-" : text;
}

boost::json::object unmove_json(Move move, const retro::Diagram& before) {
    boost::json::object object{{"move", uci::format(move)}};
    if (const auto taken = move.captured()) object["taken"] = std::string(1, to_char(*taken));
    object["before"] = fen::format(setup_of(before));
    return object;
}

boost::json::object reason_json(const retro::Reason& reason) {
    boost::json::object object{{"kind", name(reason.kind)}};
    if (reason.side) object["side"] = *reason.side == Color::white ? "white" : "black";
    if (!reason.squares.empty()) {
        boost::json::array squares;
        for (const Square s : reason.squares) squares.emplace_back(to_string(s));
        object["squares"] = std::move(squares);
    }
    if (reason.needed != 0) object["needed"] = reason.needed;
    if (reason.needed != 0 || reason.available != 0) object["available"] = reason.available;
    if (!reason.faults.empty()) {
        boost::json::array faults;
        for (const SetupFault& f : reason.faults) faults.emplace_back(name(f.code));
        object["faults"] = std::move(faults);
    }
    if (!reason.after.empty()) {
        boost::json::array after;
        for (const retro::RefutedMove& one : reason.after) {
            boost::json::object refuted = unmove_json(one.move, one.before);
            refuted["reason"] = reason_json(one.why);
            after.push_back(std::move(refuted));
        }
        object["after"] = std::move(after);
    }
    return object;
}

}  // namespace hakam::cli

#include "hakam/notation/lan.hpp"

#include "resolve.hpp"
#include "text.hpp"

namespace hakam::lan {

std::string format(Move move, const Position& position, const Letters& letters) {
    HAKAM_ASSERT(position.is_legal(move));
    std::string text;
    const auto add = [&](PieceType type) { text += letters.letter({position.turn(), type}); };
    if (move.is_castling()) {
        text = move.wing() == Wing::king ? "O-O" : "O-O-O";
    } else {
        if (move.mover() != PieceType::pawn) add(move.mover());
        text += to_string(move.from());
        text += move.is_capture() ? 'x' : '-';
        text += to_string(move.to());
        if (const auto type = move.promotion()) {
            text += '=';
            add(*type);
        }
    }
    if (notation::gives_check(position, move))
        text += position.after(move).has_legal_move() ? '+' : '#';
    return text;
}

std::string format(Move move, const Position& position) { return format(move, position, english); }

Expected<Move> parse(std::string_view text, const Position& position) {
    auto read = parse_lenient(text, position);
    if (!read) return Unexpected{std::move(read).error()};
    const std::string canonical = format(read->move, position);
    if (canonical == text) return read->move;
    return Unexpected{
        text::error_at(ErrorCode::not_canonical, text, 0, text.size(), "'" + canonical + "'")};
}

}  // namespace hakam::lan

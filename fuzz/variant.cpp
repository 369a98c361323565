// Any bytes as a game, a FEN of it, conditions and a move: faults have a place in the text, what is
// read is written and read back alike, every legal move is read back from its texts, and the quick
// generator gives as many moves as the plain one.

#include "hakam/variant/condition.hpp"
#include "hakam/variant/ending.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"
#include "hakam/variant/move_text.hpp"
#include "property.hpp"

using namespace hakam;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const auto games = variant::game_names();
    auto rules = variant::game_named(games[data[0] % games.size()].id);
    const auto conditions = variant::conditions();
    if (data[1] % 32 < conditions.size()) add_condition(*rules, conditions[data[1] % 32]);
    const auto v = variant::Variant::from(*rules);
    require(v.has_value());

    const std::string_view text = fuzz::text_of(data + 2, size - 2);
    const std::size_t line = std::min(text.find('\n'), text.size());
    const std::string_view fen = text.substr(0, line);
    (void)variant::steps_from_betza(fen);
    const variant::fen::Report report = variant::fen::read(*v, fen);
    require(report.position.has_value() == report.faults.empty());
    for (const Error& fault : report.faults)
        require(fault.where.offset <= fen.size() && fault.where.length <= fen.size() - fault.where.offset);
    const variant::Position p = report.position ? *report.position : v->start();
    const auto again = variant::fen::parse(*v, variant::fen::format(*v, p));
    require(again.has_value() && *again == p);

    const auto moves = v->legal_moves(p);
    require(moves.size() == v->legal_moves_plainly(p).size());
    require(moves.size() == v->legal_move_count(p));
    std::size_t tried = 0;
    for (const variant::Move& move : moves) {
        if (++tried > 12) break;
        const auto read = variant::parse_move(*v, p, variant::format_san(*v, p, move));
        require(read.has_value() && *read == move);
        const variant::Position next = v->after(p, move);
        require(!v->is_check(next, p.turn()));
        (void)variant::ending(*v, next);
    }
    if (line < text.size()) {
        const auto read = variant::parse_move(*v, p, text.substr(line + 1));
        if (read) require(v->is_legal(p, *read));
    }
    return 0;
}

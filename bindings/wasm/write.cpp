#include "write.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam::wasm {

std::string_view name(Color color) noexcept { return color == Color::white ? "white" : "black"; }

std::string_view name(PieceType type) noexcept {
    switch (type) {
        case PieceType::pawn: return "pawn";
        case PieceType::knight: return "knight";
        case PieceType::bishop: return "bishop";
        case PieceType::rook: return "rook";
        case PieceType::queen: return "queen";
        case PieceType::king: break;
    }
    return "king";
}

const Letters& letters(std::string_view language) noexcept {
    const Letters* found = letters_for(language);
    return found != nullptr ? *found : english;
}

namespace {

/// Whether dropping the king on its castling square could mean another move, or no move at all.
bool only_rook_square_tells(Move move, const Position& position) noexcept {
    if (move.arrival() == move.from()) return true;
    const MoveList all = position.legal_moves();
    return std::any_of(all.begin(), all.end(), [move](Move other) {
        return !other.is_castling() && other.from() == move.from() && other.to() == move.arrival();
    });
}

}  // namespace

void write_move(Json& json, Move move, const Position& position, const Letters& letters) {
    json.member("uci", uci::format(move))
        .member("san", san::format(move, position, letters))
        .member("from", to_string(move.from()))
        .member("to", to_string(move.arrival()))
        .member("piece", name(move.mover()));
    if (const auto captured = move.captured()) json.member("captured", name(*captured));
    if (const auto promotion = move.promotion()) json.member("promotion", name(*promotion));
    if (move.is_castling()) {
        json.member("castling", move.wing() == Wing::king ? "king" : "queen")
            .member("rook", to_string(move.to()))
            .mark("rookOnly", only_rook_square_tells(move, position));
    }
    json.mark("enPassant", move.is_en_passant());
    const Position next = position.after(move);
    if (next.is_check()) json.mark("check", true).mark("mate", !next.has_legal_move());
}

void write_position(Json& json, const Position& position, const Letters& letters) {
    const bool check = position.is_check();
    const bool stuck = !position.has_legal_move();
    json.begin()
        .member("fen", fen::format(position))
        .member("turn", name(position.turn()))
        .member("king", to_string(position.king(position.turn())))
        .flag("check", check)
        .flag("mate", check && stuck)
        .flag("stalemate", !check && stuck)
        .key("moves")
        .begin_list();
    const MoveList list = position.legal_moves();
    std::vector<std::pair<std::string, Move>> sorted;
    for (const Move move : list) sorted.emplace_back(uci::format(move), move);
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [text, move] : sorted) {
        json.begin();
        write_move(json, move, position, letters);
        json.end();
    }
    json.end_list().end();
}

void write_span(Json& json, const TextSpan& where) {
    json.member("offset", static_cast<std::int64_t>(where.offset))
        .member("length", where.length)
        .member("line", where.line)
        .member("column", where.column);
}

void write_failure(Json& json, const Error& error) {
    json.begin().flag("ok", false).key("error").begin().member("code", hakam::name(error.code));
    write_span(json, error.where);
    json.member("expected", error.expected).member("found", error.found).end().end();
}

}  // namespace hakam::wasm

// Positions and single moves.

#include <string>

#include "abi.hpp"
#include "hakam/core/attacks.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

constexpr fen::Options generous{.reading = Reading::lenient,
                                .tolerated = Tolerance::unreachable()};

/// Where a man might go at its next turn, whatever happens before: the reach on an empty board.
Bitboard premove_targets(const Position& position, Square from, Piece piece) {
    if (piece.type == PieceType::pawn) {
        const int up = piece.color == Color::white ? 8 : -8;
        Bitboard targets = attacks::pawn(piece.color, from) | square(index(from) + up);
        if (relative_rank(piece.color, from) == Rank::r2)
            targets |= square(index(from) + 2 * up);
        return targets;
    }
    Bitboard targets = attacks::of(piece, from, Bitboard{});
    if (piece.type == PieceType::king && rank_of(from) == back_rank(piece.color)) {
        for (const Square rook : position.castling().rooks()) {
            if (rank_of(rook) != rank_of(from)) continue;
            targets |= Bitboard{rook};
            const Square arrival = square(rook > from ? File::g : File::c, rank_of(from));
            if (arrival != from) targets |= Bitboard{arrival};
        }
    }
    return targets;
}

}  // namespace

HAKAM_EXPORT(position) std::uint32_t hakam_position(const char* fen, std::uint32_t fen_length) {
    const fen::Report report = fen::read(text(fen, fen_length), generous);
    Json json;
    json.begin().flag("ok", report.valid());
    if (report.position) {
        json.key("position");
        write_position(json, *report.position, english);
    } else {
        json.key("error").begin_list();
        for (const fen::Fault& fault : report.faults) {
            json.begin().member("code", fault.code);
            write_span(json, fault.where);
            json.member("text", fault.text).end();
        }
        json.end_list();
    }
    return answer(std::move(json.end()));
}

HAKAM_EXPORT(chess960) std::uint32_t hakam_chess960(std::int32_t number) {
    const int n = number < 0 || number > 959 ? 518 : number;
    Json json;
    json.begin().member("fen", fen::format(Position::chess960(n))).end();
    return answer(std::move(json));
}

/// A move as a person types it: SAN in the letters of a language or in English, UCI, coordinates.
HAKAM_EXPORT(move)
std::uint32_t hakam_move(const char* fen, std::uint32_t fen_length, const char* typed,
                         std::uint32_t typed_length, const char* language,
                         std::uint32_t language_length) {
    Json json;
    const auto position = fen::position(text(fen, fen_length), generous);
    if (!position) {
        write_failure(json, position.error());
        return answer(std::move(json));
    }
    const std::string_view written = text(typed, typed_length);
    const Letters& own = letters(text(language, language_length));
    auto read = san::parse_lenient(written, *position, own);
    if (!read && &own != &english) {
        if (auto again = san::parse_lenient(written, *position, english)) read = std::move(again);
    }
    if (!read) {
        if (auto again = uci::parse_lenient(written, *position)) read = std::move(again);
    }
    if (!read) {
        write_failure(json, read.error());
        return answer(std::move(json));
    }
    json.begin().flag("ok", true).key("move").begin();
    write_move(json, read->move, *position, own);
    json.end().end();
    return answer(std::move(json));
}

/// Squares to which each man of the side that waits could be told to go in advance.
HAKAM_EXPORT(premoves) std::uint32_t hakam_premoves(const char* fen, std::uint32_t fen_length) {
    Json json;
    json.begin();
    if (const auto position = fen::position(text(fen, fen_length), generous)) {
        for (const Square from : position->men(~position->turn())) {
            json.key(to_string(from)).begin_list();
            for (const Square to : premove_targets(*position, from, *position->at(from)))
                json.string(to_string(to));
            json.end_list();
        }
    }
    return answer(std::move(json.end()));
}

}  // namespace hakam::wasm

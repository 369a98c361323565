#pragma once

// What UCI and ICCF share: a move named by two squares and a promotion.

#include <optional>
#include <string>
#include <string_view>

#include "hakam/core/position.hpp"
#include "hakam/notation/note.hpp"
#include "hakam/notation/uci_move.hpp"
#include "text.hpp"

namespace hakam::notation {

struct Squares {
    Square from{};
    Square to{};
    std::optional<PieceType> promotion;
};

/// Whether castling is written with the king's target square.
inline bool writes_king_target(Move move, uci::Castling form) noexcept {
    if (form != uci::Castling::automatic) return form == uci::Castling::standard;
    return file_of(move.from()) == File::e &&
           (file_of(move.to()) == File::a || file_of(move.to()) == File::h);
}

/// The second square of the move's text.
inline Square written_target(Move move, uci::Castling form) noexcept {
    return move.is_castling() && writes_king_target(move, form) ? move.arrival() : move.to();
}

/// The legal move so written, if any. Where king target and a plain king step coincide, the step
/// is meant.
inline std::optional<Move> find(const Squares& s, const MoveList& moves,
                                uci::Castling form) noexcept {
    std::optional<Move> castling;
    for (const Move move : moves) {
        if (move.from() != s.from || move.promotion() != s.promotion) continue;
        if (move.is_castling()) {
            if (written_target(move, form) == s.to) castling = move;
        } else if (move.to() == s.to) {
            return move;
        }
    }
    return castling;
}

/// Castling written the other way round, where no other move is written so.
inline std::optional<Move> find_other_castling(const Squares& s, const MoveList& moves) noexcept {
    for (const Move move : moves)
        if (move.is_castling() && move.from() == s.from && !s.promotion && s.to != s.from &&
            (move.to() == s.to || move.arrival() == s.to))
            return move;
    return std::nullopt;
}

inline Error not_legal(const Squares& s, const MoveList& moves, std::string_view text) {
    if (!s.promotion)
        for (const Move move : moves)
            if (move.is_promotion() && move.from() == s.from && move.to() == s.to)
                return text::error_at(ErrorCode::missing_text, text, text.size(), 0,
                                      "a piece to promote to");
    return text::error_at(ErrorCode::illegal_move, text, 0, text.size(), "a legal move");
}

template <class Format>
Expected<Move> find_strict(const Squares& s, const Position& position, uci::Castling form,
                           std::string_view text, Format format) {
    const MoveList moves = position.legal_moves();
    if (const auto move = find(s, moves, form)) return *move;
    if (const auto move = find_other_castling(s, moves))
        return Unexpected{text::error_at(ErrorCode::not_canonical, text, 0, text.size(),
                                         "'" + format(*move) + "'")};
    return Unexpected{not_legal(s, moves, text)};
}

inline Expected<LenientMove> find_lenient(const Squares& s, const Position& position,
                                          uci::Castling form, std::string_view text,
                                          LenientMove result) {
    const MoveList moves = position.legal_moves();
    if (const auto move = find(s, moves, form)) {
        result.move = *move;
        return result;
    }
    if (const auto move = find_other_castling(s, moves)) {
        result.move = *move;
        result.notes.push_back({NoteCode::king_takes_rook, span_in(text, 0, text.size()),
                                "castling in the other form"});
        return result;
    }
    return Unexpected{not_legal(s, moves, text)};
}

}  // namespace hakam::notation

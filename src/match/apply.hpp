#pragma once

#include <optional>

#include "hakam/match/live_game.hpp"

/// What decide() and evolve() share: the mechanics of the board and of events.
namespace hakam::match::detail {

inline std::size_t at(Color c) noexcept { return static_cast<std::size_t>(index(c)); }

/// Applies one event to a created game. Total.
void apply(LiveGame& game, const Event& event);

/// The position from which the side that has the move (or thinks so) plays: the official one, or
/// after an unruled illegal act the men as they stand. nullopt: no position in which rules of
/// movement mean anything.
std::optional<Position> playing_position(const LiveGame& game);

/// Pawns that stand on their last rank although a move was made since: the act that left one there
/// stands (A.5.2), and the official position has a piece in its place.
Bitboard unexchanged_pawns(const LiveGame& game);
/// The men as they stand, with the pieces of the official position for such pawns.
Board men_in_play(const LiveGame& game);

/// A legal move of `position` that leads to the men as they stand, if there is one.
std::optional<Move> move_to(const Position& position, const Board& physical);

/// After an irregular act: the position reached by the reply whose result stands on the board, if
/// it can be played on from; the replier's king safe, one man of his moved as such men move.
std::optional<Position> reply_to_irregular(const Board& before, Color replier, const Board& after,
                                           const Position& official);

/// Whether a man of this kind moves so on these men, own king's safety apart.
bool moves_so(const Board& board, Piece man, Square from, Square to);
bool is_attacked(const Board& board, Square s, Color by);
std::optional<Square> king_of(const Board& board, Color c);

/// The obligation of the side to move by what it has done so far in this move.
Obligation present_obligation(const LiveGame& game);
/// The obligation for a move that replaces an illegal one: touches bind, releases do not.
Obligation replacement(const LiveGame& game);

/// The squares of a king's castling attempt: where its rook stands and both arrive.
struct CastlingAttempt {
    Square king;
    Square rook;
    Square king_to;
    Square rook_to;
};
/// Whether a whole move from-to is meant as castling: the king two squares along the rank towards
/// a rook of his, or (Chess960) onto his own rook.
std::optional<CastlingAttempt> castling_attempt(const LiveGame& game, const Board& board, Piece man,
                                                Square from, Square to);

}  // namespace hakam::match::detail

#pragma once

#include <vector>

#include "hakam/core/position.hpp"
#include "testkit/rng.hpp"

/// Positions for property tests. Everything follows from the seed.
namespace hakam::testkit {

/// One of the 960 start arrays.
Position random_start(Rng& rng);

enum class Choice {
    uniform,  ///< every legal move alike
    eager,    ///< castling, en passant, promotions, captures and double steps come more often
};
/// One legal move. Pre: position.has_legal_move().
Move random_move(const Position& position, Rng& rng, Choice choice = Choice::uniform);

/// The positions of a random game from `start` (which is the first), at most `plies` moves long;
/// it ends early where there is no legal move.
std::vector<Position> random_playout(const Position& start, int plies, Rng& rng,
                                     Choice choice = Choice::uniform);

/// A reachable position: the last one of a random game of random length and start array.
Position random_reachable(Rng& rng);

/// Men thrown on the board so that rare rules meet: crowds of sliders, en passant with pins along
/// ranks, files and diagonals, castling of every Chess960 kind under attack, pawns about to
/// promote. Often impossible in a game; kings, rights and en passant square may be false too.
Setup random_setup(Rng& rng);
/// The first of random_setup that Position::from accepts with Tolerance::unreachable().
Position random_position(Rng& rng, RulesetId rules = RulesetId::standard);

/// The board seen from the other side with the colours exchanged.
Setup mirrored(const Setup& setup);
Position mirrored(const Position& position);
Move mirrored(Move move);

}  // namespace hakam::testkit

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/core/move.hpp"
#include "hakam/retro/diagram.hpp"

namespace hakam::retro {

/// Why no game reaches a diagram. Each kind is a necessary condition that the diagram breaks and
/// that separate code can check from the diagram alone (docs/formats/retro.md says how).
enum class ReasonKind : std::uint8_t {
    bad_setup,         ///< a fault of the setup itself: kings, pawns, rights, en passant
    too_many_promoted, ///< more promoted men than pawns are missing
    no_origin,         ///< a man on `squares` can have come from no home square
    no_assignment,     ///< the men of `side` cannot share out its home squares
    pawn_captures,     ///< `side` needs `needed` captures by pawns; only `available` men can be taken
    pawns_blocked,     ///< the pawns cannot pass each other with the captures that are left
    parity,            ///< the numbers of moves of both sides do not fit the turn
    nobody_captured,   ///< men are missing, but every man that is left has never moved
    no_last_move,      ///< the side that has just moved has no move to take back
    all_moves_refuted, ///< every last move comes from a position refuted in `after`
};
std::string_view name(ReasonKind kind) noexcept;

struct RefutedMove;

struct Reason {
    ReasonKind kind{};
    std::optional<Color> side;          ///< whose, if it is one side's
    Bitboard squares;                   ///< the men or squares that matter
    int needed = 0;
    int available = 0;
    std::vector<SetupFault> faults;     ///< of bad_setup
    std::vector<RefutedMove> after;     ///< of all_moves_refuted: every unmove once
};

/// A last move, and why the position before it is illegal.
struct RefutedMove {
    Move move;
    Diagram before;
    Reason why;
};

enum class Language : std::uint8_t { en, ar };

/// The reason in words, at most `max_lines` lines, the deepest refutations shortened.
std::vector<std::string> explain(const Reason& reason, Language language,
                                 std::size_t max_lines = 12);

}  // namespace hakam::retro

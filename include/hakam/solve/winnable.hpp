#pragma once

#include <string>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/core/position.hpp"
#include "hakam/solve/certificate.hpp"

namespace hakam {

/// Bytes of tables that a search holds at most when the budget names no limit.
inline constexpr std::uint64_t default_search_memory = std::uint64_t{1} << 30;

/// Can a side still mate by any series of legal moves (Laws 5.1.2, 5.2.2, 6.9, 7.5.5)? With the
/// proof. Men, turn, castling rights and en passant count; clocks and repetition do not.
struct Winnable {
    Decision decision = Decision::unknown;
    std::vector<Move> line;   ///< yes: legal moves that end in mate by the side; empty if it stands
    Argument argument;        ///< no: why
    std::uint64_t nodes = 0;  ///< positions visited
    std::string tried;        ///< unknown: what was tried before the budget was spent
};

/// Sound and complete: `unknown` only when the budget is spent. A memory limit left open means
/// default_search_memory.
/// Law: FIDE 2023, 5.1.2, 5.2.2, 6.9, 7.5.5.
/// Cost: microseconds for positions of ordinary games; no bound but the budget in general.
Winnable winnable(const Position& position, Color side, const Budget& budget = {});

/// Both answers, each as if it had been asked alone: the nodes and the memory of the budget are for
/// each.
struct BothWinnable {
    Winnable white;
    Winnable black;

    const Winnable& of(Color side) const noexcept { return side == Color::white ? white : black; }
};
BothWinnable winnable_both(const Position& position, const Budget& budget = {});

/// The same question, with a line of fewest plies if the answer is yes (breadth first, slow).
Winnable shortest_mate(const Position& position, Color side, const Budget& budget = {});

/// The cheap filter to run after every move: true proves that `side` can never mate, false says
/// nothing. Sound, not complete. Cost: half a microsecond on average, bounded.
bool certainly_unwinnable(const Position& position, Color side);

/// Whether `line` is legal from `position` and its last position is mate by `side`.
bool replay(const Position& position, Color side, const std::vector<Move>& line);

/// Checks the proof inside an answer by code that shares nothing with the search but the rules of
/// movement: replays the line, checks certificates, enumerates closed sets again.
/// Returns: yes if the proof holds, no if it does not, unknown if the budget ran out or the answer
/// is itself unknown.
Decision verify(const Position& position, Color side, const Winnable& answer,
                const Budget& budget = {});

}  // namespace hakam

#pragma once

#include <string>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/retro/reason.hpp"

namespace hakam::retro {

/// Whether a diagram was refuted, and why.
struct Refutation {
    std::optional<Reason> reason;  ///< none: not refuted within the budget
    std::uint64_t nodes = 0;       ///< positions looked at
    int depth = 0;                 ///< last moves taken back, all of them, without an end
};

struct RefuteOptions {
    int depth = 24;  ///< most half-moves to take back
};

/// Looks for a proof that no game reaches the diagram. Sound, not complete: "none" says nothing.
/// Cost: mostly below 20 ms; budget.nodes bounds it (units: positions of some 30 us).
Refutation refute(const Diagram& diagram, const Budget& budget, const RefuteOptions& options = {});

/// The answer about a diagram: yes with a game, no with a reason, unknown with what was tried.
struct Legality {
    Decision legal = Decision::unknown;
    /// From the array to the diagram, with exactly the granted rights and the claimed square.
    std::vector<Move> game;
    std::optional<Reason> reason;
    std::string tried;  ///< of unknown
    std::uint64_t nodes = 0;
};

struct LegalityOptions {
    std::uint64_t refute_nodes = 20'000;  ///< of the budget, for the search for a refutation
    std::uint64_t seed = 1;               ///< of the search for a game
};

/// Whether a game of standard chess reaches the diagram. Cost: refutations mostly below 20 ms,
/// games mostly below 2 s; the budget bounds both.
Legality legality(const Diagram& diagram, const Budget& budget,
                  const LegalityOptions& options = {});

/// Whether the game leads from the array to the diagram: replayed by the rules, with exactly its
/// rights, its turn and, if it claims one, its en passant square.
bool proves(const std::vector<Move>& game, const Diagram& diagram);

}  // namespace hakam::retro

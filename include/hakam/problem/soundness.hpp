#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakam/problem/solver.hpp"

/// Whether a problem is sound: what a composer, an editor or a judge asks before it is printed.
/// The past of the diagram is a question for the room retro and is not asked here.
namespace hakam::problem {

/// A choice of the attack after a defence, where the solution should have one move.
struct Dual {
    enum class Grade : std::uint8_t {
        serious,  ///< a choice before the last move, in a variation of full length
        major,    ///< a choice of the last move after a reply that meets the threat
        minor,    ///< promotions of one pawn, a threat that still works, or a short variation
    };
    Grade grade = Grade::major;
    int move = 2;   ///< number of the move that can be chosen
    Line way;       ///< from the first move to the reply before the choice; first move empty in set play
    std::vector<Step> answers;
};
std::string_view name(Dual::Grade grade) noexcept;

/// What makes a problem unsound.
enum class FaultKind : std::uint8_t {
    no_solution,
    cook,               ///< a second key
    short_solution,     ///< a key or line of fewer moves than stipulated
    several_solutions,  ///< more lines than are meant
    missing_solutions,  ///< fewer than are meant
    other_key,          ///< it is solved by another first move than is meant
};
std::string_view name(FaultKind kind) noexcept;

struct Fault {
    FaultKind kind{};
    Line line;  ///< the key, or the whole line; empty if there is none
    friend bool operator==(const Fault&, const Fault&) = default;
};

/// Whether a man could be left out: the problem without it has the same keys or lines, and no more
/// serious or major duals.
struct ManNeeded {
    Square square{};
    Piece man{};
    Decision needed = Decision::unknown;
};

struct Soundness {
    Decision sound = Decision::unknown;  ///< yes: solved completely, and no fault
    std::vector<Fault> faults;
    std::vector<Dual> duals;             ///< the gravest first
    std::size_t more_duals = 0;          ///< not listed, beyond max_listed_duals
    int dual_moves = 0;                  ///< the last number of a move looked at for duals
    bool duals_decided = false;
    std::vector<ManNeeded> men;          ///< all but kings, if asked for
    std::vector<Solution> solutions;     ///< keys or lines, in the order found
    std::vector<Solution> set_play;
    Summary summary;
};

inline constexpr std::size_t max_listed_duals = 200;

struct SoundnessOptions {
    std::optional<std::uint64_t> solutions;  ///< lines or keys that are meant; else one
    std::string key;                         ///< first move that is meant (UCI), or ""
    bool men = true;                         ///< try without each man
    int tree_depth = 3;                      ///< moves of the attack, the key counted, looked at for duals
    Executor executor = Executor::sequential();
    /// The budget for the problem without one man; asked for before each.
    std::function<Budget()> for_a_man;
};

/// Cost: one solve with its trees of variations, and one for each man. The budget is for the first.
/// Errors: those of solve().
Expected<Soundness> soundness(const Problem& problem, const SoundnessOptions& options,
                              const Budget& budget);

/// The choices of the attack in the tree of a key, as far as it was built.
std::vector<Dual> duals(const Solution& key);

}  // namespace hakam::problem

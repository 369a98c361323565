#pragma once

#include <functional>
#include <span>

#include "hakam/game/game.hpp"
#include "hakam/laws/incident.hpp"
#include "hakam/laws/verdict.hpp"

namespace hakam::laws {

/// How a book decides when a player runs out of time.
enum class TimeForfeit : std::uint8_t {
    can_mate,  ///< draw if the opponent cannot mate by any series of legal moves
    us_chess,  ///< US Chess 14E: the opponent's material, and a forced win
    always_loses,
};

/// Whether an exception for an opponent who cannot mate exists.
enum class MateException : std::uint8_t { none, applies };

/// Which articles a book rests its verdicts on.
struct Basis {
    ArticleId checkmate = art::checkmate;
    ArticleId stalemate = art::stalemate;
    ArticleId dead_position = art::dead_position;
    ArticleId fivefold = art::fivefold;
    ArticleId seventyfive = art::seventyfive;
    ArticleId threefold_appeared = art::threefold_appeared;
    ArticleId threefold_about_to = art::threefold_about_to;
    ArticleId fifty_completed = art::fifty_completed;
    ArticleId fifty_about_to = art::fifty_about_to;
    ArticleId agreement = art::agreement;
    ArticleId resignation = art::resignation;
    ArticleId time_forfeit = art::time_forfeit;
    ArticleId illegal_act = art::illegal_move_penalty;
    ArticleId disconnection = art::online_not_back;
    /// A second article that a flag fall or a penalty rests on, such as A.5.3 or A.3.
    std::optional<ArticleId> flag_procedure;
    std::optional<ArticleId> penalty_time;
};

/// The parameters of a book of laws. Copy a book's and change them to switch a reading.
struct Rules {
    std::string_view name;          ///< "fide-standard"
    std::string_view title;         ///< "FIDE Laws of Chess, standard"
    int automatic_occurrences = 5;  ///< a draw without a claim; 0 never
    int automatic_halfmoves = 150;  ///< the same for plies without capture or pawn move; 0 never
    int claim_occurrences = 3;      ///< 0: there is no such claim
    int claim_halfmoves = 100;
    /// art::fifty_with_mating_move: a written move that mates or stalemates is a claim all the same.
    bool claim_with_final_move = true;
    TimeForfeit time_forfeit = TimeForfeit::can_mate;
    MateException resignation = MateException::applies;
    int illegal_acts_to_lose = 2;  ///< 0: none lose
    std::chrono::milliseconds illegal_act_penalty = std::chrono::minutes{2};
    Basis basis;
};

enum class ClaimKind : std::uint8_t { threefold, fifty };
std::string_view name(ClaimKind kind) noexcept;

/// What comes of a claim by the player to move.
struct Claim {
    ClaimKind kind{};
    std::optional<Move> intended;  ///< the written move; none: on the position itself
    bool correct = false;
    bool game_over = false;  ///< by itself, before the claim: nothing can be claimed any more
    bool available = true;   ///< false: the book knows no such claim, the draw comes by itself
    std::size_t count = 0;   ///< occurrences, or plies without capture or pawn move
    Citations citations;
    std::optional<TimePenalty> penalty;  ///< what a wrong claim costs (Law 9.5.3)
    Evidence evidence;  ///< plies count from the start; the intended move would make the next one
};

/// How much is spent on the question whether a position is dead.
enum class DeadTest : std::uint8_t {
    screened,  ///< men with much freedom are taken to be alive (plainly_alive), the rest is
               ///< searched
    exact,     ///< every position is searched
    skip,      ///< not asked
};

/// A book of laws: data, and three pure questions.
class LawBook {
public:
    explicit LawBook(const Rules& rules) noexcept : rules_{rules} {}
    const Rules& rules() const noexcept { return rules_; }
    std::string_view name() const noexcept { return rules_.name; }

    /// Is the game over by itself, and may a draw be claimed on the position? Mate comes first,
    /// then stalemate, dead position, repetition and the move count. Only the current position and
    /// its history count; that nothing ended the game earlier is the caller's care (`first_end`).
    /// Law: FIDE 2023, 5.1.1, 5.2.1, 5.2.2, 9.6. Cost: one move generation and less than 100 ns in
    /// an ordinary middlegame; a search within the budget where the position may be dead, and
    /// after every move if the test is to be exact.
    Verdict judge(const Game& game, const Budget& budget = {},
                  DeadTest test = DeadTest::screened) const;

    /// The first ply after which the game was over by itself, and its verdict; nothing if it never
    /// was. Cost: one exact test of deadness at the end, and more only if that is positive: a dead
    /// position stays dead.
    struct End {
        std::size_t ply = 0;
        Verdict verdict;
    };
    std::optional<End> first_end(const Game& game, const Budget& budget = {},
                                 DeadTest test = DeadTest::screened) const;

    /// A finished game in one go, for audits: its first end; else the standing of its last position
    /// and, if an incident is said to have ended it, the ruling. Searches for mate are shared, and
    /// a ruling that needs none (the winner can plainly mate) carries no line.
    /// Cost: under a microsecond for most games, in which no search runs.
    struct Review {
        std::optional<End> end;
        Verdict last;                   ///< of the end, or of the last position
        std::optional<Verdict> ruling;  ///< of the incident, if the game was not over by itself
    };
    Review review(const Game& game, const std::optional<Incident>& incident,
                  const Budget& budget = {}) const;
    /// The same for whoever has the moves but not yet the positions between them: most games are
    /// reviewed by their last position.
    struct Ending {
        const Position& last;
        const MoveList& moves;  ///< legal in `last`
        std::size_t plies = 0;
        bool may_have_counted_draw = true;  ///< as the function of that name says
        std::function<const Game&()> game;  ///< asked if the last position does not tell all
    };
    Review review(const Ending& ending, const std::optional<Incident>& incident,
                  const Budget& budget = {}) const;

    /// Is a claim of the player to move correct, on the position or with a written move?
    /// Pre: `intended` is legal now. Law: FIDE 2023, 9.2, 9.3.
    Claim claim(const Game& game, ClaimKind kind, std::optional<Move> intended = {},
                const Budget& budget = {}) const;
    /// What comes of a claim with a written move that is not legal: it is wrong (Law 9.5.3).
    Claim claim_with_illegal_move(const Game& game, ClaimKind kind,
                                  const Budget& budget = {}) const;
    /// All correct claims on the position or, if given, with the intended move.
    std::vector<Claim> claims(const Game& game, std::optional<Move> intended = {},
                              const Budget& budget = {}) const;

    /// What an incident does to the game; if it was over already, how it ended.
    /// Law: FIDE 2023, 5.1.2, 5.2.3, 6.9, 7.5.5; US Chess 14E.
    Verdict rule(const Game& game, const Incident& incident, const Budget& budget = {}) const;

private:
    void add_cost(Claim& claim, Color claimant) const;
    Verdict judge_at(const Game& game, std::size_t ply, const Budget& budget, DeadTest test) const;
    /// The first ply at which repetition or the move count ends the game; plies() + 1 if none.
    std::size_t counted_end(const Game& game) const noexcept;
    /// The first ply that ends the game, if it is over or dead at `last`.
    End first_dead(const Game& game, std::size_t last, const Budget& budget, DeadTest test) const;
    /// The ruling on an incident in a game that was not over by itself. `known`: an answer found
    /// before, or null.
    Verdict ruling(Verdict judged, const Game& game, const Incident& incident, const Budget& budget,
                   const MateProof* known) const;
    /// The ruling on a flag fall or resignation against an opponent who can mate.
    Verdict won_by_incident(const Incident& incident, const Verdict& judged) const;

    Rules rules_;
};

/// All books, fide-standard first.
std::span<const Rules> books() noexcept;
/// By name; also by the names that event scripts use ("fide-rapid:key=value", "fide-qpf").
std::optional<LawBook> law_book(std::string_view name) noexcept;

/// Plies before `ply` (0 = start) whose position looks like that of `ply` and is not the same.
std::vector<LookAlike> look_alikes(const Game& game, std::size_t ply);

/// Can `attacker` force mate against any defence? The words "no forced win" of US Chess 14E.
/// Sound; `unknown` when the budget (or 500,000 positions a graph, if it names none) is spent.
Decision forced_mate(const Position& position, Color attacker, const Budget& budget = {});

/// US Chess 14D and 14E: may `winner` win when the other side has run out of time, or has made an
/// illegal move in blitz?
struct MatingMaterial {
    Decision can_win = Decision::unknown;
    std::optional<ArticleId> article;  ///< the case of 14E that names its men
    std::optional<Winnable> proof;     ///< if no case applies: whether it can mate at all
};
MatingMaterial mating_material(const Position& position, Color winner, const Budget& budget = {});

/// No dead position passes: true means that some side can surely still mate, at the price of a few
/// nanoseconds. `moves` are the legal moves of `position`. See docs/design/laws.md.
bool plainly_alive(const Position& position, const MoveList& moves) noexcept;
/// The same for one side: true means that `side` can surely still mate.
bool plainly_can_mate(const Position& position, const MoveList& moves, Color side) noexcept;

}  // namespace hakam::laws

#pragma once

#include <chrono>
#include <span>

#include "hakam/base/expected.hpp"
#include "hakam/game/game.hpp"
#include "hakam/laws/incident.hpp"
#include "hakam/laws/rules.hpp"
#include "hakam/laws/verdict.hpp"

namespace hakam::laws {

enum class ClaimKind : std::uint8_t { threefold, fifty };
std::string_view name(ClaimKind kind) noexcept;

/// When a draw is claimed (Laws 9.2, 9.3, 9.4).
enum class ClaimMoment : std::uint8_t {
    on_move,
    touched,      ///< on the move, after touching a man
    move_made,    ///< the claimant has moved and not yet pressed the clock
    not_on_move,  ///< it is the opponent's turn
};

/// What comes of a claim of a draw.
struct Claim {
    ClaimKind kind{};
    std::optional<Move> intended;  ///< the written move; none: on the position itself
    bool correct = false;
    bool game_over = false;  ///< by itself, before the claim: nothing can be claimed any more
    bool available = true;   ///< false: the book knows no such claim
    bool has_right = true;   ///< false: not at this moment (Law 9.4)
    bool lapsed = false;     ///< the count was full before and the claim not made at once
    std::size_t count = 0;   ///< occurrences, or plies without capture or pawn move
    std::size_t needed = 0;  ///< of them; more in an ending that the book names
    Citations citations;
    std::optional<TimePenalty> penalty;  ///< what a wrong claim gives the opponent (Law 9.5.3)
    ClaimantPenalty claimant_penalty = ClaimantPenalty::none;  ///< what it costs the claimant
    bool is_offer = false;  ///< a wrong claim stands as an offer of a draw (Law 9.1.2.3)
    Evidence evidence;  ///< plies count from the start; the intended move would make the next one
    std::vector<Doubt> doubts;  ///< as in Verdict
};

/// The word of keys.tsv: "half-three".
std::string_view name(ClaimantPenalty penalty) noexcept;
/// What the claimant's clock loses by such a penalty. Units: ms. `left`: what it shows.
std::chrono::milliseconds claimant_loses(ClaimantPenalty penalty, std::chrono::milliseconds left);

/// Circumstances of a claim beside its kind.
struct ClaimDetails {
    std::optional<Move> intended;  ///< the written move. Pre: it is legal now
    ClaimMoment moment = ClaimMoment::on_move;
    std::optional<std::size_t> demanded;  ///< the ply at which the count was demanded (1929)
};

/// How much is spent on the question whether a position is dead.
enum class DeadTest : std::uint8_t {
    screened,  ///< positions with much freedom are taken to be alive (seems_alive), the rest is
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
    /// and, if an incident is said to have ended it, the ruling. Searches for mate are shared.
    /// Whether the game was dead is asked behind the screen (DeadTest::screened); a flag fall and
    /// a resignation are ruled by the exact test.
    /// Cost: some microseconds for most games.
    struct Review {
        std::optional<End> end;
        Verdict last;                   ///< of the end, or of the last position
        std::optional<Verdict> ruling;  ///< of the incident, if the game was not over by itself
    };
    Review review(const Game& game, const std::optional<Incident>& incident,
                  const Budget& budget = {}) const;
    /// The same for whoever has the moves but not yet the positions between them: most games are
    /// reviewed by their last position.
    /// Pre: `moves` are legal one after the other from `start` and lead to `last`, whose legal
    /// moves are `legal`. The game is built only where the last position does not tell all.
    Review review(const Position& start, std::span<const Move> moves, const Position& last,
                  const MoveList& legal, const std::optional<Incident>& incident,
                  const Budget& budget = {}) const;

    /// Is a claim of a draw correct, on the position or with a written move? With the moment
    /// `move_made` the game ends with the claimant's own move.
    /// Law: FIDE 2023, 9.2, 9.3, 9.4.
    Claim claim(const Game& game, ClaimKind kind, const ClaimDetails& details = {},
                const Budget& budget = {}) const;
    Claim claim(const Game& game, ClaimKind kind, std::optional<Move> intended,
                const Budget& budget = {}) const {
        return claim(game, kind, ClaimDetails{.intended = intended, .demanded = {}}, budget);
    }
    /// What comes of a claim with a written move that is not legal: it is wrong (Law 9.5.3).
    Claim claim_with_illegal_move(const Game& game, ClaimKind kind,
                                  const Budget& budget = {}) const;
    /// All correct claims on the position or, if given, with the intended move.
    std::vector<Claim> claims(const Game& game, std::optional<Move> intended = {},
                              const Budget& budget = {}) const;
    /// How often the position of a ply has stood in the sense of the book (Law 9.2.3).
    int occurrences(const Game& game, std::size_t ply) const;
    /// Plies without capture or pawn move that a claim needs in a position.
    int fifty_limit(const Position& position) const noexcept;

    /// The same book with the other reading of what is not proved; nothing if none is known.
    std::optional<LawBook> read_otherwise(const Doubt& doubt) const;

    /// Why the players may not agree to a draw now; empty if they may (Laws 5.2.3, 9.1.1).
    Citations agreement_refused(const Game& game) const;
    /// Whether an act counts as an illegal one in this book.
    bool counts_as_illegal(IllegalKind kind) const noexcept;

    /// What an incident does to the game; if it was over already, how it ended.
    /// Law: FIDE 2023, 5.1.2, 5.2.3, 6.9, 7.5.5; US Chess 14E.
    Verdict rule(const Game& game, const Incident& incident, const Budget& budget = {}) const;
    /// The same for a position alone, whose standing the caller knows: the game is not over by
    /// itself. For boards that no lawful game reached.
    Verdict rule(const Position& position, const Incident& incident,
                 const Budget& budget = {}) const;

private:
    void add_cost(Claim& claim, Color claimant) const;
    void cite_identity(Claim& claim, const Game& after) const;
    void count(Claim& claim, const Game& after, const ClaimDetails& details) const;
    bool has_right(ClaimMoment moment) const noexcept;
    bool is_automatic_repetition(const Game& game, std::size_t ply) const;
    Verdict judge_at(const Game& game, std::size_t ply, const Budget& budget, DeadTest test) const;
    /// The first ply at which repetition or the move count ends the game; plies() + 1 if none.
    std::size_t counted_end(const Game& game) const;
    /// The first ply that ends the game, if it is over or dead at `last`.
    End first_dead(const Game& game, std::size_t last, const Budget& budget, DeadTest test) const;
    /// The ruling on an incident in a game that was not over by itself. `known`: an answer found
    /// before, or null.
    Verdict ruling(const Position& position, const Incident& incident, const Budget& budget,
                   const MateProof* known) const;
    void add_doubts(Verdict& verdict) const;
    void add_doubts(Claim& claim, const ClaimDetails& details) const;

    Rules rules_;
};

/// The book named by "NAME", "NAME@DATE" or "NAME:key=value,..." (rules_text.hpp). Keys of procedure
/// are checked and change no verdict: a text that a live game takes is taken here too.
/// Errors: an unknown name, key or value, located in `text`.
Expected<LawBook> law_book(std::string_view text);

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

/// A screen, not a proof: true means that both sides have so much freedom that no dead position is
/// known which passes; searches have found none. A few nanoseconds. `moves` are the legal moves of
/// `position`. What is proved of it and what is not: docs/design/laws.md.
bool seems_alive(const Position& position, const MoveList& moves) noexcept;

}  // namespace hakam::laws

#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/game/game.hpp"
#include "hakam/laws/verdict.hpp"
#include "hakam/pgn/visitor.hpp"

/// `hakam audit`: what is said of one game. docs/formats/audit.md describes the output.
namespace hakam::cli::audit {

/// A finding as it is reported; `code` is a name of docs/formats/audit.md.
struct Finding {
    std::string_view code;
    pgn::Severity severity{};
    std::uint32_t ply = 0;
    std::uint64_t offset = 0;
    std::uint32_t line = 0;
    std::string move;  ///< the move or the text it is about
    std::string text;  ///< in words
    std::string article;
    std::string proof;  ///< why a side cannot mate
    std::string why;    ///< why a move is not legal: a reason of IllegalReason
};

/// Every code there is.
inline constexpr std::string_view finding_codes[] = {"syntax",
                                                     "illegal-move",
                                                     "ambiguous-move",
                                                     "note-lenient",
                                                     "bad-fen",
                                                     "unknown-variant",
                                                     "result-missing",
                                                     "result-mismatch",
                                                     "result-contradicts-board",
                                                     "result-contradicts-laws",
                                                     "moves-after-mate",
                                                     "moves-after-stalemate",
                                                     "moves-after-dead",
                                                     "clock-increases",
                                                     "truncated",
                                                     "too-long",
                                                     "dead-position-overlooked",
                                                     "fivefold-overlooked",
                                                     "seventyfive-overlooked",
                                                     "threefold-overlooked",
                                                     "fifty-overlooked",
                                                     "ruled-otherwise-today",
                                                     "doubtful-day",
                                                     "threefold-claimable",
                                                     "fifty-claimable",
                                                     "flag-fall-unwinnable",
                                                     "resigned-but-unwinnable",
                                                     "time-control-unreadable",
                                                     "not-repaired"};

/// The tags that are reported: the seven, and these.
inline constexpr std::string_view reported_tags[] = {
    "Event",  "Site", "Date",     "Round",    "White",       "Black",
    "Result", "ECO",  "WhiteElo", "BlackElo", "TimeControl", "Termination"};
inline constexpr std::size_t tag_count = std::size(reported_tags);
/// The place of a tag among them.
std::optional<std::size_t> reported_tag(std::string_view name) noexcept;

/// A game as the checks see it, and the record that is being made of it.
struct GameRecord {
    std::uint64_t begin = 0;
    std::string tags[tag_count];  ///< as reported_tags; they keep their memory
    std::bitset<tag_count> has_tag;
    std::string event_date;  ///< the day on which the event began, if a tag says so
    // The main line up to the first move that could not be played.
    Position start;
    std::vector<Move> moves;
    std::vector<std::uint64_t> offsets;  ///< of each move in the file
    std::vector<std::int64_t> clocks;    ///< ms from [%clk] of each move, no_clock where there is
                                         ///< none; as far as the last one that has one
    Position last;                       ///< after all moves; set when the game has ended
    MoveList last_moves;                 ///< its legal moves
    pgn::GameEnd end;
    std::uint32_t end_line = 0;
    bool is_playable = true;  ///< false: bad FEN or unknown variant
    bool is_cut = false;      ///< longer than the auditor follows
    bool is_game = true;      ///< false: findings of a file that holds no game

    laws::Standing standing = laws::Standing::ongoing;
    std::optional<Outcome> outcome;
    laws::Reason reason = laws::Reason::none;
    laws::Citations citations;
    std::vector<Finding> findings;

    static constexpr std::int64_t no_clock = -1;

    std::string_view tag(std::string_view name) const;
    /// The marker, or the score where the standard has none for it; empty if there is no marker.
    std::string result() const { return pgn::result_text(end.termination, end.score); }
    std::uint32_t plies() const noexcept { return static_cast<std::uint32_t>(moves.size()); }
    /// The moves so far with every position and how often it stood. Most games are judged without.
    /// Cost: about 15 ns a move that was not asked for before.
    const Game& game();
    void add(std::string_view code, pgn::Severity severity, std::uint32_t ply, std::string text,
             std::string article = {}, std::string proof = {});
    void clear();

private:
    /// "Nf3" of half-move `ply` (from 1), in canonical SAN; empty if there is none.
    std::string move_text(std::uint32_t ply);

    Game game_;
    bool has_game_ = false;  // game_ is of this game, as far as it goes
};

/// Looks at a game that has been read and adds findings or the verdict.
class GameCheck {
public:
    virtual ~GameCheck() = default;
    virtual void check(GameRecord& record) = 0;
};

}  // namespace hakam::cli::audit

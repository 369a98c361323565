#pragma once

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
                                                     "threefold-claimable",
                                                     "fifty-claimable",
                                                     "flag-fall-unwinnable",
                                                     "resigned-but-unwinnable"};

/// A main-line move as it stood in the file.
struct MoveNote {
    std::uint64_t offset = 0;
    std::optional<std::int64_t> clock_ms;  ///< from [%clk]
};

/// The tags that are reported: the seven, and these.
inline constexpr std::string_view reported_tags[] = {
    "Event",  "Site", "Date",     "Round",    "White",       "Black",
    "Result", "ECO",  "WhiteElo", "BlackElo", "TimeControl", "Termination"};
inline constexpr std::size_t tag_count = std::size(reported_tags);

/// A game as the checks see it, and the record that is being made of it.
struct GameRecord {
    std::uint64_t begin = 0;
    std::optional<std::string> tags[tag_count];
    Game game;                    ///< the main line up to the first move that could not be played
    std::vector<MoveNote> notes;  ///< one a half-move
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

    std::string_view tag(std::string_view name) const;
    void add(std::string_view code, pgn::Severity severity, std::uint32_t ply, std::string text,
             std::string article = {}, std::string proof = {});
    void clear();
};

/// Looks at a game that has been read and adds findings or the verdict.
class GameCheck {
public:
    virtual ~GameCheck() = default;
    virtual void check(GameRecord& record) = 0;
};

/// "Nf3" of half-move `ply` (from 1), in canonical SAN; empty if there is none.
std::string move_text(const Game& game, std::uint32_t ply);

}  // namespace hakam::cli::audit

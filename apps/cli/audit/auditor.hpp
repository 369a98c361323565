#pragma once

#include <memory>
#include <string>
#include <vector>

#include "checks.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/tree.hpp"
#include "source.hpp"

namespace hakam::cli::audit {

/// Receives each game that has been audited; `clean` is its repaired PGN, empty if not wanted.
class RecordSink {
public:
    virtual ~RecordSink() = default;
    virtual void record(const GameRecord& record, std::string_view clean) = 0;
};

/// What becomes of text between games in the repaired PGN.
enum class StrayTexts : std::uint8_t { drop, keep };

struct AuditorOptions {
    laws::LawBook book{laws::Rules{}};
    std::string family;  ///< "fide": by the book of the day of each game; empty: by `book`
    std::uint64_t nodes = 20'000;
    bool wants_clean = false;
    StrayTexts stray_texts = StrayTexts::drop;
};

/// The main line of each game as a Game, judged by the checks. Findings between games are told with
/// the game before them, or with the first.
class Auditor final : public pgn::Visitor {
public:
    Auditor(const AuditorOptions& options, RecordSink& sink);
    ~Auditor() override;
    /// The reader that will call; it knows the position at the end of each game.
    void read_by(const pgn::Reader& reader) noexcept { reader_ = &reader; }

    void game_begin(std::uint64_t offset) override;
    void tag(const pgn::TagToken& token) override;
    pgn::Descend moves_begin(const pgn::MovesStart& start) override;
    void move(const pgn::MoveToken& token) override;
    void null_move(const pgn::MoveToken& token) override;
    void unplayed(const pgn::MoveToken& token) override;
    void nag(unsigned glyph) override;
    void comment(const pgn::CommentToken& token) override;
    pgn::Descend variation_begin() override;
    void variation_end() override;
    void game_end(const pgn::GameEnd& end) override;
    void finding(const pgn::Finding& finding) override;
    void stray_text(const pgn::StrayText& word) override;

    /// The text is over, its file ends so.
    void finish(const Ending& ending, std::uint64_t offset);
    /// Drops the game being read, and the one that waits for findings after it.
    void abandon();
    /// Whether a game has been read whose record waits for findings after it.
    bool holds_game() const noexcept { return is_ready_; }
    std::uint64_t plies() const noexcept { return plies_; }

private:
    class Cleaner;
    void deliver();

    RecordSink& sink_;
    const pgn::Reader* reader_ = nullptr;
    std::vector<std::unique_ptr<GameCheck>> checks_;
    std::unique_ptr<Cleaner> cleaner_;
    GameRecord record_;
    bool is_open_ = false;   // between game_begin and game_end
    bool is_ready_ = false;  // record_ has ended and waits for findings after it
    std::uint32_t depth_ = 0;
    std::uint64_t plies_ = 0;
    std::vector<Finding> early_;  // before the first game
};

}  // namespace hakam::cli::audit

#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "record.hpp"
#include "text_buffer.hpp"

namespace hakam::cli::audit {

enum class Form { json, csv, table };

struct FormatOptions {
    Form form = Form::table;
    std::vector<std::string> only;  ///< codes; empty: all
    std::size_t file_width = 0;     ///< columns of the longest file name, for the table
};
/// Of these files.
std::size_t file_width(const std::vector<std::string>& files);

/// What became of a game: a reason of the Laws, that its moves could not be read, or that there is
/// none.
inline constexpr std::size_t reason_count =
    static_cast<std::size_t>(laws::Reason::disconnection_cannot_mate) + 3;
std::string_view reason_name(std::size_t reason) noexcept;

/// What has been counted.
struct Totals {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;
    std::uint64_t bytes = 0;
    std::uint64_t games_with_findings = 0;
    std::array<std::uint64_t, 3> severities{};                    ///< notes, warnings, errors
    std::array<std::uint64_t, std::size(finding_codes)> codes{};  ///< as finding_codes
    std::array<std::uint64_t, reason_count> reasons{};

    std::uint64_t count_of(std::string_view code) const noexcept {
        const auto* at = std::find(std::begin(finding_codes), std::end(finding_codes), code);
        return at == std::end(finding_codes)
                   ? 0
                   : codes[static_cast<std::size_t>(at - std::begin(finding_codes))];
    }
};

/// The output of a block of games. Their numbers are known only when all blocks before them are
/// done, so they are put in then.
class Report {
public:
    bool empty() const noexcept { return games_.empty(); }
    std::size_t bytes() const noexcept { return text_.size() + clean_.size(); }
    void clear() noexcept;
    /// How many games there are, and how many of them end at or before an offset of the text.
    std::uint64_t games() const noexcept { return games_up_to(UINT64_MAX); }
    std::uint64_t games_up_to(std::uint64_t offset) const noexcept {
        return static_cast<std::uint64_t>(std::count_if(
            games_.begin(), games_.end(),
            [&](const Game& game) { return game.is_game && game.text_end <= offset; }));
    }

    /// Appends what is to be told of a game, and its repaired text.
    void add(const GameRecord& record, const std::string& file, const FormatOptions& options,
             std::string_view clean);

    /// Appends the games that are wanted, with their numbers, to the texts, and counts them.
    /// `number` is that of the game before the first. Returns: the number of the last.
    /// Pre: is_wanted(number) tells of each game.
    template <typename IsWanted>
    std::uint64_t put(std::uint64_t number, IsWanted is_wanted, TextBuffer& text, TextBuffer& clean,
                      Totals& totals) const {
        Place from;
        for (const Game& game : games_) {
            if (game.is_game) ++number;
            if (is_wanted(number)) put(game, from, number, text, clean, totals);
            from = game.end;
        }
        return number;
    }

private:
    /// Sizes of the parts below.
    struct Place {
        std::size_t text = 0;
        std::size_t clean = 0;
        std::uint32_t numbers = 0;
        std::uint32_t told = 0;
    };
    struct Game {
        Place end;
        std::uint64_t text_end = 0;
        std::uint32_t plies = 0;
        std::uint8_t reason = 0;
        bool is_game = true;
    };
    struct Told {
        std::uint8_t code;  // of finding_codes
        pgn::Severity severity;
    };
    void put(const Game& game, const Place& from, std::uint64_t number, TextBuffer& text,
             TextBuffer& clean, Totals& totals) const;

    std::vector<Game> games_;
    TextBuffer text_;
    TextBuffer clean_;
    std::vector<std::size_t> number_at_;  // in text_
    std::vector<Told> told_;
    std::vector<const Finding*> findings_;  // while a game is added
    std::size_t number_width_ = 0;          // columns of a game's number
};

/// The line before all records: CSV and the table have one.
std::string format_head(Form form);
/// The last object, or the page for people.
std::string format_summary(const Totals& totals, Form form, std::size_t files, double seconds,
                           bool is_interrupted);

}  // namespace hakam::cli::audit

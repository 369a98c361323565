#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "command_line.hpp"
#include "hakam/laws/describe.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/wire/illegality.hpp"
#include "position_input.hpp"

/// What the commands that ask the Laws share: the book, the language, the budget of searches, and
/// how verdicts and their evidence are written.
namespace hakam::cli {

struct LawOptions {
    std::string rules = "fide-standard";
    std::string language = "en";
    std::uint64_t nodes = 0;   ///< 0: no limit
    double seconds = 0;        ///< 0: no limit
    std::uint64_t memory = 0;  ///< MiB; 0: the default of the search

    laws::LawBook book() const;
    /// The book before or after, where the day of `book` is not proved: "fide@1985-02-01".
    std::optional<laws::LawBook> other_book() const;
    laws::Language sentences() const;
    /// A budget that begins now.
    Budget budget() const;
};

enum class ByDate : std::uint8_t { refused, allowed };
/// Adds --rules, --lang, --nodes, --time and --memory. `options` must live as long as the command.
void add_law_options(CLI::App& command, LawOptions& options, ByDate by_date = ByDate::refused);
/// Adds --lang alone.
void add_language_option(CLI::App& command, std::string& language);
/// Adds --rules alone.
void add_rules_option(CLI::App& command, std::string& rules, ByDate by_date = ByDate::refused);
/// "fide" for "by-date", "uscf" for "uscf@by-date"; else nothing.
std::string by_date_family(const std::string& rules);

/// Moves in lenient SAN, UCI or LAN, separated by spaces or commas, with move numbers or not,
/// played on `game`. Text that cannot be read with `letters` is tried in the letters of every other
/// language. Errors: located in `text`, as of `letters`.
Expected<Game> played(const Game& game, std::string_view text, const Letters& letters = english);
/// One such move. Errors as of SAN.
Expected<Move> read_move(std::string_view text, const Position& position,
                         const Letters& letters = english);

/// A FEN, and after the word "moves" the moves played from it.
Expected<Game> read_game(std::string_view text, const PositionOptions& options);

/// The fields of docs/formats/verdict.md.
boost::json::object to_json(const laws::Verdict& verdict, const Game& game,
                            const laws::LawBook& book, laws::Language language,
                            const Budget& budget = {});

/// The verdict on a game, or the ruling on an incident at its end, as the commands answer it. Each
/// question whether the position is dead is searched. Moves after the end of the game do not count:
/// "playedOn" says how many there are.
Answer verdict_answer(Game game, const laws::LawBook& book, const LawOptions& options,
                      const std::optional<laws::Incident>& incident);

/// For people: the sentence, the articles, the evidence with lines of moves.
std::string describe(const laws::Verdict& verdict, const Game& game, laws::Language language);
/// "2:00 added to the clock of White."
std::string describe(const laws::TimePenalty& penalty, laws::Language language);
boost::json::object to_json(const laws::TimePenalty& penalty);
/// "Sources differ on flag-test in this edition."
std::string describe(const laws::Doubt& doubt, laws::Language language);
/// {"key", "status", "other"}.
boost::json::object to_json(const laws::Doubt& doubt);
/// SAN with move numbers: "12...Rxe4 13.Qh7#".
std::string line_text(const Position& start, const std::vector<Move>& line, const Letters& letters);
using wire::letters_of;

}  // namespace hakam::cli

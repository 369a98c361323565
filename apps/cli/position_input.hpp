#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "command.hpp"
#include "hakam/notation/fen.hpp"
#include "input.hpp"

namespace hakam::variant {
class Variant;
}

/// What all commands that take a FEN share: the argument, its policy and the stream "-".
namespace hakam::cli {

struct PositionOptions {
    std::vector<std::string> words;  ///< one quoted FEN, several words, "startpos" or "-"
    bool json = false;
    bool lenient = false;   ///< false castling rights and en passant squares are dropped
    bool chess960 = false;  ///< KQkq name the outermost rooks whatever the array
    RulesetId movement = RulesetId::standard;
    std::shared_ptr<const variant::Variant> game;  ///< --game: nothing for chess

    bool is_stream() const { return words.size() == 1 && words.front() == "-"; }
};

/// Adds FEN, --json, --lenient and --chess960. With `required` false an empty FEN is startpos.
/// `options` must live as long as the command.
enum class FenArgument : std::uint8_t { required, optional };
void add_position_options(CLI::App& command, PositionOptions& options,
                          FenArgument argument = FenArgument::required);
/// Adds --movement standard|no-castling|torpedo or the name of a game, and --game.
void add_movement_option(CLI::App& command, PositionOptions& options);

/// Whether the text is "startpos", perhaps with spaces around.
bool names_start(std::string_view text);

/// A position and what its text lacked.
struct ReadPosition {
    Position position;
    std::vector<Note> notes;
};
/// The policy of commands that analyse a position: missing counters and the like are notes;
/// positions that no game reaches are accepted; every other fault is an error.
Expected<ReadPosition> read_position(std::string_view text, const PositionOptions& options);
/// The same policy as options for fen::read.
fen::Options analysis_reading(const PositionOptions& options);

/// One answer, for machines and for people; `text` ends without a line end.
struct Answer {
    boost::json::object fields;
    std::string text;
    ExitStatus status = answered;
};
/// The answer in place of a text that cannot be read; the error goes to standard error.
Answer refusal(const InputLine& line, const Error& error);

using AnswerPosition = std::function<Answer(const Position&)>;
using AnswerLine = std::function<Answer(const InputLine&)>;

/// Answers for each position given: the argument, as text or with --json as one JSON object; or
/// for "-" each line of standard input as one JSON object a line, in order. A text that cannot be
/// read is an error on standard error and, in a stream, an object {"input", "error"} in its place.
/// Returns: the worst exit status.
int answer_positions(const PositionOptions& options, const AnswerPosition& answer);
/// The same for commands that read the text themselves; they see InputLine::too_long as it is (a
/// FEN of that length is refused by its parser).
int answer_lines(const PositionOptions& options, const AnswerLine& answer);

/// The ruleset of movement of that name.
std::optional<RulesetId> movement_from(std::string_view name);

}  // namespace hakam::cli

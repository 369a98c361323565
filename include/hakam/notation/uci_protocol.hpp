#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/uci_move.hpp"

/// Lines of the UCI protocol (April 2006), as values: what a program that thinks and a program that
/// plays tell each other. Any run of white space separates words; unknown words are passed over, as
/// the protocol asks. docs/formats/uci.md lists what is read.
namespace hakam::uci {

/// Longer lines are refused unread. Units: bytes.
inline constexpr std::size_t max_line_length = 65'536;

/// The first word of a line that the protocol knows.
enum class Command : std::uint8_t {
    uci,
    debug,
    isready,
    setoption,
    registration,
    ucinewgame,
    position,
    go,
    stop,
    ponderhit,
    quit,
    id,
    uciok,
    readyok,
    bestmove,
    copyprotection,
    registered,
    info,
    option,
};

/// A line cut after its command; `arguments` has no space around.
struct Line {
    Command command{};
    std::string_view arguments;
};
/// Passes over words before the first one known ("joho debug on" is debug). Returns: nothing if
/// there is none.
std::optional<Line> line_from(std::string_view text) noexcept;

/// setoption name NAME [value VALUE]. The first "value" ends the name; a button has no value.
struct SetOption {
    std::string name;
    std::optional<std::string> value;

    friend bool operator==(const SetOption&, const SetOption&) = default;
};
Expected<SetOption> parse_set_option(std::string_view line);
std::string format(const SetOption& option);

enum class OptionType : std::uint8_t { check, spin, combo, button, string };
/// option name NAME type TYPE [default D] [min N] [max N] [var V]...
struct Option {
    std::string name;
    OptionType type = OptionType::string;
    std::string initial;  ///< the default; empty for a button and for "<empty>"
    std::optional<std::int64_t> least;
    std::optional<std::int64_t> most;
    std::vector<std::string> choices;  ///< of a combo

    friend bool operator==(const Option&, const Option&) = default;
};
Expected<Option> parse_option(std::string_view line);

/// What to send so that the option has this value: nothing if that is its default.
/// Errors: out_of_range if the option does not offer the value, or is a button.
Expected<std::optional<SetOption>> choose(const Option& option, std::string_view value);

/// position startpos|fen FEN [moves M...]: where it starts and what was played.
struct PositionLine {
    Position start;
    std::vector<Move> moves;
    Position current;
};
/// Errors: located in the line; the first move that is not legal is illegal_move.
Expected<PositionLine> parse_position(std::string_view line,
                                      Castling castling = Castling::automatic);

enum class Bound : std::uint8_t { exact, lower, upper };
struct Score {
    bool is_mate = false;
    std::int32_t value = 0;  ///< Units: centipawns, or moves to mate (negative: being mated)
    Bound bound = Bound::exact;

    friend bool operator==(const Score&, const Score&) = default;
};
/// info ...: the parts that are read; "string" ends the line.
struct Info {
    std::optional<std::uint32_t> depth;
    std::optional<std::uint32_t> multipv;
    std::optional<Score> score;
    std::vector<std::string> pv;  ///< as written, unread
    std::string text;             ///< after "string"
};
Expected<Info> parse_info(std::string_view line);

/// bestmove MOVE [ponder MOVE], as written: only the position tells what it is worth.
struct BestMove {
    std::string move;
    std::optional<std::string> ponder;
};
Expected<BestMove> parse_best_move(std::string_view line);

}  // namespace hakam::uci

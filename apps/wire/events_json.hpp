#pragma once

#include <boost/json/object.hpp>
#include <hakam/base/expected.hpp>
#include <hakam/match/command.hpp>
#include <hakam/match/event.hpp>
#include <hakam/match/live_game.hpp>
#include <hakam/notation/uci_move.hpp>
#include <string>
#include <string_view>

/// Events and commands of a live game as JSON: protocol/events.schema.json, docs/formats/events.md.
/// Members that this version does not know are kept in Args::extra and written back as they came.
namespace hakam::wire {

/// Longest stored event or command read. Units: bytes.
inline constexpr std::size_t max_event_length = 64 * 1024;

/// {"v":1,"seq":4,"kind":"Touch","actor":"W","at":1200,"from":"e2"}; absent members have their
/// default values.
boost::json::object to_json(const match::Event& event);
boost::json::object to_json(const match::Command& command);
/// Only the arguments, as both of the above hold them.
void add_args(boost::json::object& object, const match::Args& args);
/// The same members as text, without the braces; what a server writes for every event.
void append_args(std::string& text, const match::Args& args);

/// What shows that a verdict is right, as events are stored with it and pages are told: {"plies":
/// [where the repeated position stood], "count": plies without capture or pawn move, "line": [a
/// mate, UCI], "text": in English, "arguments": [{"side","argument","count"}: why no mate]}; what
/// does not apply is left out.
boost::json::object evidence_json(const laws::Verdict& verdict, uci::Castling castling);
/// The same of an event: of its verdict, or as it was stored with it. Empty if it has none.
boost::json::object evidence_of(const match::Args& args, uci::Castling castling);

/// Errors: missing or ill-typed members, unknown kinds, a version above ours.
Expected<match::Event> event_from(const boost::json::object& object);
Expected<match::Command> command_from(const boost::json::object& object);
Expected<match::Event> parse_event(std::string_view json);
Expected<match::Command> parse_command(std::string_view json);

/// One event a line; the file of a saved game.
std::string log_text(const match::Events& events);
/// Errors: located by line. Empty lines are skipped.
Expected<match::Events> parse_log(std::string_view text);

/// A refused command: {"code","why","articles"}.
boost::json::object to_json(const match::Refusal& refusal);

/// How a game stands at `now`: {"fen","turn","phase","stage","plies","clock":{"white","black",
/// "running"},"must","offer","result","reason","articles"}; what does not apply is left out.
/// Pre: the game has been created. Units: ms.
boost::json::object to_json(const match::LiveGame& game, match::Milliseconds now);

}  // namespace hakam::wire

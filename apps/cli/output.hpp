#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "hakam/base/error.hpp"
#include "hakam/notation/note.hpp"

/// What the command writes: answers on standard output, complaints on standard error.
namespace hakam::cli {

/// Writes text to standard output. The bytes may be kept back until flush() or the end.
void print(std::string_view text);
void print_line(std::string_view text);
/// One JSON object on a line of its own (NDJSON). Invalid UTF-8 is written as U+FFFD.
void print_json(const boost::json::object& object);
void flush();
/// Whether all output so far could be written; a closed pipe or a full disk ends a stream.
bool output_ok();

/// "SOURCE:LINE:COLUMN: expected ..., found ..." on standard error.
void print_error(std::string_view source, const Error& error);
/// "SOURCE:LINE:COLUMN: note: ..." on standard error.
void print_note(std::string_view source, const Note& note);
/// "hakam: ..." on standard error, for what has no place in a text.
void print_complaint(std::string_view text);

/// Whether colour and cursor movement may be used: a terminal, TERM not "dumb", NO_COLOR unset.
bool colour_on_output();
bool colour_on_errors();
bool output_is_terminal();
/// Columns of the terminal, 80 if it does not say.
int terminal_width();

/// A text for JSON: invalid UTF-8 replaced.
std::string valid_utf8(std::string_view text);
/// {"code", "line", "column", "offset", "length", "expected", "found"}.
boost::json::object to_json(const Error& error);
/// {"code", "line", "column", "offset", "length", "text"}.
boost::json::object to_json(const Note& note);

}  // namespace hakam::cli

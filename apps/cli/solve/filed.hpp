#pragma once

#include <string>
#include <string_view>

#include "../input.hpp"
#include "hakam/problem/olive.hpp"
#include "job.hpp"

/// Problems of files: Popeye's input, the YAML of the Olive editor, PGN tags, or one a line.
/// docs/formats/problem-files.md.
namespace hakam::cli {

/// Solves (or writes) whatever the stream holds; the first line that says something shows which of
/// the formats it is. Returns: the worst exit status.
int solve_stream(const SolveOptions& options, int descriptor, const std::string& name);

/// Problems of a PGN file, read as it comes.
int solve_pgn(const SolveOptions& options, LineReader& reader, InputLine first);

/// Solves one problem of a file, with its twins if they are asked for. `number`: of several.
int solve_filed(const SolveOptions& options, const problem::FiledProblem& filed,
                const std::string& number, const std::string& source);

/// A problem in the format of options.write: "olive", "pgn", "popeye", "fen". PGN and FEN have no place
/// for twins, set play and tries.
std::string write_filed(const problem::FiledProblem& filed, const SolveOptions& options);

/// Writes the problems of options.collected as pages of diagrams to options.diagrams.
/// Returns: an exit status.
int write_pages(const SolveOptions& options);

/// "a)", "b)", ... "z)", "z1)", ...
std::string twin_label(std::size_t i);

}  // namespace hakam::cli

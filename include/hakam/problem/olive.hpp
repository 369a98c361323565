#pragma once

#include <string>
#include <string_view>

#include "hakam/problem/popeye.hpp"

/// Problems in the YAML of the Olive editor: docs/formats/problem-files.md.
namespace hakam::problem {

/// Whether a line, the first of a text that says something, begins such YAML.
bool looks_like_olive(std::string_view line);

/// One document, without the line "---" between documents.
/// Errors: located; men and conditions that are not known. Limits: max_popeye_length bytes.
Expected<FiledProblem> read_olive(std::string_view document);

/// One document, beginning with "---"; read_olive gives it back.
/// Pre: that of write_popeye.
std::string write_olive(const FiledProblem& filed);

}  // namespace hakam::problem

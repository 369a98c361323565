#pragma once

#include <array>
#include <string_view>

#include "hakam/laws/words.hpp"

namespace hakam::laws {

/// By word, then by language. Generated from data/laws/terms.tsv and words.tsv.
extern const std::array<std::array<std::string_view, language_count>, word_count> word_table;

}  // namespace hakam::laws

#pragma once

#include <array>

#include "hakam/laws/reason.hpp"
#include "hakam/laws/words.hpp"

namespace hakam::laws {

struct ReasonRow {
    std::string_view code;
    std::string_view word;  ///< of scenarios
    Words sentence{};
};

/// In the order of Reason. Generated from data/laws/reasons.tsv.
extern const std::array<ReasonRow, reason_count> reason_table;

}  // namespace hakam::laws

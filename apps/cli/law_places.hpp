#pragma once

#include <cstddef>
#include <string_view>

namespace hakam::cli {

/// Where an article is applied and where it is tested; written at build time by
/// tools/law_coverage.
struct LawPlace {
    std::string_view id;     ///< of the article
    std::string_view code;   ///< paths separated by "; "
    std::string_view tests;  ///< the same
};

extern const LawPlace law_places[];
extern const std::size_t law_place_count;

}  // namespace hakam::cli

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "format.hpp"

namespace hakam::cli::audit {

/// Where a run stands after a block: enough to go on from there.
struct Mark {
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint32_t line = 1;
    std::size_t unread = 0;  ///< files before it that could not be opened
    bool ends_file = false;
};

/// What a finished part of the report left behind; a text file of names and numbers.
struct Checkpoint {
    Mark mark;
    std::uint64_t games_in_file = 0;
    std::uint64_t out_bytes = 0;
    std::uint64_t clean_bytes = 0;
    double seconds = 0;
    Totals totals;

    /// Replaces the file at once; if it cannot, the old one stays. `signature` is one line that
    /// tells runs apart.
    void write(const std::string& path, const std::string& signature) const;
    /// Returns: false, and nothing is changed, if the file is none of such a run.
    bool read(const std::string& path, const std::string& signature);
};

}  // namespace hakam::cli::audit

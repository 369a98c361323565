#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

/// What tells that a file is still the same: its size and when it was written to; nothing of what
/// is no regular file.
struct InputState {
    std::uint64_t size = 0;
    std::uint64_t time = 0;  ///< nanoseconds
    friend bool operator==(const InputState&, const InputState&) = default;
};
InputState input_state(const std::string& path);

/// What a finished part of the report left behind; a text file of names and numbers.
struct Checkpoint {
    std::vector<InputState> inputs;  ///< when the report was begun
    bool is_finished = false;        ///< the report is whole, its summary included
    Mark mark;
    std::uint64_t games_in_file = 0;
    std::uint64_t part_begin = 0;  ///< of the packed file, as Source says
    std::uint64_t part_first = 0;  ///< the first game that does not end before it; 0: none so far
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

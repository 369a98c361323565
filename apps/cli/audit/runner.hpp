#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "auditor.hpp"
#include "format.hpp"

namespace hakam::cli::audit {

struct RunOptions {
    std::vector<std::string> files;
    AuditorOptions auditor;
    FormatOptions format;
    const Letters* letters = nullptr;  ///< of the men; null: found out game by game
    std::string encoding;              ///< of the files; empty: as they are
    unsigned jobs = 1;
    std::string out;    ///< empty: standard output
    std::string clean;  ///< empty: no repaired PGN
    bool resume = false;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> games;  ///< ranges; empty: all
    std::string signature;  ///< of everything that changes the report
    bool show_progress = false;
    const std::atomic<bool>* interrupted = nullptr;
};

struct RunResult {
    Totals totals;
    bool could_run = true;  ///< false: files or the report could not be opened or written
    bool was_interrupted = false;
    bool has_no_reader = false;  ///< who read the report went away
};

/// Audits the files in blocks of whole games on `jobs` threads; the report is in the order of the
/// text and the same for any number of threads.
RunResult run(const RunOptions& options);

}  // namespace hakam::cli::audit

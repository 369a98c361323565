#pragma once

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "hakam/problem/solver.hpp"
#include "job.hpp"

namespace hakam::cli {

/// What is proved of a long solve, in a file, so that it can be gone on with later (`--resume FILE`).
/// The file names its problem and is refused for any other; it goes away when all is decided.
class Checkpoint {
public:
    struct Entry {
        std::string json, text;  ///< as it is written out
        std::string kind;        ///< of solve.md
    };

    explicit Checkpoint(std::string path) : path_{std::move(path)} {}

    /// Reads the file, if it is there. Returns: what is wrong with it, or nothing.
    std::string open(const Job& job, const SolveOptions& options);
    const std::vector<Entry>& entries() const { return entries_; }
    /// Goes on where the file ended.
    void apply(problem::Options& solving) const;

    /// Returns: whether the solution is new.
    bool add(const problem::Solution& found, Entry entry);
    void progress(const problem::Progress& progress);
    /// Adds what the file had to the summary, and writes or removes the file.
    /// Returns: false if it could not be written.
    bool close(problem::Summary& summary);

private:
    bool save();

    std::string path_, problem_;
    std::vector<Entry> entries_;
    std::vector<problem::Step> keys_, failed_;  ///< of the file and since
    std::set<std::string> known_;               ///< texts of entries
    std::size_t old_entries_ = 0;               ///< that the file had
    std::size_t found_again_ = 0, set_again_ = 0, tries_again_ = 0;
    int moves_ = 0;                             ///< length that is being searched
    std::size_t decided_ = 0;
    bool is_line_play_ = false, was_there_ = false;
    std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

}  // namespace hakam::cli

#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "source.hpp"

namespace hakam::cli::audit {

/// A piece of a file. Pieces are cut where a game surely begins; where there is no such place for
/// a long time the piece is open, and the next one goes on with it.
struct Block {
    std::size_t file = 0;
    std::uint64_t offset = 0;  ///< of the unpacked text
    std::uint32_t line = 1;
    std::string text;
    bool is_open = false;
    bool ends_file = false;
    std::uint64_t part_begin = 0;  ///< of the packed file, as Source says
    std::size_t unread = 0;        ///< files before it that could not be opened
    Ending ending;                 ///< how it ends, if it does
};

/// Cuts files into blocks, one after the other.
class Splitter {
public:
    /// `threads` may unpack beside the caller's, where a file allows it. A pipe is waited for until
    /// `interrupted` is set. `encoding` is that of SourceOptions.
    Splitter(const std::vector<std::string>& files, unsigned threads,
             const std::atomic<bool>* interrupted, std::string encoding)
        : files_{files},
          threads_{threads},
          interrupted_{interrupted},
          encoding_{std::move(encoding)} {}

    /// Goes on at this place of this file.
    void start_at(std::size_t file, std::uint64_t offset, std::uint32_t line);
    /// Returns: false after the last file.
    bool next(Block& block);
    /// Files that could not be opened.
    const std::vector<std::string>& complaints() const noexcept { return complaints_; }
    std::uint64_t consumed() const noexcept { return done_ + (source_ ? source_->consumed() : 0); }

private:
    bool open();

    const std::vector<std::string>& files_;
    unsigned threads_;
    const std::atomic<bool>* interrupted_;
    std::string encoding_;
    std::size_t file_ = 0;
    std::unique_ptr<Source> source_;
    std::string rest_;
    bool goes_on_ = false;  // the last block was open
    std::uint64_t offset_ = 0;
    std::uint32_t line_ = 1;
    std::uint64_t skip_to_ = 0;
    std::uint32_t skip_line_ = 1;
    std::uint64_t done_ = 0;
    std::vector<std::string> complaints_;
};

}  // namespace hakam::cli::audit

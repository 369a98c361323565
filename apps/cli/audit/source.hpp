#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace hakam::cli::audit {

/// How a file ends for its reader.
struct Ending {
    enum class Kind : std::uint8_t {
        whole,
        cut,       ///< before its end
        damaged,   ///< a part is not what was packed
        followed,  ///< the packed data are whole, but bytes that belong to nothing come after them
    };
    Kind kind = Kind::whole;
    std::string text;  ///< in words; empty if it is whole
};

/// Bytes of a file, unpacked. What kind it is is seen from its first bytes: gzip and bzip2 (also
/// several members), zstd (also several frames), or plain text.
class Source {
public:
    Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    virtual ~Source() = default;
    /// At most `size` bytes; 0 at the end, which ending() describes.
    virtual std::size_t read(char* to, std::size_t size) = 0;
    const Ending& ending() const noexcept { return ending_; }
    /// Bytes of the file itself that have been taken, for the progress bar.
    virtual std::uint64_t consumed() const noexcept = 0;
    /// Where, in what has been read, the part begins that is being read: a block of bzip2, a frame
    /// of zstd, a member of gzip. Its checksum comes behind it. In between it may be told of a part
    /// that is still to be read; it is exact at the end.
    virtual std::uint64_t part_begin() const noexcept { return 0; }

protected:
    Ending ending_;
};

struct SourceOptions {
    unsigned threads = 0;  ///< beside the caller's
    /// Once it is set a pipe or a terminal is no longer waited for: it ends there.
    const std::atomic<bool>* interrupted = nullptr;
    /// Of the text, by the name that the system knows; empty: as it is, and UTF-16 by its mark.
    std::string encoding;
};

/// "-" is standard input. Packed files are unpacked on up to `threads` threads, ahead of what is
/// read: bzip2, zstd of several frames and gzip of bgzip on all of them, the
/// others on one; 0, and zstd for few: on the caller's. What is read does not depend on it.
/// Returns: null, and `why` filled, if it cannot be opened.
std::unique_ptr<Source> open_source(const std::string& path, const SourceOptions& options,
                                    std::string& why);
/// Size of a regular file, else 0.
std::uint64_t file_size(const std::string& path);

}  // namespace hakam::cli::audit

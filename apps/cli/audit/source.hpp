#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace hakam::cli::audit {

/// Bytes of a file, unpacked. What kind it is is seen from its first bytes: gzip and bzip2 (also
/// several members), zstd (also several frames), or plain text.
class Source {
public:
    virtual ~Source() = default;
    /// At most `size` bytes; 0 at the end or if there is trouble().
    virtual std::size_t read(char* to, std::size_t size) = 0;
    /// Why reading stopped before the end; empty if it did not.
    const std::string& trouble() const noexcept { return trouble_; }
    /// Bytes of the file itself that have been taken, for the progress bar.
    virtual std::uint64_t consumed() const noexcept = 0;

protected:
    std::string trouble_;
};

/// "-" is standard input. A zstd file of several frames is unpacked on `threads` threads beside the
/// caller's; 0: on the caller's. Returns: null, and `why` filled, if it cannot be opened.
std::unique_ptr<Source> open_source(const std::string& path, unsigned threads, std::string& why);
/// Size of a regular file, else 0.
std::uint64_t file_size(const std::string& path);

}  // namespace hakam::cli::audit

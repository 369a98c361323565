#pragma once

#include <cstdint>
#include <memory>

#include "source.hpp"

namespace hakam::cli::audit {

/// A packed file as parts that can be unpacked apart from each other.
class Parts {
public:
    virtual ~Parts() = default;
    /// The next part, null after the last. Called by one thread at a time.
    virtual std::unique_ptr<Source> next() = 0;
    /// What to read instead of the rest of the file.
    struct Instead {
        std::unique_ptr<Source> source;  ///< null to go on with the parts
        std::uint64_t passed = 0;        ///< bytes of it that have been given already
        std::uint64_t sound = 0;         ///< how many of them are known to be what was packed
    };
    /// The part's ending is how the file ends if it is not whole. Called in the order of the parts,
    /// when `given` bytes of one have been read and it has no more; maybe while another thread asks
    /// for the next().
    virtual Instead instead(Source& part, std::uint64_t given) {
        (void)part;
        (void)given;
        return {};
    }
};

/// Unpacks parts on `threads` threads, ahead of what is read; they come in their order.
/// Pre: threads != 0. Memory: for each thread a part's decoder and 4 MiB, and 4 MiB more.
std::unique_ptr<Source> unpack_ahead(std::unique_ptr<Parts> parts, unsigned threads);

/// The same on the caller's thread.
std::unique_ptr<Source> unpack_in_turn(std::unique_ptr<Parts> parts);

/// Reads `size` bytes, or to the end, for nothing.
void pass_over(Source& source, std::uint64_t size);

/// The same source, read ahead on a thread of its own.
std::unique_ptr<Source> read_ahead(std::unique_ptr<Source> source);

}  // namespace hakam::cli::audit

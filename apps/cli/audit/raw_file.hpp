#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hakam::cli::audit {

/// Bytes of a file, from `begin` up to `end`.
struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// A descriptor that is closed with its owner; standard input stays open.
class Descriptor {
public:
    explicit Descriptor(int number) : number_{number} {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor();
    int number() const noexcept { return number_; }
    /// Size of a regular file, else 0.
    std::uint64_t size() const;

private:
    int number_;
};

/// Reads at a place of a regular file. Returns: the bytes read, fewer at the end; `trouble` is
/// filled if it cannot be read.
std::size_t read_at(int descriptor, std::uint64_t at, char* to, std::size_t size,
                    std::string& trouble);

/// The bytes of a file as they are, with a look ahead.
class RawFile {
public:
    /// From where the descriptor stands. What is no regular file is waited for until `interrupted`
    /// is set.
    RawFile(Descriptor descriptor, const std::atomic<bool>* interrupted);
    /// A range of a regular file that stays open elsewhere.
    RawFile(int descriptor, Range range);

    /// Fills the buffer if it is empty. Returns: false at the end.
    bool fill();
    /// Tries to have `size` bytes in the buffer. Returns: at most so many of them, not yet taken.
    std::string_view look_ahead(std::size_t size);
    const char* data() const { return buffer_.data() + begin_; }
    std::size_t size() const { return end_ - begin_; }
    void take(std::size_t n) {
        begin_ += n;
        consumed_ += n;
    }
    /// Offset of the next byte.
    std::uint64_t consumed() const { return consumed_; }
    const std::string& trouble() const { return trouble_; }

private:
    bool more();
    bool wait() const;

    Descriptor owned_;
    int descriptor_;
    const std::atomic<bool>* interrupted_ = nullptr;
    bool has_range_;
    Range range_;  // what is still to be read of it
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t consumed_ = 0;
    std::string trouble_;
};

}  // namespace hakam::cli::audit

#pragma once

#include <charconv>
#include <cstdint>
#include <memory>
#include <string_view>

namespace hakam::cli::audit {

/// Text that grows at its end and keeps its memory: a report is made of many small parts.
class TextBuffer {
public:
    std::string_view view() const noexcept { return {data_.get(), size_}; }
    std::size_t size() const noexcept { return size_; }
    void clear() noexcept { size_ = 0; }
    /// Pre: size() != 0.
    char back() const noexcept { return data_[size_ - 1]; }
    void set_back(char c) noexcept { data_[size_ - 1] = c; }

    /// Where the next `most` bytes may be written; grow() says how many were.
    char* room(std::size_t most) {
        if (capacity_ - size_ < most) reserve(size_ + most);
        return data_.get() + size_;
    }
    void grow(std::size_t count) noexcept { size_ += count; }

    void append(std::string_view text) {
        text.copy(room(text.size() + 1), text.size());
        size_ += text.size();
    }
    void append(char c) {
        *room(1) = c;
        ++size_;
    }
    void append(std::uint64_t number) {
        char* const at = room(20);
        grow(static_cast<std::size_t>(std::to_chars(at, at + 20, number).ptr - at));
    }
    /// A JSON string, quoted and escaped; what is not UTF-8 is taken as Latin-1.
    void append_json(std::string_view text);

private:
    void reserve(std::size_t least);

    std::unique_ptr<char[]> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace hakam::cli::audit

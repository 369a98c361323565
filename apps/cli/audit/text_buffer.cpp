#include "text_buffer.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "hakam/pgn/tag.hpp"

namespace hakam::cli::audit {
namespace {

constexpr std::uint64_t each(unsigned byte) noexcept { return 0x0101010101010101ULL * byte; }

/// Whether one of the eight bytes is a control, a quote, a backslash or none of ASCII.
constexpr bool has_special(std::uint64_t word) noexcept {
    const auto zero_in = [](std::uint64_t w) { return (w - each(1)) & ~w; };
    const std::uint64_t found =
        (word - each(0x20)) | word | zero_in(word ^ each('"')) | zero_in(word ^ each('\\'));
    return (found & each(0x80)) != 0;
}
constexpr bool is_special(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x80 ||
           c == '"' || c == '\\';
}

/// Copies text that JSON takes as it is. Returns: false, at the first byte that it does not.
bool copy_plain(char* out, std::string_view text) noexcept {
    const char* const from = text.data();
    const std::size_t size = text.size();
    if (size < 8) {
        for (std::size_t i = 0; i < size; ++i) {
            if (is_special(from[i])) return false;
            out[i] = from[i];
        }
        return true;
    }
    // The last eight bytes may be looked at twice.
    for (std::size_t i = 0;; i = std::min(i + 8, size - 8)) {
        std::uint64_t word = 0;
        std::memcpy(&word, from + i, 8);
        if (has_special(word)) return false;
        std::memcpy(out + i, &word, 8);
        if (i == size - 8) return true;
    }
}

}  // namespace

void TextBuffer::reserve(std::size_t least) {
    const std::size_t fresh = std::max<std::size_t>(least, 2 * capacity_ + 1024);
    std::unique_ptr<char[]> data{new char[fresh]};
    if (size_ != 0) std::memcpy(data.get(), data_.get(), size_);
    data_ = std::move(data);
    capacity_ = fresh;
}

void TextBuffer::append_json(std::string_view text) {
    char* const at = room(text.size() + 2);
    *at = '"';
    if (copy_plain(at + 1, text)) {
        at[text.size() + 1] = '"';
        grow(text.size() + 2);
        return;
    }
    constexpr char digits[] = "0123456789abcdef";
    std::string converted;
    if (!pgn::is_utf8(text)) {
        converted = pgn::to_utf8(text);
        text = converted;
    }
    append('"');
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') append('\\');
        if (byte < 0x20) {
            append("\\u00");
            append(digits[byte >> 4]);
            append(digits[byte & 15]);
        } else {
            append(c);
        }
    }
    append('"');
}

}  // namespace hakam::cli::audit

#include "input.hpp"

#include <unistd.h>

#include <cerrno>

#include "output.hpp"

namespace hakam::cli {

Error InputLine::located(Error error) const {
    error.where.line += line - 1;
    return error;
}

bool LineReader::fill() {
    buffer_.erase(0, at_);
    at_ = 0;
    flush();
    constexpr std::size_t chunk = 65'536;
    const std::size_t size = buffer_.size();
    buffer_.resize(size + chunk);
    ssize_t count = 0;
    do {
        count = ::read(descriptor_, buffer_.data() + size, chunk);
    } while (count < 0 && errno == EINTR);
    failed_ = failed_ || count < 0;
    buffer_.resize(size + static_cast<std::size_t>(count > 0 ? count : 0));
    return count > 0;
}

std::optional<InputLine> LineReader::next() {
    InputLine line;
    line.source = source_;
    line.line = ++line_;
    std::size_t searched = at_;
    for (;;) {
        const std::size_t end = buffer_.find('\n', searched);
        const bool complete = end != std::string::npos;
        const std::size_t stop = complete ? end : buffer_.size();
        if (!line.too_long && stop - at_ > max_line_length + 1) {
            line.text = buffer_.substr(at_, max_line_length);
            line.too_long = true;
        }
        if (complete) {
            if (!line.too_long) line.text = buffer_.substr(at_, stop - at_);
            at_ = end + 1;
            break;
        }
        if (line.too_long) at_ = buffer_.size();
        const std::size_t kept = buffer_.size() - at_;
        if (!fill()) {
            if (kept == 0 && !line.too_long) return std::nullopt;
            if (!line.too_long) line.text = buffer_.substr(at_);
            at_ = buffer_.size();
            break;
        }
        searched = kept;
    }
    if (!line.too_long && !line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (line.line == 1 && line.text.starts_with(byte_order_mark))
        line.text.erase(0, byte_order_mark.size());
    if (line.text.size() > max_line_length) {
        line.text.resize(max_line_length);
        line.too_long = true;
    }
    return line;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

}  // namespace hakam::cli

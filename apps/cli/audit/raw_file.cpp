#include "raw_file.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace hakam::cli::audit {
namespace {

constexpr std::size_t buffer_size = 128 * 1024;

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
Descriptor::~Descriptor() {
    if (number_ > STDIN_FILENO) ::close(number_);
}

std::uint64_t Descriptor::size() const {
    struct stat status {};
    if (::fstat(number_, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    return static_cast<std::uint64_t>(status.st_size);
}

std::size_t read_at(int descriptor, std::uint64_t at, char* to, std::size_t size,
                    std::string& trouble) {
    std::size_t got = 0;
    while (got < size) {
        const ssize_t n = ::pread(descriptor, to + got, size - got, static_cast<off_t>(at + got));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) trouble = std::strerror(errno);
        if (n <= 0) break;
        got += static_cast<std::size_t>(n);
    }
    return got;
}

RawFile::RawFile(Descriptor descriptor, const std::atomic<bool>* interrupted)
    : owned_{std::move(descriptor)},
      descriptor_{owned_.number()},
      interrupted_{owned_.size() == 0 ? interrupted : nullptr},
      has_range_{false},
      buffer_(buffer_size) {}

RawFile::RawFile(int descriptor, Range range)
    : owned_{-1},
      descriptor_{descriptor},
      has_range_{true},
      range_{range},
      buffer_(
          static_cast<std::size_t>(std::min<std::uint64_t>(buffer_size, range.end - range.begin))),
      consumed_{range.begin} {}

bool RawFile::fill() {
    if (begin_ != end_) return true;
    begin_ = 0;
    end_ = 0;
    return more();
}

std::string_view RawFile::look_ahead(std::size_t size) {
    if (buffer_.size() - begin_ < size) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    while (end_ - begin_ < size && more()) {
    }
    return {data(), std::min(size, this->size())};
}

bool RawFile::more() {
    std::size_t wanted = buffer_.size() - end_;
    if (has_range_)
        wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(wanted, range_.end - range_.begin));
    if (wanted == 0) return false;
    std::size_t got = 0;
    if (has_range_) {
        got = read_at(descriptor_, range_.begin, buffer_.data() + end_, wanted, trouble_);
        range_.begin += got;
    } else {
        if (!wait()) return false;
        ssize_t n = -1;
        do {
            n = ::read(descriptor_, buffer_.data() + end_, wanted);
        } while (n < 0 && errno == EINTR);
        if (n < 0) trouble_ = std::strerror(errno);
        got = n > 0 ? static_cast<std::size_t>(n) : 0;
    }
    end_ += got;
    return got != 0;
}

// Returns: false if nothing came before the interrupt.
bool RawFile::wait() const {
    if (interrupted_ == nullptr) return true;
    pollfd one{descriptor_, POLLIN, 0};
    while (!*interrupted_) {
        const int ready = ::poll(&one, 1, 200);
        if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
    return false;
}

}  // namespace hakam::cli::audit

#include "zstd_frames.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace hakam::cli::audit {
namespace {

constexpr std::uint64_t least_part = 256 * 1024;  // packed bytes
// A longer frame is not walked through, for that would read much of it, but taken with what
// follows.
constexpr std::uint64_t most_frame = 64 * 1024 * 1024;
constexpr std::size_t chunk_size = 256 * 1024;  // unpacked bytes
constexpr std::size_t most_chunks = 16;         // of a part, waiting to be read

struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Finds where frames end from their headers and those of their blocks (RFC 8878, section 3.1); no
/// frame is unpacked for it.
class FrameWalker {
public:
    FrameWalker(int descriptor, std::uint64_t size) : descriptor_{descriptor}, size_{size} {}

    /// The next frames, `least_part` bytes of them or more. What is no whole frame comes last, as
    /// the rest of the file: its decoder says what is wrong with it.
    std::optional<Range> next() {
        if (at_ >= size_) return std::nullopt;
        Range range{at_, at_};
        while (range.end < size_ && range.end - range.begin < least_part)
            range.end = frame_end(range.end).value_or(size_);
        at_ = range.end;
        return range;
    }

private:
    /// The `count` <= 8 bytes at `offset` as a number, low byte first; nothing beyond the file.
    std::optional<std::uint64_t> number(std::uint64_t offset, std::size_t count) const {
        unsigned char bytes[8] = {};
        if (offset + count > size_ ||
            ::pread(descriptor_, bytes, count, static_cast<off_t>(offset)) !=
                static_cast<ssize_t>(count))
            return std::nullopt;
        std::uint64_t n = 0;
        for (std::size_t i = count; i-- > 0;) n = n << 8 | bytes[i];
        return n;
    }

    std::optional<std::uint64_t> frame_end(std::uint64_t at) const {
        const std::uint64_t begin = at;
        const auto magic = number(at, 4);
        if (!magic) return std::nullopt;
        if ((*magic & 0xFFFFFFF0U) == 0x184D2A50U) {  // skippable
            const auto length = number(at + 4, 4);
            if (!length || at + 8 + *length > size_) return std::nullopt;
            return at + 8 + *length;
        }
        if (*magic != 0xFD2FB528U) return std::nullopt;
        const auto descriptor = number(at + 4, 1);
        if (!descriptor) return std::nullopt;
        const bool is_single_segment = (*descriptor & 0x20U) != 0;
        constexpr unsigned id_sizes[] = {0, 1, 2, 4};
        const unsigned content_sizes[] = {is_single_segment ? 1U : 0U, 2, 4, 8};
        at += 5 + (is_single_segment ? 0 : 1) + id_sizes[*descriptor & 3U] +
              content_sizes[*descriptor >> 6U];
        for (;;) {
            const auto block = number(at, 3);
            if (!block || at - begin > most_frame) return std::nullopt;
            const bool is_run = (*block >> 1U & 3U) == 1;
            at += 3 + (is_run ? 1 : *block >> 3U);
            if ((*block & 1U) != 0) break;
        }
        if ((*descriptor & 4U) != 0) at += 4;  // checksum
        if (at > size_) return std::nullopt;
        return at;
    }

    int descriptor_;
    std::uint64_t size_;
    std::uint64_t at_ = 0;
};

class ZstdFrames final : public Source {
public:
    ZstdFrames(int descriptor, FrameWalker walker, unsigned threads)
        : descriptor_{descriptor}, walker_{walker}, most_parts_{threads + 1} {
        for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    }
    ~ZstdFrames() override {
        {
            const std::lock_guard lock{mutex_};
            is_stopped_ = true;
        }
        room_.notify_all();
        for (std::thread& t : threads_) t.join();
        ::close(descriptor_);
    }

    std::size_t read(char* to, std::size_t size) override {
        std::unique_lock lock{mutex_};
        while (trouble_.empty()) {
            ready_.wait(lock, [&] {
                return parts_.empty() ? has_no_more_
                                      : parts_.front()->is_done || !parts_.front()->chunks.empty();
            });
            if (parts_.empty()) return 0;
            Part& part = *parts_.front();
            if (part.chunks.empty()) {
                trouble_ = part.trouble;
                consumed_ = part.range.end;
                parts_.pop_front();
                room_.notify_all();
                continue;
            }
            const std::string& chunk = part.chunks.front();
            const std::size_t n = std::min(size, chunk.size() - used_);
            std::memcpy(to, chunk.data() + used_, n);
            used_ += n;
            if (used_ == chunk.size()) {
                part.chunks.pop_front();
                used_ = 0;
                room_.notify_all();
            }
            return n;
        }
        return 0;
    }
    std::uint64_t consumed() const noexcept override { return consumed_; }

private:
    /// Some frames, and what has been unpacked of them.
    struct Part {
        Range range;
        std::deque<std::string> chunks;
        std::string trouble;
        bool is_done = false;
    };
    struct FreeDecoder {
        void operator()(ZSTD_DStream* d) const { ::ZSTD_freeDStream(d); }
    };
    using Decoder = std::unique_ptr<ZSTD_DStream, FreeDecoder>;

    // Parts are begun in their order, so the one that is read next is always being worked on.
    void work() {
        const Decoder decoder{::ZSTD_createDStream()};
        std::unique_lock lock{mutex_};
        for (;;) {
            room_.wait(lock,
                       [&] { return is_stopped_ || has_no_more_ || parts_.size() < most_parts_; });
            if (is_stopped_ || has_no_more_) return;
            const auto range = walker_.next();
            if (!range) {
                has_no_more_ = true;
                ready_.notify_all();
                room_.notify_all();
                return;
            }
            parts_.push_back(std::make_unique<Part>());
            Part& part = *parts_.back();
            part.range = *range;
            lock.unlock();
            std::string trouble = unpack(*decoder, part);
            lock.lock();
            part.trouble = std::move(trouble);
            part.is_done = true;
            ready_.notify_all();
        }
    }

    /// Returns: why it could not go on, empty if it could.
    std::string unpack(ZSTD_DStream& decoder, Part& part) {
        ::ZSTD_initDStream(&decoder);
        std::vector<char> packed(128 * 1024);
        std::string chunk(chunk_size, '\0');
        ZSTD_outBuffer out{chunk.data(), chunk.size(), 0};
        std::string trouble;
        bool is_inside = false;
        for (std::uint64_t at = part.range.begin; at < part.range.end && trouble.empty();) {
            const ssize_t n = ::pread(descriptor_, packed.data(),
                                      static_cast<std::size_t>(std::min<std::uint64_t>(
                                          packed.size(), part.range.end - at)),
                                      static_cast<off_t>(at));
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) {
                trouble = n < 0 ? std::strerror(errno) : "the zstd file became shorter";
                break;
            }
            at += static_cast<std::uint64_t>(n);
            ZSTD_inBuffer in{packed.data(), static_cast<std::size_t>(n), 0};
            for (bool goes_on = true; goes_on;) {
                const std::size_t hint = ::ZSTD_decompressStream(&decoder, &out, &in);
                if (::ZSTD_isError(hint) != 0) {
                    trouble = std::string{"the zstd file is damaged: "} + ::ZSTD_getErrorName(hint);
                    break;
                }
                is_inside = hint != 0;
                const bool is_full = out.pos == out.size;
                goes_on = in.pos < in.size || (is_full && is_inside);  // more may wait inside
                if (!is_full) continue;
                if (!put(part, std::move(chunk))) return {};
                chunk = std::string(chunk_size, '\0');
                out = {chunk.data(), chunk.size(), 0};
            }
        }
        if (trouble.empty() && is_inside) trouble = "the zstd file is cut off";
        chunk.resize(out.pos);
        if (!chunk.empty()) put(part, std::move(chunk));
        return trouble;
    }

    /// Returns: false if nobody reads any more.
    bool put(Part& part, std::string chunk) {
        std::unique_lock lock{mutex_};
        room_.wait(lock, [&] { return is_stopped_ || part.chunks.size() < most_chunks; });
        if (is_stopped_) return false;
        part.chunks.push_back(std::move(chunk));
        ready_.notify_all();
        return true;
    }

    int descriptor_;
    std::mutex mutex_;
    std::condition_variable ready_;  // something can be read
    std::condition_variable room_;   // something can be unpacked
    FrameWalker walker_;
    std::size_t most_parts_;
    std::deque<std::unique_ptr<Part>> parts_;  // in the order of the file
    std::size_t used_ = 0;                     // of the first chunk of the first part
    std::uint64_t consumed_ = 0;
    bool has_no_more_ = false;
    bool is_stopped_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace

std::unique_ptr<Source> open_zstd_frames(int descriptor, unsigned threads) {
    struct stat status {};
    if (threads == 0 || ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return nullptr;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const auto first = FrameWalker{descriptor, size}.next();
    if (!first || first->end == size) return nullptr;
    return std::make_unique<ZstdFrames>(descriptor, FrameWalker{descriptor, size}, threads);
}

}  // namespace hakam::cli::audit

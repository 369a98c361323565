#include "source.hpp"

#include <bzlib.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "zstd_frames.hpp"

namespace hakam::cli::audit {
namespace {

constexpr std::size_t chunk = 256 * 1024;

/// The file as it is, with a look ahead.
class RawFile {
public:
    explicit RawFile(int descriptor) : descriptor_{descriptor} {}
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;
    ~RawFile() {
        if (descriptor_ > 0) ::close(descriptor_);
    }

    /// Fills the buffer if it is empty. Returns: false at the end.
    bool fill() {
        if (begin_ != end_) return true;
        begin_ = 0;
        end_ = 0;
        return more();
    }
    /// Tries to have `size` bytes in the buffer, for looking at.
    void look_ahead(std::size_t size) {
        while (end_ - begin_ < size && more()) {
        }
    }
    const char* data() const { return buffer_.data() + begin_; }
    std::size_t size() const { return end_ - begin_; }
    void take(std::size_t n) {
        begin_ += n;
        consumed_ += n;
    }
    std::uint64_t consumed() const { return consumed_; }
    const std::string& trouble() const { return trouble_; }

private:
    bool more() {
        if (end_ == buffer_.size()) return false;
        for (;;) {
            const ssize_t n = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) trouble_ = std::strerror(errno);
            if (n <= 0) return false;
            end_ += static_cast<std::size_t>(n);
            return true;
        }
    }

    int descriptor_;
    std::vector<char> buffer_ = std::vector<char>(chunk);
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t consumed_ = 0;
    std::string trouble_;
};

class PackedSource : public Source {
public:
    explicit PackedSource(std::unique_ptr<RawFile> file) : file_{std::move(file)} {}
    std::uint64_t consumed() const noexcept override { return file_->consumed(); }

protected:
    /// What was unpacked before the fault is still given; the next read gives nothing.
    std::size_t stop(std::string why, std::size_t got = 0) {
        trouble_ = std::move(why);
        return got;
    }
    std::unique_ptr<RawFile> file_;
};

class PlainSource final : public PackedSource {
public:
    using PackedSource::PackedSource;
    std::size_t read(char* to, std::size_t size) override {
        if (!file_->fill()) return stop(file_->trouble());
        const std::size_t n = std::min(size, file_->size());
        std::memcpy(to, file_->data(), n);
        file_->take(n);
        return n;
    }
};

class GzipSource final : public PackedSource {
public:
    explicit GzipSource(std::unique_ptr<RawFile> file) : PackedSource{std::move(file)} {
        ::inflateInit2(&stream_, 15 + 32);
    }
    ~GzipSource() override { ::inflateEnd(&stream_); }
    std::size_t read(char* to, std::size_t size) override {
        if (!trouble_.empty()) return 0;
        stream_.next_out = reinterpret_cast<Bytef*>(to);
        stream_.avail_out = static_cast<uInt>(size);
        while (stream_.avail_out == size) {
            if (!file_->fill())
                return is_inside_ ? stop("the gzip file is cut off") : stop(file_->trouble());
            if (!is_inside_) {
                ::inflateReset(&stream_);
                is_inside_ = true;
            }
            stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file_->data()));
            stream_.avail_in = static_cast<uInt>(file_->size());
            const int result = ::inflate(&stream_, Z_NO_FLUSH);
            file_->take(file_->size() - stream_.avail_in);
            if (result == Z_STREAM_END)
                is_inside_ = false;
            else if (result != Z_OK && result != Z_BUF_ERROR)
                return stop("the gzip file is damaged", size - stream_.avail_out);
        }
        return size - stream_.avail_out;
    }

private:
    z_stream stream_{};
    bool is_inside_ = false;
};

class Bzip2Source final : public PackedSource {
public:
    explicit Bzip2Source(std::unique_ptr<RawFile> file) : PackedSource{std::move(file)} {}
    ~Bzip2Source() override { end(); }
    std::size_t read(char* to, std::size_t size) override {
        if (!trouble_.empty()) return 0;
        std::size_t got = 0;
        while (got == 0) {
            if (!file_->fill())
                return is_inside_ ? stop("the bzip2 file is cut off") : stop(file_->trouble());
            if (!is_inside_) {
                stream_ = {};
                ::BZ2_bzDecompressInit(&stream_, 0, 0);
                is_inside_ = true;
            }
            stream_.next_out = to;
            stream_.avail_out = static_cast<unsigned>(size);
            stream_.next_in = const_cast<char*>(file_->data());
            stream_.avail_in = static_cast<unsigned>(file_->size());
            const int result = ::BZ2_bzDecompress(&stream_);
            file_->take(file_->size() - stream_.avail_in);
            got = size - stream_.avail_out;
            if (result == BZ_STREAM_END)
                end();
            else if (result != BZ_OK)
                return stop("the bzip2 file is damaged", got);
        }
        return got;
    }

private:
    void end() {
        if (is_inside_) ::BZ2_bzDecompressEnd(&stream_);
        is_inside_ = false;
    }
    bz_stream stream_{};
    bool is_inside_ = false;
};

class ZstdSource final : public PackedSource {
public:
    explicit ZstdSource(std::unique_ptr<RawFile> file)
        : PackedSource{std::move(file)}, stream_{::ZSTD_createDStream()} {}
    ~ZstdSource() override { ::ZSTD_freeDStream(stream_); }
    std::size_t read(char* to, std::size_t size) override {
        if (!trouble_.empty()) return 0;
        ZSTD_outBuffer out{to, size, 0};
        while (out.pos == 0) {
            const bool has_more = file_->fill();
            if (!has_more && !has_pending_)
                return is_inside_ ? stop("the zstd file is cut off") : stop(file_->trouble());
            ZSTD_inBuffer in{file_->data(), has_more ? file_->size() : 0, 0};
            const std::size_t hint = ::ZSTD_decompressStream(stream_, &out, &in);
            if (::ZSTD_isError(hint) != 0)
                return stop(std::string{"the zstd file is damaged: "} + ::ZSTD_getErrorName(hint),
                            out.pos);
            file_->take(in.pos);
            is_inside_ = hint != 0;
            has_pending_ = out.pos == out.size && is_inside_;  // more may wait inside
            if (!has_more && out.pos == 0) has_pending_ = false;
        }
        return out.pos;
    }

private:
    ZSTD_DStream* stream_;
    bool is_inside_ = false;
    bool has_pending_ = false;
};

}  // namespace

std::unique_ptr<Source> open_source(const std::string& path, unsigned threads, std::string& why) {
    const int descriptor = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        why = std::strerror(errno);
        return nullptr;
    }
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        ::close(descriptor);
        why = "is a directory";
        return nullptr;
    }
    if (path != "-")
        if (auto frames = open_zstd_frames(descriptor, threads)) return frames;
    auto file = std::make_unique<RawFile>(descriptor);
    file->look_ahead(4);
    const std::string_view head{file->data(), std::min<std::size_t>(file->size(), 4)};
    if (head.starts_with("\x1F\x8B")) return std::make_unique<GzipSource>(std::move(file));
    if (head.starts_with("BZh")) return std::make_unique<Bzip2Source>(std::move(file));
    const bool is_skippable =
        head.size() == 4 && (head[0] & '\xF0') == '\x50' && head.substr(1) == "\x2A\x4D\x18";
    if (head == "\x28\xB5\x2F\xFD" || is_skippable)
        return std::make_unique<ZstdSource>(std::move(file));
    return std::make_unique<PlainSource>(std::move(file));
}

std::uint64_t file_size(const std::string& path) {
    struct stat status {};
    if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace hakam::cli::audit

#include "decoders.hpp"

#include <bzlib.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace hakam::cli::audit {
namespace {

/// Reads one member after the other; a derived class unpacks them.
class Unpacker : public Source {
public:
    Unpacker(std::unique_ptr<RawFile> file, std::string_view kind,
             bool (*is_magic)(std::string_view))
        : file_{std::move(file)}, kind_{kind}, is_magic_{is_magic} {}
    std::uint64_t consumed() const noexcept final { return file_->consumed(); }
    std::uint64_t part_begin() const noexcept final { return part_begin_; }

    std::size_t read(char* to, std::size_t size) final {
        std::size_t got = 0;
        while (got == 0 && !has_ended_) {
            if (!is_inside_) {
                if (!has_next_member()) break;
                begin_member();
                part_begin_ = given_;
                is_inside_ = true;
            }
            const bool has_more = file_->fill();
            if (!has_more && !may_hold_output()) {
                end(cut_off(kind_));
                break;
            }
            got = unpack(to, size);
        }
        given_ += got;
        return got;
    }

protected:
    virtual void begin_member() = 0;
    /// Unpacks what the file's buffer holds, maybe nothing. Returns: the bytes written, at most
    /// `size`.
    virtual std::size_t unpack(char* to, std::size_t size) = 0;
    /// Whether bytes may be had though the file gives no more.
    virtual bool may_hold_output() const { return false; }

    void end_member() { is_inside_ = false; }
    /// What was unpacked before is still given.
    void end(Ending ending) {
        if (!file_->trouble().empty()) ending = {Ending::Kind::cut, file_->trouble()};
        ending_ = std::move(ending);
        has_ended_ = true;
    }
    std::unique_ptr<RawFile> file_;
    std::string_view kind_;

private:
    bool has_next_member() {
        const std::string_view head = file_->look_ahead(magic_size);
        if (is_magic_(head)) return true;
        while (file_->fill()) {  // gzip pads with zeros
            const char* const data = file_->data();
            const char* const stop = data + file_->size();
            const char* const odd = std::find_if(data, stop, [](char c) { return c != '\0'; });
            file_->take(static_cast<std::size_t>(odd - data));
            if (odd == stop) continue;
            end({Ending::Kind::followed,
                 "bytes after the " + std::string{kind_} + " data that are not read"});
            return false;
        }
        end({});
        return false;
    }

    bool (*is_magic_)(std::string_view);
    bool is_inside_ = false;
    bool has_ended_ = false;
    std::uint64_t given_ = 0;
    std::uint64_t part_begin_ = 0;
};

class GzipSource final : public Unpacker {
public:
    explicit GzipSource(std::unique_ptr<RawFile> file)
        : Unpacker{std::move(file), "gzip", is_gzip} {
        ::inflateInit2(&stream_, 15 + 16);
    }
    ~GzipSource() override { ::inflateEnd(&stream_); }

private:
    void begin_member() override { ::inflateReset(&stream_); }
    std::size_t unpack(char* to, std::size_t size) override {
        stream_.next_out = reinterpret_cast<Bytef*>(to);
        stream_.avail_out = static_cast<uInt>(size);
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file_->data()));
        stream_.avail_in = static_cast<uInt>(file_->size());
        const int result = ::inflate(&stream_, Z_NO_FLUSH);
        file_->take(file_->size() - stream_.avail_in);
        if (result == Z_STREAM_END)
            end_member();
        else if (result != Z_OK && result != Z_BUF_ERROR)
            end(damaged(kind_));
        is_full_ = stream_.avail_out == 0 && result == Z_OK;
        return size - stream_.avail_out;
    }
    bool may_hold_output() const override { return is_full_; }

    z_stream stream_{};
    bool is_full_ = false;
};

class Bzip2Source final : public Unpacker {
public:
    explicit Bzip2Source(std::unique_ptr<RawFile> file)
        : Unpacker{std::move(file), "bzip2", is_bzip2} {}
    ~Bzip2Source() override { ::BZ2_bzDecompressEnd(&stream_); }

private:
    void begin_member() override {
        ::BZ2_bzDecompressEnd(&stream_);
        stream_ = {};
        ::BZ2_bzDecompressInit(&stream_, 0, 0);
    }
    std::size_t unpack(char* to, std::size_t size) override {
        stream_.next_out = to;
        stream_.avail_out = static_cast<unsigned>(size);
        stream_.next_in = const_cast<char*>(file_->data());
        stream_.avail_in = static_cast<unsigned>(file_->size());
        const int result = ::BZ2_bzDecompress(&stream_);
        file_->take(file_->size() - stream_.avail_in);
        if (result == BZ_STREAM_END)
            end_member();
        else if (result != BZ_OK)
            end(damaged(kind_));
        is_full_ = stream_.avail_out == 0 && result == BZ_OK;
        return size - stream_.avail_out;
    }
    bool may_hold_output() const override { return is_full_; }

    bz_stream stream_{};
    bool is_full_ = false;
};

class ZstdSource final : public Unpacker {
public:
    ZstdSource(std::unique_ptr<RawFile> file, std::shared_ptr<ZstdDecoders> decoders)
        : Unpacker{std::move(file), "zstd", is_zstd},
          decoders_{std::move(decoders)},
          decoder_{decoders_->take()} {}
    ~ZstdSource() override { decoders_->give_back(std::move(decoder_)); }

private:
    void begin_member() override { wanted_ = ::ZSTD_initDStream(decoder_.get()); }
    std::size_t unpack(char* to, std::size_t size) override {
        ZSTD_outBuffer out{to, size, 0};
        // A block at a time: a fault takes no more with it, whatever the size of the buffers.
        ZSTD_inBuffer in{file_->data(), std::min(file_->size(), wanted_), 0};
        const std::size_t hint = ::ZSTD_decompressStream(decoder_.get(), &out, &in);
        file_->take(in.pos);
        if (::ZSTD_isError(hint) != 0) {
            Ending ending = damaged(kind_);
            ending.text += std::string{": "} + ::ZSTD_getErrorName(hint);
            end(std::move(ending));
        } else if (hint == 0) {
            end_member();
        }
        is_full_ = out.pos == size && hint != 0;
        wanted_ = hint;
        return out.pos;
    }
    bool may_hold_output() const override { return is_full_; }

    std::shared_ptr<ZstdDecoders> decoders_;
    ZstdDecoders::Decoder decoder_;
    std::size_t wanted_ = 0;  // packed bytes up to the end of the next block
    bool is_full_ = false;
};

class PlainSource final : public Source {
public:
    explicit PlainSource(std::unique_ptr<RawFile> file) : file_{std::move(file)} {}
    std::uint64_t consumed() const noexcept override { return file_->consumed(); }
    std::size_t read(char* to, std::size_t size) override {
        if (!file_->fill()) {
            if (!file_->trouble().empty()) ending_ = {Ending::Kind::cut, file_->trouble()};
            return 0;
        }
        const std::size_t n = std::min(size, file_->size());
        std::memcpy(to, file_->data(), n);
        file_->take(n);
        return n;
    }

private:
    std::unique_ptr<RawFile> file_;
};

}  // namespace

void ZstdDecoders::Free::operator()(ZSTD_DCtx_s* d) const { ::ZSTD_freeDCtx(d); }

ZstdDecoders::Decoder ZstdDecoders::take() {
    const std::lock_guard lock{mutex_};
    if (idle_.empty()) return Decoder{::ZSTD_createDCtx()};
    Decoder decoder = std::move(idle_.back());
    idle_.pop_back();
    return decoder;
}
void ZstdDecoders::give_back(Decoder decoder) {
    const std::lock_guard lock{mutex_};
    idle_.push_back(std::move(decoder));
}

std::unique_ptr<Source> plain_source(std::unique_ptr<RawFile> file) {
    return std::make_unique<PlainSource>(std::move(file));
}
std::unique_ptr<Source> gzip_source(std::unique_ptr<RawFile> file) {
    return std::make_unique<GzipSource>(std::move(file));
}
std::unique_ptr<Source> bzip2_source(std::unique_ptr<RawFile> file) {
    return std::make_unique<Bzip2Source>(std::move(file));
}
std::unique_ptr<Source> zstd_source(std::unique_ptr<RawFile> file,
                                    std::shared_ptr<ZstdDecoders> decoders) {
    return std::make_unique<ZstdSource>(std::move(file), std::move(decoders));
}

bool is_gzip(std::string_view head) noexcept { return head.starts_with("\x1F\x8B"); }
bool is_bzip2(std::string_view head) noexcept {
    return head.size() >= 4 && head.starts_with("BZh") && head[3] >= '1' && head[3] <= '9';
}
bool is_zstd(std::string_view head) noexcept {
    if (head.size() < 4) return false;
    const bool is_skippable = (head[0] & '\xF0') == '\x50' && head.substr(1, 3) == "\x2A\x4D\x18";
    return is_skippable || head.starts_with("\x28\xB5\x2F\xFD");
}

Ending cut_off(std::string_view kind) {
    return {Ending::Kind::cut, "the " + std::string{kind} + " file is cut off"};
}
Ending damaged(std::string_view kind) {
    return {Ending::Kind::damaged, "the " + std::string{kind} + " file is damaged"};
}

}  // namespace hakam::cli::audit

#include "source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "bzip2_blocks.hpp"
#include "decoders.hpp"
#include "members.hpp"
#include "recode.hpp"

namespace hakam::cli::audit {
namespace {

std::unique_ptr<Source> serial_source(std::unique_ptr<RawFile> file) {
    const std::string_view head = file->look_ahead(magic_size);
    if (is_gzip(head)) return gzip_source(std::move(file));
    if (is_bzip2(head)) return bzip2_source(std::move(file));
    if (is_zstd(head)) return zstd_source(std::move(file), std::make_shared<ZstdDecoders>());
    return plain_source(std::move(file));
}

/// Few readers take zstd no faster than one thread unpacks it, so that each unpacks what it reads
/// next itself: handing it from core to core would cost more than it gains.
unsigned threads_for_zstd(unsigned threads) noexcept { return threads <= 3 ? 0 : threads; }

/// The parts of a regular file that stands at its beginning; null, and the descriptor is kept, if
/// it is none or has no parts.
std::unique_ptr<Parts> parts_of(Descriptor& descriptor, unsigned& threads) {
    char bytes[magic_size] = {};
    std::string trouble;
    if (descriptor.size() == 0) return nullptr;
    const std::string_view head{bytes, read_at(descriptor.number(), 0, bytes, magic_size, trouble)};
    if (is_gzip(head)) return bgzip_members(descriptor);
    if (is_zstd(head)) {
        threads = threads_for_zstd(threads);
        return zstd_frames(descriptor);
    }
    if (is_bzip2(head)) return bzip2_blocks(std::move(descriptor));
    return nullptr;
}

std::unique_ptr<Source> in_utf8(std::unique_ptr<Source> source, const std::string& encoding) {
    return encoding.empty() ? std::move(source) : recoded(std::move(source), encoding);
}

}  // namespace

std::unique_ptr<Source> open_source(const std::string& path, const SourceOptions& options,
                                    std::string& why) {
    // A named pipe is not waited for here, where nothing could interrupt it.
    Descriptor descriptor{path == "-" ? STDIN_FILENO
                                      : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (descriptor.number() < 0) {
        why = std::strerror(errno);
        return nullptr;
    }
    if (path != "-")
        ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) & ~O_NONBLOCK);
    struct stat status {};
    if (::fstat(descriptor.number(), &status) == 0 && S_ISDIR(status.st_mode)) {
        why = "is a directory";
        return nullptr;
    }
    unsigned threads = options.threads;
    if (path != "-") {
        if (auto parts = parts_of(descriptor, threads))
            return in_utf8(threads != 0 ? unpack_ahead(std::move(parts), threads)
                                        : unpack_in_turn(std::move(parts)),
                           options.encoding);
    }
    auto file = std::make_unique<RawFile>(std::move(descriptor), options.interrupted);
    const bool is_packed = [&] {
        const std::string_view head = file->look_ahead(magic_size);
        return is_gzip(head) || is_bzip2(head) || is_zstd(head);
    }();
    const std::string_view mark = file->look_ahead(2);
    std::string encoding = options.encoding;
    if (encoding.empty() && (mark == "\xFF\xFE" || mark == "\xFE\xFF")) encoding = "UTF-16";
    if (is_zstd(file->look_ahead(magic_size))) threads = threads_for_zstd(threads);
    auto source = serial_source(std::move(file));
    if (is_packed && threads != 0) source = read_ahead(std::move(source));
    return in_utf8(std::move(source), encoding);
}

std::uint64_t file_size(const std::string& path) {
    struct stat status {};
    if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace hakam::cli::audit

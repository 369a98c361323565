#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "raw_file.hpp"
#include "source.hpp"

struct ZSTD_DCtx_s;

namespace hakam::cli::audit {

/// Each reads one kind of file from the beginning to the end on the caller's thread. Zeros after
/// the packed data are padding; other bytes there are told in ending().
std::unique_ptr<Source> plain_source(std::unique_ptr<RawFile> file);
std::unique_ptr<Source> gzip_source(std::unique_ptr<RawFile> file);
std::unique_ptr<Source> bzip2_source(std::unique_ptr<RawFile> file);

/// Decoders of zstd that are not in use; they keep their windows. May be shared by threads.
class ZstdDecoders {
public:
    struct Free {
        void operator()(ZSTD_DCtx_s* d) const;
    };
    using Decoder = std::unique_ptr<ZSTD_DCtx_s, Free>;
    Decoder take();
    void give_back(Decoder decoder);

private:
    std::mutex mutex_;
    std::vector<Decoder> idle_;
};
std::unique_ptr<Source> zstd_source(std::unique_ptr<RawFile> file,
                                    std::shared_ptr<ZstdDecoders> decoders);

/// Whether so begins a file of this kind.
bool is_gzip(std::string_view head) noexcept;
bool is_bzip2(std::string_view head) noexcept;
bool is_zstd(std::string_view head) noexcept;
/// How many bytes show it.
inline constexpr std::size_t magic_size = 4;

/// What decoders say.
Ending cut_off(std::string_view kind);
Ending damaged(std::string_view kind);

}  // namespace hakam::cli::audit

#include "members.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "decoders.hpp"

namespace hakam::cli::audit {
namespace {

constexpr std::uint64_t least_part = 256 * 1024;  // packed bytes
// A longer frame is not walked through, for that would read much of it, but taken with what
// follows.
constexpr std::uint64_t most_frame = 64 * 1024 * 1024;

/// Numbers in a file, low byte first.
class Numbers {
public:
    Numbers(int descriptor, std::uint64_t size) : descriptor_{descriptor}, size_{size} {}
    /// Of `count` <= 8 bytes at `offset`; nothing beyond the file.
    std::optional<std::uint64_t> at(std::uint64_t offset, std::size_t count) const {
        char bytes[8] = {};
        std::string trouble;
        if (offset + count > size_ || read_at(descriptor_, offset, bytes, count, trouble) != count)
            return std::nullopt;
        std::uint64_t n = 0;
        for (std::size_t i = count; i-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes[i]);
        return n;
    }
    std::uint64_t size() const { return size_; }

private:
    int descriptor_;
    std::uint64_t size_;
};

/// Where a frame ends, from its header and those of its blocks (RFC 8878, section 3.1); it is not
/// unpacked for it.
std::optional<std::uint64_t> zstd_frame_end(const Numbers& file, std::uint64_t at) {
    const std::uint64_t begin = at;
    const auto magic = file.at(at, 4);
    if (!magic) return std::nullopt;
    if ((*magic & 0xFFFFFFF0U) == 0x184D2A50U) {  // skippable
        const auto length = file.at(at + 4, 4);
        if (!length || at + 8 + *length > file.size()) return std::nullopt;
        return at + 8 + *length;
    }
    if (*magic != 0xFD2FB528U) return std::nullopt;
    const auto descriptor = file.at(at + 4, 1);
    if (!descriptor) return std::nullopt;
    const bool is_single_segment = (*descriptor & 0x20U) != 0;
    constexpr unsigned id_sizes[] = {0, 1, 2, 4};
    const unsigned content_sizes[] = {is_single_segment ? 1U : 0U, 2, 4, 8};
    at += 5 + (is_single_segment ? 0 : 1) + id_sizes[*descriptor & 3U] +
          content_sizes[*descriptor >> 6U];
    for (;;) {
        const auto block = file.at(at, 3);
        if (!block || at - begin > most_frame) return std::nullopt;
        const bool is_run = (*block >> 1U & 3U) == 1;
        at += 3 + (is_run ? 1 : *block >> 3U);
        if ((*block & 1U) != 0) break;
    }
    if ((*descriptor & 4U) != 0) at += 4;  // checksum
    if (at > file.size()) return std::nullopt;
    return at;
}

/// Where a member of bgzip ends: its extra field "BC" says it, if it stands first as it should.
std::optional<std::uint64_t> bgzip_member_end(const Numbers& file, std::uint64_t at) {
    constexpr std::uint64_t magic_with_extra = 0x04088B1FU;
    constexpr std::uint64_t bc_of_two_bytes = 0x00024342U;
    if (file.at(at, 4) != magic_with_extra || file.at(at + 12, 4) != bc_of_two_bytes)
        return std::nullopt;
    const auto length = file.at(at + 16, 2);
    if (!length || *length < 18 || at + *length + 1 > file.size()) return std::nullopt;
    return at + *length + 1;
}

using MemberEnd = std::optional<std::uint64_t> (*)(const Numbers&, std::uint64_t);
using Open = std::unique_ptr<Source> (*)(std::unique_ptr<RawFile>, std::shared_ptr<ZstdDecoders>);

/// Some members at a time, `least_part` bytes of them or more. What is no whole member comes last,
/// as the rest of the file: its decoder says what is wrong with it.
class Members final : public Parts {
public:
    Members(Descriptor descriptor, MemberEnd member_end, Open open)
        : descriptor_{std::move(descriptor)},
          file_{descriptor_.number(), descriptor_.size()},
          member_end_{member_end},
          open_{open} {}

    std::unique_ptr<Source> next() override {
        if (at_ >= file_.size()) return nullptr;
        Range range{at_, at_};
        while (range.end < file_.size() && range.end - range.begin < least_part)
            range.end = member_end_(file_, range.end).value_or(file_.size());
        at_ = range.end;
        return std::make_unique<Part>(source(range), range);
    }
    // The length of a member was not what it said: the plain way from here on.
    Instead instead(Source& part, std::uint64_t given) override {
        const Range range = static_cast<const Part&>(part).range;
        if (part.ending().kind == Ending::Kind::whole || range.end >= file_.size()) return {};
        std::unique_ptr<Source> rest = source({range.begin, file_.size()});
        pass_over(*rest, given);
        return {std::move(rest), given, 0};
    }

private:
    class Part final : public Source {
    public:
        Part(std::unique_ptr<Source> source, Range r) : range{r}, source_{std::move(source)} {}
        std::size_t read(char* to, std::size_t size) override {
            const std::size_t n = source_->read(to, size);
            if (n == 0) ending_ = source_->ending();
            return n;
        }
        std::uint64_t consumed() const noexcept override { return source_->consumed(); }
        std::uint64_t part_begin() const noexcept override { return source_->part_begin(); }
        const Range range;

    private:
        std::unique_ptr<Source> source_;
    };

    std::unique_ptr<Source> source(Range range) const {
        return open_(std::make_unique<RawFile>(descriptor_.number(), range), decoders_);
    }

    Descriptor descriptor_;
    Numbers file_;
    MemberEnd member_end_;
    Open open_;
    std::shared_ptr<ZstdDecoders> decoders_ = std::make_shared<ZstdDecoders>();
    std::uint64_t at_ = 0;
};

std::unique_ptr<Parts> members(Descriptor& descriptor, MemberEnd member_end, Open open) {
    const Numbers file{descriptor.number(), descriptor.size()};
    std::uint64_t end = 0;
    while (end < file.size() && end < least_part) end = member_end(file, end).value_or(file.size());
    if (end == file.size()) return nullptr;
    return std::make_unique<Members>(std::move(descriptor), member_end, open);
}

}  // namespace

std::unique_ptr<Parts> zstd_frames(Descriptor& descriptor) {
    return members(descriptor, zstd_frame_end, zstd_source);
}

std::unique_ptr<Parts> bgzip_members(Descriptor& descriptor) {
    return members(descriptor, bgzip_member_end,
                   [](std::unique_ptr<RawFile> file, std::shared_ptr<ZstdDecoders>) {
                       return gzip_source(std::move(file));
                   });
}

}  // namespace hakam::cli::audit

#include "bzip2_blocks.hpp"

#include <bzlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "decoders.hpp"

namespace hakam::cli::audit {
namespace {

constexpr std::uint64_t block_magic = 0x314159265359ULL;
constexpr std::uint64_t end_magic = 0x177245385090ULL;
constexpr std::uint64_t magic_bits = 48;
constexpr std::uint64_t crc_bits = 32;
constexpr std::size_t header_bytes = 4;  // "BZh9"
// 900,000 symbols of at most 20 bits, and the tables.
constexpr std::size_t most_block = 2'300'000;
constexpr std::size_t step = 128 * 1024;

/// Which of the two magic numbers, at which of the eight shifts, may have `byte` as the whole byte
/// that stands `back` bits from the end of the shifted number: one bit for each.
constexpr std::array<std::uint16_t, 256> candidates(unsigned back) {
    std::array<std::uint16_t, 256> table{};
    for (unsigned shift = 0; shift < 8; ++shift) {
        table[(block_magic >> (back - shift)) & 0xFF] |= static_cast<std::uint16_t>(1U << shift);
        table[(end_magic >> (back - shift)) & 0xFF] |= static_cast<std::uint16_t>(256U << shift);
    }
    return table;
}
constexpr auto second_last = candidates(8);
constexpr auto third_last = candidates(16);

/// Bytes of which the last may be begun only; high bit first.
class Bits {
public:
    /// Pre: the bits so far fill their bytes.
    void add_bytes(std::string_view bytes) {
        bytes_ += bytes;
        count_ += 8 * bytes.size();
    }
    /// The bits [begin, end) of `from`. Pre: as above.
    void add_range(std::string_view from, std::uint64_t begin, std::uint64_t end) {
        const auto first = static_cast<std::size_t>(begin / 8);
        const auto shift = static_cast<unsigned>(begin % 8);
        const auto bytes = static_cast<std::size_t>((end - begin + 7) / 8);
        for (std::size_t i = first; i < first + bytes; ++i) {
            const unsigned high = static_cast<unsigned char>(from[i]);
            const unsigned low = i + 1 < from.size() ? static_cast<unsigned char>(from[i + 1]) : 0U;
            bytes_ += static_cast<char>((high << 8 | low) >> (8 - shift));
        }
        count_ += end - begin;
        if (count_ % 8 != 0)
            bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) &
                                              (0xFF00U >> count_ % 8));
    }
    void add(std::uint64_t value, std::uint64_t count) {
        for (std::uint64_t i = count; i-- > 0;) {
            if (count_ % 8 == 0) bytes_ += '\0';
            if ((value >> i & 1) != 0)
                bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) |
                                                  (0x80U >> count_ % 8));
            ++count_;
        }
    }
    std::string take_bytes() { return std::move(bytes_); }

private:
    std::string bytes_;
    std::uint64_t count_ = 0;
};

/// `count` <= 32 bits at a place of `from`.
std::uint32_t number_at(std::string_view from, std::uint64_t bit, std::uint64_t count) {
    std::uint64_t n = 0;
    for (std::uint64_t i = bit; i < bit + count; ++i)
        n = n << 1 |
            (static_cast<unsigned char>(from[static_cast<std::size_t>(i / 8)]) >> (7 - i % 8) & 1U);
    return static_cast<std::uint32_t>(n);
}

/// A block as a stream of its own.
class Block final : public Source {
public:
    struct Place {
        std::uint64_t stream_begin = 0;           ///< offset of its stream in the file
        std::uint64_t end = 0;                    ///< offset in the file
        std::uint64_t data_bytes = 0;             ///< of `packed`, up to the end of the block
        std::uint32_t crc = 0;                    ///< of the block
        std::optional<std::uint32_t> stream_crc;  ///< if it is the last one of its stream
        bool is_cut = false;                      ///< the file ends inside it, or right after it
    };
    Block(std::string packed, Place p) : place{p}, packed_{std::move(packed)} {
        ::BZ2_bzDecompressInit(&stream_, 0, 0);
        stream_.next_in = packed_.data();
        stream_.avail_in = static_cast<unsigned>(packed_.size());
    }
    ~Block() override { ::BZ2_bzDecompressEnd(&stream_); }

    std::size_t read(char* to, std::size_t size) override {
        if (is_over_) return 0;
        std::size_t got = 0;
        int result = BZ_OK;
        if (!has_begun_) {
            // The last bit of a block is read before its first byte is given: was it where it
            // should be? For more than that byte the decoder might read on behind the block.
            result = unpack(to, 1, got);
            has_begun_ = got != 0;
            is_doubtful_ = has_begun_ ? !place.is_cut && used() != place.data_bytes
                                      : !place.is_cut || result != BZ_OK;
            if (is_doubtful_) got = 0;
        }
        if (has_begun_ && !is_doubtful_ && result == BZ_OK)
            result = unpack(to + got, size - got, got);
        if (result == BZ_OK && got != 0) return got;
        is_over_ = true;
        if (place.is_cut && result == BZ_OK)
            ending_ = cut_off("bzip2");
        else if (result != BZ_STREAM_END)
            ending_ = damaged("bzip2");
        return got;
    }
    std::uint64_t consumed() const noexcept override { return place.end; }
    /// Whether the block may not be one.
    bool is_doubtful() const noexcept { return is_doubtful_; }
    const Place place;

private:
    /// Unpacks at most `size` bytes and counts them. Returns: what the decoder says.
    int unpack(char* to, std::size_t size, std::size_t& got) {
        stream_.next_out = to;
        stream_.avail_out = static_cast<unsigned>(size);
        const int result = ::BZ2_bzDecompress(&stream_);
        got += size - stream_.avail_out;
        return result;
    }
    std::size_t used() const noexcept { return packed_.size() - stream_.avail_in; }

    std::string packed_;
    bz_stream stream_{};
    bool has_begun_ = false;
    bool is_over_ = false;
    bool is_doubtful_ = false;
};

class Bzip2Blocks final : public Parts {
public:
    explicit Bzip2Blocks(Descriptor descriptor)
        : descriptor_{std::move(descriptor)}, size_{descriptor_.size()} {}

    std::unique_ptr<Source> next() override {
        if (is_over_) return nullptr;
        if (!is_inside_) {
            if (base_ + at_ / 8 >= size_) return nullptr;
            if (!begin_stream()) {
                is_over_ = true;  // no stream, or an empty one: the plain way has words for it
                return bzip2_source(
                    std::make_unique<RawFile>(descriptor_.number(), Range{stream_begin_, size_}));
            }
        }
        return next_block();
    }

    Instead instead(Source& part, std::uint64_t given) override {
        const auto* block = dynamic_cast<const Block*>(&part);
        if (block == nullptr) return {};
        const Block::Place& place = block->place;
        if (place.stream_begin != judged_stream_) {
            judged_stream_ = place.stream_begin;
            given_ = 0;
            crc_ = 0;
        }
        given_ += given;
        crc_ = std::rotl(crc_, 1) ^ place.crc;
        const bool is_false_crc = place.stream_crc && *place.stream_crc != crc_;
        if (!block->is_doubtful() && !is_false_crc) return {};
        auto rest = bzip2_source(
            std::make_unique<RawFile>(descriptor_.number(), Range{place.stream_begin, size_}));
        pass_over(*rest, given_);
        return {std::move(rest), given_, given_};
    }

private:
    struct Mark {
        std::uint64_t bit = 0;  // of raw_
        bool ends_stream = false;
    };

    /// More of the file in raw_. Returns: false at its end, or if it cannot be read.
    bool more() {
        const std::size_t old = raw_.size();
        raw_.resize(old + step);
        std::string trouble;  // the plain way meets it again
        raw_.resize(old +
                    read_at(descriptor_.number(), base_ + old, raw_.data() + old, step, trouble));
        return raw_.size() != old;
    }
    bool has_bits(std::uint64_t end) {
        while (8 * raw_.size() < end)
            if (!more()) return false;
        return true;
    }
    void drop_until(std::uint64_t bit) {
        const auto bytes = static_cast<std::size_t>(bit / 8);
        raw_.erase(0, bytes);
        base_ += bytes;
        at_ = bit % 8;
    }

    // Pre: at_ is where a byte begins.
    bool begin_stream() {
        drop_until(at_);
        stream_begin_ = base_;
        if (!has_bits(8 * header_bytes + magic_bits) || !is_bzip2(raw_)) return false;
        header_ = raw_.substr(0, header_bytes);
        at_ = 8 * header_bytes;
        if (number_at(raw_, at_, 24) != block_magic >> 24) return false;
        is_inside_ = true;
        return true;
    }

    /// The next magic number at or after a bit.
    std::optional<Mark> find(std::uint64_t from) {
        std::uint64_t window = 0;
        for (auto i = static_cast<std::size_t>(from / 8);; ++i) {
            if (i == raw_.size() && (raw_.size() > most_block + step || !more()))
                return std::nullopt;
            window = window << 8 | static_cast<unsigned char>(raw_[i]);
            if ((second_last[window >> 8 & 0xFF] & third_last[window >> 16 & 0xFF]) == 0) continue;
            for (unsigned shift = 8; shift-- > 0;) {
                const std::uint64_t number = window >> shift & ((1ULL << magic_bits) - 1);
                if (number != block_magic && number != end_magic) continue;
                const std::uint64_t end = 8 * (i + 1) - shift;
                if (end >= from + magic_bits) return Mark{end - magic_bits, number == end_magic};
            }
        }
    }

    // Pre: at_ is the first bit of a block.
    std::unique_ptr<Source> next_block() {
        Block::Place place;
        place.stream_begin = stream_begin_;
        const auto mark = find(at_ + magic_bits);
        const std::uint64_t end = mark ? mark->bit : 8 * raw_.size();
        Bits bits;
        bits.add_bytes(header_);
        bits.add_range(raw_, at_, end);
        place.data_bytes = header_bytes + (end - at_ + 7) / 8;
        if (end - at_ >= magic_bits + crc_bits)
            place.crc = number_at(raw_, at_ + magic_bits, crc_bits);
        std::uint64_t next = end;
        if (mark && mark->ends_stream) {
            next = (end + magic_bits + crc_bits + 7) / 8 * 8;
            is_inside_ = false;
            if (has_bits(next))
                place.stream_crc = number_at(raw_, end + magic_bits, crc_bits);
            else
                next = 8 * raw_.size();
        }
        is_over_ = !mark || (mark->ends_stream && !place.stream_crc);
        if (mark) bits.add(end_magic, magic_bits);
        if (!is_over_) bits.add(place.crc, crc_bits);
        place.is_cut = is_over_ && base_ + raw_.size() >= size_;
        place.end = base_ + next / 8;
        drop_until(next);
        return std::make_unique<Block>(bits.take_bytes(), place);
    }

    Descriptor descriptor_;
    std::uint64_t size_;

    // Where the next block is looked for.
    std::string raw_;  // the file from base_ on, as far as needed
    std::uint64_t base_ = 0;
    std::uint64_t at_ = 0;  // bit of raw_
    std::uint64_t stream_begin_ = 0;
    std::string header_;
    bool is_inside_ = false;  // at_ is a block
    bool is_over_ = false;

    // What has been read of the stream that is being read.
    std::uint64_t judged_stream_ = UINT64_MAX;
    std::uint64_t given_ = 0;
    std::uint32_t crc_ = 0;
};

}  // namespace

std::unique_ptr<Parts> bzip2_blocks(Descriptor descriptor) {
    return std::make_unique<Bzip2Blocks>(std::move(descriptor));
}

}  // namespace hakam::cli::audit

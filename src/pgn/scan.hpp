#pragma once

// Looking for bytes, many at a time. All functions stay within [p, end).

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hakam::pgn::scan {

static_assert(std::endian::native == std::endian::little, "words are read low byte first");

/// Pre: 8 bytes at p may be read.
inline std::uint64_t load(const char* p) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, p, 8);
    return word;
}
constexpr std::uint64_t each(unsigned byte) noexcept { return 0x0101010101010101ULL * byte; }

/// White space of PGN: every byte up to the blank.
constexpr bool is_space(char c) noexcept { return static_cast<unsigned char>(c) <= ' '; }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The first of the bytes Cs, or end.
template <char... Cs>
inline const char* find_any(const char* p, const char* end) noexcept {
#if defined(__SSE2__)
    while (end - p >= 16) {
        __m128i block;
        std::memcpy(&block, p, 16);
        __m128i hits = _mm_setzero_si128();
        ((hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, _mm_set1_epi8(Cs)))), ...);
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(hits));
        if (mask != 0) return p + std::countr_zero(mask);
        p += 16;
    }
#endif
    while (p != end && ((*p != Cs) && ...)) ++p;
    return p;
}

/// Whether one of the first `count` bytes of `word` (all below 0x40) is neither white space nor a
/// digit nor a period.
inline bool has_other_than_number(std::uint64_t word, unsigned count) noexcept {
    const std::uint64_t mark = (word + each(0x80 - 0x21)) & ~(word + each(0x80 - 0x2E));
    const std::uint64_t no_slash = (word ^ each('/')) + each(0x7F);
    const std::uint64_t above_nine = word + each(0x80 - 0x3A);
    const std::uint64_t bad = (mark | ~no_slash | above_nine) & each(0x80);
    return (bad & ((std::uint64_t{1} << 8 * count) - 1)) != 0;
}
/// Index of the first byte of `word` that is white space; 8 if there is none.
inline unsigned first_space(std::uint64_t word) noexcept {
    const std::uint64_t found = (word - each(0x21)) & ~word & each(0x80);
    return static_cast<unsigned>(std::countr_zero(found)) >> 3;
}

}  // namespace hakam::pgn::scan

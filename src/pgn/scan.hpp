#pragma once

// Looking for bytes, many at a time. All functions stay within [p, end).

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
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

/// The first brace or control byte at or after p, or end; for comments of one line, which end
/// mostly within 64 bytes.
inline const char* find_brace_or_control(const char* p, const char* end) noexcept {
#if defined(__AVX2__)
    const auto hits = [](const char* at) {
        __m256i block;
        std::memcpy(&block, at, 32);
        const __m256i control =
            _mm256_cmpeq_epi8(_mm256_min_epu8(block, _mm256_set1_epi8(0x1F)), block);
        const __m256i braces = _mm256_or_si256(_mm256_cmpeq_epi8(block, _mm256_set1_epi8('{')),
                                               _mm256_cmpeq_epi8(block, _mm256_set1_epi8('}')));
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_or_si256(control, braces)));
    };
    while (end - p >= 64) {
        const std::uint64_t mask = std::uint64_t{hits(p + 32)} << 32 | hits(p);
        if (mask != 0) return p + std::countr_zero(mask);
        p += 64;
    }
#endif
    while (p != end && *p != '{' && *p != '}' && static_cast<unsigned char>(*p) >= 0x20) ++p;
    return p;
}

/// Whether a byte is beyond ASCII.
inline bool has_high_byte(const char* p, const char* end) noexcept {
    std::uint64_t bits = 0;
    for (; end - p >= 32; p += 32) bits |= load(p) | load(p + 8) | load(p + 16) | load(p + 24);
    for (; p != end; ++p) bits |= static_cast<unsigned char>(*p);
    return (bits & each(0x80)) != 0;
}

/// How many of the 16 bytes at p are letters, digits or underscores, up to the first that is not.
/// Pre: 16 bytes at p may be read.
inline unsigned name_length(const char* p) noexcept {
#if defined(__SSE2__)
    __m128i block;
    std::memcpy(&block, p, 16);
    const auto within = [](__m128i bytes, char first, char count) {
        const __m128i distance = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
        return _mm_cmpeq_epi8(_mm_min_epu8(distance, _mm_set1_epi8(count)), distance);
    };
    const __m128i letters = within(_mm_or_si128(block, _mm_set1_epi8(0x20)), 'a', 25);
    const __m128i digits = within(block, '0', 9);
    const __m128i underscores = _mm_cmpeq_epi8(block, _mm_set1_epi8('_'));
    const __m128i name = _mm_or_si128(letters, _mm_or_si128(digits, underscores));
    return static_cast<unsigned>(std::countr_one(static_cast<unsigned>(_mm_movemask_epi8(name))));
#else
    unsigned n = 0;
    while (n < 16 && (is_letter(p[n]) || is_digit(p[n]) || p[n] == '_')) ++n;
    return n;
#endif
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

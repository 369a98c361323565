#pragma once

// Eight sets of squares at once, one for each direction of the board: north, east, north-east,
// north-west, and in the same order their opposites. One AVX-512 register where the machine has
// it; a plain array elsewhere, which compilers split into the registers there are.

#include <array>
#include <cstdint>

#include "hakam/core/bitboard.hpp"

#if defined(__AVX512F__) && defined(__AVX512CD__) && defined(__AVX512VPOPCNTDQ__) && \
    !defined(HAKAM_PORTABLE_LANES)  // tests have both kinds in one program
#define HAKAM_AVX512
#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the undefined registers of its own header for a mistake (its bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#endif

namespace hakam::lanes {
#if defined(HAKAM_AVX512)
inline namespace avx512 {
#else
inline namespace portable {
#endif

/// Whether eight sets are one register. Where they are not, looking sliders up one by one is
/// faster.
inline constexpr bool in_one_register =
#if defined(HAKAM_AVX512)
    true;
#else
    false;
#endif

using Words = std::array<std::uint64_t, 8>;

struct alignas(64) Lanes {
#if defined(HAKAM_AVX512)
    __m512i v;
#else
    std::array<std::uint64_t, 8> v;
#endif
};

inline constexpr std::array<int, 8> steps = {8, 1, 9, 7, -8, -1, -9, -7};
inline constexpr std::array<int, 8> file_steps = {0, 1, 1, -1, 0, -1, -1, 1};
inline constexpr std::array<int, 8> rank_steps = {1, 0, 1, 1, -1, 0, -1, -1};
inline constexpr std::array<int, 8> knight_steps = {17, 10, 6, 15, -17, -10, -6, -15};
inline constexpr std::array<int, 8> knight_file_steps = {1, 2, -2, -1, -1, -2, 2, 1};
constexpr bool is_diagonal(std::size_t lane) noexcept { return (lane & 2) != 0; }

struct alignas(64) Constant {
    Words words;
};
constexpr Constant rotations(const std::array<int, 8>& by, int times) noexcept {
    Constant c{};
    for (std::size_t i = 0; i < 8; ++i)
        c.words[i] = static_cast<std::uint64_t>((by[i] * times) & 63);
    return c;
}
/// The squares at which a man may arrive: those that no step over an edge or a corner reaches.
constexpr Constant arrivals(const std::array<int, 8>& files,
                            const std::array<int, 8>& by) noexcept {
    Constant c{};
    for (std::size_t i = 0; i < 8; ++i)
        for (int from = 0; from < 64; ++from) {
            const int to = from + by[i];
            if (to >= 0 && to < 64 && (to & 7) == (from & 7) + files[i])
                c.words[i] |= std::uint64_t{1} << to;
        }
    return c;
}
inline constexpr Constant one_step = rotations(steps, 1);
inline constexpr Constant two_steps = rotations(steps, 2);
inline constexpr Constant four_steps = rotations(steps, 4);
inline constexpr Constant on_board = arrivals(file_steps, steps);
inline constexpr Constant knight_step = rotations(knight_steps, 1);
inline constexpr Constant knight_on_board = arrivals(knight_file_steps, knight_steps);

/// The lines from each square to the edge.
constexpr std::array<Constant, 64> make_rays() noexcept {
    std::array<Constant, 64> result{};
    for (int s = 0; s < 64; ++s)
        for (std::size_t i = 0; i < 8; ++i) {
            int f = (s & 7) + file_steps[i];
            int r = (s >> 3) + rank_steps[i];
            for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += file_steps[i], r += rank_steps[i])
                result[static_cast<std::size_t>(s)].words[i] |= std::uint64_t{1} << (r * 8 + f);
        }
    return result;
}
inline constexpr std::array<Constant, 64> rays = make_rays();

#if defined(HAKAM_AVX512)

inline Lanes load(const Constant& c) noexcept { return {_mm512_load_si512(c.words.data())}; }
inline Words words(Lanes a) noexcept {
    Constant c;
    _mm512_store_si512(c.words.data(), a.v);
    return c.words;
}
inline Lanes same(Bitboard b) noexcept {
    return {_mm512_set1_epi64(static_cast<long long>(b.bits()))};
}
/// One set in the straight lanes, another in the diagonal ones.
inline Lanes by_line(Bitboard straight, Bitboard diagonal) noexcept {
    return {
        _mm512_mask_set1_epi64(same(straight).v, 0xCC, static_cast<long long>(diagonal.bits()))};
}
inline Lanes operator&(Lanes a, Lanes b) noexcept { return {_mm512_and_si512(a.v, b.v)}; }
inline Lanes operator|(Lanes a, Lanes b) noexcept { return {_mm512_or_si512(a.v, b.v)}; }
inline Lanes operator^(Lanes a, Lanes b) noexcept { return {_mm512_xor_si512(a.v, b.v)}; }
inline Lanes operator+(Lanes a, Lanes b) noexcept { return {_mm512_add_epi64(a.v, b.v)}; }
inline Lanes operator~(Lanes a) noexcept { return {_mm512_xor_si512(a.v, _mm512_set1_epi64(-1))}; }
inline Lanes rotated(Lanes a, const Constant& by) noexcept {
    return {_mm512_rolv_epi64(a.v, load(by).v)};
}
inline Lanes sizes(Lanes a) noexcept { return {_mm512_popcnt_epi64(a.v)}; }
inline bool any(Lanes a) noexcept { return _mm512_test_epi64_mask(a.v, a.v) != 0; }
inline bool meet(Lanes a, Lanes b) noexcept { return _mm512_test_epi64_mask(a.v, b.v) != 0; }
/// `a` in those lanes where `b` and `c` have a common square, nothing in the others.
inline Lanes where_meet(Lanes b, Lanes c, Lanes a) noexcept {
    return {_mm512_maskz_mov_epi64(_mm512_test_epi64_mask(b.v, c.v), a.v)};
}
inline Lanes opposite(Lanes a) noexcept { return {_mm512_shuffle_i64x2(a.v, a.v, 0x4E)}; }
/// Of each lane the square nearest to where it begins.
inline Lanes nearest(Lanes a) noexcept {
    const __m512i last = _mm512_srlv_epi64(_mm512_set1_epi64(static_cast<long long>(1ULL << 63)),
                                           _mm512_lzcnt_epi64(a.v));
    return {_mm512_mask_and_epi64(last, 0x0F, a.v, _mm512_sub_epi64(_mm512_setzero_si512(), a.v))};
}
inline Bitboard joined(Lanes a) noexcept {
    return Bitboard{static_cast<std::uint64_t>(_mm512_reduce_or_epi64(a.v))};
}
inline std::uint64_t sum(Lanes a) noexcept {
    return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(a.v));
}

#else

template <class F>
inline Lanes each(F f) noexcept {
    Lanes result;
    for (std::size_t i = 0; i < 8; ++i) result.v[i] = f(i);
    return result;
}
inline Lanes load(const Constant& c) noexcept { return {c.words}; }
inline Words words(const Lanes& a) noexcept { return a.v; }
inline Lanes same(Bitboard b) noexcept {
    return each([&](std::size_t) { return b.bits(); });
}
/// One set in the straight lanes, another in the diagonal ones.
inline Lanes by_line(Bitboard straight, Bitboard diagonal) noexcept {
    return each([&](std::size_t i) { return is_diagonal(i) ? diagonal.bits() : straight.bits(); });
}
inline Lanes operator&(const Lanes& a, const Lanes& b) noexcept {
    return each([&](std::size_t i) { return a.v[i] & b.v[i]; });
}
inline Lanes operator|(const Lanes& a, const Lanes& b) noexcept {
    return each([&](std::size_t i) { return a.v[i] | b.v[i]; });
}
inline Lanes operator^(const Lanes& a, const Lanes& b) noexcept {
    return each([&](std::size_t i) { return a.v[i] ^ b.v[i]; });
}
inline Lanes operator+(const Lanes& a, const Lanes& b) noexcept {
    return each([&](std::size_t i) { return a.v[i] + b.v[i]; });
}
inline Lanes operator~(const Lanes& a) noexcept {
    return each([&](std::size_t i) { return ~a.v[i]; });
}
inline Lanes rotated(const Lanes& a, const Constant& by) noexcept {
    return each(
        [&](std::size_t i) { return a.v[i] << by.words[i] | a.v[i] >> ((64 - by.words[i]) & 63); });
}
inline Lanes sizes(const Lanes& a) noexcept {
    return each([&](std::size_t i) { return static_cast<std::uint64_t>(std::popcount(a.v[i])); });
}
inline Bitboard joined(const Lanes& a) noexcept {
    std::uint64_t result = 0;
    for (const std::uint64_t word : a.v) result |= word;
    return Bitboard{result};
}
inline std::uint64_t sum(const Lanes& a) noexcept {
    std::uint64_t result = 0;
    for (const std::uint64_t word : a.v) result += word;
    return result;
}
inline bool any(const Lanes& a) noexcept { return !joined(a).empty(); }
inline bool meet(const Lanes& a, const Lanes& b) noexcept { return any(a & b); }
/// `a` in those lanes where `b` and `c` have a common square, nothing in the others.
inline Lanes where_meet(const Lanes& b, const Lanes& c, const Lanes& a) noexcept {
    return each([&](std::size_t i) { return (b.v[i] & c.v[i]) != 0 ? a.v[i] : 0; });
}
inline Lanes opposite(const Lanes& a) noexcept {
    return each([&](std::size_t i) { return a.v[i ^ 4]; });
}
/// Of each lane the square nearest to where it begins.
inline Lanes nearest(const Lanes& a) noexcept {
    return each(
        [&](std::size_t i) { return i < 4 ? a.v[i] & (0 - a.v[i]) : std::bit_floor(a.v[i]); });
}

#endif

inline Lanes without(const Lanes& a, const Lanes& b) noexcept { return a & ~b; }

/// How far men may slide over the squares of a set: by one step, and from there by two and four.
struct Ways {
    Lanes one, two, four;

    explicit Ways(const Lanes& free) noexcept {
        one = free & load(on_board);
        two = one & rotated(one, one_step);
        four = two & rotated(two, two_steps);
    }
};
/// What sliders attack: each lane's men `from` move in its direction over free squares to the
/// first that is not, which they attack too. In one direction two sliders never attack the same
/// square, so sizes() of the lanes add up to their moves.
inline Lanes slides(const Lanes& from, const Ways& ways) noexcept {
    Lanes reached = from | (ways.one & rotated(from, one_step));
    reached = reached | (ways.two & rotated(reached, two_steps));
    reached = reached | (ways.four & rotated(reached, four_steps));
    return rotated(reached, one_step) & load(on_board);
}
/// The squares a knight's move away; one lane for each of its eight moves.
inline Lanes knights(Bitboard from) noexcept {
    return rotated(same(from), knight_step) & load(knight_on_board);
}

}  // inline namespace
}  // namespace hakam::lanes

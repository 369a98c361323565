#pragma once

// Turns sets of targets into moves of a list: with AVX-512 sixteen at a time, elsewhere one by one.
// Both write the same moves in the same order.

#include <bit>
#include <cstdint>

#include "hakam/core/board.hpp"
#include "hakam/core/move.hpp"

#if defined(__AVX512BW__) && defined(__AVX512VBMI__) && defined(__AVX512VBMI2__)
#include "lanes.hpp"
#endif

namespace hakam::movegen {

/// Writes moves from `end` on and says where they end. Pre: there is room.
class ScalarMoveWriter {
public:
    explicit ScalarMoveWriter(const Board& board) noexcept : board_{board} {}

    Move* from_one(Move* end, Bitboard targets, Square from, PieceType type) const noexcept {
        for (const Square to : targets)
            *end++ = Move::make(from, to, MoveKind::normal, type, board_.code_at(to));
        return end;
    }
    /// Pawns, each `delta` squares below its target.
    Move* from_below(Move* end, Bitboard targets, int delta, MoveKind kind) const noexcept {
        for (const Square to : targets)
            *end++ = Move::make(square(index(to) - delta), to, kind, PieceType::pawn,
                                board_.code_at(to));
        return end;
    }

private:
    const Board& board_;
};

#if defined(HAKAM_AVX512) && defined(__AVX512BW__) && defined(__AVX512VBMI__) && \
    defined(__AVX512VBMI2__)

/// The same. A set is the mask that picks its squares out of all 64, and those pick what stands on
/// them; then both are shifted to where a Move has them.
class VectorMoveWriter {
public:
    explicit VectorMoveWriter(const Board& board) noexcept
        : squares_{_mm512_load_si512(all_squares.data())} {
        codes_ = _mm512_maskz_set1_epi8(board.plane(0).bits(), 1);
        codes_ = _mm512_mask_add_epi8(codes_, board.plane(1).bits(), codes_, _mm512_set1_epi8(2));
        codes_ = _mm512_mask_add_epi8(codes_, board.plane(2).bits(), codes_, _mm512_set1_epi8(4));
    }

    Move* from_one(Move* end, Bitboard targets, Square from, PieceType type) const noexcept {
        return write<false>(end, targets,
                            Move::make(from, Square::a1, MoveKind::normal, type).code());
    }
    Move* from_below(Move* end, Bitboard targets, int delta, MoveKind kind) const noexcept {
        // A target's own number is added where the square of departure is.
        return write<true>(end, targets,
                           Move::make(Square::a1, Square::a1, kind, PieceType::pawn).code() -
                               static_cast<std::uint32_t>(delta));
    }

private:
    alignas(64) static constexpr std::array<std::uint8_t, 64> all_squares = [] {
        std::array<std::uint8_t, 64> result{};
        for (std::size_t i = 0; i < 64; ++i) result[i] = static_cast<std::uint8_t>(i);
        return result;
    }();
    static constexpr int to_shift =
        std::countr_zero(Move::make(Square::a1, Square::b1, MoveKind::normal, {}).code());
    static constexpr int captured_shift =
        std::countr_zero(Move::make(Square::a1, Square::a1, MoveKind::normal, {}, 1).code());

    template <bool AddTarget>
    Move* write(Move* end, Bitboard targets, std::uint32_t rest) const noexcept {
        __m512i to = _mm512_maskz_compress_epi8(targets.bits(), squares_);
        __m512i codes = _mm512_maskz_compress_epi8(targets.bits(), codes_);
        Move* const after = end + targets.size();
        while (end < after) {
            const __m512i wide = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(to));
            __m512i moves = _mm512_or_si512(
                _mm512_slli_epi32(wide, to_shift),
                _mm512_slli_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(codes)),
                                  captured_shift));
            if constexpr (AddTarget) moves = _mm512_add_epi32(moves, wide);
            moves = _mm512_add_epi32(moves, _mm512_set1_epi32(static_cast<int>(rest)));
            const auto count = static_cast<unsigned>(after - end);
            _mm512_mask_storeu_epi32(end, static_cast<__mmask16>(_bzhi_u32(0xFFFF, count)), moves);
            end += 16;
            to = _mm512_alignr_epi32(to, to, 4);
            codes = _mm512_alignr_epi32(codes, codes, 4);
        }
        return after;
    }

    __m512i squares_;
    __m512i codes_;
};
using MoveWriter = VectorMoveWriter;

#else

using MoveWriter = ScalarMoveWriter;

#endif

}  // namespace hakam::movegen

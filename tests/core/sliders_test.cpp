#include "sliders.hpp"

#include <gtest/gtest.h>

#include "testkit/rng.hpp"

namespace hakam {
namespace {

/// Square by square, the slowest way.
Bitboard walked(Square from, Bitboard occupied, bool is_diagonal) {
    Bitboard result;
    for (int df = -1; df <= 1; ++df)
        for (int dr = -1; dr <= 1; ++dr) {
            if ((df == 0 && dr == 0) || (df != 0 && dr != 0) != is_diagonal) continue;
            int f = index(file_of(from)) + df;
            int r = index(rank_of(from)) + dr;
            for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
                result |= square(r * 8 + f);
                if (occupied.contains(square(r * 8 + f))) break;
            }
        }
    return result;
}

TEST(Sliders, TheBuildsWayAndThePortableWayAgreeWithWalking) {
    testkit::Rng rng{35};
    for (int round = 0; round < 2000; ++round) {
        // Sparse, middling and dense boards.
        std::uint64_t bits = rng.next();
        if (round % 3 != 0) bits &= rng.next();
        if (round % 3 == 1) bits &= rng.next();
        const Bitboard occupied{bits};
        for (int i = 0; i < 64; ++i) {
            const Square s = square(i);
            const Bitboard bishop = walked(s, occupied, true);
            const Bitboard rook = walked(s, occupied, false);
            ASSERT_EQ(sliders::bishop(s, occupied), bishop) << to_string(s) << ' ' << bits;
            ASSERT_EQ(sliders::rook(s, occupied), rook) << to_string(s) << ' ' << bits;
            ASSERT_EQ(sliders::portable::bishop(s, occupied), bishop) << to_string(s) << ' ' << bits;
            ASSERT_EQ(sliders::portable::rook(s, occupied), rook) << to_string(s) << ' ' << bits;
        }
    }
}

}  // namespace
}  // namespace hakam

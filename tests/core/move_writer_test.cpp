#include "move_writer.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "testkit/random_positions.hpp"

namespace hakam::movegen {
namespace {

TEST(MoveWriter, TheBuildsWayAndTheScalarWayWriteTheSame) {
    testkit::Rng rng{53};
    for (int round = 0; round < 3000; ++round) {
        const Position p = testkit::random_position(rng);
        const MoveWriter writer{p.board()};
        const ScalarMoveWriter scalar{p.board()};
        // From no target to all of them.
        std::uint64_t bits = round % 4 == 0 ? rng.next() | rng.next() : rng.next();
        if (round % 4 > 1) bits &= rng.next();
        const Square from = square(static_cast<int>(rng.next() % 64));
        const PieceType type = piece_types[rng.next() % 6];
        const auto both = [&](Bitboard targets, auto write) {
            std::vector<Move> a(66), b(66);
            const auto n = write(writer, a.data(), targets) - a.data();
            ASSERT_EQ(n, targets.size());
            ASSERT_EQ(write(scalar, b.data(), targets) - b.data(), n);
            ASSERT_EQ(a, b);  // and nothing behind the end
        };
        both(Bitboard{bits}, [&](const auto& w, Move* end, Bitboard targets) {
            return w.from_one(end, targets, from, type);
        });
        for (const int delta : {7, 8, 9, 16})
            for (const int side : {1, -1}) {
                const Bitboard inner =
                    Bitboard{side > 0 ? ~std::uint64_t{0} << 16 : ~std::uint64_t{0} >> 16};
                both(Bitboard{bits} & inner, [&](const auto& w, Move* end, Bitboard targets) {
                    return w.from_below(end, targets, side * delta,
                                        delta == 16 ? MoveKind::double_step : MoveKind::normal);
                });
            }
    }
}

}  // namespace
}  // namespace hakam::movegen

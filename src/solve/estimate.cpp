#include "estimate.hpp"

#include <algorithm>
#include <cstdlib>

namespace hakam::solve {
namespace {

int distance(Square a, Square b) noexcept {
    const int df = std::abs((index(a) & 7) - (index(b) & 7));
    const int dr = std::abs((index(a) >> 3) - (index(b) >> 3));
    return std::max(df, dr);
}

// The king in a corner, the enemy king a knight's move away from it, a queen or rook on the board
// and the mated side bare: the picture that most helpmates lead to.
struct Corner {
    Square corner;
    Square posts[2];
};
constexpr Corner corners[] = {{Square::a1, {Square::b3, Square::c2}},
                              {Square::h1, {Square::g3, Square::f2}},
                              {Square::a8, {Square::b6, Square::c7}},
                              {Square::h8, {Square::g6, Square::f7}}};

}  // namespace

int estimate(const Position& position, Color winner) noexcept {
    const Square hunter = position.king(winner);
    const Square hunted = position.king(~winner);
    int best = 100;
    for (const Corner& c : corners) {
        const int post = std::min(distance(hunter, c.posts[0]), distance(hunter, c.posts[1]));
        best = std::min(best, 2 * distance(hunted, c.corner) + 2 * post);
    }
    const Board& b = position.board();
    const Bitboard own = b.men(winner);
    const Bitboard majors = b.straight_sliders() & own;
    if (majors.empty()) {
        int nearest = 20;
        for (const Square s : b.men(winner, PieceType::pawn))
            nearest = std::min(nearest, 2 * (7 - index(relative_rank(winner, s))));
        best += nearest;
    }
    return best + 3 * (b.men(~winner).size() - 1);
}

}  // namespace hakam::solve

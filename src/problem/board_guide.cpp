#include <algorithm>
#include <array>

#include "guide.hpp"

// Every man of the wanted board comes from a different man of the present one. Pawns of the wanted
// board on their first rank have never moved, so they are walls for everybody.

namespace hakam::problem {
namespace {

Bitboard home_pawns(const Board& b) {
    return (b.men(Color::white, PieceType::pawn) & Bitboard::of(Rank::r2)) |
           (b.men(Color::black, PieceType::pawn) & Bitboard::of(Rank::r7));
}

}  // namespace

BoardGuide::BoardGuide(const Board& target) : target_{target}, distances_{home_pawns(target)} {}

std::uint8_t BoardGuide::distance(Piece man, Square from, Piece wanted, Square to,
                                  int captures) const {
    if (man.type == wanted.type) {
        if (man.type != PieceType::pawn) return distances_.officer(man.type, from, to);
        if (std::abs(index(file_of(from)) - index(file_of(to))) > captures)
            return Distances::never;
        return distances_.pawn(man.color, from, to);
    }
    if (man.type != PieceType::pawn || wanted.type == PieceType::king) return Distances::never;
    return distances_.promoted(man.color, wanted.type, from, to);
}

// The least sum of distances by which different men of the side come to all squares where the wanted
// board has such men. Types are taken one by one; a pawn may serve as a pawn and as a promoted man.
int BoardGuide::needed(const Position& p, Color side, int captures, int limit) const {
    const Bitboard rooks = p.castling().rooks(side);
    const Bitboard walls = home_pawns(target_);
    const Bitboard pawns = p.men(side, PieceType::pawn) & ~walls;
    int sum = 0;
    for (const PieceType type : piece_types) {
        Bitboard squares = target_.men(side, type) & ~walls;
        Bitboard men = p.men(side, type) & ~walls;
        // Kings and single men that stand right need no look.
        if (squares == men) continue;
        if (type != PieceType::pawn && type != PieceType::king) men |= pawns;
        std::array<Square, 10> wanted;
        std::size_t count = 0;
        for (const Square s : squares)
            if (count < wanted.size()) wanted[count++] = s;
        if (count > 8) count = 8;  // fewer demands: still a bound
        std::array<std::uint8_t, 256> least;
        const std::size_t all = std::size_t{1} << count;
        std::fill_n(least.begin(), all, Distances::never);
        least[0] = 0;
        for (const Square from : men) {
            const Piece man = *p.at(from);
            std::array<std::uint8_t, 8> way;
            for (std::size_t i = 0; i < count; ++i) {
                const Piece what{side, type};
                int d = distance(man, from, what, wanted[i], captures);
                if (man.type == PieceType::rook && rooks.contains(from)) {
                    const Wing wing = from > p.king(side) ? Wing::king : Wing::queen;
                    d = std::min<int>(d, distance(man, castled_rook(side, wing), what, wanted[i],
                                                  captures));
                } else if (man.type == PieceType::king) {
                    for (const Square rook : rooks)
                        d = std::min<int>(
                            d, 1 + distance(man,
                                            castled_king(side, rook > from ? Wing::king
                                                                           : Wing::queen),
                                            what, wanted[i], captures));
                }
                way[i] = static_cast<std::uint8_t>(std::min<int>(d, Distances::never));
            }
            for (std::size_t set = all; set-- > 0;) {
                if (least[set] >= Distances::never) continue;
                for (std::size_t i = 0; i < count; ++i) {
                    const std::size_t more = set | std::size_t{1} << i;
                    if (more == set) continue;
                    const int d = least[set] + way[i];
                    if (d < least[more]) least[more] = static_cast<std::uint8_t>(d);
                }
            }
        }
        sum += least[all - 1];
        if (sum > limit) return sum;
    }
    return sum;
}

bool BoardGuide::may_succeed(const Position& p, int white, int black) {
    const int lost_white = p.men(Color::white).size() - target_.men(Color::white).size();
    const int lost_black = p.men(Color::black).size() - target_.men(Color::black).size();
    if (lost_white < 0 || lost_black < 0 || lost_white > black || lost_black > white) return false;
    for (const Color c : colors)
        if (p.men(c, PieceType::pawn).size() < target_.men(c, PieceType::pawn).size()) return false;
    // Walls must stand.
    if (!(home_pawns(target_) & ~home_pawns(p.board())).empty()) return false;
    return needed(p, Color::white, lost_black, white) <= white &&
           needed(p, Color::black, lost_white, black) <= black;
}

}  // namespace hakam::problem

#include <algorithm>
#include <bit>

#include "guide.hpp"
#include "hakam/core/attacks.hpp"

namespace hakam::problem {

Distances::Distances(Bitboard walls) {
    constexpr std::array officers = {PieceType::knight, PieceType::bishop, PieceType::rook,
                                     PieceType::queen, PieceType::king};
    for (Matrix& m : officers_)
        for (Row& row : m) row.fill(never);
    for (const PieceType type : officers)
        for (int from = 0; from < 64; ++from) {
            Row& row = officers_[static_cast<std::size_t>(hakam::index(type))]
                                [static_cast<std::size_t>(from)];
            Bitboard seen{square(from)};
            Bitboard edge = seen;
            for (std::uint8_t d = 0; !edge.empty(); ++d) {
                Bitboard next;
                for (const Square s : edge) {
                    row[at(s)] = d;
                    next |= attacks::of({Color::white, type}, s, walls);
                }
                edge = next & ~seen & ~walls;
                seen |= edge;
            }
        }
    for (const Color c : colors) {
        auto& pawns = pawns_[static_cast<std::size_t>(hakam::index(c))];
        auto& promoted = promoted_[static_cast<std::size_t>(hakam::index(c))];
        for (Matrix& m : promoted)
            for (Row& row : m) row.fill(never);
        for (int from = 0; from < 64; ++from) {
            const auto f = static_cast<std::size_t>(from);
            for (int to = 0; to < 64; ++to) {
                const int ranks = hakam::index(relative_rank(c, square(to))) -
                                  hakam::index(relative_rank(c, square(from)));
                const int files = std::abs((from & 7) - (to & 7));
                std::uint8_t d = never;
                if (from == to)
                    d = 0;
                else if (ranks > 0 && files <= ranks && !walls.contains(square(to)))
                    d = static_cast<std::uint8_t>(
                        relative_rank(c, square(from)) == Rank::r2 && files <= ranks - 2
                            ? ranks - 1
                            : ranks);
                pawns[f][static_cast<std::size_t>(to)] = d;
            }
            for (const Square last : Bitboard::of(back_rank(~c))) {
                const std::uint8_t steps = pawns[f][at(last)];
                if (steps == never) continue;
                for (const PieceType type : promotion_types) {
                    const Row& way = officers_[static_cast<std::size_t>(hakam::index(type))][at(last)];
                    Row& row = promoted[static_cast<std::size_t>(hakam::index(type))][f];
                    for (std::size_t to = 0; to < 64; ++to)
                        row[to] = std::min<std::uint8_t>(
                            row[to], static_cast<std::uint8_t>(std::min<int>(never, steps + way[to])));
                }
            }
            for (int captures = 0; captures <= most_captures; ++captures) {
                Row& any = pawn_any_[static_cast<std::size_t>(captures)]
                                    [static_cast<std::size_t>(hakam::index(c))][f];
                const int most = captures == most_captures ? 7 : captures;
                for (int to = 0; to < 64; ++to) {
                    const bool last = rank_of(square(to)) == back_rank(~c);
                    any[static_cast<std::size_t>(to)] =
                        last || std::abs((from & 7) - (to & 7)) > most
                            ? never
                            : pawns[f][static_cast<std::size_t>(to)];
                }
                for (const Square last : Bitboard::of(back_rank(~c))) {
                    const std::uint8_t steps = pawns[f][at(last)];
                    if (steps == never || std::abs((from & 7) - (index(last) & 7)) > most) continue;
                    for (const PieceType type : promotion_types) {
                        const Row& way =
                            officers_[static_cast<std::size_t>(hakam::index(type))][at(last)];
                        for (std::size_t to = 0; to < 64; ++to)
                            any[to] = std::min<std::uint8_t>(
                                any[to],
                                static_cast<std::uint8_t>(std::min<int>(never, steps + way[to])));
                    }
                }
            }
        }
    }
}

std::uint8_t Distances::promoted(Color c, PieceType t, Square from, Square to,
                                 int captures) const noexcept {
    if (captures >= most_captures) return promoted(c, t, from, to);
    int best = never;
    for (const Square last : Bitboard::of(back_rank(~c)))
        if (std::abs((index(from) & 7) - (index(last) & 7)) <= captures)
            best = std::min(best, pawn(c, from, last) + officer(t, last, to));
    return static_cast<std::uint8_t>(best);
}

}  // namespace hakam::problem

#include <algorithm>
#include <array>

#include "guide.hpp"
#include "hakam/core/attacks.hpp"
#include "table.hpp"

// The final position has the king of the mated side on a square that is attacked, and each square
// beside it is attacked or holds a man of its own side. Lines of attack are taken as open and ways
// as free, so that everything possible is seen and some impossible things, too.

namespace hakam::problem {
namespace {

constexpr std::array<int, 8> beside_files = {-1, 0, 1, -1, 1, -1, 0, 1};
constexpr std::array<int, 8> beside_ranks = {-1, -1, -1, 0, 0, 1, 1, 1};

/// The squares beside each square by bit of Guard::mask, and the bits that are on the board.
struct Beside {
    std::array<Square, 8> squares{};
    std::uint16_t bits = 0;
};
constexpr std::array<Beside, 64> make_beside() {
    std::array<Beside, 64> all{};
    for (int k = 0; k < 64; ++k)
        for (std::size_t i = 0; i < 8; ++i) {
            const int f = (k & 7) + beside_files[i];
            const int r = (k >> 3) + beside_ranks[i];
            if (f < 0 || f > 7 || r < 0 || r > 7) continue;
            all[static_cast<std::size_t>(k)].squares[i] = static_cast<Square>(r * 8 + f);
            all[static_cast<std::size_t>(k)].bits |= static_cast<std::uint16_t>(2U << i);
        }
    return all;
}
constexpr std::array<Beside, 64> beside = make_beside();

std::uint16_t mask_of(Bitboard attacked, Square king) {
    const Beside& b = beside[static_cast<std::size_t>(king)];
    std::uint16_t mask = attacked.contains(king) ? 1 : 0;
    for (std::size_t i = 0; i < 8; ++i)
        if ((b.bits >> (i + 1) & 1) != 0 && attacked.contains(b.squares[i]))
            mask |= static_cast<std::uint16_t>(2U << i);
    return mask;
}

/// Where a castling that is still allowed puts the man for nothing (rook) or for a move (king).
struct Castled {
    Square square;
    std::uint8_t cost;
};
StaticVector<Castled, 4> castled(const Position& p, Piece man, Square from) {
    StaticVector<Castled, 4> all;
    const Bitboard rooks = p.castling().rooks(man.color);
    if (rooks.empty()) return all;
    const Square king = p.king(man.color);
    for (const Square rook : rooks) {
        const Wing wing = rook > king ? Wing::king : Wing::queen;
        if (man.type == PieceType::king) all.push_back({castled_king(man.color, wing), 1});
        if (man.type == PieceType::rook && rook == from)
            all.push_back({castled_rook(man.color, wing), 0});
    }
    return all;
}

template <class Guards>
void keep_best(Guards& guards) {
    std::sort(guards.begin(), guards.end(), [](const auto& a, const auto& b) {
        return a.cost != b.cost ? a.cost < b.cost
                                : std::popcount(a.mask) > std::popcount(b.mask);
    });
    Guards best;
    for (const auto& g : guards) {
        bool covered = false;
        for (const auto& b : best)
            if ((g.mask & ~b.mask) == 0) {  // b costs no more
                covered = true;
                break;
            }
        if (!covered) best.push_back(g);
    }
    guards = std::move(best);
}

}  // namespace

const MateGuide::Guards& MateGuide::man_guards(Piece man, Square from, Square king) {
    const std::uint32_t key = static_cast<std::uint32_t>(index(man.type)) << 12 |
                              static_cast<std::uint32_t>(index(from)) << 6 |
                              static_cast<std::uint32_t>(index(king));
    const auto [it, fresh] = men_.try_emplace(key);
    if (!fresh) return it->second;
    Guards& guards = it->second;
    for (int i = 0; i < 64; ++i) {
        const Square to = square(i);
        if (to == king) continue;
        const auto add = [&](PieceType type, std::uint8_t cost) {
            if (cost == Distances::never) return;
            const std::uint16_t mask =
                mask_of(attacks::of({man.color, type}, to, Bitboard{}), king);
            if (mask != 0) guards.push_back({mask, cost});
        };
        if (man.type != PieceType::pawn) {
            const bool touching = man.type == PieceType::king &&
                                  attacks::king(king).contains(to);
            if (!touching) add(man.type, distances_.officer(man.type, from, to));
            continue;
        }
        add(PieceType::pawn, relative_rank(man.color, to) == Rank::r8
                                 ? Distances::never
                                 : distances_.pawn(man.color, from, to));
        for (const PieceType type : promotion_types)
            add(type, distances_.promoted(man.color, type, from, to));
    }
    keep_best(guards);
    return guards;
}

const MateGuide::Guards& MateGuide::guards(Army& army, const Position& p, Square king, int moves) {
    const auto k = static_cast<std::size_t>(king);
    Guards& result = army.by_king[k];
    if (army.moves[k] > moves) return result;
    army.moves[k] = static_cast<std::uint8_t>(moves + 1);
    std::array<std::uint8_t, 512> cost;
    cost.fill(Distances::never);
    cost[0] = 0;
    std::vector<std::uint16_t> masks{0};
    for (const Square from : p.men(attacker_)) {
        const Piece man = *p.at(from);
        Guards mine = man_guards(man, from, king);
        for (const Castled& c : castled(p, man, from))
            for (Guard g : man_guards(man, c.square, king)) {
                g.cost = static_cast<std::uint8_t>(g.cost + c.cost);
                mine.push_back(g);
            }
        const std::size_t before = masks.size();
        const std::array<std::uint8_t, 512> old = cost;
        for (std::size_t i = 0; i < before; ++i)
            for (const Guard& g : mine) {
                const int sum = old[masks[i]] + g.cost;
                if (sum > moves) continue;
                const auto mask = static_cast<std::uint16_t>(masks[i] | g.mask);
                if (cost[mask] <= sum) continue;
                if (cost[mask] == Distances::never) masks.push_back(mask);
                cost[mask] = static_cast<std::uint8_t>(sum);
            }
    }
    result.clear();
    for (const std::uint16_t mask : masks)
        if ((mask & 1) != 0) result.push_back({mask, cost[mask]});
    keep_best(result);
    return result;
}

bool MateGuide::may_succeed(const Position& p, int white, int black) {
    const int attack = attacker_ == Color::white ? white : black;
    const int defence = attacker_ == Color::white ? black : white;
    const Color defender = ~attacker_;
    // How soon a man of the defender could stand on each square.
    std::array<std::uint8_t, 64> block;
    block.fill(Distances::never);
    std::uint64_t army_key = 0;
    for (const Square from : p.occupied()) {
        const Piece man = *p.at(from);
        if (man.color == attacker_) {
            army_key ^= static_cast<std::uint64_t>(
                zobrist::tables.man[static_cast<std::size_t>(index(man.color))]
                                   [static_cast<std::size_t>(index(man.type) * 64 + index(from))]);
            continue;
        }
        if (man.type == PieceType::king) continue;
        const auto& row = distances_.any(man, from);
        for (std::size_t s = 0; s < 64; ++s) block[s] = std::min(block[s], row[s]);
        for (const Castled& c : castled(p, man, from)) {
            const auto& other = distances_.any(man, c.square);
            for (std::size_t s = 0; s < 64; ++s) block[s] = std::min(block[s], other[s]);
        }
    }
    for (const Square rook : p.castling().rooks(attacker_))
        army_key ^= mixed(static_cast<std::uint64_t>(index(rook)));
    if (armies_.size() > 20'000) armies_.clear();
    Army& army = armies_[army_key];
    const Square from = p.king(defender);
    const auto ways = castled(p, {defender, PieceType::king}, from);
    for (int i = 0; i < 64; ++i) {
        const Square king = square(i);
        int way = distances_.officer(PieceType::king, from, king);
        for (const Castled& c : ways)
            way = std::min(way, distances_.officer(PieceType::king, c.square, king) + c.cost);
        if (way > defence) continue;
        const Beside& b = beside[static_cast<std::size_t>(i)];
        for (const Guard& g : guards(army, p, king, attack)) {
            if (g.cost > attack) continue;
            int moves = way;
            for (unsigned open = b.bits & ~static_cast<unsigned>(g.mask); open != 0 && moves <= defence;
                 open &= open - 1)
                moves += block[static_cast<std::size_t>(
                    b.squares[static_cast<std::size_t>(std::countr_zero(open) - 1)])];
            if (moves <= defence) return true;
        }
    }
    return false;
}

}  // namespace hakam::problem

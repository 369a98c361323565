#include <algorithm>
#include <array>
#include <cstdlib>

#include "guide.hpp"
#include "hakam/core/attacks.hpp"
#include "pictures.hpp"
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

MateGuide::MateGuide(Color attacker) : attacker_{attacker}, answers_(std::size_t{1} << 14) {}

const MateGuide::Guards& MateGuide::man_guards(Piece man, Square from, Square king, int captures) {
    const std::uint32_t key = static_cast<std::uint32_t>(captures) << 16 |
                              static_cast<std::uint32_t>(index(man.type)) << 12 |
                              static_cast<std::uint32_t>(index(from)) << 6 |
                              static_cast<std::uint32_t>(index(king));
    const auto [it, fresh] = men_.try_emplace(key);
    if (!fresh) return it->second;
    Guards& guards = it->second;
    for (int i = 0; i < 64; ++i) {
        const Square to = square(i);
        if (to == king) continue;
        const auto add = [&](PieceType type, std::uint8_t cost) {
            if (cost >= Distances::never) return;
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
        const bool reaches = std::abs((index(from) & 7) - (i & 7)) <= captures ||
                             captures >= Distances::most_captures;
        add(PieceType::pawn, relative_rank(man.color, to) == Rank::r8 || !reaches
                                 ? Distances::never
                                 : distances_.pawn(man.color, from, to));
        for (const PieceType type : promotion_types)
            add(type, distances_.promoted(man.color, type, from, to, captures));
    }
    keep_best(guards);
    return guards;
}

const MateGuide::Guards& MateGuide::guards(Army& army, const Position& p, Square king, int moves,
                                           int captures) {
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
        const std::size_t before = masks.size();
        const std::array<std::uint8_t, 512> old = cost;
        const auto use = [&](const Guard& g, int more) {
            for (std::size_t i = 0; i < before; ++i) {
                const int sum = old[masks[i]] + g.cost + more;
                if (sum > moves) continue;
                const auto mask = static_cast<std::uint16_t>(masks[i] | g.mask);
                if (cost[mask] <= sum) continue;
                if (cost[mask] == Distances::never) masks.push_back(mask);
                cost[mask] = static_cast<std::uint8_t>(sum);
            }
        };
        for (const Guard& g : man_guards(man, from, king, captures)) {
            if (g.cost > moves) break;  // the dearest come last
            use(g, 0);
        }
        for (const Castled& c : castled(p, man, from))
            for (const Guard& g : man_guards(man, c.square, king, captures)) use(g, c.cost);
    }
    result.clear();
    for (const std::uint16_t mask : masks)
        if ((mask & 1) != 0) result.push_back({mask, cost[mask]});
    keep_best(result);
    return result;
}

MateGuide::Army& MateGuide::army_of(const Position& p, int captures) {
    std::uint64_t key = mixed(static_cast<std::uint64_t>(captures));
    for (const Square from : p.men(attacker_)) {
        const Piece man = *p.at(from);
        key ^= static_cast<std::uint64_t>(
            zobrist::tables.man[static_cast<std::size_t>(index(man.color))]
                               [static_cast<std::size_t>(index(man.type) * 64 + index(from))]);
    }
    for (const Square rook : p.castling().rooks(attacker_))
        key ^= mixed(static_cast<std::uint64_t>(index(rook)) + 64);
    if (last_army_ != nullptr && last_army_->key == key) return *last_army_;
    if (armies_.size() > 20'000) armies_.clear();
    Army& army = armies_[key];
    army.key = key;
    last_army_ = &army;
    return army;
}

// Different men for the squares from `at` on, within `left` moves; `later`: the sum of the least
// distances to the squares after this one. Out of patience it says yes, which is always allowed.
bool MateGuide::assign(const Blockers& men, const std::array<std::uint8_t, 8>& squares,
                       std::size_t count, std::size_t at, std::uint64_t used, int left, int later,
                       int& patience) {
    if (at == count || --patience < 0) return true;
    const std::size_t s = squares[at];
    const int after = at + 1 < count ? later - men.least[squares[at + 1]] : 0;
    for (std::size_t i = 0; i < men.count; ++i) {
        if ((used >> i & 1) != 0) continue;
        const int d = men.rows[i][s];
        if (d + later > left) continue;
        if (assign(men, squares, count, at + 1, used | std::uint64_t{1} << i, left - d, after,
                   patience))
            return true;
    }
    return false;
}

bool MateGuide::may_succeed(const Position& p, int white, int black) {
    const int attack = attacker_ == Color::white ? white : black;
    const int defence = attacker_ == Color::white ? black : white;
    const std::uint64_t key =
        static_cast<std::uint64_t>(p.key()) ^
        mixed(static_cast<std::uint64_t>(attack) << 8 | static_cast<std::uint64_t>(defence));
    Answer& answer = answers_[key % answers_.size()];
    if (answer.key == key) return answer.may;
    answer.may = search(p, attack, defence);
    answer.key = key;
    return answer.may;
}

bool MateGuide::search(const Position& p, int attack, int defence) {
    const Color defender = ~attacker_;
    // A pawn changes its file by capturing a man that is not a king. The man that gives check in the
    // end is never captured.
    const int attackers = p.men(attacker_).size() - 1;
    const int captures = std::max(0, attackers - 1);
    Blockers men;
    men.least.fill(Distances::never);
    castled_rows_.clear();
    castled_rows_.reserve(4);
    for (const Square from : p.men(defender)) {
        const Piece man = *p.at(from);
        if (man.type == PieceType::king) continue;
        const auto* row = &distances_.any(man, from, captures);
        if (man.type == PieceType::rook && p.castling().rooks().contains(from)) {
            castled_rows_.push_back(*row);
            for (const Castled& c : castled(p, man, from)) {
                const auto& other = distances_.any(man, c.square);
                for (std::size_t s = 0; s < 64; ++s)
                    castled_rows_.back()[s] = std::min(castled_rows_.back()[s], other[s]);
            }
            row = &castled_rows_.back();
        }
        men.rows[men.count++] = row->data();
        for (std::size_t s = 0; s < 64; ++s) men.least[s] = std::min(men.least[s], (*row)[s]);
    }
    const int white_captures =
        std::min(p.men(defender).size() - 1, Distances::most_captures);
    Army& army = army_of(p, white_captures);
    const Square from = p.king(defender);
    const auto ways = castled(p, {defender, PieceType::king}, from);
    const auto possible = [&](int i) {
        const Square king = square(i);
        int way = distances_.officer(PieceType::king, from, king);
        for (const Castled& c : ways)
            way = std::min(way, distances_.officer(PieceType::king, c.square, king) + c.cost);
        if (way > defence) return false;
        const Beside& b = beside[static_cast<std::size_t>(i)];
        for (const Guard& g : guards(army, p, king, attack, white_captures)) {
            if (g.cost > attack) break;
            unsigned open = b.bits & ~static_cast<unsigned>(g.mask);
            std::array<std::uint8_t, 8> squares{};
            std::size_t count = 0;
            int sum = 0;
            for (; open != 0; open &= open - 1) {
                const auto s = static_cast<std::uint8_t>(
                    b.squares[static_cast<std::size_t>(std::countr_zero(open) - 1)]);
                sum += men.least[s];
                // The squares that are hard to come to first.
                std::size_t place = count++;
                for (; place > 0 && men.least[squares[place - 1]] < men.least[s]; --place)
                    squares[place] = squares[place - 1];
                squares[place] = s;
            }
            if (count > men.count || way + sum > defence) continue;
            if (count < 2) return true;
            int patience = 2000;
            if (assign(men, squares, count, 0, 0, defence - way, sum - men.least[squares[0]],
                       patience))
                return true;
        }
        return false;
    };
    if (possible(hint_)) return true;
    for (int i = 0; i < 64; ++i)
        if (i != hint_ && possible(i)) {
            hint_ = i;
            return true;
        }
    return false;
}

}  // namespace hakam::problem

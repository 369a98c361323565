#include "layer.hpp"

#include "layer_sets.hpp"
#include "mate_pattern.hpp"

namespace hakam::solve {

namespace {

// Squares next to the set in one direction of a bishop's or rook's lines.
struct Step {
    int delta;
    Set onto;
};
constexpr Set not_a = 0xFEFEFEFEFEFEFEFEULL, not_h = 0x7F7F7F7F7F7F7F7FULL;
constexpr std::array<Step, 4> diagonal_steps = {{{9, not_a}, {7, not_h}, {-7, not_a}, {-9, not_h}}};
constexpr std::array<Step, 4> straight_steps = {
    {{8, ~Set{0}}, {-8, ~Set{0}}, {1, not_a}, {-1, not_h}}};
Set stepped(Set s, Step step) noexcept {
    return (step.delta > 0 ? s << step.delta : s >> -step.delta) & step.onto;
}

// Squares that the king of `color` can never enter because a crowd guards them: enemy bishops or
// rooks that share a region with nobody else and leave so few of its squares empty that some square
// on a line to the guarded one is always taken; the nearest of these men guards it.
Set guarded_by_crowd(const Layer& l, int color) noexcept {
    Set result = 0;
    for (int i = 2; i < l.count; ++i) {
        const int type = l.type[at(i)];
        const Set region = l.set[at(i)];
        if (l.color[at(i)] == color || (type != 3 && type != 5) || is_single(region)) continue;
        int men = 0;
        Set others = 0;
        bool first = true;
        for (int j = 0; j < l.count; ++j) {
            if (l.color[at(j)] == l.color[at(i)] && l.type[at(j)] == type &&
                l.set[at(j)] == region && !l.falls(j)) {
                ++men;
                first = first && j >= i;
            } else {
                others |= l.set[at(j)];
            }
        }
        if (!first || men < 2 || (others & region) != 0) continue;
        const int holes = std::popcount(region) - men;
        std::array<std::uint8_t, 64> cells{};
        for (const Step step : type == 3 ? diagonal_steps : straight_steps)
            for (Set ray = region; ray != 0;) {
                ray = stepped(ray, step);
                for (Set s = ray; s != 0; s &= s - 1) ++cells[at(std::countr_zero(s))];
                ray &= region;
            }
        for (int s = 0; s < 64; ++s)
            if (cells[at(s)] > holes) result |= Set{1} << s;
    }
    return result;
}

}  // namespace

Set guarded(const Layer& l, int color) noexcept {
    Set result = guarded_by_crowd(l, color);
    for (int i = 0; i < l.count; ++i) {
        if (l.color[at(i)] == color || l.falls(i) || !is_single(l.set[at(i)])) continue;
        const int type = l.type[at(i)];
        if (type == Layer::amazon) continue;  // nobody knows what it attacks
        const Set from = l.set[at(i)];
        Set obstacles = 0;
        if (type == 3 || type > 4)
            for (int j = 0; j < l.count; ++j)
                if (j != i && j != color) obstacles |= l.set[at(j)];
        result |= attacked_from(type, static_cast<Color>(l.color[at(i)]), from, obstacles);
    }
    return result;
}

Set flood(int type, Set from, Set blocked) noexcept {
    for (Set reach = from;;) {
        const Set next = reach | (steps(type, reach) & ~blocked);
        if (next == reach) return reach;
        reach = next;
    }
}

std::array<std::uint64_t, 2> KingPairs::squares() const noexcept {
    std::array<std::uint64_t, 2> result{};
    for (const auto& by_turn : black)
        for (std::size_t w = 0; w < 64; ++w) {
            if (by_turn[w] != 0) result[0] |= Set{1} << w;
            result[1] |= by_turn[w];
        }
    return result;
}

std::optional<Layer> Layer::of(const Position& position) {
    if (position.occupied().size() > 32) return std::nullopt;
    Layer l;
    const auto add = [&](Square s) {
        const Piece piece = *position.at(s);
        const std::size_t i = at(l.count++);
        l.home[i] = static_cast<std::uint8_t>(s);
        l.type[i] = static_cast<std::uint8_t>(piece.type);
        l.color[i] = static_cast<std::uint8_t>(piece.color);
        l.set[i] = Bitboard{s}.bits();
    };
    add(position.king(Color::white));
    add(position.king(Color::black));
    for (const Square s : position.occupied() & ~position.men(PieceType::king)) add(s);
    return l;
}

void Layer::remove(int i) noexcept {
    for (int j = i; j + 1 < count; ++j) {
        home[at(j)] = home[at(j + 1)];
        type[at(j)] = type[at(j + 1)];
        color[at(j)] = color[at(j + 1)];
        set[at(j)] = set[at(j + 1)];
        born[at(j)] = born[at(j + 1)];
    }
    const std::uint32_t below = (1U << i) - 1;
    may_fall = (may_fall & below) | ((may_fall >> 1) & ~below);
    --count;
}

RegionLayer Layer::published() const {
    RegionLayer result;
    for (int i = 0; i < count; ++i) {
        const bool promoted = type[at(i)] == amazon;
        result.men.push_back({static_cast<Square>(home[at(i)]),
                              {static_cast<Color>(color[at(i)]),
                               promoted ? PieceType::queen : static_cast<PieceType>(type[at(i)])},
                              promoted,
                              falls(i),
                              Bitboard{set[at(i)]},
                              Bitboard{promoted ? born[at(i)] : 0}});
    }
    return result;
}

}  // namespace hakam::solve

#include "layer.hpp"

#include "layer_sets.hpp"
#include "mate_pattern.hpp"

namespace hakam::solve {

Set guarded(const Layer& l, int color) noexcept {
    Set result = 0;
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

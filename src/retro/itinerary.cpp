#include "itinerary.hpp"

#include <algorithm>

namespace hakam::retro {
namespace {

constexpr std::size_t at(Square s) noexcept { return static_cast<std::size_t>(index(s)); }
constexpr std::size_t at(PieceType t) noexcept { return static_cast<std::size_t>(index(t)); }

Square castled_to(const Traveller& man, Wing wing) noexcept {
    return man.type == PieceType::king ? castled_king(man.color, wing)
                                       : castled_rook(man.color, wing);
}

}  // namespace

Itinerary::Itinerary(const Traveller& man, const Errand& errand, Bitboard walls,
                     const std::array<Bitboard, 8>& shunned, int longest)
    : visits_{errand.visits.size()} {
    walls &= ~Bitboard{man.home};
    types_.push_back(man.type);
    if (errand.castles) types_.push_back(man.type);
    if (man.type == PieceType::pawn) {
        if (errand.is_taken())
            types_.insert(types_.end(), std::begin(promotion_types), std::end(promotion_types));
        else if (errand.becomes != PieceType::pawn)
            types_.push_back(errand.becomes);
    }
    const std::size_t states = types_.size() << visits_;
    moves_.resize(states);
    for (auto& row : moves_) row.fill(never);
    within_.assign(states, {});
    if (errand.end == Errand::End::taken_passed) {
        // Only the double step counts.
        if (man.type == PieceType::pawn && visits_ == 0) {
            moves_[0][at(man.home)] = 1;
            moves_[0][at(errand.goal)] = 0;
            within_[0] = {Bitboard{errand.goal}, Bitboard{errand.goal} | man.home};
        }
        return;
    }
    std::vector<Bitboard> layer(states);
    std::vector<Bitboard> seen(states);
    const std::size_t done = (std::size_t{1} << visits_) - 1;
    for (std::size_t kind = 0; kind < types_.size(); ++kind) {
        const std::size_t state = kind << visits_ | done;
        const bool before_castling = errand.castles && kind == 0;
        if (before_castling) continue;
        switch (errand.end) {
            case Errand::End::stays:
                if (types_[kind] == errand.becomes) layer[state] = errand.goal;
                break;
            case Errand::End::taken:
                if (types_[kind] != PieceType::pawn ||
                    relative_rank(man.color, errand.goal) != Rank::r8)
                    layer[state] = errand.goal;
                break;
            case Errand::End::taken_anywhere:
                layer[state] = Bitboard::all();
                break;
            case Errand::End::taken_passed:
                break;
        }
    }
    std::vector<Bitboard> next(states);
    for (int n = 0; n <= longest; ++n) {
        bool any = false;
        for (std::size_t state = 0; state < states; ++state) {
            layer[state] &= ~seen[state];
            seen[state] |= layer[state];
            any |= !layer[state].empty();
            for (const Square s : layer[state])
                moves_[state][at(s)] = static_cast<std::uint8_t>(n);
            within_[state].push_back(seen[state]);
        }
        if (!any) break;
        for (auto& set : next) set = {};
        for (std::size_t state = 0; state < states; ++state)
            for (const Square s : layer[state])
                back_from(man, errand, state, s, walls, shunned, next);
        std::swap(layer, next);
    }
    if (errand.castles) {
        // Before castling it stands at home and does nothing else.
        const std::size_t after = std::size_t{1} << visits_;
        for (std::size_t mask = 0; mask <= done; ++mask) {
            moves_[mask].fill(never);
            within_[mask].clear();
        }
        const int rest = moves_[after][at(castled_to(man, *errand.castles))];
        if (rest != never)
            moves_[0][at(man.home)] =
                static_cast<std::uint8_t>(rest + (man.type == PieceType::king ? 1 : 0));
    }
}

/// Adds to `next` from where one move leads to `s` in `state`.
void Itinerary::back_from(const Traveller& man, const Errand& errand, std::size_t state, Square s,
                          Bitboard walls, const std::array<Bitboard, 8>& shunned,
                          std::vector<Bitboard>& next) const {
    const Color c = man.color;
    const PieceType type = types_[state >> visits_];
    const auto may_leave = [&](PieceType t) {
        return ~walls & (~shunned[at(t)] | Bitboard{man.home});
    };
    // The states before arriving here by a capture.
    std::array<std::size_t, most_visits + 1> before{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < visits_; ++i)
        if ((state >> i & 1) != 0 && errand.visits[i] == s)
            before[count++] = state ^ std::size_t{1} << i;
    if (errand.free_takes.contains(s)) before[count++] = state;
    if (type != PieceType::pawn) {
        const Bitboard from = attacks::of({c, type}, s, walls) & may_leave(type);
        next[state] |= from;
        for (std::size_t i = 0; i < count; ++i) next[before[i]] |= from;
        if (man.type != PieceType::pawn || relative_rank(c, s) != Rank::r8) return;
    }
    if (relative_rank(c, s) < Rank::r3) return;
    const Square below = square(index(s) - forward(c));
    const Bitboard stand = may_leave(PieceType::pawn);
    const std::size_t mask = (std::size_t{1} << visits_) - 1;
    if (stand.contains(below)) next[state & mask] |= below;
    if (type == PieceType::pawn && relative_rank(c, s) == Rank::r4 && !walls.contains(below)) {
        const Square two = square(index(below) - forward(c));
        if (stand.contains(two)) next[state & mask] |= two;
    }
    const Bitboard from = attacks::pawn(~c, s) & stand;
    for (std::size_t i = 0; i < count; ++i) next[before[i] & mask] |= from;
}

Travels travels_from_home(const Traveller& man, std::optional<Wing> castles, Bitboard walls,
                          const std::array<Bitboard, 8>& shunned, int longest) {
    Travels result;
    for (auto& row : result) row.fill(Itinerary::never);
    walls &= ~Bitboard{man.home};
    std::array<Bitboard, 8> layer{};
    std::array<Bitboard, 8> seen{};
    int n = 0;
    if (castles) {
        layer[at(man.type)] = castled_to(man, *castles);
        n = man.type == PieceType::king ? 1 : 0;
        if (n == 1) result[at(man.type)][at(man.home)] = 0;
    } else {
        layer[at(man.type)] = man.home;
    }
    for (; n <= longest; ++n) {
        std::array<Bitboard, 8> next{};
        bool any = false;
        for (const PieceType type : piece_types) {
            Bitboard& here = layer[at(type)];
            here &= ~seen[at(type)];
            seen[at(type)] |= here;
            for (const Square s : here) {
                any = true;
                result[at(type)][at(s)] =
                    std::min(result[at(type)][at(s)], static_cast<std::uint8_t>(n));
                if (shunned[at(type)].contains(s) && s != man.home) continue;
                if (type != PieceType::pawn) {
                    next[at(type)] |= attacks::of({man.color, type}, s, walls) & ~walls;
                    continue;
                }
                if (relative_rank(man.color, s) == Rank::r8) continue;
                const Square one = square(index(s) + forward(man.color));
                Bitboard to = attacks::pawn(man.color, s) & ~walls;
                if (!walls.contains(one)) {
                    to |= one;
                    if (relative_rank(man.color, s) == Rank::r2)
                        to |= Bitboard{square(index(one) + forward(man.color))} & ~walls;
                }
                const Bitboard last = Bitboard::of(back_rank(~man.color));
                next[at(PieceType::pawn)] |= to & ~last;
                for (const PieceType made : promotion_types) next[at(made)] |= to & last;
            }
        }
        if (!any) break;
        layer = next;
    }
    return result;
}

}  // namespace hakam::retro

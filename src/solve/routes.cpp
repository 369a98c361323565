#include "routes.hpp"

#include "hakam/core/attacks.hpp"

namespace hakam::solve {
namespace {

// Extra moves for what stands in the way.
constexpr int wall = 12;
constexpr int own_pawn = 2;
constexpr int enemy_pawn = 1;
constexpr int bait = 3;  // an officer must come to be taken

std::size_t at(Square s) noexcept { return static_cast<std::size_t>(s); }

void lower(std::uint8_t& cost, int offer) noexcept {
    if (offer < cost) cost = static_cast<std::uint8_t>(offer);
}
Costs nowhere() noexcept {
    Costs costs;
    costs.fill(unreachable);
    return costs;
}
Bitboard ahead(Color color, Bitboard s) noexcept {
    return Bitboard{color == Color::white ? s.bits() << 8 : s.bits() >> 8};
}

}  // namespace

Routes::Routes(const Board& board) noexcept : board_{board} {
    const std::array<Bitboard, 2> pawns = {board.men(Color::white, PieceType::pawn),
                                           board.men(Color::black, PieceType::pawn)};
    stuck_ =
        (pawns[0] & ahead(Color::black, pawns[1])) | (pawns[1] & ahead(Color::white, pawns[0]));
    for (int i = 0; i < 3; ++i)
        stuck_ |=
            (pawns[0] & ahead(Color::black, stuck_)) | (pawns[1] & ahead(Color::white, stuck_));
    for (const Color c : colors)
        guarded_[static_cast<std::size_t>(index(c))] =
            attacks::pawns(c, stuck_ & pawns[static_cast<std::size_t>(index(c))]);
    for (const Square s : board.occupied() & ~board.men(PieceType::pawn)) {
        const Piece piece = *board.at(s);
        if (piece.type == PieceType::king) continue;
        const Costs costs = from(piece, s);
        for (std::size_t t = 0; t < 64; ++t)
            if (costs[t] < wall)
                officers_come_[static_cast<std::size_t>(index(piece.color))] |=
                    static_cast<Square>(t);
    }
}

Bitboard Routes::attacked_by(Piece piece, Square from, Bitboard open) const noexcept {
    return attacks::of(piece, from, stuck_ & ~open);
}

std::uint8_t Routes::entry(Piece piece, Square s) const noexcept {
    int cost = 1;
    const Bitboard pawns = board_.men(PieceType::pawn);
    const bool king = piece.type == PieceType::king;
    const bool guarded =
        king && guarded_[static_cast<std::size_t>(index(~piece.color))].contains(s);
    if (pawns.contains(s)) {
        if (board_.men(~piece.color).contains(s))
            cost += enemy_pawn;
        else
            cost += stuck_.contains(s) ? wall : own_pawn;
    }
    if (guarded) cost += wall;
    return static_cast<std::uint8_t>(cost);
}

// Costs of a few squares become those of all.
void Routes::spread(Piece piece, Costs& costs, bool backward) const noexcept {
    const Bitboard pawns = board_.men(PieceType::pawn);
    Costs entries;
    for (std::size_t s = 0; s < 64; ++s) entries[s] = entry(piece, static_cast<Square>(s));
    Bitboard open;
    for (std::size_t s = 0; s < 64; ++s)
        if (costs[s] < unreachable) open |= static_cast<Square>(s);
    while (!open.empty()) {
        Bitboard next;
        for (const Square s : open)
            for (const Square t : attacks::of(piece, s, pawns)) {
                const int offer = costs[at(s)] + entries[backward ? at(s) : at(t)];
                if (offer >= costs[at(t)]) continue;
                costs[at(t)] = static_cast<std::uint8_t>(offer);
                next |= t;
            }
        open = next;
    }
}

// Calls use(to, cost) for every step of a pawn.
template <typename Use>
void Routes::for_each_pawn_step(Color color, Square s, Use use) const noexcept {
    const Bitboard pawns = board_.men(PieceType::pawn);
    const auto step = [&](Square t) {
        if (!pawns.contains(t)) return 1;
        return 1 + (stuck_.contains(t) || stuck_.contains(s) ? wall : own_pawn);
    };
    const Bitboard one = ahead(color, Bitboard{s});
    if (one.empty()) return;
    const Square first = one.first();
    use(first, step(first));
    if (relative_rank(color, s) == Rank::r2) {
        const Square second = ahead(color, one).first();
        use(second, step(first) + step(second) - 1);
    }
    for (const Square t : attacks::pawn(color, s)) {
        const bool taken = (pawns & board_.men(~color)).contains(t);
        const bool can_be_bait =
            officers_come_[static_cast<std::size_t>(index(~color))].contains(t);
        use(t, taken ? 1 : can_be_bait ? 1 + bait : 1 + wall);
    }
}

Costs Routes::from(Piece piece, Square start) const noexcept {
    Costs costs = nowhere();
    costs[at(start)] = 0;
    spread(piece, costs, false);
    return costs;
}

Costs Routes::from_as_pawn(Color color, Square start) const noexcept {
    Costs costs = nowhere();
    costs[at(start)] = 0;
    for (int rank = index(relative_rank(color, start)); rank < 7; ++rank)
        for (int file = 0; file < 8; ++file) {
            const Square s = square(8 * (color == Color::white ? rank : 7 - rank) + file);
            if (costs[at(s)] >= unreachable) continue;
            for_each_pawn_step(
                color, s, [&](Square t, int cost) { lower(costs[at(t)], costs[at(s)] + cost); });
        }
    return costs;
}

Costs Routes::from_promoted(Piece piece, const Costs& as_pawn) const noexcept {
    Costs costs = nowhere();
    for (const Square s : Bitboard::of(back_rank(~piece.color))) costs[at(s)] = as_pawn[at(s)];
    spread(piece, costs, false);
    return costs;
}

Costs Routes::to(Piece piece, Square target) const noexcept {
    Costs costs = nowhere();
    costs[at(target)] = 0;
    if (piece.type == PieceType::pawn)
        bring_pawns(piece.color, costs);
    else
        spread(piece, costs, true);
    return costs;
}

Costs Routes::to_promoted(Color color, const Costs& to) const noexcept {
    Costs costs = nowhere();
    for (const Square s : Bitboard::of(back_rank(~color))) costs[at(s)] = to[at(s)];
    bring_pawns(color, costs);
    return costs;
}

// Pawns from anywhere to the squares whose costs are known.
void Routes::bring_pawns(Color color, Costs& costs) const noexcept {
    for (int rank = 6; rank > 0; --rank)
        for (int file = 0; file < 8; ++file) {
            const Square s = square(8 * (color == Color::white ? rank : 7 - rank) + file);
            for_each_pawn_step(
                color, s, [&](Square t, int cost) { lower(costs[at(s)], costs[at(t)] + cost); });
        }
}

}  // namespace hakam::solve

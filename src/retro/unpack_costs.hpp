#pragma once

#include <unordered_map>
#include <vector>

#include "unpack_state.hpp"

namespace hakam::retro {

/// What is still to do in a position of unpack.cpp: a measure for the search, no bound.
class UnpackCosts {
public:
    /// `rights`: men that never move; `camp`: pawns, by number, that stop one rank earlier and leave
    /// their men a wider camp; `open_price`: open squares around a king that count as one move.
    UnpackCosts(const std::vector<PawnEvent>& events, Bitboard rights, std::uint32_t camp,
                int open_price)
        : events_{events}, rights_{rights}, camp_{camp}, open_price_{open_price} {}

    /// Moves of an officer of the array to its home past the pawns that are at home for good.
    int way_home(const UnpackState& state, int man, Square s);
    /// Moves of officers of the array that are not at home, and of those still taken.
    int still_out(const UnpackState& state);
    /// Rooks and knights go to the nearer of their two homes.
    void name_pairs(UnpackState& state);
    /// Moves and hindrances still to go; below 0 if some man cannot get home or to its promotion.
    int weigh(const UnpackState& state);

private:
    using Table = std::array<std::uint8_t, 64>;

    /// Tables of ways over a board on which only the pawns stand; they serve many positions.
    const Table& ways(Bitboard pawns, Piece man, Square target);
    /// Moves of an officer of the array to its home square past the pawns as they stand; many if
    /// they must first open a way.
    int home_by_pawns(const UnpackState& state, int man);
    /// weigh() when all events are done: everybody goes home, the pawns open the ways.
    int weigh_homing(const UnpackState& state);
    int exposed(const UnpackState& state) const noexcept;
    /// Moves until some officer that can be the promoted man of the event stands on its square; below
    /// 0 if none ever can. Near events count double and ask who stands in the way.
    int way_to_promotion(const UnpackState& state, const PawnEvent& e, bool near, Bitboard pawns,
                         Bitboard fixed);
    /// What it costs that men could no longer get where they must over the walls.
    int shut_in(const UnpackState& state, Bitboard walls);
    /// What it costs more that the man on `s`, which is in the way, cannot leave.
    int stuck(const UnpackState& state, Square s) const noexcept;
    /// Whether enough promotion squares of their colour are left for the promoted bishops.
    bool bishops_fit(const UnpackState& state) const noexcept;
    /// Whether the missing officers can be the men that pawns take: bishops on their colour, and
    /// none that is shut out from home.
    bool slots_fit(const UnpackState& state);
    int nearest(const UnpackState& state, Color c, Square goal);
    /// Moves to `goal`, where each officer in the way and each check on the way counts three.
    int exact_way(const UnpackState& state, Piece man, Square start, Square goal) const noexcept;

    const std::vector<PawnEvent>& events_;
    Bitboard rights_;
    std::uint32_t camp_;
    int open_price_;
    std::unordered_map<std::uint64_t, Table> ways_;
    std::array<std::unordered_map<std::uint64_t, Table>, 2> king_ways_;
};

}  // namespace hakam::retro

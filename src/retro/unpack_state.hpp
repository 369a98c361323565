#pragma once

#include <algorithm>
#include <array>

#include "skeleton.hpp"

/// The positions of unpack.cpp: men by number, and which events of the skeleton are done.
namespace hakam::retro {

inline constexpr std::uint8_t nowhere = 64;

constexpr std::size_t slot(int i) noexcept { return static_cast<std::size_t>(i); }

/// Which events are done: up to 128.
struct EventSet {
    std::array<std::uint64_t, 2> bits{};
    bool has(std::size_t i) const noexcept { return (bits[i >> 6] >> (i & 63) & 1) != 0; }
    void add(std::size_t i) noexcept { bits[i >> 6] |= std::uint64_t{1} << (i & 63); }
    bool holds(const EventSet& other) const noexcept {
        return (other.bits[0] & ~bits[0]) == 0 && (other.bits[1] & ~bits[1]) == 0;
    }
};

struct UnpackState {
    Board board;
    std::array<std::uint8_t, men_count> at;
    std::array<PieceType, men_count> type;  ///< of men on the board
    std::uint32_t pawns = 0;                ///< men that are pawns now
    EventSet done;
    int left = 0;             ///< events that are not done
    Color turn = Color::white;
};

inline PieceType type_of(const UnpackState& state, int man) noexcept {
    return state.type[slot(man)];
}
inline bool is_officer(const UnpackState& state, int man) noexcept {
    return state.at[slot(man)] != nowhere && (state.pawns >> man & 1) == 0;
}
/// Types, and bishops by their colour.
inline int kind_of(PieceType type, Square s) noexcept {
    return index(type) * 2 + (type == PieceType::bishop && is_light(s) ? 1 : 0);
}
inline int kind_of(const UnpackState& state, int man) noexcept {
    return kind_of(type_of(state, man), square(state.at[slot(man)]));
}

/// Who is promoted and who is not is a matter of names: any officer can be the promoted man `man`
/// if one of its kind is left to be the man of the array. The men change names so that `officer`
/// is called `man`; returns whether they can.
inline bool rename(UnpackState& state, int officer, int man) noexcept {
    if (officer == man) return true;
    const auto swap = [&](int a, int b) {
        std::swap(state.at[slot(a)], state.at[slot(b)]);
        std::swap(state.type[slot(a)], state.type[slot(b)]);
    };
    if (!is_pawn_man(officer)) {
        const int kind = kind_of(state, officer);
        int same = -1;
        if (kind_of(state, man) == kind) same = man;
        for (int other = (man & 16) + 8; other < (man & 16) + 16 && same < 0; ++other)
            if (is_officer(state, other) && kind_of(state, other) == kind) same = other;
        if (same < 0) return false;
        swap(officer, same);
        if (same == man) return true;
        officer = same;
    }
    swap(officer, man);
    return true;
}
inline bool can_be_promoted(const UnpackState& state, int officer) noexcept {
    if (is_pawn_man(officer)) return true;
    const int kind = kind_of(state, officer);
    for (int other = (officer & 16) + 8; other < (officer & 16) + 16; ++other)
        if (is_officer(state, other) && kind_of(state, other) == kind) return true;
    return false;
}

inline int officer_on(const UnpackState& state, Color c, Square s) noexcept {
    for (int man = first_man(c); man < first_man(c) + 16; ++man)
        if (is_officer(state, man) && state.at[slot(man)] == index(s)) return man;
    return -1;
}

/// Pawns at home for good.
inline Bitboard settled(const UnpackState& state) noexcept {
    return (state.board.men(Piece{Color::white, PieceType::pawn}) & Bitboard::of(Rank::r2)) |
           (state.board.men(Piece{Color::black, PieceType::pawn}) & Bitboard::of(Rank::r7));
}
}  // namespace hakam::retro

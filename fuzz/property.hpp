#pragma once

// What the fuzz targets share: a property that aborts, and positions chosen by a byte.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hakam/notation/fen.hpp"

namespace hakam::fuzz {

inline void require(bool holds) {
    if (!holds) std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Positions in which the odd moves are legal: castling of all kinds, en passant, promotions,
/// many men of one kind, pins, checks.
inline Position position(std::uint8_t choice) {
    constexpr std::array fens = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
        "brnbqkrn/pppppppp/8/8/8/8/PPPPPPPP/BRNBQKRN w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/1RK5 w Q - 0 1",
        "rkbbnqnr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNQNR w HAha - 0 1",
        "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82",
        "7k/8/8/1Q1Q1Q2/8/1Q3Q2/8/1Q1Q1Q1K w - - 0 1",
        "rn3r2/pbppq1p1/1p2pN2/8/3P2NP/6P1/PPP1BP1R/R3K1k1 w Q - 5 18",
        "rnb1kbnr/p1q1pppp/8/1p6/2p5/1P2PN2/3P1PPP/RNBQKB1R w KQkq - 0 1",
        "4r3/8/2p2PPk/1p6/pP2p1R1/P1B5/2P2K2/3r4 w - - 1 45",
    };
    const auto p =
        fen::position(fens[choice % fens.size()], {.tolerated = Tolerance::unreachable()});
    require(p.has_value());
    return *p;
}

}  // namespace hakam::fuzz
